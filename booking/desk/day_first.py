"""Dates and hours as files have them: the day comes first, unless the year does."""

from __future__ import annotations

import datetime as dt
import re

from booking.models.folded_text import folded

_MONTHS = ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic")
_NUMBERS = re.compile(r"(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})\b")
_ISO = re.compile(r"(\d{4})[/.\-](\d{1,2})[/.\-](\d{1,2})\b")
_WORDS = re.compile(r"(?:[a-z]+,? )?(\d{1,2})(?:[/.\- ]| de )([a-z]+)\.?(?:[/.\- ]| del? )(\d{4}|\d{2})\b")
_CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?(?::\d{2})?(?:\.0+)? ?(?P<half>[ap] ?m)?(?: ?h(?:rs?|oras)?)?"
)


def moment(text: str, zone: dt.tzinfo) -> dt.datetime:
    """Day and hour in one text, on that clock unless it has an offset of its own. Raises ValueError, in Spanish."""
    said = _plain(text)
    if re.match(r"\d{4}-\d\d-\d\dt", said):
        try:
            at = dt.datetime.fromisoformat(said.upper())
        except ValueError:
            raise ValueError(f"no se entiende el día y la hora «{text}»") from None
        return at if at.tzinfo else on_the_clock(at.date(), at.time(), zone)
    date, rest = _day(said, text)
    return on_the_clock(date, hour(rest), zone)


def on_the_clock(date: dt.date, time: dt.time, zone: dt.tzinfo) -> dt.datetime:
    """Raises ValueError for an hour that the day does not have: clocks are put forward then."""
    at = dt.datetime.combine(date, time, zone)
    if at.astimezone(dt.UTC).astimezone(zone) != at:
        raise ValueError(f"las {time:%H:%M} del {date:%d/%m/%Y} no existen: ese día cambia la hora")
    return at


def day(text: str) -> dt.date:
    """One date, and nothing else but midnight. Raises ValueError."""
    date, rest = _day(_plain(text), text)
    if rest.strip("0: "):
        raise ValueError(f"no se entiende la fecha «{text}»; escríbala como 24/11/2026")
    return date


def _day(said: str, text: str) -> tuple[dt.date, str]:
    """With what follows it."""
    found: re.Match[str] | None
    if found := _ISO.match(said):
        year, month, number = (int(part) for part in found.groups())
    elif found := _NUMBERS.match(said):
        number, month, year = (int(part) for part in found.groups())
    elif (found := _WORDS.match(said)) and found[2][:3] in _MONTHS:
        number, month, year = int(found[1]), _MONTHS.index(found[2][:3]) + 1, int(found[3])
    else:
        raise ValueError(f"no se entiende la fecha «{text}»; escríbala como 24/11/2026")
    try:
        return dt.date(year + 2000 if year < 100 else year, month, number), said[found.end() :].strip(" ,")
    except ValueError:
        raise ValueError(f"la fecha «{text}» no existe; el día va primero: 24/11/2026") from None


def hour(text: str) -> dt.time:
    """Raises ValueError."""
    said = _plain(text)
    if not said:
        raise ValueError("falta la hora")
    found = _CLOCK.fullmatch(said.replace(".", "") if said.endswith(("m.", "m")) else said.rstrip("."))
    number = int(found["hour"]) if found else 24
    if found and found["half"] and 1 <= number <= 12:
        number = number % 12 + 12 * (found["half"][0] == "p")
    elif found and not (found["minute"] or "h" in said):
        number = 24  # a number alone is no hour
    if found is None or number > 23 or int(found["minute"] or 0) > 59:
        raise ValueError(f"no se entiende la hora «{text}»; escríbala como 16:00 o 4 pm")
    return dt.time(number, int(found["minute"] or 0))


def _plain(text: str) -> str:
    return folded(text.replace("\u202f", " "))
