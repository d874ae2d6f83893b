"""Which items still count: refusals and corrections. "El martes no puedo, mejor el jueves" means Thursday."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from nlu.when.habits import tells
from nlu.when.parts import Item, Kind, phrase_at
from nlu.when.scan import other_one
from nlu.when.text import Token
from nlu.when.words import (
    CANNOT,
    CLAUSE_WORDS,
    CORRECTIONS,
    EXCEPT,
    EXPLAINING,
    FREE_THEN,
    KEPT_BY,
    MUST_BE,
    MUST_NOT_BE,
    NARRATIVE,
    NEGATIONS,
    NEXT,
    PARTS,
    POLITE_NO,
    REFUSING,
    REPLACED,
    SYMPTOMS,
    TAKING,
    THIS,
)
from nlu.words.word_sets import word_set

_BREAKS = {".", ";", "!", "?", ",", "¿", "¡", "\n"}

_WHICH_WEEK = THIS | NEXT | {"otra", "otro", "viene", "entra", "sigue"}
_AROUND_WEEK = {"de", "del", "en", "el", "la", "que", "semana"}

_ASKS = word_set("quiero quisiera queremos necesito ocupo busco prefiero hay tiene tienen tendra tendran habra")
"""Verbs that begin a wish, even where no comma does."""
_THERE_IS = word_set("hay tienen tendran tal")
"""Behind "no puedo que" these ask: "en la mañana no puedo, qué tienen en la tarde"."""
_IS = word_set("es era sea seria fue")
_MEANT = _IS | word_set("para al mejor prefiero")
"""Before a time these say that it is the one that is meant."""
_PAST = ("aron", "ieron", "jeron", "aban", "abamos")
_SAID = word_set("fui fuimos fue fueron dijo dijeron dice dicen comento comentaron conto contaron")
_INSTEAD = {"es", "quiero", "prefiero", "quisiera", "si"}
"""After a refused time these begin what is wished for: "no es el lunes es el martes"."""


class Grouped(NamedTuple):
    """The items that count, in groups, each correcting the one before; those that the person cannot take; and those of
    every clause that says no, whatever else it says."""

    groups: list[list[Item]]
    refused: list[list[Item]]
    denied: list[list[Item]]
    unclear: bool  # a time and a "no" with nothing else: nobody can tell whether it is refused or wished for
    told: bool  # an hour at which somebody does something else: "a las 9 llevo al niño a la escuela"


def grouped(t: list[Token], items: list[Item], today: dt.date | None) -> Grouped:
    """Which items count and which are refused; what is merely told of ("el lunes no trabajo") is neither. What explains
    a wish ("porque el domingo se casa mi prima"), was said by others or lies before `today` counts only where nothing
    else does."""
    result: list[list[Item]] = [[]]
    refusals: list[list[Item]] = []
    denied: list[list[Item]] = []
    asides: list[Item] = []
    told_of: list[Item] = []
    clause: list[Item] = []
    explains = aside = story = refused = correcting = only_no = replaced = unclear = tells_of = told = False
    place = i = begin = 0

    def close() -> None:
        nonlocal clause, refused, only_no, correcting, begin, unclear, tells_of, told, aside, explains, story
        if clause and not refused and (explains or (aside and any(item.days for item in clause))):
            (told_of if story and not explains else asides).extend(clause)
        elif clause and not refused:
            if correcting and result[-1]:
                result.append([])
            correcting = False
            result[-1].extend(clause)
        elif clause:
            if any(token.word in NEGATIONS for token in t[begin:i]):
                denied.append(clause)
            if _refuses(t, begin, i, clause):
                refusals.append(clause)
            elif t[i].word != "?" and _only_times_and_no(t, begin, i, clause):
                unclear = True
            told = told or (tells_of and any(item.kind is Kind.TIMES for item in clause))
        elif only_no and result[-1] and not clause:
            correcting = True
        clause, refused, only_no, tells_of, begin = [], False, False, False, i
        aside = explains = story = False

    while t[i].kind:
        if place < len(items) and items[place].begin == i:
            if refused and clause and other_one(t, i) == items[place].end:
                refusals.append(clause)  # "no este sábado, el que sigue"
                clause = []
                close()
            neither = explains and items[place].days and t[items[place].end].word == "tampoco"
            if neither or (refused and clause and _begins_anew(t, clause, items[place], begin)):
                close()  # "el lunes no porque tengo clase el martes tampoco el miércoles sí"
            if _is_past(items[place], today):
                if clause:
                    close()
                aside = True
            if replaced:
                replaced = False
            elif _is_usual(t, begin, items[place]):
                asides.append(items[place])
            else:
                clause.append(items[place])
            i = items[place].end
            place += 1
            continue
        word = t[i].word
        if (
            (after := phrase_at(t, i, POLITE_NO)) > i
            and not (clause and word == "porque")
            and t[after].word not in TAKING
        ):
            i = after
            continue
        if (after := phrase_at(t, i, FREE_THEN)) > i and sum(item.days is not None for item in items) == 1:
            i = after
            continue
        if (after := phrase_at(t, i, REPLACED)) > i:
            replaced = True
            i = after
            continue
        if (after := phrase_at(t, i, CORRECTIONS)) > i:
            close()
            correcting = True
            i = after
            continue
        if not refused and (after := _takes_back(t, i, items, place)) > i:
            close()
            correcting = True
            i = after
            continue
        if not refused and (after := _sets_apart(t, i, items, place)) > i:
            while place < len(items) and items[place].begin < after:
                place += 1
            i = after
            continue
        if word == "no" and t[i + 1].word == "?" and not t[i + 2].kind and (clause or t[i - 1].word in ("o", "ya")):
            i += 1  # "me la pasa al viernes no?", "hay algo el lunes o no?"
            continue
        instead = refused and clause and word in _INSTEAD and place < len(items) and items[place].begin == i + 1
        instead = instead and t[i - 1].word != "no"  # "es el 21 no es el 14"
        asks = (
            word in _ASKS
            and (explains or aside or (refused and clause))
            and t[i - 1].word not in NEGATIONS | {"que", "si", "lo"}
        )
        asks = asks or bool(
            refused and clause and word in _THERE_IS and t[i - 1].word == "que" and t[i - 2].word in CANNOT
        )
        why = phrase_at(t, i, EXPLAINING) > i and (t[i].word != "es" or t[i - 1].kind != "w")
        why = why or (not refused and bool(clause) and _says_why(t, clause[-1], i))
        if word in _BREAKS or word in CLAUSE_WORDS or instead or asks or why:
            if refused and clause and place < len(items) and other_one(t, i + 1) == items[place].end:
                refusals.append(clause)
                clause = []
            if word != "," or not (refused and _lists(t, i, items, place)):
                close()
                explains = why
        elif word in ("y", "e") and refused and clause and _refuses_another_kind(t, clause, items, place, i):
            close()  # "menos el lunes y en la mañana no puedo"
        elif word in NEGATIONS:
            unless = t[i - 1].word == "que" and t[i + 1].word in MUST_NOT_BE
            apart = word == "ni" and refused and clause and _is_of_another_kind(t, clause, items, place, i)
            if not refused and _is_of_that_day(t, clause, items, place, i):
                close()
                refusals.append([items[place]])
                i = items[place].end
                place += 1
                continue
            if apart or ((word in EXCEPT or unless) and not refused):
                close()  # "cita menos el lunes", "una cita que no sea lunes", "ni el lunes ni en la mañana"
            only_no = not clause and t[i - 1].kind != "w" and (t[i + 1].kind != "w" or t[i + 1].word in NEGATIONS)
            refused = True
        elif (after := phrase_at(t, i, MUST_BE)) > i:
            i = after
            continue
        elif word in NARRATIVE or tells(t, i):
            refused, tells_of = True, tells_of or tells(t, i)
        elif (
            not story
            and (word in _SAID or word.endswith(_PAST))
            and not any(t[k].word in _ASKS for k in range(begin, i))
        ):
            aside = story = True
        else:
            only_no = False
        i += 1
    close()
    said = [item for group in result for item in group if item.kind is not Kind.NOTHING]
    if not said:
        result[-1].extend(asides)
    if not any(item.days or item.moment for item in said):
        result[-1][:0] = told_of
    kept = [group for group in result if any(item.kind is not Kind.NOTHING for item in group)]
    return Grouped(kept, refusals, denied, unclear, told)


def _says_why(t: list[Token], said: Item, i: int) -> bool:
    """ "Antes de las 11 que entro a clases": behind an hour, what somebody does then; with no "no" to it."""
    rest = range(i + 1, next(k for k in range(i, len(t)) if t[k].kind not in ("w", "n")))
    because = t[i].word == "que" and said.kind is Kind.TIMES and said.end == i and tells(t, i + 1)
    return because and not any(t[k].word in NEGATIONS for k in rest)


def _is_of_another_kind(t: list[Token], clause: list[Item], items: list[Item], place: int, i: int) -> bool:
    """Whether what stands behind this "ni" is a part of the day where days stood before it, or days where none did."""
    between = {t[k].word for k in range(clause[-1].end, i)}  # "el lunes no puedo ni en la mañana ni en la tarde"
    behind = i + 2 if t[i + 1].word == "tampoco" else i + 1
    if place >= len(items) or items[place].begin != behind or not between <= {"no", "tampoco"}:
        return False
    of_days = any(item.days for item in clause)
    return of_days == (items[place].days is None) and not (of_days and any(item.days is None for item in clause))


def _refuses_another_kind(t: list[Token], clause: list[Item], items: list[Item], place: int, i: int) -> bool:
    """Whether a part of the day with a "no" of its own stands behind days that are refused, or days behind a part."""
    if place >= len(items) or items[place].begin != i + 1 or t[items[place].end].word not in ("no", "tampoco"):
        return False
    return (items[place].days is None) == any(item.days for item in clause)


def _is_of_that_day(t: list[Token], clause: list[Item], items: list[Item], place: int, i: int) -> bool:
    """ "El jueves no en la mañana": a part of the day that is named right before its "no", and nothing else behind it."""
    if t[i].word != "no" or not clause or not clause[-1].days or clause[-1].end != i or place >= len(items):
        return False
    part = items[place]
    over = not t[part.end].kind or t[part.end].word in _BREAKS or t[part.end].word == "ni"
    return part.begin == i + 1 and part.days is None and over


def _begins_anew(t: list[Token], clause: list[Item], item: Item, begin: int) -> bool:
    """Whether a day that stands behind a refusal is none of what is refused: "ni lunes ni martes el miércoles", "entre
    semana no puedo el sábado", "el martes no puedo y el jueves"."""
    between = [t[k].word for k in range(clause[-1].end, item.begin)]
    lead = t[item.begin].word in ("el", "este") or between[-1:] in (["el"], ["este"])
    neither = between[:1] == ["tampoco"]
    if item.days is None or clause[-1].days is None or not lead or t[item.end].word in ("ni", "tampoco"):
        return False
    if neither or {"ni", "tampoco"} & {*between}:
        return neither
    listed = any(t[k].word == "ni" for k in range(begin, clause[-1].begin))
    behind = {t[k].word for k in range(clause[0].end, item.begin)}
    return bool(CANNOT & behind) or (listed and set(between) <= {"el", "este"})


