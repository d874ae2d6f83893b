"""Dates and hours as staff give them: ISO, or a day in Spanish words. What cannot be read raises
typer.BadParameter, which names the option."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from itertools import pairwise

import typer

from booking.admin import readings
from booking.admin.people import folded

WEEKDAYS = ("lun", "mar", "mié", "jue", "vie", "sáb", "dom")
_FULL = ("lunes", "martes", "miercoles", "jueves", "viernes", "sabados", "domingos")
_YEARS = range(2000, 2101)
"""Beyond these a date is a slip of the hand."""


_TWELVE = re.compile(r"\b(?P<hour>0?[1-9]|1[0-2])(?::(?P<minutes>[0-5]\d))?\s*(?P<half>[ap])\.?\s?m\.?$", re.IGNORECASE)
_ONE_DIGIT = re.compile(r"(?<![\d:])(\d)(?=:\d\d)")


def day(text: str, now: dt.datetime, option: str) -> dt.date:
    """One date; `now` is in the clinic's zone."""
    said = " ".join(text.casefold().split())
    try:
        return _within(dt.date.fromisoformat(said), option)
    except ValueError:
        found = readings.date_in_words(said, now)
    if found is None:
        raise typer.BadParameter(
            f"no entendí la fecha «{text}». Escríbala como 2026-11-30, o «hoy», «mañana», «el martes».",
            param_hint=option,
        )
    return found


def _within(date: dt.date, option: str) -> dt.date:
    if date.year not in _YEARS:
        years = f"{_YEARS[0]} y {_YEARS[-1]}"
        raise typer.BadParameter(f"el año {date.year:04} no puede ser; va entre {years}.", param_hint=option)
    return date


def moment(text: str, now: dt.datetime, option: str) -> dt.datetime:
    """One instant: ISO, with an offset or on the clinic's clock, or a day and `HH:MM`; never a day alone."""
    said = two_digits(_on_the_clock(" ".join(text.split())))
    if ":" not in said and day(said, now, option):
        raise typer.BadParameter(f"a «{text}» le falta la hora: «2026-11-30 16:00», «mañana 16:00».", param_hint=option)
    try:
        at = dt.datetime.fromisoformat(said)
    except ValueError:
        words, _, clock = said.rpartition(" ")
        try:
            at = dt.datetime.combine(day(words, now, option), dt.time.fromisoformat(clock))
        except ValueError:
            raise typer.BadParameter(
                f"no entendí «{text}». Escriba día y hora: «2026-11-30 16:00», «mañana 16:00».", param_hint=option
            ) from None
    _within(at.date(), option)
    if at.tzinfo is not None:
        return at
    here = at.replace(tzinfo=now.tzinfo)
    if here.astimezone(dt.UTC).astimezone(now.tzinfo).replace(tzinfo=None) != at:
        raise typer.BadParameter(f"«{text}» no existe: ese día cambia la hora.", param_hint=option)
    return here


def _on_the_clock(text: str) -> str:
    """With an hour of the twelve at the end as the clock shows it: «mañana 4 pm» is «mañana 16:00»."""
    found = _TWELVE.search(text)
    if found is None:
        return text
    hour = int(found["hour"]) % 12 + 12 * (found["half"].casefold() == "p")
    return f"{text[: found.start()]}{hour:02}:{found['minutes'] or '00'}"


def clock(text: str, option: str) -> dt.time:
    """One hour of the day: 16:00, 9:30, 4pm."""
    said = two_digits(_on_the_clock(" ".join(text.split())))
    try:
        return dt.time.fromisoformat(said if ":" in said else "")
    except ValueError:
        raise typer.BadParameter(f"«{text}» no es una hora. Escríbala como 16:00 o 4pm.", param_hint=option) from None


def two_digits(text: str) -> str:
    """The hours in it as ISO wants them: 9:00 is 09:00."""
    return _ONE_DIGIT.sub(r"0\1", text)


def clock_ranges(texts: Sequence[str], option: str) -> list[tuple[dt.time, dt.time]]:
    """Several of `09:00-14:00`, by start; none overlaps another. 24:00 comes back as 00:00: midnight."""
    ranges = sorted(_clock_range(text, option) for text in texts)
    if any(one[1] == dt.time() or one[1] > other[0] for one, other in pairwise(ranges)):
        raise typer.BadParameter("se traslapan.", param_hint=option)
    return ranges


def _clock_range(text: str, option: str) -> tuple[dt.time, dt.time]:
    first, _, last = (part.strip() for part in two_digits(text).replace("–", "-").partition("-"))
    try:
        start, end = (dt.time.fromisoformat(part) for part in (first, "00:00" if last == "24:00" else last))
    except ValueError:
        raise typer.BadParameter(f"«{text}» no son horas. Escríbalas como 09:00-14:00.", param_hint=option) from None
    if end <= start and last != "24:00":
        raise typer.BadParameter(
            f"«{text}» termina antes de empezar; la medianoche se escribe 24:00.", param_hint=option
        )
    return start, end


def weekdays(texts: Sequence[str], option: str) -> list[int]:
    """lun, lunes, mié, miercoles …; 0 is Monday. In order, none twice."""
    return sorted({_weekday(text, option) for text in texts})


def _weekday(text: str, option: str) -> int:
    said = folded(text)
    found = [n for n, name in enumerate(_FULL) if len(said) >= 3 and name.startswith(said)]
    if not found:
        raise typer.BadParameter(f"«{text}» no es un día. Hay: {', '.join(WEEKDAYS)}.", param_hint=option)
    return found[0]


def validity(since: str | None, until: str | None, now: dt.datetime) -> tuple[dt.date | None, dt.date | None]:
    """From which date until which, included; None where open."""
    first = day(since, now, "--desde") if since else None
    last = day(until, now, "--hasta") if until else None
    if first and last and last < first:
        raise typer.BadParameter("termina antes de --desde.", param_hint="--hasta")
    return first, last


def midnight(date: dt.date, now: dt.datetime) -> dt.datetime:
    """The start of that day where `now` is."""
    return dt.datetime.combine(date, dt.time(), now.tzinfo)
