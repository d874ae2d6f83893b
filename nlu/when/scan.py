"""Finds the items of a text, left to right, the longest reading at each place. Linear in the text."""

from __future__ import annotations

from dataclasses import replace

from nlu.when.dates import plus_days
from nlu.when.day_rules import days
from nlu.when.hours import COURSE_OF_DAY, EDGE_PHRASES
from nlu.when.openers import counted_ahead, may_begin
from nlu.when.parts import Context, Days, Item, Kind, follows, phrase_at, skip
from nlu.when.text import Token, tokens
from nlu.when.times import bare_part, part, times
from nlu.when.words import EDGES, GREETING, NEXT, NOISE, PARTS, UNITS, UNSAID, VAGUE, WEEKDAYS
from nlu.words.kept import kept
from nlu.words.word_sets import Phrases, phrases, word_set

_TELLING = {Kind.DAYS, Kind.PART, Kind.TIMES, Kind.MOMENT}
_SPANS = ("semana", "semanas", "mes", "meses", "quincena")
_OTHER: Phrases = phrases("""otro, otra, siguiente, proximo, proxima, que sigue, que viene, que entra, de despues,
    de la otra, de la otra semana, de la siguiente, de la siguiente semana, de la proxima, de la proxima semana,
    de la que sigue, de la que viene, de la que entra, de la semana que viene, de la semana que entra""")
_JOINTS = word_set("de del a al el la , en por para las y con")


def scanned(text: str, context: Context) -> tuple[list[Token], list[Item]]:
    """The tokens of a text and its items."""
    t, items = _scanned(text, context)
    return [*t], [*items]


@kept
def _scanned(text: str, context: Context) -> tuple[tuple[Token, ...], tuple[Item, ...]]:
    t = tokens(text)
    return tuple(t), tuple(scan(t, context))


def scan(t: list[Token], context: Context) -> list[Item]:
    """The items of a text in order; those that are times only in company are kept only there."""
    items: list[Item] = []
    begins, numbers = may_begin(t), counted_ahead(t)
    i = 0
    while t[i].kind:
        item = longest(t, i, context, numbers=numbers[i]) if begins[i] and not _apart(t, i) else None
        if item is None:
            i += 1
        else:
            items.append(item)
            i = item.end
    return _same_day(t, _whole(t, _other_one(t, _keep(t, items))))


def _apart(t: list[Token], i: int) -> bool:
    """Whether no item begins at a place: a sign, the rest of a word, part of an address ("www.hoy.com")."""
    if t[i].glued or t[i].kind == "s":
        return t[i].word not in ("<", ">")
    before, after = t[i - 1], t[i + 1]
    dotted = before.word == after.word == "." and before.end == t[i].start and after.start == t[i].end
    return dotted and i > 1 and t[i - 2].end == before.start and t[i + 2].start == after.end


def other_one(t: list[Token], i: int) -> int:
    """The index after "el otro", "el que sigue", "la de la otra semana", or `i`."""
    after = phrase_at(t, i + 1, _OTHER) if t[i].word in ("el", "la") else i + 1
    return after if after > i + 1 else i


def _other_one(t: list[Token], items: list[Item]) -> list[Item]:
    """ "Este lunes no, el otro": such a day or week, a week later."""
    found, starts = list(items), {item.begin for item in items}
    for place, item in enumerate(items):
        begins = items[place + 1].begin if place + 1 < len(items) else len(t)
        days = item.days if item.days and item.days.options else None
        if days is None or not any(t[k].word in WEEKDAYS or t[k].word == "semana" for k in range(item.begin, item.end)):
            continue
        for i in range(item.end, min(item.end + 4, len(t))):
            denied = any(t[k].word == "no" for k in (item.begin - 1, *range(item.end, i)))
            besides = i == item.end + 1 and t[item.end].word in ("o", "u", "y") and not days.ambiguous
            if (
                (denied or besides)
                and i < begins
                and (end := other_one(t, i)) > i
                and (t[end].kind in ("", "s") or end in starts)
            ):
                later = ((a and plus_days(a, 7), b and plus_days(b, 7)) for a, b in days.options)
                found = [one for one in found if not i <= one.begin < end]
                found.append(Item(Kind.DAYS, i, end, days=Days(tuple(later), ambiguous=days.ambiguous)))
    return sorted(found, key=lambda item: item.begin)


