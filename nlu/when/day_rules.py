"""Every way to name days: the single rules together, ranges, bounds, and what only looks like a wish."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

from booking.intents import Direction
from nlu.when.clock import clock
from nlu.when.dates import make, monthless, plus_days
from nlu.when.day_ranges import day_range, next_units, numbered_week, rest, working_days
from nlu.when.holidays import STARTS, holiday
from nlu.when.numbered import Found, numbered, one_day
from nlu.when.numbers import count, number
from nlu.when.parts import Context, Days, Item, Kind, Times, bound_at, follows, moves, phrase_at, skip
from nlu.when.periods import edge, mid_week, month, unit, week_of, weekend
from nlu.when.relative import counted, last_night, moment, named, right_now, shifted, this_part, written_moment
from nlu.when.text import Token
from nlu.when.weekdays import nth_weekday_said, weekday_said
from nlu.when.words import (
    AFTER,
    BEFORE,
    FREE,
    FROM,
    MONTHS,
    NOISE,
    ONWARD,
    SHORT_WEEKDAYS,
    SYMPTOMS,
    UNITS,
    UNTIL,
    WEEKDAYS,
)

_LIES = ("esta", "queda", "es", "cae", "estaria", "seria")
_FAR = ("lejos", "lejano", "retirado", "tarde", "mucho")
_SINGLE: tuple[Callable[[list[Token], int, Context], Found | None], ...] = (
    named, weekday_said, numbered, nth_weekday_said, counted, unit, week_of, edge, mid_week, weekend,
)  # fmt: skip
_ITEMS: tuple[Callable[[list[Token], int, Context], Item | None], ...] = (
    this_part, last_night, moment, right_now, month, next_units, rest, numbered_week, working_days,
)  # fmt: skip
_BY_NUMBER = (numbered, counted, moment, next_units, numbered_week)
_SINGLE_BY_WORDS = tuple(rule for rule in _SINGLE if rule not in _BY_NUMBER)
_ITEMS_BY_WORDS = tuple(rule for rule in _ITEMS if rule not in _BY_NUMBER)
"""What needs no number."""


def days(t: list[Token], i: int, context: Context, *, numbers: bool = True) -> list[Item]:
    """Everything about days that can be read at a place. `numbers`: one stands there or behind."""
    found = [item for rule in (_ITEMS if numbers else _ITEMS_BY_WORDS) if (item := rule(t, i, context))]
    if numbers:
        found += [item for item in (written_moment(t, i), _bare_day(t, i, context), _hour_of_day(t, i)) if item]
    if habit := _habit(t, i):
        found.append(habit)
    here = single(t, i, context, numbers=numbers)
    if said := here:
        value, end = _far_off(t, *said)
        onward = phrase_at(t, end, ONWARD)
        if onward > end and len(value.options) == 1:
            value, end = Days(((value.options[0][0], None),), loose=value.is_loose), onward
        kind = Kind.DAYS if value.options or value.problem else Kind.BLOCK
        found.append(Item(kind, i, end, days=value))
    if said := ((numbers and _number_range(t, i, context)) or _between(t, i, context, here) or _offset(t, i, context)):
        found.append(Item(Kind.DAYS, i, said[1], days=said[0]))
    if bounded := _bounded(t, i, context):
        found.append(bounded)
    return found


def single(t: list[Token], i: int, context: Context, *, numbers: bool = True) -> Found | None:
    """The longest day expression at a place. `numbers`: one stands there or behind."""
    found = [said for rule in (_SINGLE if numbers else _SINGLE_BY_WORDS) if (said := rule(t, i, context))]
    j = skip(t, skip(t, i, "en", "para"), "el", "la", "las", "al", "del")
    if t[j].word in STARTS and (said := holiday(t, j, context)):
        found.append(said)
    return max(found, key=lambda said: said[1], default=None)


def _between(t: list[Token], i: int, context: Context, here: Found | None) -> Found | None:
    """From one day to another: "del 10 de junio al 1 de julio", "de hoy a mañana", "entre el lunes y el jueves". `here`
    is the single day at the place."""
    opened = t[i].word in ("de", "del", "desde", "entre")
    begin = i + 1 if opened else i
    opened = opened or t[begin].word in MONTHS
    first = (single(t, begin, context) if begin > i else here) or (_month_days(t, begin, context) if opened else None)
    if first is None or len(first[0].options) != 1:
        return None
    k = first[1]
    joints = ("a", "al", "hasta", "y") if t[i].word == "entre" else ("a", "al", "hasta", "-")
    if t[k].word not in joints:
        return None
    second = single(t, k + 1, context) or (_month_days(t, k + 1, context) if opened else None)
    if t[k].word == "al":
        second = single(t, k, context) or second
    if second is None or len(second[0].options) != 1 or second[0].problem:
        return None
    start, finish = first[0].options[0][0], second[0].options[0][1]
    if start is None or finish is None:
        return None
    if t[i].word in ("de", "del") and moves(t, i):
        return second
    if _has_year(t, k, second[1]) and not _has_year(t, begin, k):
        same = make(finish.year, start.month, start.day)
        start = same if same and same <= finish else make(finish.year - 1, start.month, start.day) or start
    ordered = _ordered(start, finish, second[0].weekday is not None)
    return replace(ordered, loose=first[0].is_loose and second[0].is_loose), second[1]


def _has_year(t: list[Token], begin: int, end: int) -> bool:
    return any(
        token.word == "ano" or (token.value or 0) >= 1900 or token.word.count("/") == 2 for token in t[begin:end]
    )


def _ordered(start: dt.date, finish: dt.date, weekday: bool) -> Days:
    """The range between two days, each read as its own next occurrence: the end never comes first."""
    if finish < start:
        if weekday:
            later = plus_days(finish, -((finish - start).days // 7) * 7)
            return Days(((start, later),)) if later else Days()
        earlier = make(start.year - 1, start.month, start.day)
        return Days(((earlier, finish),)) if earlier and earlier <= finish else Days()
    return Days(((start, finish),))


def _bounded(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "después del 15", "a partir de octubre", "hasta el viernes"."""
    opened = bound_at(t, i)
    if opened is None:
        return None
    if t[i].word == "mas" and t[i + 1].word == "temprano" and i > 0 and t[i - 1].word in ("la", "el"):
        return None  # "la más temprano del jueves"
    if "tardar" in (t[i + 1].word, t[i + 2].word) and t[i - 1 - (t[i - 1].word == "a")].word == "o":
        return None  # "hoy a las 3 o a más tardar mañana": that day, too
    side, j = opened
    begin = j - 1 if t[j - 1].word in ("del", "al", "el") else j
    said = single(t, begin, context) or _month_days(t, j, context)
    if said is None:
        return _bound_of_unknown(t, i, j, side, context)
    far, after = _far_off(t, *said)
    if side == UNTIL and after > said[1]:
        return Item(Kind.DAYS, i, after, days=far)
    if len(said[0].options) != 1:
        return Item(Kind.DAYS if said[0].problem else Kind.UNSAID, i, said[1], days=said[0])
    if side == UNTIL and t[i].word == "hasta" and _is_farewell(t, i, said[1]):
        return Item(Kind.NOTHING, i, said[1])
    start, finish = said[0].options[0]
    past = start and start < context.today
    if side == FROM and context.direction is Direction.FUTURE and (past or _tells_symptoms(t, i)):
        return Item(Kind.NOTHING, i, said[1])  # "me duele desde ayer"
    alone = start != finish and t[said[1]].kind == "" and all(token.word in _OPENS for token in t[:i])
    if side == UNTIL and t[i].word == "hasta" and ((alone and context.hours) or _is_free_then(t, i, said[1])):
        side = FROM
    span = {
        FROM: (start, None),
        AFTER: (plus_days(finish, 1) if finish else None, None),
        BEFORE: (None, plus_days(start, -1) if start else None),
        UNTIL: (None, finish),
    }[side]
    return Item(Kind.DAYS, i, phrase_at(t, said[1], ONWARD), days=Days((span,), loose=said[0].is_loose))


