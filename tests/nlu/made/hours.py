"""Parts of the day and clock times as meanings, and their words."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from tests.nlu.made.days import Window
from tests.nlu.made.lexicon import words


class Part(StrEnum):
    MORNING = "morning"
    NOON = "noon"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    EARLY = "early"

    @property
    def hours(self) -> tuple[dt.time, dt.time]:
        """As the clinic understands the words; the labels of the written messages say the same."""
        begins, ends = {
            "morning": (8, 14),
            "noon": (12, 14),
            "afternoon": (14, 20),
            "evening": (20, 23),
            "early": (8, 12),
        }[self.value]
        return dt.time(begins), dt.time(ends)

    def said(self, rng: Random) -> str:
        forms = words(f"parts.{self}")
        return forms[int(rng.random() * len(forms))]


class ClockKind(StrEnum):
    AT = "at"
    AFTER = "after"
    BEFORE = "before"
    BETWEEN = "between"


@dataclass(frozen=True)
class Clock:
    """A time of day: at, after or before `at`, or between `at` and `until`."""

    kind: ClockKind
    at: dt.time
    until: dt.time | None = None

    def on(self, window: Window) -> Window:
        if self.kind is ClockKind.AT:
            return replace(window, time_from=self.at, exact=True)
        if self.kind is ClockKind.AFTER:
            return replace(window, time_from=self.at)
        return replace(window, time_from=self.at if self.until else None, time_to=self.until or self.at)

    def said(self, rng: Random) -> str:
        """In words; two draws, whatever the time."""
        form, how = rng.random(), rng.random()
        if self.kind is ClockKind.AT:
            return f"a {hour_words(self.at, how)}"
        if self.kind is ClockKind.BETWEEN:
            assert self.until
            first, last = _bare(self.at, how), _bare(self.until, how)
            forms = words("clocks.between")
            said = {"hour": _with_article(first), "last": _with_article(last), "from": first, "to": last}
            return forms[int(form * len(forms))].format(**said)
        forms = words(f"clocks.{self.kind}")
        return forms[int(form * len(forms))].format(hour=hour_words(self.at, how))


def _with_article(hour: str) -> str:
    return f"{'la' if re.match(r'(1|una)(?![0-9])', hour) else 'las'} {hour}"


def _bare(time: dt.time, how: float) -> str:
    return words("clocks.hours")[time.hour % 12] if how < 0.4 else str((time.hour - 1) % 12 + 1)


def hour_words(time: dt.time, how: float) -> str:
    """A clock time with its article: "las 4", "las cuatro y media", "las 4 de la tarde", "las 16:00", "las 4pm"."""
    halved = time.minute == 30
    number, word = str((time.hour - 1) % 12 + 1), words("clocks.hours")[time.hour % 12]
    digits = f"{number}:30" if halved else number
    morning = time.hour < 12
    if how < 0.3:
        return _with_article(digits)
    if how < 0.5:
        return _with_article(f"{word} y media" if halved else word)
    if how < 0.6:
        return _with_article(f"{number} y media" if halved else number)
    if how < 0.8 and time.hour != 12:
        return _with_article(f"{digits} de la {'mañana' if morning else 'tarde'}")
    if how < 0.9:
        return f"las {time:%H:%M}"
    return _with_article(f"{digits} {'am' if morning else 'pm'}" if halved else f"{digits}{'am' if morning else 'pm'}")


def draw_clock(kind: ClockKind, rng: Random, first: int = 9, last: int = 19) -> Clock:
    """A time that the clinic's hours (8 to 20) make plain without its half of the day."""
    if kind is ClockKind.BETWEEN:
        begins = rng.choice([h for h in (9, 10, 13, 14, 15, 16, 17) if first <= h] or [15])
        return Clock(kind, dt.time(begins), dt.time(begins + rng.choice((1, 2))))
    hours = range(max(first, 10), min(last, 18)) if kind is not ClockKind.AT else range(first, last)
    minutes = rng.choice((0, 0, 0, 30)) if kind is ClockKind.AT else 0
    return Clock(kind, dt.time(rng.choice(list(hours) or [17]), minutes))
