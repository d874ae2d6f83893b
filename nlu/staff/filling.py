"""What fills an order of staff's that is asked about or proposed: "a las 12", "sí, pero mejor el jueves", "con Luis".

A message is taken apart into a doctor, words about time and a person; what is left may only be words that change
something. Anything else is not about the order.
"""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Fills, Reading, UseTool
from booking.models import Asked, Role, UnderstandingContext
from booking.models.tool_answers import AND_THEN, REPEATS
from nlu.naming.somebody import a_name
from nlu.staff import staff_parts, staff_times
from nlu.staff.staff_acts import ANYONE, BOOK, CHANGES, DAY
from nlu.staff.staff_times import stretched
from nlu.staff.staff_words import OVERBOOKS, UNTOLD, blank, even
from nlu.when import read, read_spans
from nlu.wishes import repetition
from nlu.with_whom import visits
from nlu.words.message import Message, plain

TIME_OF = {
    "agendar_cita_medica_completa": ("fecha_hora_inicio",),
    "modificar_cita_medica": ("nueva_fecha_hora",),
    "cancelar_cita_medica": ("cuando",),
    "actualizar_disponibilidad_doctor": ("horario", "cuando"),
    DAY: ("cuando",),
    "anotar_lista_espera": ("cuando",),
    "buscar_citas_por_periodo": ("cuando",),
    "check_availability": ("date",),
}
"""The parameters that words about time fill: the first that was said before, else the last."""
PERSON_OF = {
    "agendar_cita_medica_completa": "paciente_nombre",
    "modificar_cita_medica": "paciente",
    "cancelar_cita_medica": "paciente",
    "buscar_citas_por_periodo": "paciente",
    "crear_paciente_medico": "nombre",
    "anotar_lista_espera": "paciente_nombre",
    "quitar_lista_espera": "paciente_nombre",
}
_OF_NEWCOMERS = frozenset({"agendar_cita_medica_completa", "crear_paciente_medico"})
_ABOUT_DOCTORS = frozenset(TIME_OF) | {"find_next_available", "consultar_slots_disponibles"}
STRETCHES = ("cuando", "horario")
"""Parameters that may be stretches of a day."""
MOVING = "modificar_cita_medica"
EXISTING = frozenset({MOVING, "cancelar_cita_medica"})
"""Tools whose `cuando` says which appointment is meant: another day is another one."""

_WORDS = frozenset(
    """
    a al con de del el en es la las le lo los para por que se su y ya pero mejor siempre no si sip ok va sale bueno perdon
    disculpa digo corrijo correccion espera esperame me equivoque era eran seria sea vez bien mas quise quiero queria decir
    poner puse mal favor porfa gracias ahora entonces cita citas consulta dia hora horas horario doctor doctora dr dra paciente
    cambia cambiala cambialo cambiale cambiar mueve muevela muevelo moverla pasa pasala pasalo pasarla pon ponla ponlo ponle
    cambiasela cambiaselo pasasela pasaselo dejala dejalo agendala agendalo agendar hazla hazlo mejorcito eso esa ese esta este claro igual todo demas mismo misma
    solo solamente unicamente nada nomas tantito oye oiga dice dijo pide pidio prefiere prefirio quiere puede
    podria viene tambien sra sr srta senor senora senorita don dona paciente digo creo
    """.split()
)
"""What may stand around a change without saying anything else."""
_TITLED = re.compile(
    r"(?:\bcon\s+|\ba\s+)?(?:\b(?:el|la)\s+)?\b(?:dra?\.?|doctora?)\s+(?P<who>[^\W\d_]+(?:\s+[^\W\d_]+){0,2})",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"\b(?:con\s+)?(?:(?:el|la|un|una)\s+)?(?P<who>otr[oa])\s+(?:dra?\b\.?|doctora?\b|m[eé]dic[oa]\b)"
    r"|\bde\s+(?:doctora?|m[eé]dic[oa])\s*[.!]*$",
    re.IGNORECASE,
)
""" "Con otra doctora", "cámbialo de doctor": nobody said with whom."""
_WITH = re.compile(r"\bcon\s+(?P<who>[^\W\d_]+(?:\s+[^\W\d_]+){0,2})", re.IGNORECASE)
CORRECTED = re.compile(
    r"[\s,.;]+(?:no\s*[,.;]+|digo|perd[oó]n|corrijo|mejor dicho|quise decir)[\s,.;]*(?=\S)", re.IGNORECASE
)
""" "Con Salas, no, con Ríos": what is said last holds. "Con Salas, no con Ríos" is none."""
_RATHER = re.compile(r"^\W*no\b.*(?:\bsino|[,;]\s*(?:es|era))\b", re.IGNORECASE)
""" "No la de Ana, sino la de Luis": only what comes after it is said."""
_WHOLE = re.compile(r"\btodo\s+(?:el|ese)\b", re.IGNORECASE)
""" "Todo el lunes": no hours said before are meant."""
_OTHER = re.compile(r"\botr[oa]\s+(?:d[ií]a|hora|fecha)\b", re.IGNORECASE)
_YES = re.compile(r"^\W*(?:s[ií]p?|no|ok|va|sale|bueno|claro)\b[\s,.;:]*(?:pero\s+)?", re.IGNORECASE)
_ANY_DAY = dt.datetime(2026, 11, 23, 9, tzinfo=dt.UTC)
_FIGURE = re.compile(r"\W*(?:(?:como|tipo|son)\s+)?(\d{1,2})\W*")


