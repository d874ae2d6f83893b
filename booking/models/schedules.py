"""Times of a clinic: its rules, what is taken and what is free."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, JsonValue

from booking.intents import Frozen, Topic
from booking.models.clinic_answers import Answers, Price
from booking.models.news_rules import StaffNews
from booking.models.persons import Moment

FIRST_VISIT: Final = "primera_vez"
"""The type of a visit when nobody said which."""


DAY_MINUTES: Final = 24 * 60
"""The longest that a visit may last."""

ReminderMinutes = Annotated[int, Field(ge=30, le=14 * DAY_MINUTES)]
"""How long before an appointment its patient is reminded."""


class Slot(Frozen):
    """A time range, and nothing else. Half open: `start` included, `end` not."""

    start: Moment
    end: Moment

    def overlaps(self, other: Slot) -> bool:
        """Whether some moment is in both."""
        return self.start < other.end and other.start < self.end


class Opening(Frozen):
    """A stretch of a doctor's weekly schedule, in the clinic's wall time (`weekday` 0 is Monday)."""

    doctor_id: int
    weekday: int = Field(ge=0, le=6)
    start: dt.time
    end: dt.time
    slot_minutes: int = Field(default=30, gt=0, le=DAY_MINUTES)
    daily_cap: int | None = None
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None


class DateOverride(Frozen):
    """Hours of one doctor on one date that replace the weekly ones; none at all is a day off."""

    doctor_id: int
    date: dt.date
    start: dt.time | None = None
    end: dt.time | None = None


class Absence(Frozen):
    """A doctor is away from one instant to another."""

    doctor_id: int
    start: Moment
    end: Moment
    reason: str | None = None


class Block(Frozen):
    """A stretch of every such weekday in which a doctor takes nobody, in wall time; 00:00 as an end is midnight."""

    doctor_id: int
    weekday: int = Field(ge=0, le=6)
    start: dt.time
    end: dt.time
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    reason: str | None = None


class SpecialDay(Frozen):
    """A date on which the whole clinic is closed, or open although it is a holiday."""

    date: dt.date
    open: bool = False
    reason: str | None = None


class VisitLength(Frozen):
    """How long a type of visit lasts, and what is kept free around it: with one doctor, or with any (None).

    `minutes` None is the slot length of the doctor's hours. A doctor's own entry replaces the general one whole.
    """

    visit: str
    doctor_id: int | None = None
    minutes: int | None = Field(default=None, gt=0, le=DAY_MINUTES)
    buffer_before: int = Field(default=0, ge=0)
    buffer_after: int = Field(default=0, ge=0)


Rule = Opening | DateOverride | Absence | Block | SpecialDay | VisitLength
"""What staff enter about time, one stored row each."""


class Busy(Frozen):
    """A range in which a doctor cannot be booked, and the type of visit. Says nothing about whose it is."""

    doctor_id: int
    start: Moment
    end: Moment
    visit: str = FIRST_VISIT


class FreeSlot(Frozen):
    """A slot and the doctors who are free in it, in order of their ids."""

    slot: Slot
    doctor_ids: tuple[int, ...]


class VisitReminders(Frozen):
    """What is particular to a type of visit: how many minutes ahead it is reminded of (None: as any is), and what to
    come prepared with ("en ayunas"), in a few words that anybody may read on the screen."""

    visit: str
    minutes: tuple[ReminderMinutes, ...] | None = None
    preparation: str | None = Field(default=None, max_length=120)


class Policy(Frozen):
    """The clinic's rules of scheduling (durations in the named unit). Beyond these bounds nobody could book."""

    horizon_days: int = Field(60, ge=0, le=366)
    min_notice_minutes: int = Field(60, ge=0, le=14 * 24 * 60)
    hold_minutes: int = Field(10, ge=1, le=24 * 60)
    waiting_list: bool = True  # whether times that become free are offered to those who wait
    waiting_hold_minutes: int = Field(30, ge=5, le=24 * 60)  # how long such a time is held, if it is near
    waiting_days: int = Field(30, ge=1, le=366)  # how long somebody waits
    offer_minutes: int = Field(15, ge=1, le=24 * 60)
    offer_size: int = Field(5, ge=1, le=9)  # WhatsApp's lists take ten rows, and one asks for more
    buffer_minutes: int = Field(0, ge=0, le=240)
    holidays: str | None = "MX"  # country whose public holidays close the clinic, as in the `holidays` library
    cancel_hours: int = Field(
        4, ge=0, le=30 * 24
    )  # later than this before it, only staff move or cancel an appointment
    parking: str | None = None  # what patients are told of it
    quiet_from: dt.time = dt.time(21)  # from then on nothing is sent but answers and what is urgent
    quiet_until: dt.time = dt.time(8)  # until then; the same as `quiet_from`: there are no quiet hours
    answer_hours: int = Field(24, ge=1, le=14 * 24)  # so long patients have to say when they come instead
    news: StaffNews = StaffNews()  # what doctors and staff hear of without asking
    reminders: tuple[ReminderMinutes, ...] = (72 * 60, 24 * 60, 2 * 60)
    visit_reminders: tuple[VisitReminders, ...] = ()
    paused: bool = False  # nothing is sent that the clinic says by itself
    invite_missed: bool = True  # whether who did not come is offered another date, once
    ask_rating: bool = False  # whether patients are asked, once after each visit, how it was
    ask_visit: bool = False  # whether a patient is asked if it is a first visit or a follow-up

    def reminds(self, visit: str) -> tuple[int, ...]:
        """How many minutes before a visit of this type its patient is reminded, the longest first."""
        own = self._of(visit)
        minutes = self.reminders if own is None or own.minutes is None else own.minutes
        return tuple(sorted(set(minutes), reverse=True))

    def preparation(self, visit: str) -> str | None:
        """What to come prepared with to a visit of this type."""
        own = self._of(visit)
        return None if own is None else own.preparation

    def _of(self, visit: str) -> VisitReminders | None:
        return next((one for one in self.visit_reminders if one.visit == visit), None)


