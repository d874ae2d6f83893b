"""One clock time as said: "las cuatro y media", "15h30", "cuarto para las cinco", "7:56 p.m."."""

from __future__ import annotations

import re
from typing import NamedTuple

from nlu.when.numbers import number
from nlu.when.parts import Clock, follows, skip
from nlu.when.text import Token
from nlu.when.words import COUNTED, HOUR_UNIT, MONTHS, NEXT, ON_THE_DOT, PARTS, WEEKDAYS
from nlu.words.word_sets import word_set

_POINTED = re.compile(r"(\d{1,2})([:.])(\d{2})(?:[:.]\d{2})?")
_ELSEWHERE = word_set("""centro mexico cdmx pacifico este sonora sureste noroeste california guadalajara monterrey usa
    chicago""")
"""Whose clocks show another hour, or may."""
_NAMES_DAY = frozenset(("el", "al", "del", "dia"))
_QUARTERS = {"media": 30, "cuarto": 15, "medio": 30}


class Said(NamedTuple):
    """A clock, the token after it, and how sure it is that a time is meant: 2 sure, 1 beside a day, 0 bare."""

    clock: Clock
    end: int
    sure: int


def clock(t: list[Token], i: int, *, marked: bool = False, listed: bool = False) -> Said | None:
    """The clock time at a place.

    `marked`: something before it ("a", "entre") already says that a time comes. `listed`: a number after
    "y" is another time ("entre 9 y 11"), not minutes.
    """
    j, article = _past_article(t, i)
    marked = marked or article
    said = _to_the_hour(t, j) or _plain(t, j, marked, listed, article)
    if said is None:
        return None
    end = said.end
    sure = 2 if article else said.sure
    value = said.clock
    sense, after = meridiem(t, end)
    if sense is None and t[end].word == "," and t[end + 1].word in ("am", "pm"):
        sense, after = meridiem(t, end + 1)
    if sense is not None:
        value, end, sure = Clock(value.hour, value.minute, sense, value.zero, value.bad), after, 2
        value, end = _correct_minutes(t, end, value)
    elif t[end].word == "esta" and t[end + 1].word in PARTS:
        value, sure = Clock(value.hour, value.minute, PARTS[t[end + 1].word], value.zero, value.bad), 2
    elif t[end].word == "de" and t[end + 1].word == "esta" and t[end + 2].word in PARTS:
        value, sure = Clock(value.hour, value.minute, PARTS[t[end + 2].word], value.zero, value.bad), 2
    end = _past_dot(t, end)
    if end > said.end and sense is None and (t[said.end].word in ("en", *ON_THE_DOT)):
        sure = 2
    if (
        t[end].word in ("hora", "tiempo", "horario")
        and t[end + 1].word in ("de", "del")
        and t[end + 2].word in _ELSEWHERE
    ):
        return None
    if t[end].word in ("%", "$") or (sure < 2 and t[end].word in COUNTED) or t[end].glued:
        return None
    if article and t[i].word in ("las", "la") and _counts_things(t, end, value):
        return None
    return Said(value, end, sure)


def _past_article(t: list[Token], i: int) -> tuple[int, bool]:
    """After "a las", "las", "a la", "la" (before "una"), and whether there was one."""
    j = skip(t, i, "a", "al")
    one = t[j + 1].word in ("una", "1") or t[j + 1].word[:2] in ("1:", "1.")
    if t[j].word == "las" or (t[j].word == "la" and one):
        return j + 1, True
    return i, False


def _counts_things(t: list[Token], end: int, value: Clock) -> bool:
    """Whether "las 3" counts what follows ("las 3 opciones") instead of naming an hour."""
    following = t[end]
    if following.kind != "w" or value.sense is not None or value.minute:
        return False
    return following.word in COUNTED or following.word in NEXT or following.word in _PLURALS


_PLURALS = word_set("opciones citas fechas primeras ultimas otras horas mananas tardes noches dos tres")


