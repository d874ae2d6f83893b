"""Another time for somebody else who has an appointment: "mi mamá Rosa mejor el lunes". Whether hers is to be moved there, or
she is to have one more, is asked before any time is offered."""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import AnyIntent, CheckAvailability, Greet, ProvideCustomerData, RescheduleAppointment, Whose
from booking.models import Role, State, UnderstandingContext
from nlu.choosing.picking import is_called
from nlu.existing_visits.named_patients import known_patients
from nlu.words.message import Message, plain

_RATHER = re.compile(r" (?:mejor|prefier[eo]n?|preferiria|que sea|(?:le|les) (?:queda|conviene|acomoda) mejor)(?= )")
_ONE_MORE = re.compile(r" (?:otr[ao]|nuev[ao]|tambien|ademas|una cita|cita para|una para|igual)(?= )")


def as_unsure(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """What was understood, a change of theirs in place of the search, which may be another one after all."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE or not context.visits:
        return tuple(intents)
    rest = [one for one in intents if not isinstance(one, Greet)]
    wish = next((one for one in rest if isinstance(one, CheckAvailability)), None)
    told = next((one for one in rest if isinstance(one, ProvideCustomerData)), None)
    if len(rest) != 2 or wish is None or wish.when is None or told is None or not told.for_other:
        return tuple(intents)
    message = Message.of(text)
    if not _RATHER.search(message.flat) or _ONE_MORE.search(message.flat):
        return tuple(intents)
    whose = _whose(message, told, context)
    if whose is None:
        return tuple(intents)
    move = RescheduleAppointment(
        when=wish.when, doctor=wish.doctor, anyone=wish.anyone, not_with=wish.not_with, unsure=True, whose=whose
    )
    return (*(one for one in intents if isinstance(one, Greet)), move)


def _whose(message: Message, told: ProvideCustomerData, context: UnderstandingContext) -> Whose | None:
    """Of those who have one: the one who is named, or the only one where nobody is."""
    if named := known_patients(message, context):
        said = plain(named[0]).split()
        theirs = [name for name in context.visits_of if is_called(name, said)]
        return Whose(name=named[0]) if len(named) == 1 and len(theirs) == 1 else None
    return Whose() if told.name is None and len(context.others_visits) == 1 else None