def _within_bounds(stored: Any) -> Any:
    """A policy as it was stored, perhaps before it had bounds, with the nearest values that it may have now."""
    if not isinstance(stored, dict):
        return stored
    known = dict(stored)
    for name, field in Policy.model_fields.items():
        if isinstance(known.get(name), int):
            for bound in field.metadata:
                known[name] = max(known[name], getattr(bound, "ge", known[name]))
                known[name] = min(known[name], getattr(bound, "le", known[name]))
    return known


class Clinic(Frozen):
    """What the clinic says of itself."""

    name: str
    zone: str
    address: str | None = None
    phone: str | None = None
    opens: dt.time = dt.time(8)
    closes: dt.time = dt.time(20)
    policy: Annotated[Policy, BeforeValidator(_within_bounds)] = Policy()
    demo: bool = False  # only a demo clinic may run on a moved clock
    answers: Answers = Answers()

    def says(self, topic: Topic | None, query: str = "") -> JsonValue:
        """What the clinic itself says about what only it knows: a text of its own, or the prices or insurers that a
        question asks for. None: it has not said."""
        match topic:
            case Topic.ADDRESS:
                return self.address or self.answers.map_link
            case Topic.PHONE:
                return self.phone
            case Topic.PARKING:
                return self.policy.parking
            case Topic.PRICES:
                return _json(self.answers.prices_asked(query))
            case Topic.INSURANCE if self.answers.insurances is not None:
                return {
                    "all": list(self.answers.insurances),
                    "named": list(self.answers.insurances_named(query)),
                }
            case None:
                return self.answers.own_answer(query) or _json(self.answers.prices_of(query))
        return self.answers.says(topic, query)


def _json(prices: tuple[Price, ...]) -> JsonValue:
    return [price.model_dump(mode="json") for price in prices] or None
