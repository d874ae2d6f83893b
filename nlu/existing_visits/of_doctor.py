"""Which of one's appointments is meant, by whom it is with: "mi cita con el doctor Salas", "la de la dermatóloga"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import AnyIntent, CancelAppointment, ListAppointments, RescheduleAppointment, Unknown
from booking.models import Role, UnderstandingContext
from nlu.when.words import DAY_NAMES, MONTHS
from nlu.with_whom import doctors, specialties
from nlu.with_whom.specialties import KIND
from nlu.words.message import Message

_OF_THEIRS = (CancelAppointment, RescheduleAppointment, ListAppointments)
_TOLD = (
    rf"(?:que (?:es|era)|que|ya|me|nos|le|se|de|del|el|la|las|los|a|en|por|esta|estaba|este|proxim[oa]|mi|hij[oa]|mama|papa|espos[oa]"
    rf"|tengo|tenia|tenemos|tiene|tenia|hice|saque|agende|aparte|dieron|apartaron|agendaron|toca|tocaba|quedo|agendada|programada|apartada"
    rf"|{DAY_NAMES}|hoy|manana|pasado|tarde|noche|dia|{'|'.join(MONTHS)}|[0-9:]+|am|pm)"
)
_WITH = re.compile(
    r" (?:citas?|citita|consultas?|turno|revision|toca|tocaba|(?:tengo|tenia|tiene)(?: algo)?|l[ao])"
    rf"(?: {_TOLD}){{0,8}} (?P<link>con|de|del)(?= (?P<whom>(?:[^ ,.;?!]+ ?){{1,5}}))"
)
""" "La cita que tengo el jueves con …": what may stand between says when it is and whose."""

_TITLED = re.compile(rf"(?:(?:el|la|mi) ){{0,2}}(?:doctora?|dra?|medic[oa]|{KIND})(?: |$)")


def as_meant(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """What was understood, with the doctor of the appointment that is spoken of."""
    if context.role is not Role.PATIENT or not any(map(_speaks, intents)):
        return tuple(intents)
    if len([one for one in intents if isinstance(one, _OF_THEIRS)]) > 1 or (whom := _whom(text, context)) is None:
        return tuple(intents)
    return tuple(_of(one, whom) for one in intents)


def _speaks(one: AnyIntent) -> bool:
    if isinstance(one, Unknown):
        return any(map(_speaks, one.understood))
    return isinstance(one, _OF_THEIRS) and not getattr(one, "several", False)


def _whom(text: str, context: UnderstandingContext) -> str | None:
    message = Message.of(text)
    for found in _WITH.finditer(message.flat):
        if found["link"] != "con" and not _TITLED.match(found["whom"]):
            continue  # "la cita de Laura" is of a patient
        said = Message.of(f"cita con {found['whom'].strip()}")
        if (one := doctors.wanted(said, context.doctors)) is not None and one.name in context.doctors:
            return one.name
        special = specialties.wanted(said, context.specialties)
        if special is not None and len(special.doctors) == 1:
            return special.doctors[0]
    return None


def its_words(message: Message, context: UnderstandingContext) -> set[int]:
    """The tokens that say so, of a specialty too that no doctor of the clinic has."""
    found = set[int]()
    for match in _WITH.finditer(message.flat):
        if match["link"] != "con" and not _TITLED.match(match["whom"]):
            continue
        begin = match.start("whom")
        place = message.between(begin, match.end("whom"))
        said = Message.of(f"cita con {match['whom'].strip()}")
        whom = doctors.wanted(said, context.doctors)
        named = max(whom.tokens) - 1 if whom and whom.name else specialties.words_named(match["whom"])
        found |= {*range(place.start - 1, min(place.start + named, place.stop))} if named else set()
    return found


def _of(one: AnyIntent, whom: str) -> AnyIntent:
    if isinstance(one, Unknown) and one.understood:
        parts = tuple(_of(part, whom) for part in one.understood)
        return one.model_copy(update={"understood": parts})
    return one.model_copy(update={"of_doctor": whom}) if isinstance(one, _OF_THEIRS) and _speaks(one) else one
