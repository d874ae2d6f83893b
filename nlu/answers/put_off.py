"""What is put off, or depends on something: "después les marco para hacer cita", "con tal de que me atiendan rápido"."""

from __future__ import annotations

import re

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
)
from nlu.acts import WRITES
from nlu.parts import Parts

_WRITES = re.compile(rf" {WRITES}(?= )")
_LATER = re.compile(
    r" (?:luego|despues|mas tarde|al rato|al ratito|otro dia|en la (?:tarde|noche)|(?:el|la) (?:mes|semana|ano) que (?:entra|viene)|(?:la )?(?:otra|proxima) semana|el proximo mes)(?= )"
)


def is_for_later(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "Después les marco para hacer cita", "el mes que entra les hablo para agendar": the clause that puts it off."""
    if not any(isinstance(i, StartBooking | CheckAvailability) for i in intents):
        return set()
    flat = parts.message.flat
    for match in _WRITES.finditer(flat):
        stretch = parts.message.between(match.start() + 1, match.end())
        clause = next((c for c in parts.message.clauses() if {*stretch} <= {*c}), range(0))
        begin = parts.message.place_of(clause.start) - 1 if clause else 0
        if {stretch.start - 1, stretch.stop} & parts.timed:
            return clause  # "mañana les marco para agendar"
        if _LATER.search(flat[begin : match.start() + 1]) or _LATER.match(flat, match.end()):
            return clause
    return set()


_CONDITION = re.compile(
    r" (?:con tal|a menos (?:de )?que|siempre (?:y cuando|que)|en caso de|a condicion|con la condicion|a reserva de|a no ser|de no ser|depende|dependiendo"
    r"|segun (?:lo que|el|la|como|cuanto)|sujeto a|salvo que|excepto que|en cuanto|hasta que|mientras|suponiendo|condicionad[oa])(?= )"
)
_DEPENDS = (StartBooking, CheckAvailability, SelectSlot, RescheduleAppointment, CancelAppointment)
_UNLESS = re.compile(
    r"(?<! dime)(?<! digame)(?<! diganme)(?<! decirme)(?<! saber)(?<! preguntar)(?<! informeme)(?<! ver) si (?:(?:ya |es que )?no (?:hay|tienen?|se puede|pueden?|estan?|es|viene|atiende|llega|contesta)(?! (?:mucha |ningun )?(?:molestia|problema|inconveniente|bronca))"
    r"|(?:hay(?! (?:problema|inconveniente|bronca))|sale|me cobran|cobran|llueve|esta|cuesta))(?= )"
)
""" "Cancélala si no hay con la doctora Ríos": nobody is asked to give one up before that is known."""


_OR_SOONER = re.compile(
    r" o (?:si (?:se puede|hay|pueden?|tienen?|fuera posible) (?:un poco )?(?:antes|despues)(?: mejor)?|mejor antes)(?=(?: ,)* (?:mejor|porfa|por favor|gracias|$))"
)
""" "El martes 8, o si se puede antes mejor": two wishes, of which one alone was read."""
_UNDECIDED = re.compile(
    r" (?:todavia|aun) no (?:(?:lo|me) )?(?:se|sabemos|decido|decidimos|estoy segur[oa])(?: bien| muy bien)?(?=(?: ,)* (?:si |$|gracias|quiero|y |pero )|(?: ,)* $)"
)
""" "Quiero cita para el jueves, pero todavía no sé": whether it is wanted is asked."""


def is_on_condition(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "Con tal de que me atiendan rápido": the clause that something depends on."""
    if not any(isinstance(i, _DEPENDS) for i in intents):
        return set()
    ended = any(isinstance(i, CancelAppointment) for i in intents) and not parts.message.asks
    if ended and (unless := _UNLESS.search(parts.message.flat)):
        return range(parts.message.between(unless.start() + 1, unless.end()).start, len(parts.message.tokens))
    if undecided := _UNDECIDED.search(parts.message.flat) or _OR_SOONER.search(parts.message.flat):
        return parts.message.between(undecided.start() + 1, undecided.end())
    for match in _CONDITION.finditer(parts.message.flat):
        stretch = parts.message.between(match.start() + 1, match.end())
        clause = next((c for c in parts.message.clauses() if {*stretch} <= {*c}), range(0))
        if clause and not {*stretch} & parts.timed:
            return range(stretch.start, clause.stop)
    return set()
