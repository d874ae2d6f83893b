"""Which of the appointments there are a message is about, where the words that say so stand apart from what is to become of
it: "¿le cambian la cita a mi tío? La tiene mañana temprano", "mi mamá pregunta si su cita sigue en pie"."""

from __future__ import annotations

from collections.abc import Sequence

from booking.intents import AnyIntent, CancelAppointment, ListAppointments, Reading, RescheduleAppointment, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.days_named import OR_THEN
from nlu.existing_visits.existing import Told, told
from nlu.existing_visits.whose import is_of_several, whose
from nlu.taken_apart import taken_apart
from nlu.words.courtesies import without_greeting
from nlu.words.message import Message

_OF_THEIRS = (CancelAppointment, RescheduleAppointment, ListAppointments)


def as_meant(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """What was understood, with the time and the owner of the one appointment that is spoken of."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE:
        return tuple(intents)
    said = [*intents, *(part for one in intents if isinstance(one, Unknown) for part in one.understood)]
    theirs = [one for one in said if isinstance(one, _OF_THEIRS)]
    if len(theirs) != 1 or not _is_open(theirs[0], context):
        return tuple(intents)
    message = without_greeting(Message.of(text))[0]
    one = _with_its_time(_with_its_owner(theirs[0], message, context), message, context)
    return tuple(_put(each, theirs[0], one) for each in intents)


def _is_open(one: AnyIntent, context: UnderstandingContext) -> bool:
    """Whether more may be said of which it is: it is one, and none that an earlier message told of. What falls and whose
    that is, of appointments that are known, was read clause by clause."""
    if isinstance(one, CancelAppointment) and one.whose is not None and context.visits:
        return False
    return not getattr(one, "several", False) and getattr(one, "told", None) is None


def _put(each: AnyIntent, old: AnyIntent, new: AnyIntent) -> AnyIntent:
    if isinstance(each, Unknown):
        return each.model_copy(update={"understood": tuple(new if part is old else part for part in each.understood)})
    return new if each is old else each


def _with_its_owner(one: AnyIntent, message: Message, context: UnderstandingContext) -> AnyIntent:
    known = bool(context.visits) and getattr(one, _field(one)) is not None  # whose that is, the appointment tells
    if known or getattr(one, "whose", None) is not None or is_of_several(message, context):
        return one
    owner = whose(message, None, context)
    return one if owner is None or owner.own else one.model_copy(update={"whose": owner})


def _field(one: AnyIntent) -> str:
    return "when" if isinstance(one, CancelAppointment) else "of"


def _with_its_time(one: AnyIntent, message: Message, context: UnderstandingContext) -> AnyIntent:
    field = _field(one)
    if getattr(one, field) is not None or (found := told(taken_apart(message, context))) is None:
        return one
    if isinstance(one, ListAppointments) and OR_THEN.search(message.flat):
        return one
    new = {"when": found.new} if isinstance(one, RescheduleAppointment) and _is_of(one.when, found) else {}
    return one.model_copy(update={**new, field: found.of})


def _is_of(when: Reading | None, found: Told) -> bool:
    """Whether the time of the one that exists was read as one that is wished for."""
    whens = () if when is None else (when.when, *when.candidates)
    return found.of.when in whens
