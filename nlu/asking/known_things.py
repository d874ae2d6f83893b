"""Questions that the agenda or the clinic's record answers, by what they are made of: a question word (when, from when to
when, who, how long, whether), a verb of attending, lasting or standing, and what it is about: a doctor, a day or a part of
the day, a visit, the writer's own appointment.
"""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import AnyIntent, AskQuestion, ListAppointments, Reading, Topic, When
from nlu.acts import QUESTIONS, Act
from nlu.parts import Parts
from nlu.when.words import DAY_NAMES, WEEKDAYS
from nlu.with_whom import specialties
from nlu.words.filler import INTERROGATIVES
from nlu.words.word_sets import word_set

_ONE_ATTENDS = (
    r"(?:viene|atiende|trabaja|consulta|labora|llega|va|asiste|recibe|pasa consultas?|(?:da|tiene) consultas?)"
)
_THEY_ATTEND = (
    r"(?:atienden|abren|cierran|trabajan|laboran|(?:dan|hay|tienen) (?:consultas?|servicio)|reciben|abre|cierra)"
)
_VISIT = r"(?:citas?|consultas?|visitas?|revision)"

_DAYS = re.compile(
    rf" (?:(?:que|cuales|cuantos) dias?|cuando|(?:a|en|hasta|desde)? ?que horas?|(?:en )?que horarios?)"
    rf"(?: (?:es que|son los que|de la semana|si|me|nos|puede|suele|lo|la|puedo))? "
    rf"(?:{_ONE_ATTENDS}|esta|hay|tiene|maneja|atender|venir|sale|descansa|encuentro|encontrar|encontrarl[oa])(?= )"
)
_ITS_HOURS = re.compile(
    r" (?:horario|horas|dias) (?:de consultas? |de atencion )?(?:es )?(?:de|del|tiene|maneja|trae)(?= )"
)
""" "El horario de la doctora", "qué horario tiene los sábados"; "qué horarios tiene" asks for times to choose from."""
_ATTENDS = re.compile(rf" (?:{_ONE_ATTENDS}|esta|hay|estara|va a estar|vendra|atendera)(?= )")
_ON_A_DAY = re.compile(
    rf" (?:{_ONE_ATTENDS}|esta|hay|estara|va a estar|vendra|atendera) (?:el |la |con |al )*(?:dra?|doctora?)\b"
)
_WHO = re.compile(
    r" (?:quien(?:es)?|(?:que|cual|cuales) (?:doctor|medic)(?:a|o|as|os|es)?)(?: (?:me|nos|es el que|es la que|son los que))?"
    r" (?:atienden?|estan?|vienen?|trabajan?|consultan?|dan? consultas?|hay|laboran?|atenderan?|estaran?)(?= )"
)
_FREE = re.compile(r" (?:disponib\w+|libres?|lugar(?:es)?|espacios?|citas?|huecos?|cupo)(?= )")
""" "¿Qué doctor hay disponible el jueves?" asks for a time."""
_OPEN = re.compile(rf" {_THEY_ATTEND}(?= )")
_HAS_CONSULTATION = re.compile(r" (?:tienen?|hay|dan?) (?:consultas?|servicio) (?:en |todos )?los ")
_ONLY_DAYS = re.compile(
    r"^(?: (?:,|y|oiga|oye|entonces|tambien|no|si))* (?:los|en) \w+(?: (?:tambien|no|si|abren|hay))*(?: \?)+ "
)
""" "¿Y los domingos?"."""
_LASTS = re.compile(
    r" (?:cuanto(?: tiempo)?|que tanto(?: tiempo)?|cuantos minutos)(?: (?:es|se|me|mas o menos|aproximadamente|como))*"
    r" (?:dura|duran|tardan?|toma|lleva|tardare|durara|tardaria|demora|duraria)(?= )"
    rf"| (?:de )?(?:cuanto tiempo|cuantos minutos) (?:es|son|dura) (?:la|cada|una|mi) {_VISIT}(?= )"
    rf"| (?:la )?duracion (?:de|tiene) (?:la|una|cada|mi) {_VISIT}(?= )"
)
_OF_A_VISIT = re.compile(rf" (?:{_VISIT}|atendiendo|adentro) |^ (?:y )?(?:como )?cuanto (?:dura|tardan?) [?]? ?$")
_ATTENDED_FOR = re.compile(
    r" (?:cuanto tiempo|que tanto tiempo|cuantos minutos|que tanto)(?: [^ ,?]+){0,3}?"
    r" (?:atender\w*|atienden?|dedican?|dan? (?:a|por) (?:cada )?paciente|revisan?|revisar\w*|estar ahi|estar adentro|estare|estoy)(?= )"
)
_WAITS = re.compile(r" (?:esper\w+|en atender\w*|para (?:que )?(?:me )?at(?:end|iend)\w+|antes|anticipacion)(?= )")
""" "¿Cuánto tiempo hay que esperar?" asks for something else."""
_COUNT_ON = re.compile(r" cuentan? con ")
_JOINTS = word_set("y e pero porque pues aunque")
_APART = re.compile(r" (?:[,?]|y|pero) ")
_OWN = re.compile(r" (?:mi|mis|nuestra) (?:citas?|consultas?|turno|lugar|espacio)(?= )")
_STANDS = re.compile(r" (?:sigue|siguen|quedo|quedaron|continua|esta|estan|vale|existe|aparece|aparezco|si|hay)(?= )")