def _is_past(item: Item, today: dt.date | None) -> bool:
    """Whether an item names days gone by, which nobody wishes for: "ayer les marqué"."""
    options = item.days.options if item.days and not item.days.is_loose else ()
    return bool(today and options) and all(today and end is not None and end < today for _, end in options)


def _is_usual(t: list[Token], begin: int, item: Item) -> bool:
    """ "Se me inflama el pie en las tardes": when it hurts."""
    plural = item.kind is Kind.PART and t[item.end - 1].word in PARTS and t[item.end - 1].word.endswith("s")
    return plural and any(token.word in SYMPTOMS for token in t[begin : item.begin])


def _sets_apart(t: list[Token], i: int, items: list[Item], place: int) -> int:
    """The index after a "no" that tells a time from another one, or `i`: "el viernes de esta semana, no la que viene",
    "el martes que entra no este", "es el 21 no el 14", "el 21 y no el 14". The first stays what is wished for."""
    day = items[place - 1] if place else None
    if t[i].word != "no" or day is None or (day.days is None and day.times is None):
        return i
    if day.end != i and not (day.end == i - 1 and t[i - 1].word in (",", "y")):
        return i
    lead = day.begin
    while t[lead - 1].word in ("el", "este", "proximo") and lead > 0:
        lead -= 1
    other = items[place] if place < len(items) else None
    wished = t[i - 1].word == "y" or bool(_MEANT & {t[day.begin].word, t[lead].word, t[lead - 1].word if lead else ""})
    if t[i + 1].word == ",":
        return i  # "para el lunes 7, no, el martes 8": put right
    other_lead = i + 2 if t[i + 1].word in _IS else i + 1
    alike = other is not None and (other.days is None) == (day.days is None) and other.begin - other_lead in (0, 1)
    if wished and other is not None and alike:
        over = not t[other.end].kind or t[other.end].word in _BREAKS
        return other.end if over else i  # "para el viernes, no el jueves"
    if day.days is None or day.days.ambiguous:
        return i
    j = i + 1
    while t[j].word in _WHICH_WEEK | _AROUND_WEEK:
        j += 1
    ends = not t[j].kind or t[j].word in _BREAKS or t[j].word in CLAUSE_WORDS
    named = any(t[k].word in _WHICH_WEEK for k in range(i + 1, j))
    told = t[i + 1].word in ("de", "del", "en") or any(t[k].word in _WHICH_WEEK for k in range(day.begin, day.end))
    return j if ends and named and told else i


