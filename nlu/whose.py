"""Whose appointment a message speaks of that wants to change or cancel one: "la mía", "la de mi hijo", "la de Sofía"."""

from __future__ import annotations

import re

from booking.intents import Whose
from nlu.message import Message
from nlu.name_shape import folded, take, written
from nlu.name_words import GIVEN, RELATIVES_NOUN
from nlu.names import Named
from nlu.when.words import WEEKDAYS

_MINE = re.compile(
    r" (?:(?:la|el|de la|a la) mi[ao]|(?:la|el|cita|consulta) (?:de|para) mi(?= (?:,|al?|para|el|por|y|en|mejor|si) | $))(?= )"
)
_RELATIVE = re.compile(rf" (?:mi (?:otr[oa] )?|(?:la|el|al|a la) )(?:{RELATIVES_NOUN}|nin[oa]|bebe|senor[a]?)(?= )")
_MY_APPOINTMENT = re.compile(
    r" (?:mi (?:citas?|citita|consulta|turno)|(?:cita|consulta|turno) que (?:tengo|tenia|hice|agende|saque|pedi))(?= )"
)
_FOR = re.compile(r" (?:de|del|para|pa|a|al|con|por) $")
_HAPPENED = re.compile(r"^[a-z]\w*(?:ó|aron|ieron)$")
""" "Mi abuelito falleció": no name."""
_MINE_STAYS = re.compile(r" la mia (?:,? ?no(?=(?: ,)* $)|dej\w+|que se quede|se queda|queda|asi|igual|si)(?= )")
""" "Cancele la de mi mamá, la mía no"."""
_THEIRS_STAYS = re.compile(
    r"(?: (?:el|ella))? si(?: (?:va|ira|puede|viene|quiere|asiste|la quiere|se queda)(?: ir| a ir)?)?(?: ,)* $"
)
""" "Yo no voy a poder ir, pero mi hijo sí": theirs is not meant."""
_I_CANNOT = re.compile(r" (?:yo|la mia)(?: ya)? no(?= )| no (?:voy|puedo|podre|alcanzo|llego)(?= )")
_SAYS = re.compile(r"(?: me| nos| les?)* (?:dijo|dice|conto|comento|recomendo|paso|platico) ")
_THAT = re.compile(r" (?:la|cita|consulta) (?:del? (?!las? |los |hoy |manana |[0-9])|mia )")
_A_NEW_ONE = re.compile(r" (?:otra|nueva)(?= |$)")
""" "Cancela mi cita y agenda otra para mi mamá": she has none yet."""
_OF_NAME = re.compile(r" (?:la|el|cita|consulta|citas) (?:de|del|para)(?: la| el)? (?=[^ ,?#])")


def whose(message: Message, named: Named | None) -> Whose | None:
    """Whose it is, as far as that is said; None where it is not, or of several people."""
    mine, relative = _MINE.search(message.flat), _RELATIVE.search(message.flat)
    if relative and _MY_APPOINTMENT.search(message.flat) and not _FOR.search(message.flat[: relative.start() + 1]):
        relative = None  # "mi cita, es que se me enfermó el niño"
    if relative and _SAYS.match(message.flat, relative.end()):
        relative = None  # "mi hermana me dijo que …"
    if relative and _THEIRS_STAYS.match(message.flat, relative.end()) and _I_CANNOT.search(message.flat):
        return Whose(own=True)
    if mine and not (relative and _MINE_STAYS.search(message.flat)):
        return None if relative else Whose(own=True)
    if relative and not _A_NEW_ONE.search(message.flat[: relative.start()]):
        place = message.between(relative.start() + 1, relative.end())
        taken = [i for i in take(message.tokens, place.stop) if not _HAPPENED.search(message.tokens[i].raw)]
        return Whose(name=written(message.tokens, taken) if taken else None)
    if match := _OF_NAME.search(message.flat):
        taken = take(message.tokens, message.between(match.start() + 1, match.end()).stop)
        dated = len(taken) == 1 and folded(message.tokens[taken[0]]) in WEEKDAYS  # "la cita del domingo"
        if taken and not dated and folded(message.tokens[taken[0]]) in GIVEN:
            return Whose(name=written(message.tokens, taken))
    spoken_of = named is not None and named.for_other and not _A_NEW_ONE.search(message.flat)
    return Whose(name=named.name) if named is not None and spoken_of else None


def existing(message: Message, named: Named | None) -> Whose | None:
    """Whose appointment is meant where one is named as something that is there: "la de Eva", "la cita de mi hijo"."""
    return whose(message, named) if _THAT.search(message.flat) else None


def is_of_several(message: Message) -> bool:
    """ "La de mi mamá y la mía": more than one person's."""
    both = _MINE.search(message.flat) and _RELATIVE.search(message.flat)
    return bool(both) and not _MINE_STAYS.search(message.flat)
