"""What a patient wants, and whether a time, a proposal or an appointment is that."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tests.nlu.made.days import Day
from tests.nlu.made.wishes import ANY_TIME, Wish


class Does(StrEnum):
    """What is to be done with an appointment."""

    BOOK = "book"
    MOVE = "move"
    CANCEL = "cancel"


@dataclass(frozen=True)
class Row:
    """An appointment as the agenda or a message tells it; the doctor by the name that stands there."""

    start: dt.datetime
    doctor: str | None
    patient: str | None


@dataclass(frozen=True)
class Goal:
    """One appointment that is wanted: any of the `wishes` will do. `soonest`: on the first day that has room;
    `others`: with somebody else, of the `relative` where it is not for whoever writes."""

    wishes: tuple[Wish, ...] = (ANY_TIME,)
    does: Does = Does.BOOK
    doctor: str | None = None
    not_doctor: str | None = None
    relative: str | None = None
    name: str = "Rosa Ornelas Peña"
    soonest: dt.date | None = None
    of: Row | None = None  # the appointment that is moved or cancelled

    def allows(self, start: dt.datetime) -> bool:
        """Whether that time will do."""
        if self.soonest and start.date() > self.soonest:
            return False
        if self.of and self.does is Does.MOVE and start == self.of.start:
            return False
        return any(wish.allows(start.date(), start.time().replace(tzinfo=None)) for wish in self.wishes)

    def with_(self, doctor: str | None) -> bool:
        """Whether that doctor will do; where none is told, yes."""
        if doctor is None:
            return True
        return doctor != self.not_doctor and self.doctor in (None, doctor)

    def meets(self, row: Row) -> bool:
        """Whether an appointment is the one wanted."""
        named = row.patient is None or row.patient.casefold() == self.name.casefold()
        return self.allows(row.start) and self.with_(row.doctor) and named

    @property
    def day(self) -> Day | None:
        """The one day that is wanted, if it is one."""
        days = {wish.day for wish in self.wishes}
        day = days.pop() if len(days) == 1 else None
        return day if day and day.first == day.last else None

    def at(self, wish: Wish) -> Goal:
        """The same at another time."""
        return replace(self, wishes=(wish,))


@dataclass(frozen=True)
class Change:
    """A correction on the way: what is said, and the goal from then on."""

    says: str
    goal: Goal


@dataclass(frozen=True)
class Part:
    """One thing that a patient does. `says` are the messages it begins with, of which only the last is judged;
    `asks`: a question that comes up when times, or a proposal, are first shown; `change`: what is corrected there."""

    goal: Goal
    says: tuple[str, ...]
    asks: str | None = None
    change: Change | None = None
    at_proposal: bool = False  # what comes up does so at the proposal


@dataclass(frozen=True)
class Talk:
    """A patient's whole talk: which kind, when, what the agenda holds, what they do."""

    kind: str
    now: dt.datetime
    parts: tuple[Part, ...]
    filled: float = 0.0  # share of the times that are taken
    full_until: dt.date | None = None  # up to this day all are
    own: tuple[Row, ...] = field(default=())  # appointments that the patient has


def free_of(goal: Goal, free: Sequence[Row]) -> list[Row]:
    """The free times that will do."""
    return [row for row in free if goal.allows(row.start) and goal.with_(row.doctor)]
