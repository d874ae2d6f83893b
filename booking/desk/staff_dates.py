"""Dates and hours as staff give them: ISO, or a day in Spanish words. What cannot be read raises BadValue."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from itertools import pairwise

from booking.desk.desk_errors import BadValue, Field
from booking.intents import Direction, Reading, When
from booking.models.folded_text import folded

WEEKDAYS = ("lun", "mar", "mié", "jue", "vie", "sáb", "dom")
_FULL = ("lunes", "martes", "miercoles", "jueves", "viernes", "sabados", "domingos")
_YEARS = range(2000, 2101)
"""Beyond these a date is a slip of the hand."""


_JUST_OVER, _ALMOST_A_YEAR = dt.timedelta(days=60), dt.timedelta(days=300)

ClockRange = tuple[dt.time, dt.time]
"""From when until when, on the clock of one day."""

_TWELVE = re.compile(r"\b(?P<hour>0?[1-9]|1[0-2])(?::(?P<minutes>[0-5]\d))?\s*(?P<half>[ap])\.?\s?m\.?$", re.IGNORECASE)
_ONE_DIGIT = re.compile(r"(?<![\d:])(\d)(?=:\d\d)")


def day(text: str, now: dt.datetime, field: Field) -> dt.date:
    """One date; `now` is in the clinic's zone."""
    said = " ".join(text.casefold().split())
    try:
        return _within(dt.date.fromisoformat(said), field)
    except ValueError:
        found = _in_words(said, now)
    if found is None:
        raise BadValue(
            field, f"no entendí la fecha «{text}». Escríbala como 2026-11-30, o «hoy», «mañana», «el martes»."
        )
    return found


def _in_words(text: str, now: dt.datetime) -> dt.date | None:
    """The one day that a text names, past or coming; None when it names none or several."""
    when = _read(text, now).when
    return when.date_from if when is not None and when.date_from == when.date_to else None


def _read(text: str, now: dt.datetime, hours: ClockRange | None = None) -> Reading:
    """What a text says of time. A date that is just over is that one, never silently the same of next year."""
    from nlu.when import read

    coming = read(text, now, hours=hours, direction=None)
    if coming.when and coming.when.date_from and coming.when.date_from > now.date() + _ALMOST_A_YEAR:
        over = read(text, now, hours=hours, direction=Direction.PAST)
        if over.when and over.when.date_from and over.when.date_from > now.date() - _JUST_OVER:
            return over
    return coming


def _within(date: dt.date, field: Field) -> dt.date:
    if date.year not in _YEARS:
        years = f"{_YEARS[0]} y {_YEARS[-1]}"
        raise BadValue(field, f"el año {date.year:04} no puede ser; va entre {years}.")
    return date


def moment(text: str, now: dt.datetime, field: Field, hours: ClockRange | None = None) -> dt.datetime:
    """One instant: ISO, with an offset or on the clinic's clock, or a day and an hour as staff say them («mañana a las
    4»: of the two fours the one within `hours`, the clinic's); never a day alone. It is given in the zone of `now`."""
    said = two_digits(_on_the_clock(" ".join(text.split())))
    try:
        at = dt.datetime.fromisoformat(said if ":" in said else "")
    except ValueError:
        words, _, clock = said.rpartition(" ")
        try:
            at = dt.datetime.combine(day(words, now, field), dt.time.fromisoformat(clock if ":" in clock else ""))
        except (ValueError, BadValue):
            at = _moment_in_words(text, now, field, hours)
    _within(at.date(), field)
    if at.tzinfo is not None:
        return at.astimezone(now.tzinfo)
    here = at.replace(tzinfo=now.tzinfo)
    if here.astimezone(dt.UTC).astimezone(now.tzinfo).replace(tzinfo=None) != at:
        raise BadValue(field, f"«{text}» no existe: ese día cambia la hora.")
    return here


def _moment_in_words(text: str, now: dt.datetime, field: Field, hours: ClockRange | None) -> dt.datetime:
    """The one day and hour that a text names."""
    found = _read(text, now, hours)
    if len(found.candidates) > 1:
        among = " o ".join(_shown(when) for when in found.candidates[:3])
        raise BadValue(field, f"«{text}» puede ser {among}. Escriba uno.")
    noon = _read(text, now).when  # with the clinic's hours «a mediodía» is a part of the day
    when = next((one for one in (found.when, noon) if one is not None and one.exact and one.time_from), found.when)
    if when is None or (when.date_from is None and when.time_from is None):
        raise BadValue(field, f"no entendí «{text}». Escriba día y hora: «2026-11-30 16:00», «mañana a las 4».")
    if when.date_from is None or when.date_from != when.date_to:
        raise BadValue(field, f"a «{text}» le falta el día: «2026-11-30 16:00», «mañana a las 4».")
    if not when.exact or when.time_from is None:
        raise BadValue(field, f"a «{text}» le falta la hora: «2026-11-30 16:00», «mañana a las 4».")
    return dt.datetime.combine(when.date_from, when.time_from)