def _plain(t: list[Token], i: int, marked: bool, listed: bool, article: bool) -> Said | None:
    """An hour with its minutes, in whatever way they are written."""
    token = t[i]
    if token.kind == "n":
        pointed = _POINTED.fullmatch(token.word)
        if pointed and token.word.count(".") < 2:  # "05.12.26" is a date
            hour, minute = int(pointed[1]), int(pointed[3])
            bad = hour > 24 or minute > 59 or (hour == 24 and minute > 0)
            if bad and pointed[2] == ".":
                return None
            sure = 2 if pointed[2] == ":" else 1
            value = Clock(hour, minute, zero=pointed[1].startswith("0"), bad=bad)
            return Said(value, _past_unit(t, i + 1), 2 if marked else sure)
        if token.value is None:
            return None
        if len(token.word) > 2:
            return _run_together(t, i, article)
        if (spaced := _spaced(t, i)) is not None:
            return spaced
        if t[i + 1].word == ":" and t[i + 2].kind == "n" and len(t[i + 2].word) == 2 and int(t[i + 2].word) < 60:
            return Said(Clock(token.value, int(t[i + 2].word), bad=token.value > 24), i + 3, 2)
    found = number(t, i)
    if found is None or (token.word == "un") or (found[0] > 24 and not marked):
        return None
    hour, j = found
    if not marked and t[i - 1].value == hour - 1 > 0 and not _names_day(t, i - 2):
        return None  # "3 4 de la tarde": either
    zero = token.kind == "n" and len(token.word) == 2 and token.word[0] == "0"
    if hour > 24:
        return Said(Clock(hour, bad=True), j, 2) if token.kind == "n" and hour < 60 and t[i - 1].word == "las" else None
    if not marked and t[i - 1].word in MONTHS and _names_day(t, i - 1) and number(t, j):
        return Said(Clock(hour, zero=zero), j, 0)  # "enero 1 diez de la mañana"
    if listed and t[j].word == "y" and t[j + 1].word not in _QUARTERS:
        return Said(Clock(hour, zero=zero), j, 0)
    if (then := number(t, j)) and then[0] != hour and _is_next_hour(t, then, hour):
        return None  # "a las diez once": either
    minute, after, sure = _minutes(t, j, hour, marked)
    if minute < 0:
        hour, minute = _hour_before(hour), minute + 60
    return Said(Clock(hour, minute, zero=zero), after, sure)


def _names_day(t: list[Token], i: int) -> bool:
    """Whether the number after a place is a day: "el 3", "enero 3" (but "3 de enero 10 am")."""
    return t[i].word in _NAMES_DAY or (t[i].word in MONTHS and t[i - 1].word != "de" and t[i - 1].kind != "n")


def _spaced(t: list[Token], i: int) -> Said | None:
    """ "4 15 pm", as voices are written down: without it this would be three in the afternoon."""
    hour, minute, before = t[i].value, t[i + 1].value, t[i - 1]
    if hour is None or minute is None or len(t[i + 1].word) != 2 or not (1 <= hour <= 12 and minute < 60):
        return None
    if before.word in WEEKDAYS and minute <= 12:
        return None  # "jueves 10 10 am": its number and an hour
    if before.kind == "n" or _names_day(t, i - 1) or meridiem(t, i + 2)[0] is None:
        return None
    return Said(Clock(hour, minute), i + 2, 1)


def _run_together(t: list[Token], i: int, article: bool) -> Said | None:
    """Hour and minutes without a sign between: "340pm", "a las 1130"."""
    hour, minute = divmod(t[i].value or 0, 100)
    if hour > 24 or minute > 59 or not (article or t[i + 1].word in ("am", "pm")) or t[i + 1].word in COUNTED:
        return None
    return Said(Clock(hour, minute, zero=t[i].word[0] == "0"), i + 1, 2)