def filled(text: str, asked: Asked, context: UnderstandingContext) -> UseTool | None:
    """What the message says of the order; None where it is about something else."""
    given: dict[str, str] = {}
    for part in CORRECTED.split(_RATHER.sub("", text)):
        time = given.get(field) if (field := time_field(asked)) else None
        if time and (figure := _FIGURE.fullmatch(part)):
            part = f"a las {figure[1]}"
        said = _said(part, asked, context)
        if said is None:
            return None
        if time and field in said:
            said[field] = f"{time}{AND_THEN}{said[field]}"
        given |= said
    if not given:
        return None
    field = time_field(asked)
    when = given.get(field)
    another = field == "cuando" and asked.tool in EXISTING and not asked.field and _says_day(when, context)
    whole = _WHOLE.search(text) is not None
    adds = Fills.CHANGES if another or whole else Fills.ADDS
    return UseTool(tool=asked.tool, arguments=tuple(given.items()), fills=adds)


def _said(text: str, asked: Asked, context: UnderstandingContext) -> dict[str, str] | None:
    """The parameters that a text without corrections names; None where a word of it belongs to none."""
    text, said_beside = _beside(text, asked)
    rest, doctor = _doctor(_YES.sub("", _OTHER.sub(" ", text), count=1), asked, context)
    when, rest = _time(rest, asked, context)
    person = _person(rest, asked) if asked.tool in PERSON_OF else None
    if person:
        rest = rest.replace(person, " ")
    if any(word not in _WORDS for word in Message.of(rest).words):
        return None
    hands_over = asked.tool == DAY and ("a_doctor" in asked.given or asked.field == "a_doctor")
    said = (
        (time_field(asked), when),
        ("a_doctor" if hands_over else "doctor", doctor),
        (PERSON_OF.get(asked.tool, ""), person),
    )
    return said_beside | {name: value for name, value in said if name and value}


def _beside(text: str, asked: Asked) -> tuple[str, dict[str, str]]:
    """The text without the number of somebody new, without that a time may be taken although it is not free, and that
    the patient is not to be told."""
    said: dict[str, str] = {}
    if asked.tool == "agendar_cita_medica_completa" and (over := OVERBOOKS.search(even(text))):
        said["sobrecupo"], text = "si", blank(text, *over.span())
    if asked.tool in CHANGES and "estado" not in asked.given and (untold := UNTOLD.search(even(text))):
        said["sin_avisar"], text = "si", blank(text, *untold.span())
    if asked.tool == "agendar_cita_medica_completa":
        text, of_a_series = _of_a_series(text, asked)
        said |= of_a_series
    if asked.tool in _OF_NEWCOMERS and (found := staff_parts.phone(even(text))):
        said["telefono"], text = text[slice(*found[1])], blank(text, *found[0])
    if asked.tool == DAY:
        text, of_a_day = _of_a_day(text, asked)
        said |= of_a_day
    return text, said


def _of_a_series(text: str, asked: Asked) -> tuple[str, dict[str, str]]:
    """The text without how often the appointment is to come again, and how many they are. A bare figure is that where
    it was asked for; which one cannot be on its day, or how many alone, is said of a series only."""
    series = asked.field == REPEATS or REPEATS in asked.given
    found = repetition.cut(text, part=True)
    if found is not None:
        return (found.rest, {REPEATS: found.words}) if series or found.repeats.every else (text, {})
    whole = repetition.of_staff(text) if series else None
    if whole is not None and (whole.but or asked.field == REPEATS):
        return "", {REPEATS: text.strip(" ,.;:!¡")}
    return text, {}


