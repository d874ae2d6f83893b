"""What staff entered about time, ready to be asked: closed days, hours, absences and blocks, lengths of visits.

`availability` walks the calendar by it when offering and again inside the transaction that takes a time; `reasons`
tells by it why a time is not free. Wall times are the clinic's; instants are seconds since 1970.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from booking.errors import NotCovered
from booking.models import Absence, Block, Clinic
from booking.ports import Calendar
from booking.scheduling.schedule import Day, Schedule
from booking.scheduling.weekly import Hours, seconds_of

CLOSED_DAY = "closed_day"
"""Why the clinic is closed on a special day where staff wrote no reason."""


class Taken(NamedTuple):
    """What a type of visit takes with one doctor, in seconds. `length` None: the slot length of the hours."""

    length: float | None = None
    before: float = 0.0
    after: float = 0.0


class Away(NamedTuple):
    """A stretch in which a doctor takes nobody, and what staff wrote beside it."""

    start: float
    end: float
    reason: str | None
    recurring: bool


class Rulebook:
    """The rules of one calendar, for one type of visit. Whoever asks about a date that the calendar does not cover
    gets `NotCovered`: there, a time that is taken would look free."""

    def __init__(self, calendar: Calendar, clinic: Clinic, visit: str) -> None:
        self._first, self._last = calendar.covers
        self._schedule = Schedule(calendar.openings, calendar.overrides)
        self._country = clinic.policy.holidays
        self._buffer = clinic.policy.buffer_minutes * 60.0
        self._visit = visit
        self._days = {day.date: day for day in calendar.special_days}
        self._visits = {(length.visit, length.doctor_id): length for length in calendar.visits}
        self._absences: defaultdict[int, list[Absence]] = defaultdict(list)
        self._blocks: defaultdict[tuple[int, int], list[Block]] = defaultdict(list)
        for absence in calendar.absences:
            self._absences[absence.doctor_id].append(absence)
        for block in calendar.blocks:
            self._blocks[block.doctor_id, block.weekday].append(block)

    def closed(self, date: dt.date) -> str | None:
        """Why the whole clinic is closed on that date, in staff's words or `CLOSED_DAY`; None when it is open. A
        special day outweighs a holiday."""
        self._covered(date)
        if special := self._days.get(date):
            return None if special.open else special.reason or CLOSED_DAY
        return holidays_of(self._country, date.year).get(date) if self._country else None

    def hours(self, doctor_id: int, date: dt.date) -> Sequence[Hours]:
        """The doctor's hours on that date, with slots as long as the visit; their starts keep the pace of the
        doctor's own slots. None on a closed day."""
        return [] if self.closed(date) else self.usual_hours(doctor_id, date)

    def usual_hours(self, doctor_id: int, date: dt.date) -> Sequence[Hours]:
        """The same, as if the clinic never closed."""
        self._covered(date)
        length = self.taken(doctor_id).length
        hours = self._schedule.hours(doctor_id, date)
        return hours if length is None else [h._replace(length=length) for h in hours]

    def usual_length(self, doctor_id: int, date: dt.date) -> float:
        """How long the visit lasts outside of the doctor's hours, in seconds."""
        length = self.taken(doctor_id).length
        return self._schedule.usual_length(doctor_id, date) if length is None else length

    def taken(self, doctor_id: int, visit: str | None = None) -> Taken:
        """What a visit takes with that doctor; of this rulebook's type unless another is named."""
        if not self._visits:
            return _PLAIN
        visit = visit or self._visit
        found = self._visits.get((visit, doctor_id)) or self._visits.get((visit, None))
        if found is None:
            return _PLAIN
        length = None if found.minutes is None else found.minutes * 60.0
        return Taken(length, found.buffer_before * 60.0, found.buffer_after * 60.0)

    def around(self, doctor_id: int, there_visit: str) -> tuple[float, float]:
        """What is kept free before and after a taken range, in seconds: the clinic's buffer, that of the visit
        there and that of the visit wanted, whichever is longest."""
        if not self._visits:
            return self._buffer, self._buffer
        wanted, there = self.taken(doctor_id), self.taken(doctor_id, there_visit)
        return max(self._buffer, wanted.after, there.before), max(self._buffer, wanted.before, there.after)

    def away(self, doctor_id: int, day: Day) -> list[Away]:
        """Absences and recurring blocks that touch the day."""
        self._covered(day.date)
        absences, blocks = self._absences.get(doctor_id), self._blocks.get((doctor_id, day.date.weekday()))
        if not absences and not blocks:
            return []
        found = []
        for absence in absences or ():
            start, end = absence.start.timestamp(), absence.end.timestamp()
            if start < day.end and day.start < end:
                found.append(Away(start, end, absence.reason, False))
        for block in blocks or ():
            if (block.valid_from or day.date) <= day.date <= (block.valid_to or day.date):
                start, end = day.at(seconds_of(block.start)), day.at(seconds_of(block.end) or 86400)
                if start < end:
                    found.append(Away(start, end, block.reason, True))
        return found

    def _covered(self, date: dt.date) -> None:
        if not self._first <= date <= self._last:
            raise NotCovered(f"{date} is not among {self._first}..{self._last}")


_PLAIN = Taken()


def meets(away: Iterable[Away], start: float, end: float) -> Away | None:
    """The first of them that touches that stretch."""
    return next((stretch for stretch in away if stretch.start < end and start < stretch.end), None)


@lru_cache(maxsize=64)
def holidays_of(country: str, year: int) -> dict[dt.date, str]:
    """The public holidays of a country, with their Spanish names where there are some. Raises ValueError."""
    import holidays  # half a second, and only for clinics that close on holidays

    try:
        found = holidays.country_holidays(country, years=year, language="es")
    except NotImplementedError:
        raise ValueError(f"{country} has no known holidays") from None
    return {date: str(name) for date, name in found.items()}
