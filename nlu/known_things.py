"""Questions that the clinic's record answers: when a doctor attends, who does on a day, how long a visit takes."""

from __future__ import annotations

import re

from booking.intents import AskQuestion, Reading, Topic, When
from nlu import opening
from nlu.acts import Act
from nlu.parts import Parts

_WORKS = (
    r"(?:viene|atiende|trabaja|consulta|labora|llega|va|asiste|da consultas?|tiene consultas?|pasa consultas?|recibe)"
)
_DAYS = re.compile(
    rf" (?:(?:que|cuales|cuantos) dias?|cuando|(?:a|en|hasta|desde)? ?que horas?|(?:en )?que horarios?)"
    rf"(?: (?:es que|son los que|de la semana|si|me|nos|puede|suele))? "
    rf"(?:{_WORKS}|esta|hay|tiene|maneja|atender|venir|sale|descansa)(?= )"
)
_ON_A_DAY = re.compile(
    rf" (?:{_WORKS}|esta|hay|estara|va a estar|vendra|atendera) (?:el |la |con |al )*(?:dra?|doctora?)\b"
)
_WHO = re.compile(
    r" (?:quien(?:es)?|(?:que|cual|cuales) (?:doctor|medic)(?:a|o|as|os|es)?)(?: (?:me|nos|es el que|es la que|son los que))?"
    r" (?:atienden?|estan?|vienen?|trabajan?|consultan?|dan? consultas?|hay|laboran?|atenderan?|estaran?)(?= )"
)
_LASTS = re.compile(
    r" (?:cuanto(?: tiempo)?|que tanto(?: tiempo)?|cuantos minutos)(?: (?:es|se|me|mas o menos|aproximadamente))*"
    r" (?:dura|duran|tardan?|toma|lleva|tardare|durara|tardaria|demora)(?= )"
    r"| (?:de )?cuanto tiempo es (?:la|cada|una) (?:cita|consulta|visita)(?= )"
    r"| (?:la )?duracion de (?:la|una|cada) (?:cita|consulta|visita)(?= )"
)
_OF_A_VISIT = re.compile(
    r" (?:citas?|consultas?|visitas?|revision|atendiendo|adentro) |^ (?:y )?(?:como )?cuanto (?:dura|tardan?) [?]? ?$"
)


def asked(parts: Parts, text: str) -> AskQuestion | None:
    """What is asked of these things; None where nothing is, or an appointment is wished for beside."""
    flat = parts.message.flat
    if parts.has(Act.START, Act.MOVE, Act.CANCEL, Act.AVAILABILITY):
        return None
    if _LASTS.search(flat) and _OF_A_VISIT.search(flat):
        return AskQuestion(query=text, topic=Topic.DURATION)
    day, weekly = _day(parts)
    doctor = parts.doctor.name if parts.doctor and not parts.doctor.refused else None
    if doctor and (_DAYS.search(flat) or (day and parts.message.asks and _ON_A_DAY.search(flat))):
        return AskQuestion(query=text, topic=Topic.HOURS, doctor=doctor, when=day, weekly=weekly)
    if day and not doctor and _WHO.search(flat):
        return AskQuestion(query=text, topic=Topic.DOCTORS, when=day, weekly=weekly)
    return None


def _day(parts: Parts) -> tuple[Reading | None, bool]:
    """The one day that is asked about, and whether it is that weekday in general."""
    if weekly := opening.every(parts):
        return weekly, True
    when = parts.wish.when if parts.wish else None
    if when is None or when.date_from is None or when.date_from != when.date_to:
        return None, False
    return Reading(when=When(date_from=when.date_from, date_to=when.date_to)), False
