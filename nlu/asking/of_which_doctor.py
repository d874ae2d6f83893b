"""Of which doctor something is asked: "¿cuánto cuesta la consulta con la doctora Ríos?", "¿la dermatóloga quita verrugas?"."""

from __future__ import annotations

from booking.intents import AskQuestion, Topic
from booking.models import Role, UnderstandingContext
from nlu.parsed import Parse
from nlu.with_whom import doctors, specialties
from nlu.words.message import Message

_OF_NOBODY = (Topic.PROPOSAL, Topic.ASSISTANT, Topic.CHANGES, Topic.DOCTORS)


def with_their_doctor(text: str, said: Parse, context: UnderstandingContext) -> Parse:
    """The reading, its questions with the doctor of the clinic whom a patient's message names, where it names one."""
    asked = [one for one in said.intents if isinstance(one, AskQuestion) and _may_be_of_one(one)]
    if not asked or context.role is not Role.PATIENT or (doctor := _named(text, context)) is None:
        return said
    intents = (one.model_copy(update={"doctor": doctor}) if one in asked else one for one in said.intents)
    return said._replace(intents=tuple(intents))


def _may_be_of_one(asked: AskQuestion) -> bool:
    return asked.doctor is None and asked.specialty is None and asked.topic not in _OF_NOBODY


def _named(text: str, context: UnderstandingContext) -> str | None:
    message = Message.of(text)
    if (named := doctors.wanted(message, context.doctors)) is not None:
        return named.name if named.name in context.doctors else None
    theirs = specialties.wanted(message, context.specialties)
    return theirs.doctors[0] if theirs is not None and len(theirs.doctors) == 1 else None
