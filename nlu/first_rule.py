"""One text by the first rule that takes all of it, else by what its parts say."""

from __future__ import annotations

import re

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    Greet,
    HumanReason,
    ListAppointments,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import State, UnderstandingContext
from nlu.answers import agreed
from nlu.asking import several_questions
from nlu.choosing import choices
from nlu.parsed import MOST_INTENTS, Parse
from nlu.requests import composed
from nlu.whole_messages import IN_ENGLISH, RULES
from nlu.words.courtesies import is_called_for, without_closing, without_greeting
from nlu.words.message import Message

_CHANGES = re.compile(rf" (?:{agreed.CHANGING})(?= )")
"""What changes something, or may: with it, what is not understood leaves no proposal that a later yes could answer."""

_DEPENDS = re.compile(r" (?:si|no|depende|segun|caro|cara|mientras|siempre|entonces)(?= )")
""" "¿Aceptan tarjeta? Si no, mejor el jueves": what stands beside the question waits for its answer."""
_BESIDE = (StartBooking, CheckAvailability, SelectSlot, ProvideCustomerData, RescheduleAppointment, CancelAppointment)


def read(text: str, context: UnderstandingContext) -> Parse:
    """What a text says. An option that is not on screen is none that could be taken."""
    said = _first_rule(text, context)
    if not any(isinstance(i, SelectSlot) and not choices.is_listed(i.option, context) for i in said.intents):
        return said
    others = tuple(i for i in said.intents if not isinstance(i, SelectSlot))
    return said._replace(intents=(*others, Unknown(why=UnknownWhy.NO_OPTION)))


def _first_rule(text: str, context: UnderstandingContext) -> Parse:
    """The first rule that takes the whole of the text, else what its parts say."""
    if any(start.tzinfo is not context.now.tzinfo for start in context.offered):
        local = tuple(start.astimezone(context.now.tzinfo) for start in context.offered)
        context = context.model_copy(update={"offered": local})
    message = Message.of(text)
    for said in _ways(message):
        for rule in RULES:
            if (found := rule(said, context, read)) is not None:
                return (_by_its_words(message, context) if found == IN_ENGLISH else None) or found
    message = without_closing(message)
    intents, leftovers, sure, unread, carried, beside = composed(message, context)
    if several_questions.may_be(intents):
        rest, _ = without_greeting(message)
        asked = several_questions.read(rest, context, lambda one: _one_question(one, context))
        if asked is not None:
            hello = tuple(intent for intent in intents if isinstance(intent, Greet))
            return Parse((*hello, *asked.intents)[:MOST_INTENTS])
    if beside and (both := _beside_a_question(intents, beside, context)) is not None:
        return both
    asked_for = [intent for intent in intents if not isinstance(intent, Greet)]
    if not asked_for and context.state is State.CONFIRM and _CHANGES.search(message.flat):
        return Parse((Unknown(doubt=True),), leftovers=leftovers)
    if not intents:
        return Parse((Unknown(),), sure=False, leftovers=leftovers)
    return Parse(tuple(intents)[:MOST_INTENTS], sure and not unread, leftovers, unread, carried)


_WISHES = (
    StartBooking,
    CheckAvailability,
    ListAppointments,
    RescheduleAppointment,
    CancelAppointment,
    Greet,
    ProvideCustomerData,
)

_GOOD_DAY = re.compile(r"\bgood\s+(?:morning|afternoon|evening|night)\b", re.IGNORECASE)


def _by_its_words(message: Message, context: UnderstandingContext) -> Parse | None:
    """A wish for an appointment, or a name, in English or half in it, where every other word is known: "can you move mi
    cita to monday". None of what a greeting would limit: "good morning"."""
    if _GOOD_DAY.search(message.text):
        return None
    intents, leftovers, sure, unread, carried, _ = composed(message, context)
    if any(isinstance(intent, RequestHuman) and intent.reason is HumanReason.URGENT for intent in intents):
        return Parse(tuple(intents))
    wishes = [intent for intent in intents if not isinstance(intent, Greet | ProvideCustomerData)]
    named = any(isinstance(intent, ProvideCustomerData) and intent.name for intent in intents)
    asked_for = context.state is State.CUSTOMER_DATA and named and len(intents) == 1
    if (
        not (wishes or asked_for)
        or unread
        or {*leftovers} - {"i"}
        or (named and not asked_for)
        or not all(isinstance(intent, _WISHES) for intent in intents)
    ):
        return None
    return Parse(tuple(intents)[:MOST_INTENTS], sure, leftovers, unread, carried)


def _ways(message: Message) -> list[Message]:
    """The message, and what of it stands between a greeting and a closing courtesy."""
    rest, hello = without_greeting(message)
    ways = [
        message,
        *([rest] if rest.text != message.text and rest.words and (hello or is_called_for(message)) else []),
    ]
    for said in (*ways,):
        bare = without_closing(said)
        ways += [bare] if bare.text != said.text else []
    return ways


def _one_question(text: str, context: UnderstandingContext) -> Parse:
    """What the parts of one stretch say."""
    intents, leftovers, sure, unread, carried, _ = composed(Message.of(text), context)
    return Parse(tuple(intents), bool(intents) and sure and not unread, leftovers, unread, carried)


def _beside_a_question(intents: list[AnyIntent], beside: str, context: UnderstandingContext) -> Parse | None:
    """A question with what the clauses beside it say by themselves: "11:30, y me manda la ubicación". None where they say
    nothing that can be done, or something of which it may depend."""
    if _DEPENDS.search(Message.of(beside).flat):
        return None
    said = _first_rule(beside, context)
    if not said.intents or not all(isinstance(intent, _BESIDE) for intent in said.intents):
        return None
    return said._replace(intents=(*intents, *said.intents)[:MOST_INTENTS])