def _minutes(t: list[Token], j: int, hour: int, marked: bool) -> tuple[int, int, int]:
    """Minutes after an hour word or number (below zero: before it), the token after them, and the sureness."""
    word = t[j].word
    if word in HOUR_UNIT:
        return _minutes_after_unit(t, j, marked)
    if word in ("y", "i", "con") and hour <= 24:
        if t[j + 1].word in _QUARTERS and t[j + 2].word not in COUNTED:
            return _QUARTERS[t[j + 1].word], j + 2, 2
        if follows(t, j + 1, ("tres", "cuartos")):
            return 45, j + 3, 2
        found = number(t, j + 1)
        sure_minutes = found and (found[0] in range(5, 60, 5) or t[found[1]].word == "minutos")
        if found and 1 <= found[0] <= 59 and (marked or sure_minutes) and _is_minutes(t, j + 1, found[1]):
            after = skip(t, found[1], "minutos")
            named = meridiem(t, after)[0] is not None or after > found[1]
            return found[0], after, 2 if named else 1
    if word == "menos":
        if t[j + 1].word == "cuarto":
            return -15, j + 2, 2
        found = number(t, j + 1)
        if found and 1 <= found[0] <= 30:
            return -found[0], skip(t, found[1], "minutos"), 2
    if word in ("cero", "zero", "0") and (second := number(t, j + 1)) and 1 <= second[0] <= 9:
        return second[0], second[1], 1
    if word in ("media", "cuarto") and marked:
        return _QUARTERS[word], j + 1, 2
    found = number(t, j)
    if found and not marked and found[0] in (15, 30, 45) and _stands_alone(t, j, hour):
        return found[0], found[1], 1
    if found and 10 <= found[0] <= 59 and (t[j].kind != "n" or (marked and len(t[j].word) == 2 and not t[j].glued)):
        named = meridiem(t, found[1])[0] is not None
        other = not named and _is_next_hour(t, found, hour)
        if (marked or named) and not other and t[found[1]].word not in COUNTED:
            return found[0], skip(t, found[1], "minutos"), 1
    return 0, j, 0


def _stands_alone(t: list[Token], j: int, hour: int) -> bool:
    """ "10 30": two figures written apart, and no part of a longer number or of a date."""
    figures = 1 <= hour <= 23 and t[j - 1].kind == t[j].kind == "n" and len(t[j].word) == 2 and not t[j].glued
    around = (t[j - 2], t[j + 1])
    return figures and all(one.kind != "n" and one.word not in ("de", "del", *COUNTED, *MONTHS) for one in around)


def _is_next_hour(t: list[Token], found: tuple[int, int], hour: int) -> bool:
    """ "A las once once y media", "tipo diez once": another hour, and no minutes."""
    again = found[0] == hour and t[found[1]].word == "y" and t[found[1] + 1].word in _QUARTERS
    return again or (found[0] == hour + 1 and found[0] <= 12 and meridiem(t, found[1])[0] is None)


def _is_minutes(t: list[Token], begin: int, end: int) -> bool:
    """Whether "y 30" are minutes and not the next item of a list ("a las 3 y 4")."""
    if t[begin].kind == "n" and len(t[begin].word) == 1:
        five = t[begin].word == "5" and meridiem(t, end)[0] is not None and t[begin - 2].word not in ("4", "cuatro")
        return five or t[end].word == "minutos"
    return t[end].word == "minutos" or t[end].word not in COUNTED


def _minutes_after_unit(t: list[Token], j: int, marked: bool) -> tuple[int, int, int]:
    """Minutes after "h": "15h30", "10 h 10", "cero horas y tres minutos"."""
    long = t[j].word in ("hora", "horas")
    k = j + 1
    if t[k].word == "." and t[k].start == t[j].end:
        k += 1
    minute = t[k].value if len(t[k].word) == 2 and t[k + 1].word not in COUNTED else None
    if not long and minute is not None and minute < 60:
        return minute, skip(t, k + 1, "m", "minutos"), 2
    if t[k].word in ("y", "con") and (found := number(t, k + 1)) and found[0] < 60 and t[found[1]].word == "minutos":
        return found[0], found[1] + 1, 2 if marked else 1
    if long and not marked and (t[j - 2].word not in WEEKDAYS or t[j + 1].word in ("antes", "despues", "de", "del")):
        return 0, j, 0  # so many hours, but for "jueves 9 horas"
    return 0, k, 1