_OPENS = frozenset("no pues , ah ok bueno entonces uy ay mmm".split())
""" "No, hasta la otra semana", in answer to a clinic's times: a week or month before which it is not."""
_NOT_UNTIL = frozenset("mejor seria sera pero sino ya".split())
""" "Mejor hasta diciembre": not before it, as "hasta" is used in Mexico (RAE, Diccionario panhispánico de dudas, "hasta" 2)."""


def _is_free_then(t: list[Token], i: int, end: int) -> bool:
    """ "Hasta enero tengo chance", "no puedo hasta las 5": it is what one is not free before."""
    if i > 0 and t[i - 1].word in _NOT_UNTIL:
        return True
    return phrase_at(t, end, FREE) > end or any(phrase_at(t, k, FREE) == i for k in range(max(0, i - 3), i))


def _far_off(t: list[Token], days: Days, end: int) -> Found:
    """ "El 7 está muy lejos": what comes before it is wished for."""
    start = days.options[0][0] if len(days.options) == 1 else None
    j = skip(t, end, "ya") if t[end].word in ("ya", *_LIES) else end
    k = skip(t, skip(t, j, *_LIES), "muy", "mas", "bien", "demasiado", "re")
    if start is None or t[j].word not in _LIES or t[k].word not in _FAR:
        return days, end
    return Days(((None, plus_days(start, -1)),)), k + 1


