"""What the rules work with: the clinic's parts of the day, the context of a reading, what a rule finds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeVar

from booking.intents import Direction, Problem
from nlu.when.text import Token
from nlu.when.words import BOUNDS, MOVING
from nlu.words.word_sets import Phrases

_V = TypeVar("_V")
_BOUND_BEFORE = 12
Window = tuple[dt.time, dt.time]


@dataclass(frozen=True, slots=True)
class DayParts:
    """The clinic's parts of the day, local wall time, ends exclusive."""

    manana: Window = (dt.time(8), dt.time(14))
    temprano: Window = (dt.time(8), dt.time(12))
    mediodia: Window = (dt.time(12), dt.time(14))
    tarde: Window = (dt.time(14), dt.time(20))
    noche: Window = (dt.time(20), dt.time(23))
    madrugada: Window = (dt.time(0), dt.time(6))
    media_manana: Window = (dt.time(10), dt.time(12))
    tarde_noche: Window = (dt.time(18), dt.time(23))
    media_tarde: Window = (dt.time(16), dt.time(18))

    def window(self, name: str) -> Window:
        """The window of a part of the day."""
        window: Window = getattr(self, name)
        return window


DEFAULT_PARTS = DayParts()


@dataclass(frozen=True, slots=True)
class Context:
    """All a reading depends on besides the text. `now` is local; no direction means: as written."""

    now: dt.datetime
    today: dt.date
    direction: Direction | None
    hours: Window | None
    parts: DayParts

    @property
    def clinic(self) -> bool:
        """Whether a clinic's conversation is read (hours known) rather than any Spanish text."""
        return self.hours is not None

    @property
    def back(self) -> bool:
        return self.direction is Direction.PAST


Span = tuple[dt.date | None, dt.date | None]
"""Inclusive dates; None is open."""


@dataclass(frozen=True, slots=True)
class Days:
    """The days an expression names: one span, several offered (`any_of`) or several possible (`ambiguous`)."""

    options: tuple[Span, ...] = ()
    ambiguous: bool = False
    any_of: bool = False
    problem: Problem | None = None
    weekday: int | None = None  # a bare weekday: "la próxima semana, el jueves" may still move it
    monthday: bool = False  # "el 15": a bare day of the month
    after: str = ""  # "siguiente", "otro": a weekday that a known day tells
    hour: tuple[dt.date, int] | None = None  # "lunes 10", which is no 10th: that Monday at ten, perhaps
    loose: bool = False  # "antes del 15", "del lunes al jueves": of whichever month or week is named beside it
    around: Span | None = None  # "en dos semanas": the week in which a weekday named beside it is looked for

    @property
    def is_loose(self) -> bool:
        """Whether a period named beside it says which it is."""
        return self.loose or self.monthday or self.weekday is not None


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time as said. `sense` is what fixes the half of the day: am, pm, a part of the day, or "24"."""

    hour: int
    minute: int = 0
    sense: str | None = None
    zero: bool = False  # written with a leading zero
    bad: bool = False  # no such time


@dataclass(frozen=True, slots=True)
class Times:
    """The clock times an expression names: `at` any of some clocks, or between bounds."""

    at: tuple[Clock, ...] = ()
    lower: Clock | None = None
    upper: Clock | None = None
    about: bool = False
    doubt: bool = False  # which of `at`, nobody can tell: "a las 9, 30"
    weak: bool = False  # a time only beside a day, or when nothing else is said


class Kind(Enum):
    """What a stretch of text is to the reader."""

    DAYS = auto()
    TIMES = auto()
    PART = auto()
    MOMENT = auto()  # a day and a time at once: "en 3 horas"
    EDGE = auto()  # the first or the last hours of a day
    UNSAID = auto()  # a time nobody can pin down
    NOTHING = auto()  # looks like a time, is none
    OR = auto()
    BLOCK = auto()  # makes the expression unreadable: "los martes"


@dataclass(frozen=True, slots=True)
class Item:
    """What one rule found between two tokens."""

    kind: Kind
    begin: int
    end: int
    days: Days | None = None
    times: Times | None = None
    parts: tuple[str, ...] = ()
    moment: tuple[dt.datetime, dt.datetime | None] | None = None
    weak: bool = False  # a time only beside another, or when nothing else is said
    alone: bool = False  # of the weak: only when nothing else is said
    edge: str = ""  # "start" or "end", with ":hour" where today is meant by default


def follows(t: list[Token], i: int, phrase: tuple[str, ...]) -> bool:
    """Whether the words of a phrase stand at a place."""
    for k, word in enumerate(phrase, i):  # noqa: SIM110 (asked very often)
        if t[k].word != word:
            return False
    return True


def phrase_at(t: list[Token], i: int, phrases: Phrases) -> int:
    """The index after the longest of the phrases standing at a place, or `i`."""
    for phrase in phrases.get(t[i].word, ()):
        if follows(t, i, phrase):
            return i + len(phrase)
    return i


def meant_at(t: list[Token], i: int, said: Mapping[str, list[tuple[tuple[str, ...], _V]]]) -> tuple[_V, int] | None:
    """What the longest of the phrases standing at a place means, and the index after it."""
    return next(((meaning, i + len(p)) for p, meaning in said.get(t[i].word, ()) if follows(t, i, p)), None)


def bound_at(t: list[Token], i: int) -> tuple[str, int] | None:
    """Which side a time bounds, and the index after the words that say so; "ni después de" is one behind "no antes de"."""
    found = meant_at(t, i, BOUNDS)
    if found is None or t[i].word != "ni":
        return found
    before = range(max(0, i - _BOUND_BEFORE), i)
    return found if any(t[k].word == "no" and meant_at(t, k, BOUNDS) for k in before) else None


def skip(t: list[Token], i: int, *words: str) -> int:
    """The index after any of the words, once."""
    return i + 1 if t[i].word in words else i


def moves(t: list[Token], i: int) -> bool:
    """Whether a verb shortly before says that an appointment moves from one time to another."""
    return any(token.word.startswith(MOVING) for token in t[max(0, i - 6) : i])
