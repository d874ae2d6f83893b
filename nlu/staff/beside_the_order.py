"""What is said while an order of staff's is asked about or proposed: whether it is of that one, and what a no to it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Deny,
    Greet,
    ListAppointments,
    OptOut,
    PrivacyRequest,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UseTool,
)
from booking.models import Asked, DayAct, UnderstandingContext, is_called
from booking.models.tool_answers import PERSONS
from nlu.parsed import Parse
from nlu.staff import asked, filling, staff_parts
from nlu.staff.filling import filled
from nlu.staff.of_whom import for_oneself
from nlu.staff.staff_acts import AGENDA, BOOK, DAY, PATIENTS, WRITES
from nlu.staff.staff_words import even
from nlu.words.message import plain

A_PATIENT_S = (StartBooking, CheckAvailability, CancelAppointment, RescheduleAppointment, ProvideCustomerData)
"""What those who work here mean of themselves only where they say so."""
_HANDS_ON = re.compile(
    r"\W*(?:(?:y|mejor|no|entonces)\W+)*(?:cambi|pas|d|asign|reasign|transfi|encarg)\w*(?:sel[oa]s|l[oa]s| (?:las|sus|esas|todas) (?:citas|pacientes))\s+(?:al?|con)\s.*"
)


def hands_on(text: str, context: UnderstandingContext) -> tuple[UseTool, ...]:
    """ "Pásaselas al doctor Salas", of the appointments in a stretch that is to be blocked: these go to that doctor, and
    then it is blocked."""
    blocks = context.asked is not None and context.asked.tool == AGENDA and not context.asked.field
    if not blocks or _HANDS_ON.fullmatch(even(text)) is None:
        return ()
    to = staff_parts.to_doctor(even(text), context)
    if to is None or {"dias_semana", "clinica", "disponible"} & {name for name, _ in context.order_said}:
        return ()
    meant = tuple((name, said) for name, said in context.order_said if name in ("cuando", "doctor"))
    passed = (("que", DayAct.HAND_OVER.value), *meant, ("a_doctor", text[slice(*to.places[1])]))
    return (UseTool(tool=DAY, arguments=passed), UseTool(tool=AGENDA, arguments=context.order_said))


def beside_an_order(
    text: str, context: UnderstandingContext, under_way: Asked, meant: tuple[AnyIntent, ...]
) -> Parse | None:
    """What is said while an order is asked about or proposed. Where it speaks of an appointment, and nobody can say of
    whose, a yes after it is none to that order."""
    if answered := asked.answer(text, under_way, context, meant):
        return Parse((answered,))
    own = [intent for intent in meant if isinstance(intent, ProvideCustomerData) and not intent.for_other]
    if for_oneself(text) or not any(isinstance(i, A_PATIENT_S) and i not in own for i in meant):
        return None
    return Parse((Unknown(doubt=True),), sure=False)


def is_of_it(orders: tuple[UseTool, ...], text: str, context: UnderstandingContext) -> bool:
    """ "Cámbiala al viernes", "pásala con Salas", "Iván quiere el lunes", "su tel es 664 …", while Iván's order is asked about or proposed: it is spoken of."""
    if context.asked is None or len(orders) != 1:
        return False
    given = dict(orders[0].arguments)
    if given.keys() == {"nueva_fecha_hora"}:
        return True
    fills = filling.filled(text, context.asked, context)
    if fills is not None and orders[0].tool == PATIENTS and "telefono" in dict(fills.arguments):
        return True
    if fills is not None and orders[0].tool == filling.MOVING and _with_whom(fills) and "estado" not in given:
        return True
    who = next((said for name, said in given.items() if name in PERSONS), None)
    the_same = who and context.order_for and is_called(who, context.order_for)
    makes = orders[0].tool in (BOOK, filling.MOVING)
    return bool(the_same and makes and fills)


def is_another(partly: tuple[UseTool, ...], context: UnderstandingContext) -> bool:
    """Whether what was understood in part is an order of its own, and no answer to what the one under way still needs:
    it does something else, to somebody or something that is named with it."""
    if context.asked is None:
        return False
    others = (one for one in partly if one.tool in WRITES and one.tool != context.asked.tool)
    return any(one.tool != filling.MOVING or {name for name, _ in one.arguments} & PERSONS for one in others)


def _with_whom(fills: UseTool) -> bool:
    """It names a doctor, and no patient."""
    said = {name for name, _ in fills.arguments}
    return "doctor" in said and not said & PERSONS


_LEADS = r"(?:(?:ay|uy|oh|ah|eh|em|mm+|oye|oiga|pues|bueno|perdon|disculpa|ok|mira|hola|mejor|que|siempre|todavia|aun|ya|ahorita|por ahora)\W+)*"
_DENIES = re.compile(
    rf"^\W*{_LEADS}(?:no+|nop|nope|nel|nah|noup|nanay|negativo|tampoco|nunca|jamas|esper\w*|aguant\w*|alto|deten\w*)\b(?!\s+mas\b)"
)
_TALK = (Deny, CancelBooking, Greet, Thank, Smalltalk)
_ASIDE = (AskQuestion, ListAppointments, OptOut, PrivacyRequest, RequestHuman)


def denies(text: str) -> bool:
    """Whether a message begins with a no."""
    return _DENIES.match(plain(text[:80])) is not None


def denial(
    text: str, context: UnderstandingContext, orders: Sequence[UseTool], meant: Sequence[AnyIntent]
) -> tuple[AnyIntent, ...]:
    """What a message that begins with a no means, which holds these `orders` and otherwise reads as `meant`."""
    if orders:
        return (Deny(), *orders)
    change = filled(text, context.asked, context) if context.asked else None
    if change is not None and not _only_names_the_same(change, context):
        return (change.model_copy(update={"denies": True}),)
    if meant and all(isinstance(intent, _TALK) for intent in meant):
        return next(((intent,) for intent in meant if isinstance(intent, CancelBooking)), (Deny(),))
    if meant and all(isinstance(intent, _ASIDE + _TALK) for intent in meant):
        return (Deny(), *(intent for intent in meant if isinstance(intent, _ASIDE)))
    return (Unknown(doubt=True),)


def _only_names_the_same(change: UseTool, context: UnderstandingContext) -> bool:
    """ "No la de Iván", of an order for Iván: nobody knows what is to be changed."""
    return all(
        name in PERSONS and context.order_for is not None and is_called(said, context.order_for)
        for name, said in change.arguments
    )
