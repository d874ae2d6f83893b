"""Reads a text: tokens, items, wishes, and at last dates and times that respect the direction."""

from __future__ import annotations

import datetime as dt
from enum import Enum
from typing import NamedTuple

from booking.intents import Direction, Reading, When
from nlu.when import frames
from nlu.when import habits as habit
from nlu.when.clauses import grouped
from nlu.when.days_with_times import meaning
from nlu.when.direction import directed
from nlu.when.parts import DEFAULT_PARTS, Context, DayParts, Item, Kind, Window
from nlu.when.scan import scanned
from nlu.when.text import Token
from nlu.when.wishes import Wishes, gather
from nlu.when.words import SYMPTOMS
from nlu.words.word_sets import word_set

_YEARS = (1900, 9000)  # far enough from both ends of the calendar to count from
_JOINTS = word_set("o u y e , no mejor perdon para el la los las a al en por de del")
_ILL = SYMPTOMS - {"tengo"}
_NEAR_BY = 4  # tokens
_LONGEST = 62  # days of a wish in which a weekday is looked for
_LEAD = word_set("para el la los las a al en por de del desde y , pues como")


NOTHING_READ = Reading()
"""What is read where nothing is said of time."""


class Bare(Enum):
    """How days are told that the next such day is read for."""

    WEEKDAY = "weekday"
    MONTHDAY = "monthday"
    FOLLOWING = "following"  # "el jueves siguiente"
    OTHER = "other"  # "el otro lunes"


class Spans(NamedTuple):
    """A reading with the places in the text that made it and what is left of the text without them. `refused` are
    the times that the person cannot take ("el lunes no puedo"); a weekday without a date is every one of them.
    `bare`: the days read are bare weekdays or days of a month, or told by one, which nothing said pins to the calendar. `unread`:
    a time is said, and nobody can tell which. `told`: an hour is said at which somebody does something else."""

    reading: Reading
    spans: tuple[tuple[int, int], ...]
    leftover: str
    refused: tuple[When, ...] = ()
    bare: Bare | None = None
    unread: bool = False
    told: bool = False

    @property
    def silent(self) -> bool:
        """Whether nothing is read that is wished for."""
        return self.reading is NOTHING_READ or self.reading == NOTHING_READ


def read(
    text: str,
    now: dt.datetime,
    *,
    hours: Window | None = None,
    direction: Direction | None = Direction.FUTURE,
    parts: DayParts = DEFAULT_PARTS,
) -> Reading:
    """What a Spanish text says about time, in the local calendar of `now` (aware; its zone is the local one).

    `hours` are the clinic's opening hours. With them the text is read as part of a clinic's conversation:
    a bare hour is the one the clinic is open at, "a mediodía" is the part of the day, "en ocho días" and a
    weekday that does not go with its number are asked about. Without them it is read as written: bare
    hours on the 24-hour clock, "a mediodía" is 12:00. `direction` None judges nothing as past.
    """
    return read_spans(text, now, hours=hours, direction=direction, parts=parts).reading


def read_spans(
    text: str,
    now: dt.datetime,
    *,
    hours: Window | None = None,
    direction: Direction | None = Direction.FUTURE,
    parts: DayParts = DEFAULT_PARTS,
) -> Spans:
    """Like `read`, and tells which stretches of the text were time, what is left over, and which times are refused."""
    if now.tzinfo is None:
        raise ValueError("now needs its zone")
    if not _YEARS[0] <= now.year <= _YEARS[1]:
        raise ValueError("now is outside the calendar that is read")
    context = Context(now, now.date(), direction, hours, parts)
    t, items = scanned(text, context)
    if not items:
        return Spans(NOTHING_READ, (), _leftover(text, ()))
    ahead = context.today if context.direction is Direction.FUTURE else None
    said = grouped(t, items, ahead)
    groups = _framed(t, said.groups, context)
    found = _wishes(t, groups, context)
    reading = habit.wished(t, said.groups, context) or _read(found, context)
    clauses = [_within(_refused(t, clause, context), clause, said.groups, reading) for clause in said.refused]
    refused = tuple(when for whens in clauses for when in whens)
    reading = _on_that_day(reading, tuple(when for clause in said.denied for when in _refused(t, clause, context)))
    reading = _but_for(reading, refused)
    silent = reading is NOTHING_READ or reading == NOTHING_READ
    nothing = {Kind.NOTHING} if silent else {Kind.NOTHING, Kind.UNSAID}
    telling = [item for item in items if item.kind not in nothing]
    spans = _spans(t, telling) if not silent or refused else ()
    wished = any(
        not _tells_illness(t, item) for group in said.groups for item in group if item.kind is not Kind.NOTHING
    )
    unread = silent and not refused and (wished or said.told or said.unclear or () in clauses)
    return Spans(reading, spans, _leftover(text, spans), refused, _bare(found), unread, said.told)


def stretches(text: str, now: dt.datetime, *, hours: Window | None = None) -> list[tuple[int, int]]:
    """Where a text says something of time, whatever else it says of it."""
    t, said = scanned(text, Context(now, now.date(), Direction.FUTURE, hours, DEFAULT_PARTS))
    return [_span(t, item) for item in said if item.kind not in (Kind.NOTHING, Kind.OR)]


def _framed(t: list[Token], said: list[list[Item]], context: Context) -> list[list[Item]]:
    """The groups, each day in the period that is named for it, were it in the group before: "la otra semana, el miércoles
    no puedo, mejor el jueves"."""
    groups: list[list[Item]] = []
    for group in said:
        kept = bool(groups) and not _takes_back(t, groups[-1][-1].end)
        days = [item.days for item in groups[-1] if item.days] if kept else []
        framed = frames.framed(t, group, context, days[0] if len(days) == 1 else None)
        groups.append(habit.spelled_out(t, framed, context))
    return groups


