"""A time told by one that is known: "el mismo día", "una hora antes", "dos días después", or a bare day. Pure.

"Mejor el jueves", said of an appointment on Monday the 7th, is Thursday the 10th and not the coming one. Where the
coming one may be meant as well, both are asked about.
"""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.conversation.turn import Turn
from booking.intents import (
    Anchor,
    CheckAvailability,
    Problem,
    Reading,
    RescheduleAppointment,
    Side,
    StartBooking,
    When,
)
from booking.models import Hold, Touched
from booking.models.draft_parts import appointment_of, hold_of, wish_of

_WEEK = dt.timedelta(days=7)
_NEAR = 7
"""Days ahead within which a weekday before the day spoken of may be meant as well as the one after it."""
_ABOUT = _WEEK
"""So much farther from the day spoken of, another day of that number may as well be meant."""
_MOST = 6
"""Such weekdays in a stretch that are looked at."""


class Around(NamedTuple):
    """The days spoken of last: one day, a stretch, perhaps with an open side, or (`shown`) those offered or named.
    `left`: the one day is not what is wished for now."""

    first: dt.date | None
    last: dt.date | None
    shown: tuple[dt.date, ...] = ()
    left: bool = False


def said(turn: Turn) -> Reading | None:
    """What the message wishes for, told by what is known, without days that were found to be closed where one of
    several is meant. None where it says no time."""
    reading, closed = _told(turn), turn.found.closed
    if reading is None or not reading.ambiguous or not closed:
        return reading
    left = [when for when in reading.candidates if _day(when) not in closed]
    return _of(reading, left, ambiguous=True) if left else reading


def doubtful_days(turn: Turn) -> frozenset[dt.date]:
    """The single days of which one is meant; which, the words leave open."""
    reading = _told(turn)
    days = [_day(when) for when in reading.candidates] if reading and reading.ambiguous else []
    return frozenset(day for day in days if day) if len(set(days)) > 1 else frozenset()


def _day(when: When) -> dt.date | None:
    return when.date_from if when.date_from == when.date_to else None


def _told(turn: Turn) -> Reading | None:
    intent = turn.intent
    if not isinstance(intent, StartBooking | CheckAvailability | RescheduleAppointment):
        return None
    wish = intent.when
    if wish is None or wish.anchor is None:
        return wish  # nothing of it is told by another time: none is looked at
    today = turn.now.astimezone(turn.zone).date()
    another = appointment_of(turn.draft) is None and held(turn) is None
    told = beside(wish, _spoken_of(turn), today)
    if another and turn.began.draft is None and told is not None and told.ambiguous:
        told = _or_the_coming(told, wish)
    return anchored(told, _known(turn), turn.zone, another=another)


def _or_the_coming(told: Reading, wish: Reading) -> Reading:
    """Of one more, where it is asked about which such day near the one made is meant: the next one, too."""
    days = {_day(when): when for when in (*_whens(wish), *_whens(told))}
    whens = [days[day] for day in sorted(day for day in days if day)]
    return _of(told, whens, ambiguous=True) if None not in days else told


def said_of(reading: Reading | None, start: dt.datetime, now: dt.datetime, zone: ZoneInfo) -> Reading | None:
    """What is wished for instead of an appointment that begins at `start`, as far as it is said."""
    return anchored(beside(reading, _left(start, zone, reading), now.astimezone(zone).date()), start, zone)


def said_beside(reading: Reading | None, start: dt.datetime, now: dt.datetime, zone: ZoneInfo) -> Reading | None:
    """What is wished for besides an appointment that begins at `start`: one more, near its day."""
    day = start.astimezone(zone).date()
    return anchored(beside(reading, Around(day, day), now.astimezone(zone).date()), start, zone, another=True)


def _left(start: dt.datetime, zone: ZoneInfo, said: Reading | None) -> Around:
    """The day of an appointment to be moved: who says no hour means another one."""
    day = start.astimezone(zone).date()
    return Around(day, day, left=said is not None and not any(w.time_from or w.time_to for w in _whens(said)))


def time_of(start: dt.datetime, zone: ZoneInfo) -> Reading:
    """The wish for just this day and hour."""
    local = start.astimezone(zone)
    day, clock = local.date(), local.time().replace(tzinfo=None)
    return Reading(when=When(date_from=day, date_to=day, time_from=clock, exact=True))


def _known(turn: Turn) -> dt.datetime | None:
    """The time that "the same day" and "an hour later" are about: the one that is held, or was as the turn began,
    unless the message begins with the appointment to be changed; else that one's, else that of the one just made."""
    own, hold = appointment_of(turn.draft), held(turn)
    if own is not None and (hold is None or isinstance(turn.intent, RescheduleAppointment)):
        return own.slot.start
    return hold.slot.start if hold else _made(turn)


def held(turn: Turn) -> Hold | None:
    """The hold, or that with which the turn began."""
    return hold_of(turn.draft) or hold_of(turn.began.draft)


def _made(turn: Turn) -> dt.datetime | None:
    """The start of the appointment that this chat made lately."""
    made = turn.began.last_touched
    return made.start if made and made.how is Touched.MADE and made.is_spoken_of(turn.now) else None