def _shown(when: When) -> str:
    day = f"{when.date_from:%d/%m/%Y}" if when.date_from and when.date_from == when.date_to else "otro día"
    return f"{day} {when.time_from:%H:%M}" if when.time_from else day


def _on_the_clock(text: str) -> str:
    """With an hour of the twelve at the end as the clock shows it: «mañana 4 pm» is «mañana 16:00»."""
    found = _TWELVE.search(text)
    if found is None:
        return text
    hour = int(found["hour"]) % 12 + 12 * (found["half"].casefold() == "p")
    return f"{text[: found.start()]}{hour:02}:{found['minutes'] or '00'}"


def clock(text: str, field: Field) -> dt.time:
    """One hour of the day: 16:00, 9:30, 4pm."""
    said = two_digits(_on_the_clock(" ".join(text.split())))
    try:
        return _wall_time(said if ":" in said else "")
    except ValueError:
        raise BadValue(field, f"«{text}» no es una hora. Escríbala como 16:00 o 4pm.") from None


def two_digits(text: str) -> str:
    """The hours in it as ISO wants them: 9:00 is 09:00."""
    return _ONE_DIGIT.sub(r"0\1", text)


def clock_ranges(texts: Sequence[str], field: Field) -> list[tuple[dt.time, dt.time]]:
    """Several of `09:00-14:00`, by start; none overlaps another. 24:00 comes back as 00:00: midnight."""
    ranges = sorted(_clock_range(text, field) for text in texts)
    if any(one[1] == dt.time() or one[1] > other[0] for one, other in pairwise(ranges)):
        raise BadValue(field, "se traslapan.")
    return ranges


def _clock_range(text: str, field: Field) -> tuple[dt.time, dt.time]:
    first, _, last = (part.strip() for part in two_digits(text).replace("–", "-").partition("-"))
    try:
        start, end = (_wall_time(part) for part in (first, "00:00" if last == "24:00" else last))
    except ValueError:
        raise BadValue(field, f"«{text}» no son horas. Escríbalas como 09:00-14:00.") from None
    if end <= start and last != "24:00":
        raise BadValue(field, f"«{text}» termina antes de empezar; la medianoche se escribe 24:00.")
    return start, end


def _wall_time(said: str) -> dt.time:
    """Raises ValueError; for an hour with an offset too, which is on another clock than the clinic's."""
    found = dt.time.fromisoformat(said)
    if found.tzinfo is not None:
        raise ValueError(said)
    return found


def weekdays(texts: Sequence[str], field: Field) -> list[int]:
    """lun, lunes, mié, miercoles …, and lun-vie or lunes a viernes for each of them; 0 is Monday. In order, none twice.
    Raises BadValue of that field."""
    return sorted({day for text in texts for day in _weekdays(text, field)})


def _weekdays(text: str, field: Field) -> list[int]:
    ends = [_weekday(part.strip(), field) for part in re.split(r"[-–]| al? ", text)]
    if len(ends) == 1:
        return ends
    if len(ends) != 2:
        raise BadValue(field, f"«{text}» no son días. Escríbalos como lun-vie.")
    start, end = ends
    return [n % 7 for n in range(start, end + 1 + 7 * (end < start))]


def _weekday(text: str, field: Field) -> int:
    said = folded(text)
    found = [n for n, name in enumerate(_FULL) if len(said) >= 3 and name.startswith(said)]
    if not found:
        raise BadValue(field, f"«{text}» no es un día. Hay: {', '.join(WEEKDAYS)}.")
    return found[0]


def validity(since: str | None, until: str | None, now: dt.datetime) -> tuple[dt.date | None, dt.date | None]:
    """From which date until which, included; None where open."""
    first = day(since, now, Field.SINCE) if since else None
    last = day(until, now, Field.UNTIL) if until else None
    if first and last and last < first:
        raise BadValue(Field.UNTIL, "termina antes de --desde.")
    return first, last


def midnight(date: dt.date, now: dt.datetime) -> dt.datetime:
    """The start of that day where `now` is."""
    return dt.datetime.combine(date, dt.time(), now.tzinfo)


def until(end: dt.datetime, zone: dt.tzinfo) -> str:
    """Until when something holds: the last day of it where it ends as a day does, else the minute. 30/11/2026."""
    here = end.astimezone(zone)
    if here.time() == dt.time():
        return f"{here - dt.timedelta(days=1):%d/%m/%Y}"
    return f"{here:%d/%m/%Y %H:%M}"
