"""A question about one of the offered times: "¿cuál doctor es el de las 5?", "¿la de 2:30 es con la doctora Ríos?". Whoever
asks what a time is like has not taken it."""

from __future__ import annotations

import re

from booking.intents import AskQuestion, Topic
from booking.models import State, UnderstandingContext
from nlu.message import Message

_ABOUT = r"(?:es|son|seria|sera|toca|dura|cuesta|sale|incluye|atiende|queda)"
_ASKS_WHAT = re.compile(
    rf"^(?: ,| \?| y| oiga| oye| disculpe| perdon| pero| ok| bueno)*(?: (?:con|de|a|en|para))? (?:cual|cuales|quien|quienes|que)(?: [^ ,?]+){{0,3}}? {_ABOUT}(?: [^ ,?]+)* (?:(?:el|la|los|las)(?: de| del| opcion| numero| [0-9]+| (?:primer|segund|tercer|cuart|quint|ultim)\w*)|es[aeo]s?)(?= )"
)
_ASKS_WHETHER = re.compile(
    rf" (?:la|el|esa|ese)(?: [^ ,?]+){{0,7}}? {_ABOUT} (?:con|para|de|del|en|por|el|la|doctor|doctora|hombre|mujer|presencial|seguro|cara|caro|gratis|mas)(?: [^ ?]+)* \?"
)
_OF_WHOM = re.compile(r" (?:quien|quienes|doctora?s?|medic[oa]s?)(?= )")


def asked(message: Message, context: UnderstandingContext) -> AskQuestion | None:
    """The question; None where the message asks nothing about a time on screen."""
    if context.state is not State.SLOT_SELECTION or not context.offered or message.odd:
        return None
    what = _ASKS_WHAT.match(message.flat)
    if not what and not _ASKS_WHETHER.search(message.flat):
        return None
    topic = Topic.DOCTORS if what and _OF_WHOM.search(message.flat) else None
    return AskQuestion(query=message.text.strip(), topic=topic)
