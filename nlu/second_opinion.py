"""A second opinion on what the rules read: whether a message looks like what they claim.

The rules claim what they can account for word by word. How messages look, and which claims were right, was learned apart
from them, from what people wrote who had not read them. Where a claim is not likely right nothing is done before the
person has said that it is meant. By its looks alone a message is at most taken for a question, of which nothing comes but
an answer.
"""

from __future__ import annotations

import re
from typing import Final

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    HumanReason,
    ListAppointments,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
)
from booking.models import Role, State, UnderstandingContext
from nlu.asking.past import recalled
from nlu.emergencies import distress
from nlu.likely_kinds import Looks
from nlu.likely_right import chance
from nlu.parsed import Parse, main_of
from nlu.words.message import MAX_CHARS, Message, plain

_LOOKED_AT = (
    StartBooking,
    CheckAvailability,
    SelectSlot,
    ProvideCustomerData,
    CancelAppointment,
    RescheduleAppointment,
    ListAppointments,
    AskQuestion,
    Confirm,
)
"""A no, giving up what is not booked yet, a person and small talk cost little where they were not meant."""
_NEVER_OF_A_MODEL = (Confirm, SelectSlot)
"""Of these a model has no opinion."""
DOUBTED: Final = 0.83
"""Below this chance of being right a claim is asked about."""
QUESTION_DOUBTED: Final = 0.85
"""The same for a question of nothing that is known here, which may be none of the clinic's: "¿quién ganó anoche?"."""
YES_DOUBTED: Final = 0.87
"""The same for a yes, after which something is stored."""
SURE: Final = 0.95
"""Below it a model is asked, where there is one."""
STILL_DOUBTED: Final = 0.5
"""The same of what a model made of it, below which the person is asked all the same."""
PEOPLE_SURE: Final = 0.6
"""Below it a model is asked whether people are to be called, or somebody is late; an urgency is no model's matter."""
ASKS, RECALLS = 0.7, 0.6
"""From it on a message that says nothing to the rules is a question, and one that asks nothing they know of is about
what was before: of those of strangers 95 of 100 were."""
_FEWEST: Final = 6
"""Words of a message that is looked at: of fewer, rules know better."""
_FEWEST_ASKING: Final = 3
"""The same where it asks what nobody here knows."""


def heard(text: str, said: Parse, context: UnderstandingContext) -> Parse:
    """The reading of a text, to be asked about where it is unlikely. Not looked at are few words, staff's, answers to a
    question that was put, and what is said of an appointment that is being changed or was just made: closed lists and
    that appointment tell what those mean; nor a no, giving up or small talk. Of a person who is called a model alone is
    asked."""
    unknown = _is_unknown_question(said)
    if not is_looked_at(said, context) or len(text.split()) < (_FEWEST_ASKING if unknown else _FEWEST):
        return said
    looks = Looks(text[:MAX_CHARS], context.state)
    if question := _as_question(text, said, looks, context):
        return Parse((question,), sure=False, leftovers=said.leftovers)
    main = main_of(said.intents)
    if isinstance(main, RequestHuman) and main.reason is not HumanReason.URGENT:
        return said._replace(likely=chance(text, said, looks, context) >= PEOPLE_SURE)
    if not isinstance(main, _LOOKED_AT) or (isinstance(main, CheckAvailability) and _is_suggested(text, said)):
        return said
    likely = chance(text, said, looks, context)
    doubt = YES_DOUBTED if isinstance(main, Confirm) else QUESTION_DOUBTED if unknown else DOUBTED
    return said._replace(likely=likely >= SURE or isinstance(main, _NEVER_OF_A_MODEL), doubted=likely < doubt)


def _is_unknown_question(said: Parse) -> bool:
    main = main_of(said.intents)
    return isinstance(main, AskQuestion) and main.topic is None


def still_doubted(text: str, said: Parse, intents: tuple[AnyIntent, ...], context: UnderstandingContext) -> bool:
    """Whether what a model made of a reading is unlikely, too: by itself it changes nothing then."""
    if context.role is not Role.PATIENT or _goes_on(context) or len(text.split()) < _FEWEST:
        return False
    if not isinstance(main_of(intents), _LOOKED_AT):
        return False
    return chance(text, said._replace(intents=intents), Looks(text[:MAX_CHARS], context.state), context) < STILL_DOUBTED


_TOOK = re.compile(
    r" (?:me|se|nos|te|le|les)(?: l[oa]s?)? (?:tomo|tome|tomamos|tomaron|tragu?[eo]|comio|inyect[eo]|aplique|puse|di|dimos)(?= )"
    r"| (?:he|ha|han|hemos) (?:tomado|dado|ingerido)(?= )| (?:ya tome|ingeri|ingirio|de mas|demasiad[oa]s?|sobredosis|intoxic\w*)(?= )"
)
""" "Ya me tomé cinco", "le di de más"."""


def _may_be_in_danger(flat: str) -> bool:
    """Whether somebody took or was given something, or there are signs of an emergency: nothing is recalled then."""
    return bool(_TOOK.search(flat)) or distress.points(flat) >= distress.MAYBE


def _is_suggested(text: str, said: Parse) -> bool:
    """Whether it is what replies tell people to write: "Dime *qué hay el jueves a las 4:30 p.m.*"."""
    return said.sure and plain(text).startswith("que hay ")


def is_looked_at(said: Parse, context: UnderstandingContext) -> bool:
    """Whether a reading may be doubted: not what is asked about anyway, nor what else is known tells the meaning of."""
    return not said.unread and context.role is Role.PATIENT and not _goes_on(context)


def _goes_on(context: UnderstandingContext) -> bool:
    return bool(
        context.expected or context.picking or context.purpose or context.touched or context.made or context.was
    )


def _as_question(text: str, said: Parse, looks: Looks, context: UnderstandingContext) -> AnyIntent | None:
    """The question that a message seems to be, where rules read none, or know nothing of what it asks."""
    asked = len(said.intents) == 1 and isinstance(said.intents[0], AskQuestion) and said.intents[0].topic is None
    if not (asked or said.intents == (Unknown(),)):
        return None
    past = context.state is State.IDLE and not _may_be_in_danger(Message.of(text).flat)
    if past and looks.like("recall") >= max(RECALLS, looks.like("human")):
        return recalled(text.strip(), context.now)
    return AskQuestion(query=text.strip()) if not asked and looks.like("ask") >= ASKS else None
