"""What a patient sees of an answer: times, a proposal, what is asked. Reads what is shown, as a phone shows it."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import cached_property
from zoneinfo import ZoneInfo

from booking.testing.exchange import Exchange
from booking.testing.wording import buttons_of
from booking.testing.world import ZONE
from tests.kit.goals.goal import Does, Row

_MONTHS = "ene feb mar abr may jun jul ago sep oct nov dic".split()
_DAY = re.compile(r"(\d{1,2}) (?:de )?(ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)[a-z]*", re.I)
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?: a \d{1,2}:\d\d)?\s?([ap])\.?\s?m", re.I)


def _date(text: str, now: dt.datetime) -> dt.date | None:
    found = _DAY.search(text)
    if found is None:
        return None
    month = _MONTHS.index(found[2].lower()) + 1
    return dt.date(now.year + (month < now.month), month, int(found[1]))


def _time(text: str) -> dt.time | None:
    found = _CLOCK.search(text)
    return dt.time(int(found[1]) % 12 + 12 * (found[3].lower() == "p"), int(found[2])) if found else None


def moment(text: str, now: dt.datetime) -> dt.datetime | None:
    """The day and hour that a line shows."""
    date, time = _date(text, now), _time(text)
    return dt.datetime.combine(date, time, ZoneInfo(ZONE)) if date and time else None


@dataclass(frozen=True)
class Shown:
    """A proposal: what it would do, the appointment it would make, the one that it would change."""

    does: Does
    row: Row
    before: dt.datetime | None


class Screen:
    """The answer to one message."""

    def __init__(self, exchange: Exchange, now: dt.datetime) -> None:
        self.text = "\n".join(getattr(message, "body", "") for message in exchange.messages)
        self.options = [option for message in exchange.messages for option in buttons_of(message)]
        self.now = now

    @cached_property
    def titles(self) -> list[str]:
        return [title for _, title in self.options]

    @property
    def done(self) -> bool:
        return bool(re.search(r"✅ ¡Listo|\bcancelé tu cita", self.text))

    @property
    def says_back(self) -> bool:
        """Whether it says what was understood, and asks whether that is all."""
        return "Te entendí" in self.text

    @property
    def asks_name(self) -> bool:
        return bool(re.search(r"nombre y apellido|¿Y el apellido|nombre completo|A nombre de quién", self.text))

    @cached_property
    def times(self) -> list[tuple[int, dt.datetime, str]]:
        """The numbered times in the text, with what follows them."""
        found, date = [], None
        for line in self.text.splitlines():
            if line.startswith("*") and (day := _date(line, self.now)):
                date = day
            numbered = re.match(r"(\d+)\) (.*)", line)
            time = _time(line)
            if numbered and time and date:
                at = dt.datetime.combine(date, time, ZoneInfo(ZONE))
                found.append((int(numbered[1]), at, numbered[2].partition("·")[2].strip()))
        return found

    @cached_property
    def proposal(self) -> Shown | None:
        """What a yes to it would do, where it has a yes."""
        if not any(re.match(r"sí\b", title.casefold()) for title in self.titles):
            return None
        lines = self.text.splitlines()
        before = next((moment(line, self.now) for line in lines if "Antes: " in line), None)
        shown = next((line for line in lines if line.startswith("📅") or "Ahora: " in line), None)
        at = moment(shown, self.now) if shown else None
        if shown is None or at is None:
            return None
        named = next((line.removeprefix("👤").split("(")[0].strip() for line in lines if line.startswith("👤")), None)
        doctor = next((part for part in re.findall(r"con (Dra?\. [\w ]+)", shown)), None)
        cancels = any("cancelarla" in title for title in self.titles)
        does = Does.CANCEL if cancels else Does.MOVE if before else Does.BOOK
        return Shown(does, Row(at, doctor, named), at if cancels else before)

    @cached_property
    def readings(self) -> list[tuple[str, dt.date | None, dt.time | None]]:
        """Buttons that each name a day, an hour or both."""
        read = [(title, _date(title, self.now), _time(title)) for title in self.titles]
        return [each for each in read if each[1] or each[2]]
