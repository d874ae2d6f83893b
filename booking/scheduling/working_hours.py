"""A doctor's weekly hours, replaced day by day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from booking.models import Opening
from booking.ports import Calendar, UnitOfWork

_MINUTES = 30
"""A slot of whoever had no hours before."""


class NewHours(NamedTuple):
    """The hours (none: no work) of those weekdays, 0 is Monday, from now on or while they are valid.

    `minutes` and `cap` None: those of the hours they replace."""

    doctor_id: int
    weekdays: Sequence[int]
    ranges: Sequence[tuple[dt.time, dt.time]]
    minutes: int | None = None
    cap: int | None = None
    since: dt.date | None = None
    until: dt.date | None = None

    def replace(self, opening: Opening) -> bool:
        """Hours of the same weekday and validity give way."""
        return (
            opening.doctor_id == self.doctor_id
            and opening.weekday in self.weekdays
            and (opening.valid_from, opening.valid_to) == (self.since, self.until)
        )

    def instead_of(self, replaced: Iterable[Opening]) -> list[Opening]:
        """The new ones."""
        usual = {opening.weekday: opening for opening in reversed([*replaced])}
        return [self._opening(day, start, end, usual.get(day)) for day in self.weekdays for start, end in self.ranges]

    def _opening(self, day: int, start: dt.time, end: dt.time, usual: Opening | None) -> Opening:
        return Opening(
            doctor_id=self.doctor_id,
            weekday=day,
            start=start,
            end=end,
            slot_minutes=self.minutes or (usual.slot_minutes if usual else _MINUTES),
            daily_cap=self.cap if self.cap is not None else (usual.daily_cap if usual else None),
            valid_from=self.since,
            valid_to=self.until,
        )


def within(calendar: Calendar, new: NewHours) -> Calendar:
    """The calendar as it would be with them."""
    kept = [opening for opening in calendar.openings if not new.replace(opening)]
    return calendar._replace(openings=(*kept, *new.instead_of(filter(new.replace, calendar.openings))))


def write(uow: UnitOfWork, new: NewHours) -> None:
    """Replace them. The caller holds the lock of the fair turn."""
    old = [(id, opening) for id, opening in uow.rules.of(Opening, new.doctor_id) if new.replace(opening)]
    uow.rules.remove(Opening, *(id for id, _ in old))
    uow.rules.add_all(new.instead_of(opening for _, opening in old))