def stretch(parts: Parts) -> set[int]:
    """The tokens of such a question: from mark to mark, as far as no other clause is joined to it."""
    tokens, found = parts.message.tokens, set[int]()
    about = parts.timed | (set(parts.doctor.tokens) if parts.doctor else set())
    for clause in parts.message.clauses():
        begin = clause.start
        for index in (*clause, clause.stop):
            if index == clause.stop or tokens[index].text in _JOINTS:
                part = range(begin, index)
                words = {word for i in part for word in tokens[i].text.split()}
                if words & INTERROGATIVES or (parts.message.asks and about & {*part}):
                    found |= {*part}
                begin = index + 1
    return found


def asked(parts: Parts, text: str) -> AnyIntent | None:
    """What is asked of these things; None where nothing is, or an appointment is wished for beside."""
    flat = parts.message.flat
    if parts.has(Act.START, Act.MOVE, Act.CANCEL):
        return None
    no_doctor = not (parts.doctor or parts.unnamed) or _COUNT_ON.search(flat) or specialties.is_all_asked(flat)
    if no_doctor and parts.message.asks and (kind := specialties.asked_about(flat)):
        return AskQuestion(query=text, topic=Topic.DOCTORS, specialty=kind)
    day, weekly = _day(parts)
    doctor = parts.doctor.name if parts.doctor and not parts.doctor.refused else None
    of_the_doctor = AskQuestion(query=text, topic=Topic.HOURS, doctor=doctor, when=day, weekly=weekly)
    its_hours = doctor and _ITS_HOURS.search(flat) and not _FREE.search(flat)
    if its_hours and day is None and parts.wish and parts.wish.when and parts.wish.when.date_from:
        return None  # "qué días tiene la doctora la otra semana": times in it are asked for
    if its_hours and (weekly or parts.wish is None or day is None):
        return of_the_doctor
    if weekly and not doctor and not parts.in_flow and _ONLY_DAYS.fullmatch(flat):
        return AskQuestion(query=text, topic=Topic.HOURS, when=day, weekly=True)
    if weekly and not doctor and not _WHO.search(flat) and _HAS_CONSULTATION.search(flat):
        return of_the_doctor
    attends = not doctor and _WHO.search(flat) and not _FREE.search(flat)
    if attends and (at := day or _part(parts)):
        return AskQuestion(query=text, topic=Topic.DOCTORS, when=at, weekly=weekly)
    if parts.has(Act.AVAILABILITY):
        return None
    if doctor and (
        (_DAYS.search(flat) and not _FREE.search(flat)) or (day and parts.message.asks and _ON_A_DAY.search(flat))
    ):
        return of_the_doctor
    if doctor and parts.message.asks and _ATTENDS.search(flat) and _part(parts):
        return of_the_doctor
    if not (doctor or parts.unnamed or parts.has(*QUESTIONS)):
        return _whether(parts, text, day if weekly else None)
    return None


