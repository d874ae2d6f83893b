"""Weekdays without a week: "solo puedo los martes y jueves", "los lunes no puedo", "menos los sábados"; and what somebody
does at an hour: "a las 9 llevo al niño a la escuela"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from booking.intents import Reading, When
from nlu.when.dates import plus_days, weekday
from nlu.when.parts import Context, Days, Item, Kind, follows
from nlu.when.text import Token
from nlu.when.words import CLAUSE_WORDS, EXCEPT, NOISE
from nlu.word_sets import word_set

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


_ALWAYS = word_set("""salgo salimos entro entramos trabajo trabajamos laboro laboramos regreso regresamos vuelvo
    volvemos recojo recogemos desayuno desayunamos ceno cenamos desocupo desocupamos levanto despierto duermo cuido
    checo abro cierro clase clases""")
_TO_SOMEBODY = word_set("llevo llevamos dejo dejamos")
_ERRAND = word_set("voy vamos paso pasamos")
_ERRANDS = word_set("recoger dejar llevar traer trabajar cuidar comer entrar salir")
_UNDER_WAY = word_set("ando andamos estoy estamos sigo seguimos voy vamos")
_DOING = re.compile(r"\w+(?:ando|iendo|yendo)")
_ASKING = word_set("""buscando queriendo ocupando necesitando viendo pensando esperando llegando solicitando pidiendo agendando
    preguntando escribiendo yendo hablando llamando confirmando cancelando disponiendo pudiendo""")
"""What somebody does who writes to the clinic, or comes to it."""
_PLACES = word_set("""trabajo escuela kinder guarderia gym gimnasio banco iglesia misa mercado super oficina universidad
    prepa secundaria primaria chamba jale casa""")
_DUTIES = word_set("""junta reunion compromiso evento examen partido entrenamiento terapia entrevista misa curso taller
    practica ensayo que""")
_THEIRS = word_set("sale salen entra entran trabaja trabajan llega llegan")
_OTHERS = word_set("""hijo hija hijos hijas nino nina ninos ninas bebe esposo esposa marido mama papa hermano hermana
    novio novia jefe muchacha suegra abuela abuelo""")
_HERE = word_set("""consulta cita clinica consultorio ahi alla aca aqui usted ustedes doctor doctora dr dra medico
    dentista hospital""")
_ARTICLES = word_set("el la los las mi mis un una otra otro")


def tells(t: list[Token], i: int) -> bool:
    """Whether the word at a place says what somebody does then, and that is not to come to the clinic."""
    word, after = t[i].word, t[i + 1].word
    if word in _ALWAYS or (word == "luz" and t[i - 1].word == "a"):  # "va a dar a luz"
        return True
    if word in _TO_SOMEBODY:
        return (after == "al" or (after == "a" and not _is_hour(t, i + 1))) and not _comes(t, i)
    if word in _UNDER_WAY and _DOING.fullmatch(after):  # "a las 8 todavía ando dejando a los niños"
        return after not in _ASKING and not _comes(t, i)
    if word in _ERRAND:
        return _errand(t, i) and not _comes(t, i)
    if word in ("llego", "llegamos"):
        return after in ("de", "del") or (t[_noun(t, i + 1)].word in _PLACES and after in ("a", "al"))
    if word in ("tengo", "tenemos", "tiene", "tienen"):
        return t[_noun(t, i)].word in _DUTIES and not _comes(t, i)
    return word in _THEIRS and not _comes(t, i) and any(t[k].word in _OTHERS for k in _clause(t, i))


_BEING = word_set("estoy estamos estare estaremos ando andamos andare vivo vivimos")
_NO_PLACE = word_set("""casa espera linea camino ayunas ayuno reposo cama tratamiento control lista contacto duda eso esa ese
    esta este la el las los mi tu su un una que vez lugar""")


def is_elsewhere(t: list[Token], i: int) -> bool:
    """ "Estoy en Mexicali": whether somebody can come from there, or is away then, nobody can tell."""
    named = t[i + 2].kind == "w" and t[i + 2].word not in _NO_PLACE | _HERE | _PLACES
    return t[i].word in _BEING and t[i + 1].word == "en" and named and not _comes(t, i)


def _errand(t: list[Token], i: int) -> bool:
    """ "Voy por mis hijos", "paso por la niña", "voy a recoger", "voy al banco"; "voy a las 3" comes."""
    if t[i + 1].word == "por":
        return t[i + 2].word not in ("ahi", "alla", "favor")
    if t[i].word in ("paso", "pasamos") or t[i + 1].word not in ("a", "al"):
        return False
    return t[i + 2].word in _ERRANDS or t[_noun(t, i + 1)].word in _PLACES


def _noun(t: list[Token], i: int) -> int:
    """The place of the next word that is no article."""
    i += 1
    while t[i].word in _ARTICLES:
        i += 1
    return i


def _is_hour(t: list[Token], i: int) -> bool:
    """ "A las 4": an hour, and nobody who is taken along."""
    return follows(t, i, ("a", "las")) or (follows(t, i, ("a", "la")) and t[i + 2].word in ("una", "1"))


def _comes(t: list[Token], i: int) -> bool:
    """Whether the clause names the clinic: "a las 4 llevo a mi hija a la consulta"."""
    return any(t[k].word in _HERE for k in _clause(t, i))


def _clause(t: list[Token], i: int) -> range:
    begin, end = i, i + 1
    while begin > 0 and _goes_on(t[begin - 1]):
        begin -= 1
    while _goes_on(t[end]):
        end += 1
    return range(begin, end)


def _goes_on(token: Token) -> bool:
    return token.kind in ("w", "n") and token.word not in CLAUSE_WORDS
