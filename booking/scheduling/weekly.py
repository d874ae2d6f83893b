"""Weekly hours as the calendar wants them. Holds no storage."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from booking.models import Opening


class Hours(NamedTuple):
    """A stretch of one doctor's day: wall times in seconds past midnight, slot length in seconds, how many busy
    ranges a day may have, and how many seconds lie between two starts (0: the length)."""

    start: float
    end: float
    length: float
    cap: int | None
    pace: float = 0.0

    @classmethod
    def between(cls, start: dt.time, end: dt.time, minutes: int, cap: int | None) -> Hours:
        """With slots of so many minutes. 00:00 as an end is midnight."""
        return cls(seconds_of(start), seconds_of(end) or 86400, minutes * 60, cap, minutes * 60)


def seconds_of(time: dt.time) -> float:
    """Seconds past midnight on the clock."""
    return time.hour * 3600 + time.minute * 60 + time.second


class WeeklyHours(tuple[Opening, ...]):
    """Openings, sorted by doctor and weekday once, however many calendars they serve: they hardly ever change."""

    @classmethod
    def among(cls, openings: Iterable[Opening]) -> WeeklyHours:
        """Any openings as such."""
        return openings if isinstance(openings, WeeklyHours) else cls(openings)

    @cached_property
    def of(self) -> Mapping[int, Sequence[Opening]]:
        """By doctor."""
        found: defaultdict[int, list[Opening]] = defaultdict(list)
        for opening in self:
            found[opening.doctor_id].append(opening)
        return dict(found)

    def valid(self, doctor_id: int, date: dt.date) -> list[Opening]:
        """Those of the doctor's week around that date."""
        return [opening for opening in self.of.get(doctor_id, ()) if _valid(opening, date)]

    def on(self, doctor_id: int, date: dt.date) -> Sequence[Opening]:
        """Those in force on that date: a narrower validity stands in for a wider one."""
        theirs = self._by_weekday.get((doctor_id, date.weekday()), ())
        return _narrowest([opening for opening in theirs if _valid(opening, date)])

    def hours(self, doctor_id: int, date: dt.date) -> Sequence[Hours]:
        """The same as hours. The least of their daily caps is that of the day."""
        usual = self._always.get((doctor_id, date.weekday()))
        return _hours(self.on(doctor_id, date)) if usual is None else usual

    @cached_property
    def _by_weekday(self) -> Mapping[tuple[int, int], Sequence[Opening]]:
        found: defaultdict[tuple[int, int], list[Opening]] = defaultdict(list)
        for opening in self:
            found[opening.doctor_id, opening.weekday].append(opening)
        return dict(found)

    @cached_property
    def _always(self) -> Mapping[tuple[int, int], Sequence[Hours]]:
        """The hours of the weekdays on which nothing ever begins or ends to hold: nearly all of them."""
        return {
            day: _hours(openings)
            for day, openings in self._by_weekday.items()
            if all(opening.valid_from is None and opening.valid_to is None for opening in openings)
        }


def _hours(openings: Sequence[Opening]) -> Sequence[Hours]:
    cap = min((opening.daily_cap for opening in openings if opening.daily_cap is not None), default=None)
    return [Hours.between(opening.start, opening.end, opening.slot_minutes, cap) for opening in openings]


def _narrowest(valid: Sequence[Opening]) -> Sequence[Opening]:
    if all(opening.valid_from is None and opening.valid_to is None for opening in valid):
        return valid
    narrowest = min(map(_breadth, valid))
    return [opening for opening in valid if _breadth(opening) == narrowest]


def _breadth(opening: Opening) -> tuple[int, int, int]:
    """Less is narrower: fewer open ends, then fewer days, then the later beginning."""
    since, until = opening.valid_from, opening.valid_to
    days = (until - since).days if since and until else 0
    return (since is None) + (until is None), days, -since.toordinal() if since else 0


def _valid(opening: Opening, date: dt.date) -> bool:
    return (opening.valid_from is None or opening.valid_from <= date) and (
        opening.valid_to is None or date <= opening.valid_to
    )
