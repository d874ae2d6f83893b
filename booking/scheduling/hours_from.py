"""A doctor's weekly hours from a day on: what held on those weekdays ends the day before."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from booking.models import Opening
from booking.ports import Calendar, UnitOfWork
from booking.scheduling.working_hours import NewHours

_DAY = dt.timedelta(days=1)


class HoursFrom(NamedTuple):
    """The hours (none: no work) of those weekdays, 0 is Monday, from that day on, whatever was to hold then."""

    doctor_id: int
    weekdays: Sequence[int]
    ranges: Sequence[tuple[dt.time, dt.time]]
    since: dt.date

    def ends(self, opening: Opening) -> bool:
        """Whether hours give way, from that day on."""
        theirs = opening.doctor_id == self.doctor_id and opening.weekday in self.weekdays
        return theirs and (opening.valid_to is None or opening.valid_to >= self.since)

    def until_then(self, opening: Opening) -> Opening | None:
        """What is left of hours that give way; None where they were only to begin."""
        if opening.valid_from is not None and opening.valid_from >= self.since:
            return None
        return opening.model_copy(update={"valid_to": self.since - _DAY})

    def instead_of(self, ended: Sequence[Opening]) -> list[Opening]:
        """What is left of those that give way, and the new ones, with slots as long as theirs."""
        new = NewHours(self.doctor_id, self.weekdays, self.ranges, since=self.since)
        return [*filter(None, map(self.until_then, ended)), *new.instead_of(ended)]


def within(calendar: Calendar, new: HoursFrom) -> Calendar:
    """The calendar as it would be with them."""
    ended = [opening for opening in calendar.openings if new.ends(opening)]
    kept = [opening for opening in calendar.openings if not new.ends(opening)]
    return calendar._replace(openings=(*kept, *new.instead_of(ended)))


def write(uow: UnitOfWork, new: HoursFrom) -> None:
    """Replace them. The caller holds the lock of the fair turn."""
    old = [(id, opening) for id, opening in uow.rules.of(Opening, new.doctor_id) if new.ends(opening)]
    uow.rules.remove(Opening, *(id for id, _ in old))
    uow.rules.add_all(new.instead_of([opening for _, opening in old]))
