"""Years and what they are cut into: "en 2027", "marzo/2027", "el tercer trimestre del próximo año", "los años 90".

Only where no clinic's conversation is read: there "2027" is seldom a year, and a "trimestre" counts a pregnancy.
"""

from __future__ import annotations

import datetime as dt
import re

from nlu.when.dates import last_day, make, month_span
from nlu.when.numbered import Found, year_after
from nlu.when.numbers import TENS, WORDS, ordinal
from nlu.when.parts import Context, Days, Item, Kind, Span, follows, phrase_at, skip
from nlu.when.text import Token
from nlu.when.words import COUNTED, LAST, NEXT, NEXT_AFTER, THIS

_YEAR_MONTH = re.compile(r"(\d{4})[-/](\d{2})|(\d{2})[-/](\d{4})")
_TWO_YEARS = re.compile(r"(\d{4})-(\d{4})")
_CUTS = {"trimestre": 3, "cuatrimestre": 4, "semestre": 6}
_SIGNS = {("<", "="): (False, True), ("<",): (False, False), (">", "="): (True, True), (">",): (True, False)}
"""Comparisons: whether what comes after is meant, and whether the year itself belongs to it."""


def of_year(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "en 2027", "el año 2027", "03/2027", "el primer trimestre de 2027", "la década de 1990", ">= 2027"."""
    if context.clinic:
        return None
    return _named(t, i) or _cluster(t, i) or _cut(t, i, context) or _decade(t, i) or _compared(t, i)


def bare_year(t: list[Token], i: int, context: Context) -> Found | None:
    """A year by its number alone, where a bound already says that a time comes."""
    year = _number(t, skip(t, skip(t, i, "el", "del", "al"), "ano"))
    if context.clinic or year is None:
        return None
    return _whole(year[0], year[0]), year[1]


def two_years(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "2015-2017" where nothing else is said."""
    pair = _TWO_YEARS.fullmatch(t[i].word) if t[i].kind == "n" and not context.clinic else None
    if pair is None or not 1900 <= int(pair[1]) < int(pair[2]) <= 2200:
        return None
    return Item(Kind.DAYS, i, i + 1, days=_whole(int(pair[1]), int(pair[2])), weak=True, alone=True)


def lone_year(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "2027" where nothing else is said at all."""
    year = None if context.clinic else _number(t, i)
    return Item(Kind.DAYS, i, year[1], days=_whole(year[0], year[0]), weak=True, alone=True) if year else None


def _number(t: list[Token], i: int) -> tuple[int, int] | None:
    """A year from 1900 to 2200, in digits or as "dos mil dieciséis", that counts nothing."""
    value, end = t[i].value if len(t[i].word) == 4 else None, i + 1
    if follows(t, i, ("dos", "mil")):
        value, end = 2000, i + 2
        if t[end].word in TENS and t[end + 1].word == "y" and t[end + 2].word in WORDS:
            value, end = value + TENS[t[end].word] + WORDS[t[end + 2].word], end + 3
        elif (more := WORDS.get(t[end].word) or TENS.get(t[end].word)) and t[end].kind == "w":
            value, end = value + more, end + 1
    if value is None or not 1900 <= value <= 2200 or t[end].word in COUNTED or t[end].glued:
        return None
    return value, end


def _named(t: list[Token], i: int) -> Found | None:
    j = skip(t, i, "en", "durante", "para")
    k = skip(t, j, "el", "todo")
    k = skip(t, k, "el")
    if t[k].word != "ano" and (j == i or t[i].word == "para"):
        return None
    year = _number(t, skip(t, k, "ano"))
    if year is None or (t[k].word != "ano" and t[year[1]].kind not in ("", "s")):
        return None
    return _whole(year[0], year[0]), year[1]


def _cluster(t: list[Token], i: int) -> Found | None:
    """A month written in digits with its year."""
    found = _YEAR_MONTH.fullmatch(t[i].word) if t[i].kind == "n" and not t[i].glued else None
    if found is None or t[i + 1].glued:
        return None
    year, month = (int(found[1]), int(found[2])) if found[1] else (int(found[4]), int(found[3]))
    if not (1900 <= year <= 2200 and 1 <= month <= 12):
        return None
    return Days((month_span(year, month),)), i + 1


def _cut(t: list[Token], i: int, context: Context) -> Found | None:
    """A quarter, a third or a half of a year; without a year, the one under way or the next."""
    j = skip(t, i, "el", "en", "al", "del")
    j = skip(t, j, "el")
    before = t[j].word
    months = _CUTS.get(t[j + 1].word)
    if months and before in THIS | NEXT | LAST:
        place = (context.today.month - 1) // months + (before in NEXT) - (before in LAST)
        count = 12 // months
        return _part(context.today.year + place // count, place % count, months), j + 2
    rank = (12, j + 1) if before == "ultimo" else (4, j + 1) if before == "cuarto" else ordinal(t, j)
    months = _CUTS.get(t[rank[1]].word) if rank else None
    if rank is None or months is None:
        return None
    place, end = min(rank[0], 12 // months) if before == "ultimo" else rank[0], rank[1] + 1
    if not 1 <= place <= 12 // months:
        return None
    year, after = year_after(t, end, context)
    if year is None and t[skip(t, end, "de", "del")].word in ("el", "ano"):
        k = skip(t, skip(t, end, "de", "del"), "el")
        after = phrase_at(t, k + 1, NEXT_AFTER) if t[k].word == "ano" else k
        year = context.today.year + 1 if after > k + 1 else None
    if year is None:
        return (Days(), end) if t[end].word in ("de", "del") else None
    return _part(year, place - 1, months), after


def _part(year: int, place: int, months: int) -> Days:
    first, last = place * months + 1, place * months + months
    return Days(((make(year, first, 1), make(year, last, last_day(year, last))),))


def _decade(t: list[Token], i: int) -> Found | None:
    """Reads "la década de 1990", "los años 90", "los noventa" after either."""
    j = skip(t, skip(t, i, "en", "de"), "la", "los")
    if t[j].word == "decada" and t[j + 1].word in ("de", "del"):
        k = skip(t, skip(t, j + 2, "los"), "anos")
    elif t[j].word == "anos" and t[j - 1].word == "los":
        k = j + 1
    else:
        return None
    value = t[k].value if t[k].value is not None else TENS.get(t[k].word.removesuffix("s"))
    if value is None or value % 10 or not (1900 <= value <= 2190 or 20 <= value <= 90):
        return None
    start = value if value >= 100 else 1900 + value
    return _whole(start, start + 9), k + 1


def _compared(t: list[Token], i: int) -> Found | None:
    for signs, (later, itself) in _SIGNS.items():
        year = _number(t, i + len(signs)) if follows(t, i, signs) else None
        if year is None:
            continue
        first, last = make(year[0] + (later and not itself), 1, 1), make(year[0] - (not later and not itself), 12, 31)
        return Days(((first, None) if later else (None, last),)), year[1]
    return None


def _whole(first: int, last: int) -> Days:
    span: Span = (dt.date(first, 1, 1), dt.date(last, 12, 31))
    return Days((span,))
