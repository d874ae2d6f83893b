"""The change of an appointment that is somebody else's, or of one whose time is said, asked for with a number that has none
to come: it was made with another number. No time is looked for, or it would come to a second one; reception sees it."""

from __future__ import annotations

import re

from booking.intents import (
    AnyIntent,
    CheckAvailability,
    Greet,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
    Unknown,
    UnknownWhy,
    Whose,
)
from booking.models import Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.words.message import Message
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import BOOKING

_HAS_ONE = re.compile(
    rf" (?:(?:mi|la|el) (?:\w+ )?(?:{RELATIVES_NOUN})(?: \w+){{0,3}}|ella|el) (?:ya )?(?:tiene|tenia) (?:una |su |la )?(?:cita|consulta|turno)"
    r"(?= (?:el|para|a|hoy|manana|pasado|de|del|agendada|programada|con|este) )"
)
""" "Mi hija tiene cita el jueves a las 10"."""
_WANTS_ONE = re.compile(rf" (?:{WANTS}|quiere|ocupa|necesita|otra|tambien|(?:{BOOKING})\w*)(?= )")
_Looks = StartBooking | CheckAvailability


def not_looked_for(text: str, intents: tuple[AnyIntent, ...], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """The same, without the times that such a change is to be looked for at."""
    theirs = context.visits or context.made is not None
    if not context.unbooked or theirs or context.role is not Role.PATIENT:
        return intents
    said = [one for one in intents if not isinstance(one, Greet | ProvideCustomerData)]
    if context.state is State.IDLE and len(said) == 1 and isinstance(said[0], _Looks):
        flat = Message.of(text).flat
        if _HAS_ONE.search(flat) and not _WANTS_ONE.search(flat):
            return (*(one for one in intents if isinstance(one, Greet)), RescheduleAppointment(whose=Whose()))
    return tuple(_alone(one) for one in intents)


def _alone(one: AnyIntent) -> AnyIntent:
    if isinstance(one, Unknown) and one.why is UnknownWhy.PARTLY:
        changes = [part for part in one.understood if _exists(part)]
        return _alone(changes[0]) if changes else one
    if isinstance(one, RescheduleAppointment) and _exists(one):
        return RescheduleAppointment(of=one.of, whose=one.whose)
    return one


def _exists(one: AnyIntent) -> bool:
    """Whether it is of one that there must be somewhere."""
    if not isinstance(one, RescheduleAppointment) or one.told is not None:
        return False
    return bool(one.of or (one.whose and not one.whose.own))
