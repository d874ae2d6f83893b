"""The week, month or period named beside days holds for each of them: "lunes o miércoles de enero", "la semana del 14, el
jueves", "en enero, antes del 15". Such a day is read as if that period were about to begin."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace

from nlu.when.dates import plus_days
from nlu.when.day_rules import days
from nlu.when.habits import wishes_for
from nlu.when.parts import Context, Days, Item, Kind, Span
from nlu.when.text import Token

_OR = ("o", "u")


def framed(t: list[Token], group: list[Item], context: Context, outer: Days | None = None) -> list[Item]:
    """The items of a group, each day that a period holds for read within it. `outer` is the period of the group before."""
    found = list(group)
    named = [k for k, item in enumerate(group) if item.days and (item.kind is Kind.DAYS or _habit(item))]
    periods = [k for k in named if frame_of(group[k].days)]
    if not periods and outer and (frame := frame_of(outer)):
        return _read_in(t, found, named, frame, context)
    for k in reversed(periods):
        frame = frame_of(group[k].days)
        held = [other for other in _held(t, group, named, named.index(k)) if found[other] is group[other]]
        if frame and held:
            read = _read_in(t, found, held, frame, context)
            if read != found:
                read[k] = replace(read[k], days=Days((frame,)))
            found = read
    return found


def frame_of(said: Days | None) -> Span | None:
    """The period that holds for days named beside it: one with a beginning that is no single day, or that is said to lie
    around the day that is counted ("en dos semanas")."""
    if said is None or said.ambiguous or len(said.options) != 1:
        return None
    start, end = said.around or said.options[0]
    return (start, end) if start and start != end and not said.is_loose else None


def _held(t: list[Token], group: list[Item], named: list[int], at: int) -> Iterable[int]:
    """The items a period holds for: those beside it, and on to the next period, unless "o" parts it from all of them."""
    before, after = named[:at][::-1], named[at + 1 :]
    joined = [bool(side) and not _parted(t, group, named[at], side[0]) for side in (before, after)]
    for side, beside in zip((before, after), (joined[0], any(joined)), strict=True):
        for other in side if beside else ():
            if frame_of(group[other].days):
                break
            yield other


def _parted(t: list[Token], group: list[Item], one: int, other: int) -> bool:
    first, second = sorted((one, other))
    return any(t[k].word in _OR for k in range(group[first].end, group[second].begin))


def _habit(item: Item) -> bool:
    return item.kind is Kind.BLOCK and item.days is not None and item.days.weekday is not None


def _read_in(t: list[Token], items: list[Item], held: list[int], frame: Span, context: Context) -> list[Item]:
    """The items, those that are held read in the period: what bounds it first, as it holds for the days, too."""
    found = list(items)
    for bounds in (True, False):
        for k in held:
            said = items[k].days
            wide = said is not None and said.weekday is None and not said.monthday
            if said is None or not said.is_loose or wide is not bounds:
                continue
            if _habit(items[k]) and not wishes_for(t, items, items[k]):
                continue
            there = _there(t, items[k], frame, context)
            if there is not None:
                found[k] = replace(items[k], kind=Kind.DAYS, days=there)
                frame = there.options[0] if bounds else frame
    return found


def _there(t: list[Token], item: Item, frame: Span, context: Context) -> Days | None:
    """The days of an item inside the period; None where it has none."""
    start, end = frame
    said = item.days
    if start is None or said is None:
        return None
    if said.weekday is not None:
        day = plus_days(start, (said.weekday - start.weekday()) % 7)
        every: list[dt.date] = []
        while day and (end is None or day <= end) and not (every and end is None):
            every.append(day)
            day = plus_days(day, 7)
        return _any_of([(day, day) for day in every]) if every else None
    for eve in (start, plus_days(start, -1)):
        again = days(t, item.begin, replace(context, today=eve)) if eve else []
        for one in again:
            if one.end == item.end and one.kind is Kind.DAYS and one.days:
                inside = [span for option in one.days.options if (span := _overlap(option, frame))]
                if len(inside) == len(one.days.options) > 0:
                    return _any_of(inside)
    return None


def _any_of(spans: list[Span]) -> Days:
    return Days(tuple(spans), any_of=len(spans) > 1)


def _overlap(first: Span, second: Span) -> Span | None:
    starts: list[dt.date] = [s for s in (first[0], second[0]) if s]
    ends: list[dt.date] = [e for e in (first[1], second[1]) if e]
    start, end = max(starts, default=None), min(ends, default=None)
    return None if start and end and end < start else (start, end)
