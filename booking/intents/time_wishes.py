"""A wish about time, as it was read."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


class Frozen(BaseModel):
    """Base of every value that crosses a boundary: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _with_room_around(date: dt.date) -> dt.date:
    """At the very ends of the calendar the next day, or the same hour in another zone, does not exist: nobody can tell
    such a date from one a year nearer, and turns would fail on it."""
    return min(max(date, dt.date(2, 1, 1)), dt.date(9998, 12, 31))


_Date = Annotated[dt.date, AfterValidator(_with_room_around)]


class When(Frozen):
    """A wish about time, in the clinic's local calendar: inclusive dates and a time of day.

    `None` leaves that side open. `exact` means one clock time (`time_from`, with `time_to` None);
    otherwise `time_from`..`time_to` is a window whose end is exclusive. `time_to` 00:00 is midnight
    at the end of the day.
    """

    date_from: _Date | None = None
    date_to: _Date | None = None
    time_from: dt.time | None = None
    time_to: dt.time | None = None
    exact: bool = False


class Problem(StrEnum):
    """Why a time expression cannot be met, whatever the calendar holds."""

    IMPOSSIBLE = "impossible"  # "30 de febrero", "25:00"
    PAST = "past"  # "el lunes pasado", "hoy a las 8" at noon
    TOO_FAR = "too_far"  # beyond any horizon
    UNREAD = "unread"  # a time was said, and nobody can tell which


class Side(StrEnum):
    """On which side of a clock time."""

    BEFORE = "before"
    AFTER = "after"


class Anchor(Frozen):
    """What is said of a time by one that is known: "a la misma hora", "el mismo día más tarde" (`side`), "media hora
    antes" (`minutes`, negative for earlier), "dos días después" (`days`), "un mes después" (`months`), "a la semana
    siguiente" (`weeks`: all of it). `weekday`, `monthday`: the days read are bare weekdays, or bare days of a month,
    read as the coming ones; said beside a known day, those near it. `following`, `other`: "el jueves siguiente" is the
    first one after a known day, "el otro lunes" the one after a known Monday. `onward`: or any day beyond the one
    counted ("posponerla")."""

    same_day: bool = False
    same_time: bool = False
    side: Side | None = None
    minutes: int = Field(default=0, ge=-1440, le=1440)
    days: int = Field(default=0, ge=-366, le=366)
    weeks: int = Field(default=0, ge=-52, le=52)
    months: int = Field(default=0, ge=-12, le=12)
    weekday: bool = False
    monthday: bool = False
    following: bool = False
    other: bool = False
    onward: bool = Field(default=False, exclude_if=lambda onward: not onward)


class Reading(Frozen):
    """What a text says about time: one `When`, several candidates, a problem, or nothing.

    `ambiguous` asks the person which candidate was meant. `alternatives` says that the person
    offered all of them ("martes o jueves"): any will do, nothing needs asking. What an `anchor` says
    comes on top, once it is known which time it is about. `any_hour`: at whatever hour, so that none that was said
    before holds any more; of what is wished for by now, that its hours hold for no other day.
    """

    when: When | None = None
    candidates: tuple[When, ...] = ()
    ambiguous: bool = False
    alternatives: bool = False
    problem: Problem | None = None
    anchor: Anchor | None = None
    any_hour: bool = False


class Direction(StrEnum):
    """Where an open expression points: bookings look ahead, memory and reports look back."""

    FUTURE = "future"
    PAST = "past"