def _tells_symptoms(t: list[Token], i: int) -> bool:
    """Whether shortly before something began that hurts: "tengo fiebre desde el lunes"."""
    return any(token.word in SYMPTOMS for token in t[max(0, i - 8) : i])


def _offset(t: list[Token], i: int, context: Context) -> Found | None:
    """A day counted from another: "un día antes de navidad", "dos semanas después del 15"."""
    eve = skip(t, skip(t, i, "en", "la", "las"), "la", "las")
    if t[eve].word in ("vispera", "visperas"):
        base = single(t, skip(t, eve + 1, "de"), context) if t[eve + 1].word in ("de", "del") else None
        day = base[0].options[0][0] if base and len(base[0].options) == 1 else None
        return (one_day(plus_days(day, -1)), base[1]) if day and base else None
    if follows(t, i, ("el", "dia")):
        amount, unit, k = 1, "day", i + 2
    elif many := count(t, i):
        amount, unit, k = many[0], UNITS.get(t[many[1]].word, ""), many[1] + 1
    else:
        return None
    if t[k].word not in ("antes", "despues") or t[k + 1].word not in ("de", "del"):
        return None
    base = single(t, k + 1 if t[k + 1].word == "del" else k + 2, context)
    if base is None or len(base[0].options) != 1 or unit not in ("day", "week", "month", "year"):
        return None
    start, finish = base[0].options[0]
    anchor = start if t[k].word == "antes" else finish
    moved = shifted(anchor, unit, -amount if t[k].word == "antes" else amount) if anchor else None
    return (one_day(moved), base[1]) if moved else None


def _number_range(t: list[Token], i: int, context: Context) -> Found | None:
    """Two day numbers; "cambiar la cita del 27 al 30" means the second."""
    said = day_range(t, i, context)
    if said and t[i].word == "del" and moves(t, i) and said[0].options:
        return one_day(said[0].options[0][1]), said[1]
    return said


def _month_days(t: list[Token], i: int, context: Context) -> Found | None:
    """A month by its bare name, where a bound already says that a time comes."""
    item = month(t, i, context)
    return (item.days, item.end) if item and item.days else None


def _bound_of_unknown(t: list[Token], i: int, j: int, side: str, context: Context) -> Item | None:
    """A day inside an unknown bound is no wish: "después de la operación del 15"."""
    if side not in (AFTER, BEFORE) or clock(t, j) is not None:
        return None
    for k in range(j, j + 5):
        if t[k].kind != "w":
            return None
        if k > j and (said := single(t, k, context)):
            return Item(Kind.UNSAID, i, said[1])
    return None


def _is_farewell(t: list[Token], i: int, end: int) -> bool:
    """Whether "hasta mañana" takes leave: it ends the message and begins it or follows thanks."""
    ends = t[end].kind == "" or t[end].word in (".", "!", "\n")
    thanked = i > 0 and (t[i - 1].word == "gracias" or t[i - 2].word == "gracias")
    return ends and (thanked or (t[i + 1].word == "manana" and (i == 0 or t[i - 1].kind == "s")))


def _bare_day(t: list[Token], i: int, context: Context) -> Item | None:
    """A day as a naked number, its time right behind: "15 a las 8:00", "15, 8pm"."""
    value = t[i].value
    leads = i == 0 or t[i - 1].kind == "s" or t[i - 1].word in NOISE
    if value is None or not 1 <= value <= 31 or len(t[i].word) > 2 or not leads:
        return None
    k = i + 2 if t[i + 1].word == "," else i + 1
    said = clock(t, k)
    joined = t[i + 1].word == "," or (t[k].word == "a" and t[k + 1].word in ("las", "la"))
    if said is None or said.sure < 2 or not joined:
        return None
    return Item(Kind.DAYS, i, i + 1, days=replace(one_day(monthless(context, value)), monthday=True))


def _hour_of_day(t: list[Token], i: int) -> Item | None:
    """An hour as a naked number before its day: "siete del 15"."""
    said = number(t, i)
    if said is None or not 1 <= said[0] <= 12 or t[said[1]].word != "del":
        return None
    if t[i - 1].word in ("el", "al", "dia", "del"):
        return None
    day = number(t, said[1] + 1)
    if day is None or not 13 <= day[0] <= 31:
        return None
    value = clock(t, i, marked=True)
    return Item(Kind.TIMES, i, value.end, times=Times((value.clock,))) if value else None


def _habit(t: list[Token], i: int) -> Item | None:
    """A habit, "de lunes a viernes": which week is meant, nobody knows."""
    j = skip(t, i, "de")
    if t[j].word in WEEKDAYS and t[j + 1].word == "a" and t[j + 2].word in WEEKDAYS.keys() | SHORT_WEEKDAYS.keys():
        return Item(Kind.BLOCK, i, j + 3)
    return None