def _of_a_day(text: str, asked: Asked) -> tuple[str, dict[str, str]]:
    """The text without which are excepted, by how much they move, and that they may lie where they do not fit."""
    said: dict[str, str] = {}
    if kept := staff_parts.but(text, even(text)):
        said["menos"], text = kept.said, blank(text, *kept.places[0])
    if over := OVERBOOKS.search(even(text)):
        said["sobrecupo"], text = "si", blank(text, *over.span())
    shifts = "recorrer" in asked.given or asked.field == "recorrer"
    if shifts and (by := staff_times.by_how_much(text, even(text))):
        said["recorrer"], text = by.said, blank(text, *by.places[0])
    return text, said


def time_field(asked: Asked) -> str:
    """The parameter that words about time fill."""
    if asked.time:
        return asked.field
    if asked.tool == "modificar_cita_medica" and ("estado" in asked.given or asked.field == "cita"):
        return "cuando"
    fields = TIME_OF.get(asked.tool, ())
    return next((field for field in fields if field in asked.given), fields[-1] if fields else "")


def _doctor(text: str, asked: Asked, context: UnderstandingContext) -> tuple[str, str | None]:
    """The text without the doctor who is named, and who that is."""
    if asked.tool not in _ABOUT_DOCTORS:
        return text, None
    if asked.tool == BOOK and (anyone := visits.anyone(even(text))):
        return blank(text, *anyone), ANYONE
    if another := _ANOTHER.search(text):
        return f"{text[: another.start()]} {text[another.end() :]}", another["who"] or "otro"
    for pattern in (_TITLED, _WITH):
        if found := pattern.search(text):
            who = _name_in(found["who"])
            known = any(_fits(who, name) for name in context.doctors)
            if who and (known or pattern is _TITLED or context.role is not Role.DOCTOR):
                end = found.start("who") + len(who)
                return f"{text[: found.start()]} {text[end:]}", who
    alone = " ".join(w for w in text.strip(" .,!").split() if plain(w) not in _WORDS)
    if alone and any(_fits(alone, name) for name in context.doctors):
        return text.replace(alone, " "), alone
    return text, None


def _name_in(words: str) -> str:
    """The words before the first that is none of a name."""
    taken: list[str] = []
    for word in words.split():
        if plain(word) in _WORDS or read(word, _ANY_DAY) != Reading():
            break
        taken.append(word)
    return " ".join(taken)


def _fits(said: str, doctor: str) -> bool:
    """Every word said is one of the doctor's name."""
    words = plain(doctor).replace(".", " ").split()
    return bool(said) and all(word in words for word in plain(said).split())


def told(text: str, field: str, asked: Asked) -> str:
    """Words about time as they are read: a bare figure is the hour where that was asked for, hours are a stretch."""
    if asked.part == "time" and (figure := _FIGURE.fullmatch(text)):
        text = f"a las {figure[1]}"
    return stretched(text) if field in STRETCHES else text


def _time(text: str, asked: Asked, context: UnderstandingContext) -> tuple[str | None, str]:
    """The words about time, such that they are read alone as they are in the whole; and the rest."""
    field = time_field(asked)
    if not field:
        return None, text
    text = told(text, field, asked)
    hours = context.hours
    found = read_spans(text, context.now, hours=hours, direction=None)
    if not found.spans or found.reading == Reading():
        return None, text
    if field in STRETCHES and asked.tool not in EXISTING and found.reading.when and found.reading.when.exact:
        return None, text  # one clock time is no stretch
    said = text[min(start for start, _ in found.spans) : max(end for _, end in found.spans)]
    alone = read(said, context.now, hours=hours, direction=None)
    return (said if alone == found.reading else text).strip(" ,.;:"), found.leftover


def _says_day(when: str | None, context: UnderstandingContext) -> bool:
    said = read(when, context.now, direction=None).when if when else None
    return said is not None and said.date_from is not None


def _person(text: str, asked: Asked) -> str | None:
    """A person named: with a word before the name, as names are written, or, of those listed, by the name alone."""
    said = [m for m in re.finditer(r"[^\s.,;:¡!¿?()]+", text) if plain(m[0]) not in _WORDS]
    if not said:
        return None
    alone = text[said[0].start() : said[-1].end()]
    whole = alone.split() == [m[0] for m in said]
    return alone if whole and a_name(alone, first=not text[: said[0].start()].strip()) else None