def _spoken_of(turn: Turn) -> Around | None:
    """The days that a bare weekday and "a day later" are about: what is held outweighs what was wished for, that what
    is on screen, and all of it the appointment to be changed, unless the message begins with that."""
    own, hold, offer = appointment_of(turn.draft), held(turn), turn.began.offer
    if hold is not None:
        return _on(turn, hold.slot.start)
    if own is not None and isinstance(turn.intent, RescheduleAppointment):
        return _left(own.slot.start, turn.zone, turn.intent.when)
    wished = wish_of(turn.began.draft)
    wish = wished.when if wished else None
    if wish and (wish.date_from or wish.date_to):
        return Around(wish.date_from, wish.date_to)
    named = [day for when in (wished.candidates if wished else ()) if (day := _day(when))]
    if named:
        return Around(min(named), max(named), tuple(sorted(set(named))))
    if offer and offer.found:
        shown = tuple(sorted({f.slot.start.astimezone(turn.zone).date() for f in offer.found}))
        return Around(shown[0], shown[-1], shown)
    start = own.slot.start if own is not None else _made(turn)
    return _on(turn, start) if start else None


def _on(turn: Turn, start: dt.datetime) -> Around:
    day = start.astimezone(turn.zone).date()
    return Around(day, day)


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
    days = {"date_from": max(first, today), "date_to": last}
    whens = [when.model_copy(update=days) for when in _whens(reading) or (When(),)]
    return _of(reading, whens, ambiguous=False)


def _after(reading: Reading, anchor: Anchor, around: Around) -> Reading:
    """The first such weekday after the day spoken of; "the other" one, where that day is one such."""
    base, whens = around.last or around.first, _whens(reading)
    weekdays = {day.weekday() if (day := _day(when)) else None for when in whens}
    number = weekdays.pop() if len(weekdays) == 1 else None
    if base is None or number is None or (anchor.other and (around.first, number) != (around.last, base.weekday())):
        return reading
    day = base + dt.timedelta(days=(number - base.weekday() - 1) % 7 + 1)
    days = {"date_from": day, "date_to": day}
    told = list(dict.fromkeys(when.model_copy(update=days) for when in whens))
    return _of(reading, told, ambiguous=reading.ambiguous)


def _bare_days(reading: Reading, around: Around, today: dt.date) -> Reading:
    by = near_monthday if reading.anchor and reading.anchor.monthday else near
    whens: list[When] = []
    doubt = False
    for when in _whens(reading):
        if when.date_from is None or when.date_from != when.date_to:
            return reading
        days, open_question = by(when.date_from, around, today)
        whens += [when.model_copy(update={"date_from": day, "date_to": day}) for day in days]
        doubt = doubt or open_question
    return _of(reading, whens, ambiguous=doubt and not reading.alternatives) if whens else reading


def _whens(reading: Reading) -> tuple[When, ...]:
    return (reading.when,) if reading.when else reading.candidates


def _of(reading: Reading, whens: list[When], *, ambiguous: bool) -> Reading:
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
        return (offered[0] if offered else _from(coming, around.shown[0]),), False
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


def anchored(
    said: Reading | None, known: dt.datetime | None, zone: ZoneInfo, *, another: bool = False
) -> Reading | None:
    """What is wished for, once the time that it was told by is known. Whoever wants `another` one at the same hour, and
    names no day, means its day."""
    if said is None or known is None:
        return said and said.model_copy(update={"anchor": None})
    start = known.astimezone(zone)
    anchor = said.anchor or Anchor()
    if anchor.minutes:
        start += dt.timedelta(minutes=anchor.minutes)
    whens = [_by(when, anchor, start, another=another) for when in (said.when, *said.candidates) if when]
    days = dict.fromkeys(("weekday", "monthday", "following", "other"), False)
    told = anchor.model_copy(update={**days, "days": 0, "weeks": 0, "months": 0})
    if not whens and told != Anchor():
        whens = [_by(When(), anchor, start, another=another)]
    if said.candidates:
        return said.model_copy(update={"candidates": tuple(whens), "anchor": None})
    return said.model_copy(update={"when": whens[0] if whens else None, "anchor": None})


def _by(when: When, anchor: Anchor, start: dt.datetime, *, another: bool) -> When:
    """A wish completed by a time: its day where none was said, its hour where that was meant."""
    dated, timed = when.date_from or when.date_to, when.time_from or when.time_to
    clock = start.time().replace(tzinfo=None)
    update: dict[str, object] = {}
    own_day = anchor.same_day or anchor.minutes or (another and anchor.same_time)
    if not dated and own_day:
        update |= {"date_from": start.date(), "date_to": start.date()}
    if not timed and (anchor.same_time or anchor.minutes):
        update |= {"time_from": clock, "exact": True}
    elif not timed and anchor.side is Side.BEFORE:
        update |= {"time_to": clock}
    elif not timed and anchor.side is Side.AFTER:
        update |= {"time_from": (start + dt.timedelta(minutes=1)).time().replace(tzinfo=None)}
    return when.model_copy(update=update)
