"""What somebody who waits would get now, and whether they still wait. Nothing here writes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments.appointment_changes import may_change
from booking.intents import Reading, When
from booking.models import COMING, Appointment, Clinic, FreeSlot
from booking.models.who_waits import Chance, EntryState, TimeFreed, TimeSeen, WaitingEntry, WaitingOffer, WaitingWish
from booking.ports import Calendar, UnitOfWork
from booking.scheduling.availability import bookable, free_slots
from booking.scheduling.ranges import Range, moment
from booking.scheduling.search import is_closed
from booking.scheduling.waiting_match import new_to, wished

WAITED_WITH: Final = tuple(sorted(COMING))
"""Appointments that are moved forward, where an earlier time is found."""


def may_be_booked_until(clinic: Clinic, now: dt.datetime) -> dt.datetime:
    """The end of the last day that can be booked then."""
    return moment(bookable(clinic, now, ZoneInfo(clinic.zone))[1])


def looking_ahead(clinic: Clinic, now: dt.datetime, until: dt.datetime) -> Clinic:
    """With all days open that can be booked at any time from now to then."""
    zone = ZoneInfo(clinic.zone)
    more = max((until.astimezone(zone).date() - now.astimezone(zone).date()).days, 0)
    policy = clinic.policy.model_copy(update={"horizon_days": clinic.policy.horizon_days + more})
    return clinic.model_copy(update={"policy": policy})


class FreeTimes:
    """Everything that is free by the calendar of one moment; of each type of visit found once."""

    def __init__(self, uow: UnitOfWork, clinic: Clinic, now: dt.datetime) -> None:
        end = may_be_booked_until(clinic, now)
        self._calendar: Calendar = uow.schedules.calendar(now, max(end, now), now)
        self.clinic, self._now, self._end = clinic, now, max(end, now)
        self._free: dict[str, list[FreeSlot]] = {}

    def wished(self, wish: WaitingWish) -> list[FreeSlot]:
        """Those that are as wished, in order."""
        if wish.visit not in self._free:
            self._free[wish.visit] = free_slots(
                self._calendar, self.clinic, self._now, self._end, self._now, visit=wish.visit
            )
        return list(wished(self._free[wish.visit], self._calendar, self.clinic, wish, self._now))

    def chance(self, wish: WaitingWish) -> Chance:
        """Whether there is one, or may be."""
        if self.wished(wish):
            return Chance.FREE
        return Chance.NEVER if self.in_vain(wish) else Chance.OPEN

    def in_vain(self, wish: WaitingWish) -> bool:
        """Whether nobody asked for has hours when it is wished: nothing can become free then."""
        asked = {one.id for one in self._calendar.doctors if wish.doctor_id in (None, one.id)} - {*wish.not_with}
        ahead = Range(self._now, self._end)
        whens = [wish.when] if not wish.weekdays else list(self._on_weekdays(wish))
        return bool(whens) and all(
            is_closed(self._calendar, self.clinic, when, ahead, id, wish.visit) for id in asked for when in whens
        )

    def _on_weekdays(self, wish: WaitingWish) -> Iterator[Reading]:
        """What is wished of each of those days that can be booked; nothing where several times are wished."""
        said = When() if wish.when is None else wish.when.when
        if said is None:
            return
        zone = ZoneInfo(self.clinic.zone)
        date, last = self._now.astimezone(zone).date(), self._end.astimezone(zone).date()
        while date < last:
            if date.weekday() in wish.weekdays and (said.date_from or date) <= date <= (said.date_to or date):
                yield Reading(when=said.model_copy(update={"date_from": date, "date_to": date}))
            date += dt.timedelta(days=1)


class Waiting(NamedTuple):
    """An entry with what its person has to come, soonest first, and what it was offered."""

    entry: WaitingEntry
    theirs: Sequence[Appointment]
    offers: Sequence[WaitingOffer] = ()

    @property
    def appointment(self) -> Appointment | None:
        """The one that is to be earlier."""
        return next((one for one in self.theirs if one.id == self.entry.appointment_id), None)

    @property
    def wish(self) -> WaitingWish:
        """As it is by now: what is to be earlier than their appointment, is earlier than that stands."""
        mine = self.appointment
        if mine is None or self.entry.wish.before is None:
            return self.entry.wish
        return self.entry.wish.model_copy(update={"before": mine.slot.start})


def coming(uow: UnitOfWork, person_id: int, now: dt.datetime) -> Sequence[Appointment]:
    """What those have to come whom this person writes for."""
    return uow.appointments.list(start=now, person_id=person_id, statuses=WAITED_WITH)


def seen_now(free: FreeTimes, wish: WaitingWish) -> tuple[TimeSeen, ...]:
    """What is as wished and free already, of which they are not told when it is free."""
    return tuple(TimeSeen(doctor_id=id, start=one.slot.start) for one in free.wished(wish) for id in one.doctor_ids)


def seen_to(entry: WaitingEntry, clinic: Clinic) -> dt.datetime:
    """Up to where it is known what was free when they joined."""
    return entry.seen_to or may_be_booked_until(clinic, entry.created_at)


def fitting(free: FreeTimes, waiting: Waiting, freed: Sequence[TimeFreed]) -> list[FreeSlot]:
    """What they may be offered, the soonest first."""
    entry = waiting.entry
    these = free.wished(waiting.wish)
    return list(new_to(entry, these, waiting.theirs, waiting.offers, freed, seen_to(entry, free.clinic)))


def over(waiting: Waiting, clinic: Clinic, now: dt.datetime, *, opted_out: bool) -> EntryState | None:
    """Why they wait no longer, by what is known of the entry alone; None: they do."""
    entry, mine = waiting.entry, waiting.appointment
    if opted_out:
        return EntryState.OPTED_OUT
    if entry.appointment_id is not None:
        if mine is None:
            return EntryState.CANCELLED
        if entry.wish.before is not None and mine.slot.start < entry.wish.before:
            return EntryState.BOOKED  # it is earlier than it was
        if not may_change(clinic, mine, now):
            return EntryState.EXPIRED  # by chat it cannot be moved any more
    return EntryState.EXPIRED if now >= entry.expires_at else None