def _only_times_and_no(t: list[Token], begin: int, end: int, clause: list[Item]) -> bool:
    """ "El lunes no el martes", "no el martes": no other word says what is meant."""
    covered = {k for item in clause for k in range(item.begin, item.end)}
    words = {t[k].word for k in range(begin, end) if k not in covered and t[k].kind in ("w", "n")}
    return bool(NEGATIONS & words) and words <= REFUSING and any(item.kind is Kind.DAYS for item in clause)


def _takes_back(t: list[Token], i: int, items: list[Item], place: int) -> int:
    """The index after a "no" that corrects what it follows, or `i`: "a las 9 no perdón a las 10" keeps the day,
    "lunes no martes a las 12" is Tuesday. "El lunes no el martes" may be either day: it is no correction."""
    if t[i].word != "no" or not place or items[place - 1].end != i:
        return i
    if items[place - 1].kind in (Kind.TIMES, Kind.PART) and (after := phrase_at(t, i + 1, CORRECTIONS)) > i + 1:
        return after
    if place + 1 >= len(items) or t[i + 1].word in ("el", "la"):
        return i
    day, time = items[place], items[place + 1]
    told = day.begin == i + 1 and day.kind is Kind.DAYS and time.begin == day.end and time.kind is Kind.TIMES
    return i + 1 if told else i


