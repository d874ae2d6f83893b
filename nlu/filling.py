"""What fills an order of staff's that is asked about or proposed: "a las 12", "sí, pero mejor el jueves", "con Luis".

A message is taken apart into a doctor, words about time and a person; what is left may only be words that change
something. Anything else is not about the order.
"""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Fills, Reading, UseTool
from booking.models import Asked, Role, UnderstandingContext
from nlu import names
from nlu.message import Message, plain
from nlu.stretches import stretched
from nlu.when import read, read_spans

TIME_OF = {
    "agendar_cita_medica_completa": ("fecha_hora_inicio",),
    "modificar_cita_medica": ("nueva_fecha_hora",),
    "cancelar_cita_medica": ("cuando",),
    "actualizar_disponibilidad_doctor": ("horario", "cuando"),
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
}
PERSONS = frozenset(PERSON_OF.values())
"""The parameters that name a patient."""
_ABOUT_DOCTORS = frozenset(TIME_OF) | {"find_next_available", "consultar_slots_disponibles"}
STRETCHES = ("cuando", "horario")
"""Parameters that may be stretches of a day."""
EXISTING = frozenset({"modificar_cita_medica", "cancelar_cita_medica"})
"""Tools whose `cuando` says which appointment is meant: another day is another one."""

_WORDS = frozenset(
    """
    a al con de del el en es la las le lo los para por que se su y ya pero mejor siempre no si sip ok va sale bueno perdon
    disculpa digo corrijo correccion espera esperame me equivoque era eran seria sea vez bien mas quise quiero queria decir
    poner puse mal favor porfa gracias ahora entonces cita citas consulta dia hora horas horario doctor doctora dr dra paciente
    cambia cambiala cambialo cambiale cambiar mueve muevela muevelo moverla pasa pasala pasalo pasarla pon ponla ponlo ponle
    dejala dejalo agendala agendalo agendar hazla hazlo mejorcito eso esa ese esta este claro igual todo demas mismo misma
    """.split()
)
"""What may stand around a change without saying anything else."""
_TITLED = re.compile(
    r"(?:\bcon\s+|\ba\s+)?(?:\b(?:el|la)\s+)?\b(?:dra?\.?|doctora?)\s+(?P<who>[^\W\d_]+(?:\s+[^\W\d_]+){0,2})",
    re.IGNORECASE,
)
_WITH = re.compile(r"\bcon\s+(?P<who>[^\W\d_]+(?:\s+[^\W\d_]+){0,2})", re.IGNORECASE)
_FOR = re.compile(
    r"\b(?:para|es|a|era|de)\s+(?P<who>(?!(?:para|es|a|era|de)\s)[^\W\d_]+(?:\s+[^\W\d_.'-]+){0,4})\s*[.!]*$",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\btodo\s+(?:el|ese)\b", re.IGNORECASE)
""" "Todo el lunes": no hours said before are meant."""
_OTHER = re.compile(r"\botr[oa]\s+(?:d[ií]a|hora|fecha)\b", re.IGNORECASE)
_YES = re.compile(r"^\W*(?:s[ií]p?|no|ok|va|sale|bueno|claro)\b[\s,.;:]*(?:pero\s+)?", re.IGNORECASE)
_ANY_DAY = dt.datetime(2026, 11, 23, 9, tzinfo=dt.UTC)
_FIGURE = re.compile(r"\W*(?:(?:como|tipo|son)\s+)?(\d{1,2})\W*")


def filled(text: str, asked: Asked, context: UnderstandingContext) -> UseTool | None:
    """What the message says of the order; None where it is about something else."""
    rest, doctor = _doctor(_YES.sub("", _OTHER.sub(" ", text), count=1), asked, context)
    when, rest = _time(rest, asked, context)
    person = _person(rest, asked) if asked.tool in PERSON_OF else None
    if person:
        rest = rest.replace(person, " ")
    if any(word not in _WORDS for word in Message.of(rest).words):
        return None
    field = time_field(asked)
    said = ((field, when), ("doctor", doctor), (PERSON_OF.get(asked.tool, ""), person))
    given = tuple((name, value) for name, value in said if name and value)
    if not given:
        return None
    another = field == "cuando" and asked.tool in EXISTING and not asked.field and _says_day(when, context)
    whole = _WHOLE.search(text) is not None
    return UseTool(tool=asked.tool, arguments=given, fills=Fills.CHANGES if another or whole else Fills.ADDS)


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
    hours = (context.opens, context.closes) if context.opens and context.closes else None
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
    """A person named with a word before the name; one of those listed, by the name alone."""
    found = _FOR.search(text)
    if found and names.begins_given(found["who"]):
        return found["who"].strip()
    alone = " ".join(w for w in text.strip(" .,!").split() if plain(w) not in _WORDS) if asked.options else ""
    return alone if alone and alone in text and names.begins_given(alone) else None
