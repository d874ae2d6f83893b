"""Days as meanings: the window that is meant by a day, and its words."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from tests.nlu.made.lexicon import words


@dataclass(frozen=True)
class Window:
    """Inclusive dates and a time of day whose end is exclusive; None leaves a side open."""

    date_from: dt.date | None = None
    date_to: dt.date | None = None
    time_from: dt.time | None = None
    time_to: dt.time | None = None
    exact: bool = False

    def holds(self, date: dt.date, time: dt.time) -> bool:
        if (self.date_from and date < self.date_from) or (self.date_to and date > self.date_to):
            return False
        if self.exact:
            return time == self.time_from
        until = self.time_to if self.time_to != dt.time(0) else None
        return not ((self.time_from and time < self.time_from) or (until and time >= until))


class DayKind(StrEnum):
    WEEKDAY = "weekday"
    THIS_WEEKDAY = "this_weekday"
    NEXT_WEEKDAY = "next_weekday"
    TODAY = "today"
    TOMORROW = "tomorrow"
    DAY_AFTER = "day_after"
    DATE = "date"
    MONTHDAY = "monthday"
    WEEKDAY_DATE = "weekday_date"
    FORTNIGHT = "fortnight"
    EIGHT_DAYS = "eight_days"
    NEXT_WEEK = "next_week"
    WEEKEND = "weekend"
    EITHER = "either"
    SPAN = "span"


@dataclass(frozen=True)
class Day:
    """A day, or several from `first` to `last`; of EITHER, those two only."""

    kind: DayKind
    first: dt.date
    last: dt.date

    @property
    def windows(self) -> tuple[Window, ...]:
        if self.kind is DayKind.EITHER:
            return (Window(self.first, self.first), Window(self.last, self.last))
        return (Window(self.first, self.last),)

    def said(self, rng: Random) -> str:
        """In words; one draw, whichever day it is."""
        forms = words(f"days.{self.kind}")
        if self.kind is DayKind.SPAN:
            near = self.last.month == self.first.month and self.first.day > 1
            forms = forms if near else forms[:1]
        weekdays, months = words("days.weekdays"), words("days.months")
        return forms[int(rng.random() * len(forms))].format(
            weekday=weekdays[self.first.weekday()],
            other=weekdays[self.last.weekday()],
            day=self.first.day,
            last=self.last.day,
            month=months[self.first.month - 1],
            number=self.first.month,
        )


def _ahead(today: dt.date, days: int) -> dt.date:
    return today + dt.timedelta(days=days)


def _this_week(today: dt.date) -> list[int]:
    return list(range(1, 7 - today.weekday()))


def draw_day(kind: DayKind, now: dt.datetime, rng: Random) -> Day | None:
    """A day of that kind, or None where today knows no undisputed one."""
    today = now.date()
    single = {
        DayKind.TODAY: [0],
        DayKind.TOMORROW: [1],
        DayKind.DAY_AFTER: [2],
        DayKind.FORTNIGHT: [15],
        DayKind.EIGHT_DAYS: [7],
        DayKind.WEEKDAY: list(range(1, 7)),
        DayKind.THIS_WEEKDAY: _this_week(today),
        # On a Tuesday "el próximo lunes" is the coming one for everybody; "el próximo viernes" is disputed.
        DayKind.NEXT_WEEKDAY: [d for d in range(1, 7) if d not in _this_week(today)],
        DayKind.DATE: list(range(2, 46)),
        DayKind.MONTHDAY: list(range(2, 27)),
        DayKind.WEEKDAY_DATE: list(range(2, 27)),
    }
    if kind in single:
        if not single[kind]:
            return None
        day = _ahead(today, rng.choice(single[kind]))
        return Day(kind, day, day)
    if kind is DayKind.NEXT_WEEK:
        monday = _ahead(today, 7 - today.weekday())
        return Day(kind, monday, _ahead(monday, 6))
    if kind is DayKind.WEEKEND:
        return (
            None
            if today.weekday() > 4
            else Day(kind, _ahead(today, 5 - today.weekday()), _ahead(today, 6 - today.weekday()))
        )
    first, last = sorted(rng.sample(range(1, 7), 2))
    return Day(kind, _ahead(today, first), _ahead(today, last))