def _whole(t: list[Token], items: list[Item]) -> list[Item]:
    """A time that lacks a part of its words is none: a number or an edge before it, a unit or its side after it."""
    covered = {k for item in items for k in range(item.begin, item.end)}
    read: list[Item] = []
    for item in items:
        lead = item.begin - 1 - (t[item.begin - 1].word in ("de", "del"))
        counts = t[item.begin].word in UNITS or t[item.begin].word == "del"
        before = (counts and t[lead].value is not None) or (item.kind is Kind.DAYS and t[lead].word in EDGES)
        after = t[item.end].word in NEXT or t[item.end].word in _SPANS or _but_not_this(t, item.end)
        cut = (before and lead >= 0 and lead not in covered) or (after and item.end not in covered)
        read.append(replace(item, kind=Kind.BLOCK, days=None) if cut and item.kind in _TELLING else item)
    return read


def _but_not_this(t: list[Token], i: int) -> bool:
    """ "Un jueves que no sea este": which, nobody knows."""
    return follows(t, i, ("que", "no", "sea")) and t[i + 3].word in ("este", "esta") and t[i + 4].kind in ("", "s")


def _same_day(t: list[Token], items: list[Item]) -> list[Item]:
    """With "el mismo día" and no day said, which day is meant is not in the text: its hour must not float free."""
    if any(item.kind in (Kind.DAYS, Kind.MOMENT) for item in items):
        return items
    places = (i for i, token in enumerate(t) if token.word == "mismo" and t[i + 1].word == "dia")
    return sorted([*items, *(Item(Kind.BLOCK, i, i + 2) for i in places)], key=lambda item: item.begin)


def longest(t: list[Token], i: int, context: Context, *, numbers: bool = True) -> Item | None:
    """The longest item at a place, whatever stands there. `numbers`: one stands there or behind."""
    told = (_nothing(t, i), part(t, i), times(t, i, numbers=numbers), _edge(t, i), bare_part(t, i))
    found = [item for item in told if item]
    found += days(t, i, context, numbers=numbers)
    whole = [item for item in found if not t[item.end].glued]
    return max(whole, key=lambda item: (item.end, item.kind is not Kind.NOTHING), default=None)


def _nothing(t: list[Token], i: int) -> Item | None:
    """What looks like a time and is none, or is one that nobody can pin down."""
    if t[i].word in GREETING:
        j = skip(t, i + 1, "y")
        if t[j].word in PARTS or t[j].word in WEEKDAYS or t[j].word in ("dia", "dias", "semana", "inicio"):
            return Item(Kind.NOTHING, i, j + 1)
    if (end := phrase_at(t, i, VAGUE)) > i:
        return Item(Kind.NOTHING, i, end)
    for name, said in COURSE_OF_DAY.items():
        if (end := phrase_at(t, i, said)) > i:
            return Item(Kind.PART, i, end, parts=(name,))
    if (end := phrase_at(t, i, UNSAID)) > i:
        return Item(Kind.UNSAID, i, end)
    return None


def _edge(t: list[Token], i: int) -> Item | None:
    """The first or last hours of a day: "a primera hora", "al final de mañana", "al finalizar el domingo"."""
    for edge, named in EDGE_PHRASES.items():
        if (end := phrase_at(t, i, named)) > i:
            return Item(Kind.EDGE, i, end, edge=edge)
    if t[i].word == "al" and t[i + 1].word in ("final", "fin", "finalizar", "terminar", "acabar"):
        end = skip(t, i + 2, "de", "del")
        return Item(Kind.EDGE, i, end, edge="end")
    return None


def _keep(t: list[Token], items: list[Item]) -> list[Item]:
    """Drops weak items that stand alone among other words."""
    if not any(item.weak for item in items):
        return items
    covered = {k for item in items for k in range(item.begin, item.end)}
    alone = all(k in covered or t[k].kind == "s" or t[k].word in NOISE for k in range(len(t)) if t[k].kind)
    said = sum(item.kind is not Kind.NOTHING for item in items)
    kept: list[Item] = []
    for place, item in enumerate(items):
        if not item.weak or (alone and (said == 1 or not item.alone)):
            kept.append(item)
            continue
        before = items[place - 1] if place else None
        if item.alone:
            if (
                before
                and before.days
                and item.days
                and all(t[k].word in ("o", "y") for k in range(before.end, item.begin))
            ):
                kept.append(item)  # "en enero o febrero"
            continue
        after = items[place + 1] if place + 1 < len(items) else None
        if (before and _beside(t, before, item)) or (after and _beside(t, item, after)):
            kept.append(item)
    return kept


def _beside(t: list[Token], first: Item, second: Item) -> bool:
    """Whether two items touch, but for small words, and the neighbour says when."""
    telling = _TELLING - {Kind.MOMENT}
    if first.kind not in telling or second.kind not in telling or (first.weak and second.weak):
        return False
    return all(t[k].word in _JOINTS for k in range(first.end, second.begin))