def _refuses(t: list[Token], begin: int, end: int, clause: list[Item]) -> bool:
    """Whether a clause says that the person cannot take these times, and nothing else. "No el martes" may correct or
    refuse: neither."""
    covered = {k for item in clause for k in range(item.begin, item.end)}
    words = [t[k].word for k in range(begin, end) if k not in covered and t[k].kind in ("w", "n")]
    asked = t[end].word == "?" and not (CANNOT & set(words) and t[begin].word in ("pero", "aunque"))
    if asked or any(item.kind is Kind.NOTHING for item in clause):
        return False
    if _is_excepted(t, clause):
        return True
    ends_in_no = t[end - 1].word == "no" and clause[-1].end == end - 1  # "cita en las mañanas no"
    if not NEGATIONS & set(words) or not set(words) <= (
        REFUSING | CANNOT | KEPT_BY if CANNOT & set(words) or ends_in_no else REFUSING
    ):
        return False
    if t[end].word == "sino":
        return True
    leads = [t[k].word for k in range(begin, clause[0].begin) if t[k].kind == "w"]
    return leads != ["no"] or bool(CANNOT & set(words))


def _is_excepted(t: list[Token], clause: list[Item]) -> bool:
    """ "Menos el viernes, que juego futbol": whatever follows, the day behind such a word is refused."""
    lead = clause[0].begin
    while lead > 0 and t[lead - 1].word in ("el", "los", "la", "las", "en", "por"):
        lead -= 1
    return lead > 0 and t[lead - 1].word in EXCEPT and t[max(lead - 2, 0)].word not in ("al", "lo", "por")


def _lists(t: list[Token], i: int, items: list[Item], place: int) -> bool:
    """Whether a comma stands in a list ("no puedo lunes, martes ni jueves"): then a refusal reaches over it."""
    if not (0 < place < len(items) and items[place].begin == i + 1 and items[place - 1].end == i):
        return False
    return t[items[place].end].word in ("o", "u", "y", "ni")