def _whether(parts: Parts, text: str, weekday: Reading | None) -> AnyIntent | None:
    """Whether the clinic attends, or an appointment stands."""
    flat = parts.message.flat
    if weekday and _OPEN.search(flat):
        return AskQuestion(query=text, topic=Topic.HOURS, when=weekday, weekly=True)
    if parts.message.asks and not parts.wish and not parts.in_flow and _OWN.search(flat) and _STANDS.search(flat):
        return ListAppointments()
    return None


def is_about_length(parts: Parts) -> bool:
    """Whether the length of a visit is asked about, and no appointment is asked for in another clause: "una cita" may be
    what lasts."""
    flat = parts.message.flat
    lasts = _LASTS.search(flat) if _OF_A_VISIT.search(flat) else None
    if lasts is None and not _WAITS.search(flat):
        lasts = _ATTENDED_FOR.search(flat)
    if lasts is None or parts.has(Act.MOVE, Act.CANCEL):
        return False
    wished = [found for found in parts.found if found.act in (Act.START, Act.AVAILABILITY, Act.HUMAN)]
    return all(lasts.start() <= f.start and not _APART.search(flat[lasts.end() : f.start]) for f in wished)


def _part(parts: Parts) -> Reading | None:
    """The part of the day that is asked about, on no day."""
    when = parts.wish.when if parts.wish else None
    if when is None or when.date_from or when.exact or not (when.time_from or when.time_to):
        return None
    return Reading(when=When(time_from=when.time_from, time_to=when.time_to))


def _day(parts: Parts) -> tuple[Reading | None, bool]:
    """The one day that is asked about, and whether it is that weekday in general."""
    if weekly := every(parts):
        return weekly, True
    when = parts.wish.when if parts.wish else None
    if when is None or when.date_from is None or when.date_from != when.date_to:
        return None, False
    return Reading(when=When(date_from=when.date_from, date_to=when.date_to)), False


_EVERY = re.compile(rf" (?:los|en) (?P<day>{DAY_NAMES})(?= )")


def every(parts: Parts) -> Reading | None:
    """The next of the weekdays that a message names in general ("los sábados"), where it names one."""
    named = _EVERY.findall(parts.message.flat)
    if len(named) != 1:
        return None
    weekday = WEEKDAYS[named[0].rstrip("s") if named[0].startswith(("sabado", "domingo")) else named[0]]
    today = parts.context.now.date()
    day = today + dt.timedelta(days=(weekday - today.weekday()) % 7)
    return Reading(when=When(date_from=day, date_to=day))


_RIGHT_NOW = re.compile(r" (?:ahorita|ahora mismo|ahora|en este momento|a esta hora|a estas horas)(?= )")
""" "¿Están abiertos ahorita?": it is asked of today."""


def with_its_day(question: AskQuestion, parts: Parts) -> AskQuestion:
    """The question with the one day it is about; as it was where it names none, or several."""
    if weekly := every(parts):
        return question.model_copy(update={"when": weekly, "weekly": True})
    when = parts.wish.when if parts.wish else None
    if parts.wish is None and _RIGHT_NOW.search(parts.message.flat):
        when = When(date_from=parts.context.now.date(), date_to=parts.context.now.date())
    if _EVERY.search(parts.message.flat) or when is None or when.date_from is None or when.date_from != when.date_to:
        return question
    return question.model_copy(update={"when": Reading(when=When(date_from=when.date_from, date_to=when.date_to))})