def _past_unit(t: list[Token], j: int) -> int:
    """After "hrs" behind "16:00"."""
    if t[j].word not in HOUR_UNIT:
        return j
    return j + 2 if t[j + 1].word == "." and t[j + 1].start == t[j].end else j + 1


def _past_dot(t: list[Token], j: int) -> int:
    """After "en punto" / "exactas"."""
    if follows(t, j, ("en", "punto")):
        return j + 2
    return j + 1 if t[j].word in ON_THE_DOT else j


def _correct_minutes(t: list[Token], j: int, value: Clock) -> tuple[Clock, int]:
    """Minutes said after the half of the day: "9pm menos cuarto", "5 pm y media"."""
    if value.minute == 0 and t[j].word in ("menos", "y", "i") and t[j + 1].word in ("cuarto", "media"):
        minute = _QUARTERS[t[j + 1].word]
        if t[j].word != "menos":
            return Clock(value.hour, minute, value.sense, value.zero, value.bad), j + 2
        return Clock(_hour_before(value.hour), 60 - minute, value.sense, value.zero, value.bad), j + 2
    return value, j


def _hour_before(hour: int) -> int:
    """The hour before, on the dial it was said on: before one comes twelve."""
    return 12 if hour == 1 else (hour - 1) % 24


def _to_the_hour(t: list[Token], i: int) -> Said | None:
    """Times told from the next hour: "cuarto para las cinco", "faltan 10 para las 5", "cuarto pasadas las ocho"."""
    j = skip(t, i, "faltan", "falta", "faltando")
    j = skip(t, j, "un")
    if t[j].word == "cuarto":
        minute, j = 15, j + 1
    elif (
        (found := number(t, j)) and (_names_day(t, j - 1) or t[j - 1].word in WEEKDAYS) and t[found[1]].word == "antes"
    ):
        return None  # "el martes 20 antes de las once"
    elif found and (found[0] in range(5, 60, 5) or (found[0] < 60 and t[found[1]].word == "minutos")):
        minute, j = found[0], skip(t, found[1], "minutos")
    else:
        return None
    past = t[j].word in ("pasadas", "pasada")
    if not past and t[j].word not in ("para", "antes"):
        return None
    k = j + 1
    if t[j].word != "para":
        k = skip(t, k, "de")
    if t[k].word not in ("las", "la") or not (hour := number(t, k + 1)) or not 1 <= hour[0] <= 24:
        return None
    if past:
        return Said(Clock(hour[0], minute), hour[1], 2)
    if t[j].word == "para" and t[i - 1].word == "las":
        return None  # "la de las 10 para las 12": two hours
    return Said(Clock(_hour_before(hour[0]), 60 - minute), hour[1], 2)


def meridiem(t: list[Token], i: int) -> tuple[str | None, int]:
    """What fixes the half of the day, right after a clock: "pm", "de la tarde", "del mediodía"."""
    word = t[i].word
    if word in ("am", "pm"):
        return word, i + 1
    if word == "de" and t[i + 1].word == "la" and t[i + 2].word in PARTS:
        return PARTS[t[i + 2].word], i + 3
    if word == "del" and t[i + 1].word in ("mediodia", "dia"):
        if t[i + 1].word == "dia" and number(t, i + 2):
            return None, i  # "las 5 del día 15"
        return t[i + 1].word, i + 2
    if word == "de" and t[i + 1].word in ("tarde", "noche", "madrugada"):
        return PARTS[t[i + 1].word], i + 2
    return None, i
