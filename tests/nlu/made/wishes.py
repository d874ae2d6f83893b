"""Wishes about time as meanings: a day, a part of the day, a clock time, and what is excepted."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from random import Random

from tests.nlu.made.days import Day, DayKind, Window, draw_day
from tests.nlu.made.hours import Clock, ClockKind, Part, draw_clock


@dataclass(frozen=True)
class Wish:
    """When: each part may be missing, and their order in words is free. Without `but_day` and `but_part`."""

    day: Day | None = None
    part: Part | None = None
    clock: Clock | None = None
    but_day: Day | None = None
    but_part: Part | None = None

    @property
    def windows(self) -> tuple[Window, ...]:
        """What is wished for, before the exceptions; empty for any time."""
        if not (self.day or self.part or self.clock):
            return ()
        windows = self.day.windows if self.day else (Window(),)
        if self.clock:
            return tuple(self.clock.on(w) for w in windows)
        if self.part:
            begins, ends = self.part.hours
            return tuple(replace(w, time_from=begins, time_to=ends) for w in windows)
        return windows

    @property
    def excepts(self) -> bool:
        return bool(self.but_day or self.but_part)

    def allows(self, date: dt.date, time: dt.time) -> bool:
        """Whether that half hour is wanted."""
        if self.windows and not any(w.holds(date, time) for w in self.windows):
            return False
        if self.but_day and any(w.holds(date, time) for w in self.but_day.windows):
            return False
        return not (self.but_part and self.but_part.hours[0] <= time < self.but_part.hours[1])

    def pieces(self, rng: Random) -> list[str]:
        """What is said of it, piece by piece: day, part, clock time."""
        return [said.said(rng) for said in (self.day, self.part, self.clock) if said]


ANY_TIME = Wish()


def draw_wish(now: dt.datetime, rng: Random, days: tuple[DayKind, ...] = tuple(DayKind), whole: bool = True) -> Wish:
    """A wish with at least one part said. `whole`: not only a part of the day or a clock time, often."""
    day: Day | None = None
    if rng.random() < (0.85 if whole else 1.0):
        while day is None:
            day = draw_day(rng.choice(days), now, rng)
    shape = rng.choice(("day", "part", "at", "at+part", "after", "before", "between"))
    if day and day.kind in (DayKind.EITHER, DayKind.SPAN):
        shape = "day"  # whether "el martes o el jueves a las 4" says the hour of both is disputed
    today = bool(day and day.kind is DayKind.TODAY)
    if shape == "day" and day:
        return Wish(day)
    part = rng.choice((Part.AFTERNOON, Part.EVENING) if today else tuple(Part))
    if shape in ("day", "part"):
        return Wish(day, part)
    early = now.hour + 2 if today else 9
    if today and (early > 17 or shape == "before"):
        return Wish(day, Part.EVENING)
    if shape == "at+part":
        clock = draw_clock(ClockKind.AT, rng, max(early, 14 if today else 9))
        around = Part.MORNING if clock.at.hour < 12 else Part.AFTERNOON if clock.at.hour > 13 else None
        return Wish(day, around, clock)
    return Wish(day, None, draw_clock(ClockKind(shape), rng, max(early, 13 if today else 9)))