def _but_for(reading: Reading, refused: tuple[When, ...]) -> Reading:
    """ "El viernes próximo, no el de esta semana": of two Fridays, the other one."""
    if not reading.ambiguous:
        return reading
    left = [when for when in reading.candidates if not any(_lies_in(when, one) for one in refused)]
    return Reading(when=left[0]) if len(left) == 1 else reading


def _lies_in(when: When, days: When) -> bool:
    """Whether a wish is for some of these days, which are whole ones."""
    if not (when.date_from and when.date_to and days.date_from and days.date_to) or days.time_from or days.time_to:
        return False
    return days.date_from <= when.date_from and when.date_to <= days.date_to


def _tells_illness(t: list[Token], item: Item) -> bool:
    """ "Me duele al amanecer": a time that nobody wishes for."""
    return any(token.word in _ILL for token in t[max(0, item.begin - _NEAR_BY) : item.end + _NEAR_BY])


def _on_that_day(reading: Reading, denied: tuple[When, ...]) -> Reading:
    """ "El viernes a las 4 no, a las 5": another hour of the day whose hour will not do."""
    when, day = reading.when, denied[0].date_from if len(denied) == 1 and denied[0].exact else None
    if when is None or day is None or when.date_from or when.date_to or denied[0].date_to != day:
        return reading
    return Reading(when=when.model_copy(update={"date_from": day, "date_to": day}))


def _spans(t: list[Token], said: list[Item]) -> tuple[tuple[int, int], ...]:
    """The stretches of the items; small words and corrections between two of them belong to both."""
    spans: list[tuple[int, int]] = []
    for place, item in enumerate(said):
        start, end = _span(t, item)
        joined = place > 0 and all(t[k].word in _JOINTS for k in range(said[place - 1].end, item.begin))
        if joined:
            start, _ = spans.pop()
        spans.append((start, end))
    return tuple(spans)


def _span(t: list[Token], item: Item) -> tuple[int, int]:
    """The stretch of an item in the original, with the small words that lead to it."""
    begin = item.begin
    while begin > 0 and t[begin - 1].word in _LEAD and t[begin - 1].kind == "w":
        begin -= 1
    return t[begin].start, t[item.end - 1].end


def _leftover(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """The text without the spans, its blanks collapsed."""
    pieces, last = [], 0
    for start, end in spans:
        pieces.append(text[last:start])
        last = max(last, end)
    pieces.append(text[last:])
    return " ".join(" ".join(pieces).split())


def _refused(t: list[Token], clause: list[Item], context: Context) -> tuple[When, ...]:
    """The times that a refusing clause names; "los lunes" are the next ones."""
    if (habits := habit.refused(t, clause, context)) is not None:
        return habits
    wishes = gather(t, clause)
    if wishes.unreadable:
        return ()
    reading = directed(meaning(wishes, context), context)
    return () if reading.ambiguous else (reading.when,) if reading.when else reading.candidates


def _within(
    refused: tuple[When, ...], clause: list[Item], wished: list[list[Item]], reading: Reading
) -> tuple[When, ...]:
    """ "La otra semana, pero el miércoles no": a bare weekday that is refused after the days wished for is one of them."""
    if not any(item.begin < clause[0].begin for group in wished for item in group if item.days):
        return refused
    weekdays = {item.days.weekday for item in clause if item.days and item.days.weekday is not None}
    days: list[dt.date] = []
    for wish in (reading.when, *reading.candidates):
        if wish and wish.date_from and wish.date_to and (wish.date_to - wish.date_from).days <= _LONGEST:
            days += (wish.date_from + dt.timedelta(n) for n in range((wish.date_to - wish.date_from).days + 1))
    found: list[When] = []
    for when in refused:
        bare = when.date_from is not None and when.date_from == when.date_to and when.date_from.weekday() in weekdays
        same = [day for day in days if bare and when.date_from and day.weekday() == when.date_from.weekday()]
        found += (when.model_copy(update={"date_from": day, "date_to": day}) for day in same) if same else (when,)
    return tuple(dict.fromkeys(found))


def _wishes(t: list[Token], groups: list[list[Item]], context: Context) -> Wishes | None:
    """The last group that says something, completed by the one it corrects."""
    found: list[Wishes] = []
    for group in groups:
        wishes = gather(t, group)
        if found and wishes.wishes and not any(w.days or w.moment for w in wishes.wishes):
            _inherit(found[-1], wishes)
        found.append(wishes)
    return found[-1] if found and not found[-1].unreadable else None


def _read(wishes: Wishes | None, context: Context) -> Reading:
    return directed(meaning(wishes, context), context) if wishes else NOTHING_READ


def _bare(wishes: Wishes | None) -> Bare | None:
    days = [wish.days for wish in wishes.wishes] if wishes else []
    if days and all(d is not None and d.weekday is not None and len(d.options) == 1 for d in days):
        return Bare.WEEKDAY
    after = {d.after if d is not None else "" for d in days}
    if len(after) == 1 and (told := after.pop()):
        return Bare.OTHER if told == "otro" else Bare.FOLLOWING
    return Bare.MONTHDAY if days and all(d is not None and d.monthday for d in days) else None


def _inherit(before: Wishes, wishes: Wishes) -> None:
    """Reads "el martes a las 4, no, mejor a las 5": a correction of the time keeps the day."""
    if len(before.wishes) == 1 and before.wishes[0].days and not before.unreadable:
        for wish in wishes.wishes:
            wish.days = before.wishes[0].days


def _takes_back(t: list[Token], end: int) -> bool:
    """ "La otra semana, no, mejor el jueves"."""
    return "no" in (t[end].word, t[end + 1].word if t[end].word == "," else "")
