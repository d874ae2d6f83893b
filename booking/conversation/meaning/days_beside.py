"""Days told by one that is spoken of: a bare weekday near it, so many days on from it, "el jueves siguiente". Pure."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from booking.intents import Anchor, Problem, Reading, When

_WEEK = dt.timedelta(days=7)
_NEAR = 7
"""Days ahead within which a weekday before the day spoken of may be meant as well as the one after it."""
_ABOUT = _WEEK
"""So much farther from the day spoken of, another day of that number may as well be meant."""
_MOST = 6
"""Such weekdays in a stretch that are looked at."""


class Around(NamedTuple):
    """The days spoken of last: one day, a stretch, perhaps with an open side, or (`shown`) those offered or named.
    `left`: the one day is not what is wished for now. `unasked`: they are offered to who
    named no day: a weekday that is none of them is the next one from today."""

    first: dt.date | None
    last: dt.date | None
    shown: tuple[dt.date, ...] = ()
    left: bool = False
    unasked: bool = False


def day_of(when: When) -> dt.date | None:
    """The one day of a wish."""
    return when.date_from if when.date_from == when.date_to else None


def or_the_coming(told: Reading, wish: Reading) -> Reading:
    """Of one more, where it is asked about which such day near the one made is meant: the next one, too."""
    days = {day_of(when): when for when in (*whens_of(wish), *whens_of(told))}
    whens = [days[day] for day in sorted(day for day in days if day)]
    return one_or_several(told, whens, ambiguous=True) if None not in days else told


def beside(reading: Reading | None, around: Around | None, today: dt.date) -> Reading | None:
    """The reading with its days told by those spoken of: bare weekdays near them, and those so many days on."""
    if reading is None or reading.anchor is None or around is None:
        return reading
    anchor = reading.anchor
    if anchor.days or anchor.weeks or anchor.months:
        return _counted(reading, anchor, around, today)
    if anchor.following or anchor.other:
        return _after(reading, anchor, around)
    return _bare_days(reading, around, today) if anchor.weekday or anchor.monthday else reading


def _counted(reading: Reading, anchor: Anchor, around: Around, today: dt.date) -> Reading:
    """So many days or months from the day spoken of, or all of the week so many weeks from its week."""
    onward = anchor.days + anchor.weeks + anchor.months > 0
    base = (around.last if onward else around.first) or around.first or around.last
    if base is None or (reading.when and reading.when.date_from):
        return reading
    first = last = _months_on(base, anchor.months) + dt.timedelta(days=anchor.days)
    if anchor.weeks:
        first = base + anchor.weeks * _WEEK - dt.timedelta(days=base.weekday())
        last = first + dt.timedelta(days=6)
    if last < today:
        return Reading(problem=Problem.PAST)
    begin = today if anchor.onward and not onward else max(first, today)
    days = {"date_from": begin, "date_to": None if anchor.onward and onward else last}
    whens = [when.model_copy(update=days) for when in whens_of(reading) or (When(),)]
    return one_or_several(reading, whens, ambiguous=False)


def _after(reading: Reading, anchor: Anchor, around: Around) -> Reading:
    """The first such weekday after the day spoken of; "the other" one, where that day is one such."""
    base, whens = around.last or around.first, whens_of(reading)
    weekdays = {day.weekday() if (day := day_of(when)) else None for when in whens}
    number = weekdays.pop() if len(weekdays) == 1 else None
    if base is None or number is None or (anchor.other and (around.first, number) != (around.last, base.weekday())):
        return reading
    day = base + dt.timedelta(days=(number - base.weekday() - 1) % 7 + 1)
    days = {"date_from": day, "date_to": day}
    told = list(dict.fromkeys(when.model_copy(update=days) for when in whens))
    return one_or_several(reading, told, ambiguous=reading.ambiguous)


def _bare_days(reading: Reading, around: Around, today: dt.date) -> Reading:
    by = near_monthday if reading.anchor and reading.anchor.monthday else near
    whens: list[When] = []
    doubt = False
    for when in whens_of(reading):
        if when.date_from is None or when.date_from != when.date_to:
            return reading
        days, open_question = by(when.date_from, around, today)
        whens += [when.model_copy(update={"date_from": day, "date_to": day}) for day in days]
        doubt = doubt or open_question
    return one_or_several(reading, whens, ambiguous=doubt and not reading.alternatives) if whens else reading


def whens_of(reading: Reading) -> tuple[When, ...]:
    """The wishes of a reading."""
    return (reading.when,) if reading.when else reading.candidates


def one_or_several(reading: Reading, whens: list[When], *, ambiguous: bool) -> Reading:
    """The reading with these wishes."""
    if len(whens) == 1:
        return reading.model_copy(
            update={"when": whens[0], "candidates": (), "ambiguous": False, "alternatives": False}
        )
    doubt = ambiguous or reading.ambiguous
    update = {"when": None, "candidates": tuple(whens), "ambiguous": doubt, "alternatives": not doubt}
    return reading.model_copy(update=update)


def near(coming: dt.date, around: Around, today: dt.date) -> tuple[tuple[dt.date, ...], bool]:
    """The weekday of `coming` (the next such day from today) that is meant beside the days spoken of; whether it is
    doubtful which of several, or any of them will do."""
    if around.shown:
        offered = [day for day in around.shown if day.weekday() == coming.weekday()]
        return (offered[0] if offered else coming if around.unasked else _from(coming, around.shown[0]),), False
    if around.first is None or around.last is None:
        return (_from(coming, around.first or coming),), False
    if around.first < around.last:
        inside = _inside(coming, around.first, around.last)
        if inside:
            return ((coming,) if coming in inside else inside), False
    if around.left and coming.weekday() == around.first.weekday():
        before, after = around.first - _WEEK, around.first + _WEEK
        return ((before, after), True) if before >= coming else ((after,), False)
    return _beside_day(coming, around.first, today)


def near_monthday(coming: dt.date, around: Around, today: dt.date) -> tuple[tuple[dt.date, ...], bool]:
    """The same of a bare day of the month, where `coming` is the next one: the nearest to the day spoken of, unless
    another is about as near."""
    shown = [day for day in around.shown if day.day == coming.day]
    base = around.first or around.last
    if shown or base is None:
        return (shown[0] if shown else coming,), False
    days = sorted({coming, *(day for n in (-1, 0, 1) if (day := _in_month(base, n, coming.day)) and day >= today)})
    if around.first and around.last and around.first < around.last:
        inside = tuple(day for day in days if around.first <= day <= around.last)
        if inside:
            return ((coming,) if coming in inside else inside), False
    nearest = min(abs(day - base) for day in days)
    meant = tuple(day for day in days if abs(day - base) <= nearest + _ABOUT)
    return meant, len(meant) > 1


def _months_on(base: dt.date, months: int) -> dt.date:
    """The same day so many months on, or the last one that month has."""
    return next(day for less in range(4) if (day := _in_month(base, months, base.day - less)))


def _in_month(base: dt.date, months: int, day: int) -> dt.date | None:
    """The day of that number in a month so many from that of another day, if it has one."""
    year, month = divmod(base.year * 12 + base.month - 1 + months, 12)
    try:
        return dt.date(year, month + 1, day)
    except ValueError:
        return None


def _from(coming: dt.date, start: dt.date) -> dt.date:
    """The first such weekday on or after a day."""
    return max(coming, start + dt.timedelta(days=(coming.weekday() - start.weekday()) % 7))


def _inside(coming: dt.date, first: dt.date, last: dt.date) -> tuple[dt.date, ...]:
    day = _from(coming, first)
    return tuple(d for n in range(_MOST) if (d := day + n * _WEEK) <= last)


def _beside_day(coming: dt.date, day: dt.date, today: dt.date) -> tuple[tuple[dt.date, ...], bool]:
    """The one in the same week. A day before it may as well be that of the week after; with a day so near that the
    coming weekday lies right before it, that one may be meant."""
    same_week = day + dt.timedelta(days=coming.weekday() - day.weekday())
    close = (day - today).days <= _NEAR
    if same_week <= today or (same_week == coming and (close or same_week >= day)):
        return (coming,), False
    if same_week < day:
        return (same_week, same_week + _WEEK), True
    return ((coming, same_week), True) if close and same_week > day else ((same_week,), False)
