"""Weekdays without a week: "solo puedo los martes y jueves", "los lunes no puedo", "menos los sábados"; and what somebody
does at an hour: "a las 9 llevo al niño a la escuela"."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from booking.intents import Reading, When
from nlu.when.dates import plus_days, weekday
from nlu.when.parts import Context, Days, Item, Kind
from nlu.when.text import Token
from nlu.when.words import CLAUSE_WORDS, EXCEPT, NOISE
from nlu.words.word_sets import word_set

_ABLE = word_set("puedo podria podemos podriamos prefiero preferiria acomodan quedan")
_WANTS = _ABLE | word_set("""quiero quisiera queremos cita citas consulta agendar agendame descanso descansamos libre
    libres""")
_ONLY = word_set("solo solamente unicamente nomas nada puros")
_BESIDE = NOISE | _WANTS | _ONLY | word_set("me mis dia dias que es todos todas cualquier se mas yo")
"""What may stand beside days that somebody wishes for, and says nothing else of them."""
_SOON = 6  # days that such a wish may mean: three weeks of two weekdays
_AHEAD = 9  # weeks that a clinic books


def wished(t: list[Token], groups: list[list[Item]], context: Context) -> Reading | None:
    """The next such days, where somebody says that only these suit them and nothing else about time."""
    if not context.clinic or len(groups) != 1 or not (_ABLE | _ONLY) & {token.word for token in t}:
        return None
    numbers = _weekdays(groups[0]) if _is_habit(groups[0]) else []
    if not 0 < len(numbers) <= _SOON // 2:
        return None
    days = sorted(day for number in numbers for day in _every(number, _SOON // len(numbers), context))
    return Reading(candidates=tuple(map(_on, days)), alternatives=True)


def spelled_out(t: list[Token], group: list[Item], context: Context) -> list[Item]:
    """The items with "los sábados" as the next such days, where these are wished for ("solo puedo los sábados en la
    mañana"), and without it where it says a day once more: "el sábado, solo puedo sábados"."""
    if not context.clinic or not _is_habit(group):
        return group
    said = {start.weekday() for item in group if item.kind is Kind.DAYS if (start := _single(item))}
    items = [
        item for item in group if not (_named(item) is not None and item.kind is Kind.BLOCK and _named(item) in said)
    ]
    habits = [item for item in items if item.kind is Kind.BLOCK]
    if not habits or any(_named(item) is None or not _is_wished(t, items, item) for item in habits):
        return items
    numbers = {number for item in items if (number := _named(item)) is not None}
    weeks = max(_SOON // len(numbers), 1)
    return [
        item if (number := _named(item)) is None else _as_days(item, _every(number, weeks, context)) for item in items
    ]


def _named(item: Item) -> int | None:
    """The weekday that an item names without a week."""
    return item.days.weekday if item.days else None


def _single(item: Item) -> dt.date | None:
    """The day that an item names, where it is one."""
    options = item.days.options if item.days else ()
    return options[0][0] if len(options) == 1 and options[0][0] == options[0][1] else None


def _as_days(item: Item, days: list[dt.date]) -> Item:
    return replace(item, kind=Kind.DAYS, days=Days(tuple((day, day) for day in days), any_of=True))


def wishes_for(t: list[Token], items: list[Item], habit: Item) -> bool:
    """Whether the clause around a habit says nothing else of it: "en enero, los sábados"."""
    return _words_beside(t, items, habit) <= _BESIDE


def _is_wished(t: list[Token], items: list[Item], habit: Item) -> bool:
    """Whether the clause around a habit wishes for it, and says nothing else: "los martes me duele" does not."""
    words = _words_beside(t, items, habit)
    return bool(words & (_WANTS | _ONLY)) and words <= _BESIDE


def _words_beside(t: list[Token], items: list[Item], habit: Item) -> set[str]:
    """The words of the clause around a habit that are of no item."""
    begin, end = habit.begin, habit.end
    while begin > 0 and t[begin - 1].kind != "s" and t[begin - 1].word not in CLAUSE_WORDS:
        begin -= 1
    while t[end].kind and t[end].kind != "s" and t[end].word not in CLAUSE_WORDS:
        end += 1
    covered = {k for item in items for k in range(item.begin, item.end)}
    return {t[k].word for k in range(begin, end) if k not in covered}


def refused(t: list[Token], clause: list[Item], context: Context) -> tuple[When, ...] | None:
    """Every such day, as far ahead as a clinic books; None where a clause speaks of none."""
    if t[clause[0].begin].word in ("entre", "intersemana") and t[clause[0].end - 1].word.endswith("semana"):
        monday = plus_days(context.today, -context.today.weekday())
        spans = [(plus_days(monday, 7 * n), plus_days(monday, 7 * n + 4)) for n in range(_AHEAD)] if monday else []
        return tuple(When(date_from=start, date_to=friday) for start, friday in spans)
    if all(_is_every_weekend(t, item) for item in clause):
        saturday = plus_days(context.today, 5 - context.today.weekday())
        begins = [plus_days(saturday, 7 * n) for n in range(_AHEAD)] if saturday else []
        return tuple(When(date_from=begin, date_to=plus_days(begin, 1)) for begin in begins if begin)
    if not _is_habit(clause) and t[clause[0].begin - 1].word not in EXCEPT | {"ni"}:
        return None
    numbers = _weekdays(clause)
    if not numbers:
        return () if _is_habit(clause) else None
    today = context.today if context.today.weekday() in numbers else None  # one of those Mondays, too
    days = [day for number in numbers for day in _every(number, _AHEAD // len(numbers), context)]
    return tuple(map(_on, dict.fromkeys((today, *days) if today else days)))


def _is_every_weekend(t: list[Token], item: Item) -> bool:
    """ "Los fines de semana", "que no sea en fin de semana"; "el fin de semana" is one of them."""
    words = [t[k].word for k in range(item.begin, item.end)]
    return words[-1] == "semana" and ("fines" in words or words[:-2] in (["fin"], ["en", "fin"]))


def _is_habit(items: list[Item]) -> bool:
    return any(item.kind is Kind.BLOCK for item in items)


def _weekdays(items: list[Item]) -> list[int]:
    """The weekdays that items name; empty where one of them says anything else."""
    numbers = [item.days.weekday for item in items if item.days and item.days.weekday is not None]
    return list(dict.fromkeys(numbers)) if len(numbers) == len(items) else []


def _every(number: int, weeks: int, context: Context) -> list[dt.date]:
    first = weekday(context, number)
    return [day for week in range(weeks) if (day := plus_days(first, 7 * week))]


def _on(day: dt.date) -> When:
    return When(date_from=day, date_to=day)


_BOUNDING = word_set("""salgo salimos entro entramos regreso regresamos vuelvo volvemos desocupo desocupamos checo termino terminamos
    sale salen entra entran""")
"""What begins or ends then: from which on somebody can come, or until when."""
HERE = word_set("""consulta cita clinica consultorio ahi alla aca aqui usted ustedes doctor doctora dr dra medico
    dentista hospital""")


def tells(t: list[Token], i: int) -> bool:
    """Whether the word at a place says what begins or ends then, and that is not at the clinic: "a las 9 entro a trabajar"."""
    if t[i].word == "luz" and t[i - 1].word == "a":  # "va a dar a luz"
        return True
    return t[i].word in _BOUNDING and not any(t[k].word in HERE for k in _clause(t, i))


def _clause(t: list[Token], i: int) -> range:
    begin, end = i, i + 1
    while begin > 0 and _goes_on(t[begin - 1]):
        begin -= 1
    while _goes_on(t[end]):
        end += 1
    return range(begin, end)


def _goes_on(token: Token) -> bool:
    return token.kind in ("w", "n") and token.word not in CLAUSE_WORDS
