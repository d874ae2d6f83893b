"""Whether a question is all that a message is: one that is claimed of anything else needs a second opinion.

What is asked is known by words that speak of a topic, and these stand in other messages too: "no tengo cómo llegar a
esa hora", "¿es un robot? quiero una secretaria". So a question is not sure where a clause beside
it says more, nor where no mark and no question word in front makes it one and a word turns it around. Then a model is
asked; without one it is answered. (Of the questions claimed of strangers' messages as first read, 6 of 16 of this kind
were none, and 1 of 46 others; the rule was made on those messages.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import AnyIntent, AskQuestion, Greet, Smalltalk, Thank, Topic
from booking.models import Role, State, UnderstandingContext
from nlu import acts
from nlu.carried import asking, asks, carried
from nlu.naming.name_words import RELATIONS, TITLES
from nlu.parsed import Parse
from nlu.taken_apart import taken_apart
from nlu.when import read_spans
from nlu.words.courtesies import without_greeting
from nlu.words.filler import FILLER
from nlu.words.message import Message
from nlu.words.statements import clauses_of, lists
from nlu.words.turning_words import BUT, RATHER

_TURNS = re.compile(rf" (?:{RATHER}|{BUT}|no|ni|nunca|otr[oa]s?|antes)(?= )")
""" "No tengo cómo llegar": what turns an answer around, where nothing marks a question."""


def is_all_asked(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> bool:
    """Whether nothing but the question that these intents are stands in a text; so it is where they are none."""
    asked = [intent for intent in intents if isinstance(intent, AskQuestion)]
    others = [intent for intent in intents if not isinstance(intent, AskQuestion | Greet | Thank | Smalltalk)]
    if not asked or others or any(one.topic is Topic.PROPOSAL for one in asked):  # "a las 4, ¿verdad?"
        return True
    message, _ = without_greeting(Message.of(text))
    opens = any(asks(message.tokens[clause.start : clause.stop]) for clause in message.clauses()[:1])
    if not (message.asks or opens) and _TURNS.search(message.flat):
        return False
    parts = taken_apart(message, context)
    known = carried(parts, list(intents)) | asking(parts)
    return all({*clause} & known or not _says_more(message, clause) for clause in clauses_of(message))


def time_beside(text: str, said: Parse, context: UnderstandingContext) -> tuple[str, ...]:
    """The times to come, as they were written, in a patient's message that reads as nothing but a question of which only
    its form is known: a wish may be in it ("algo como a la 1 ese día?"), and would be unsaid."""
    asked = [intent for intent in said.intents if not isinstance(intent, Greet | Thank | Smalltalk)]
    guess = len(asked) == 1 and isinstance(asked[0], AskQuestion) and asked[0].topic is None
    if not guess or said.unread or context.role is not Role.PATIENT or context.state is State.SLOT_SELECTION:
        return ()
    hours = context.hours
    found = read_spans(text, context.now, hours=hours)
    whens = [found.reading.when] if found.reading.when else [*found.reading.candidates]
    theirs = {start.astimezone(context.now.tzinfo).date() for start in context.visits}
    if not any(when.date_from or when.date_to or when.exact for when in whens if when.date_from not in theirs):
        return ()
    message = Message.of(text)
    if acts.find(message) or " si " in message.flat:
        return ()  # "¿me cobran si la cancelo hoy?"
    asking = [clause for clause in message.clauses() if _asks(message, clause)] or message.clauses()[-1:]
    spans = [message.within(start, end) for start, end in found.spans]
    if not any(place.start in clause for place in spans for clause in asking if place):
        return ()  # "mañana me sacan sangre, ¿puedo tomar agua?": told beside it
    return tuple(text[start:end] for start, end in found.spans)


def _asks(message: Message, clause: range) -> bool:
    after = message.tokens[clause.stop].kind if clause.stop < len(message.tokens) else ""
    return after == "ask"


def _says_more(message: Message, clause: range) -> bool:
    """Whether a clause has a word that is more than courtesy, or whom it is about; an alternative asks no more:
    "aceptan tarjeta | o puro efectivo"."""
    if message.tokens[clause.start].text in ("o", "u"):
        return False
    light = FILLER | RELATIONS | TITLES | lists()["courtesy"]
    words = (message.tokens[i] for i in clause if message.tokens[i].kind in ("word", "number"))
    return any(not light >= {*token.text.split()} for token in words)
