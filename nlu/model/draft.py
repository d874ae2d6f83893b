"""The reading of a message while a model's answer is put into it."""

from __future__ import annotations

from dataclasses import dataclass, field

from booking.intents import AnyIntent
from booking.models import UnderstandingContext
from nlu.parsed import Parse
from nlu.parts import Parts
from nlu.words.message import Message


@dataclass
class Draft:
    """The reading as it is filled up: intents, the tokens that a model's words accounted for, whether it named what
    rules read, added to that, and whether it must be asked about."""

    said: Parse
    message: Message
    context: UnderstandingContext
    parts: Parts
    intents: list[AnyIntent]
    covered: set[int] = field(default_factory=set)
    told: set[int] = field(default_factory=set)  # of nothing, says the model: believed where nothing is stored yet
    agrees: bool = False
    chose: bool = False  # it names the time that rules took for chosen
    added: bool = False  # something that begins or changes something, and rules had none of the kind
    asks: bool = False
    cancels: bool = False  # it names that an appointment is cancelled
    ends: bool = False  # the words that the model quotes say so by themselves
