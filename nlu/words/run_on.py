"""Sentences one after the other without a sign between, as people dictate them: "tengo cita a las 8 y no alcanzo me la puede
pasar a las 9 y media". Where such a message is not understood whole, it is read once more with a comma where a sentence
may begin. What that says is taken only where nothing of it is left over and it says what was understood before, and more;
never a yes, a choice or a name that nobody had heard.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    Greet,
    JoinWaitingList,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import Role, UnderstandingContext
from nlu.parsed import Parse, meant
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, MOVING

_TAKES = (
    CancelAppointment,
    CheckAvailability,
    Greet,
    JoinWaitingList,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
)
"""Of these nothing is stored before it was shown."""
_LOOKS = (StartBooking, CheckAvailability)
_CAN = r"(?:pued\w+|podria\w*|podemos|podriamos|podra\w*)"
_SENTENCE = re.compile(
    rf"(?<= )(?=(?:(?:(?:me|nos|se|le|les) )?(?:la|lo|las|los) {_CAN}|(?:me|nos|se|le|les) {_CAN}"
    rf"|(?:{ENDING}|{MOVING}|avis|agend|apart|pon|pas|d)(?:a|e|ar|en|an|o)?(?:me|nos|le|les|se)?(?:la|lo|las|los)"
    r"|quier\w+|quisiera|queria|necesit\w+|ocup\w+|como le hac\w+|hay|tiene[ns]?|tendr\w+|seria|es que|yo creo que"
    r"|el nombre|soy|me llamo|se llama|gracias|por favor|porfa\w*|disculpe|perdon) )"
)
"""What asks for something. Before "no puedo" or "trabajo" none begins: what stands before may be when."""
_JOINS = frozenset(
    """y o u e que si pero porque cuando donde como para pa por de del con sin a al no ya ni se me le la lo el en mas nomas solo
    aunque cuanto cual quien entonces tambien ella yo ustedes usted""".split()
)
"""After these a sentence goes on, and none begins."""
_MOST = 6
"""Places that are tried."""
_SHORTEST = 6
"""Words of a message that is more than one sentence."""


def read(text: str, said: Parse, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """What a message that was read as `said`, and not understood whole, says sentence by sentence; None where that is no
    clearer. `reader` reads a text."""
    before = meant(said)
    if context.role is not Role.PATIENT or not any(isinstance(intent, Unknown) for intent in before):
        return None
    if len(text.split()) < _SHORTEST or any(isinstance(one, Unknown) and _may_turn(one) for one in before):
        return None
    understood = [i for one in before for i in (one.understood if isinstance(one, Unknown) else (one,))]
    for paused in _paused(text):
        again = reader(paused)
        if again.unread or not again.intents:
            continue
        if all(isinstance(i, _TAKES) for i in again.intents) and _says_as_much(again.intents, understood):
            return again
    return None


def _may_turn(one: Unknown) -> bool:
    """Whether what was left over may make of the rest its opposite."""
    return one.doubt or one.why is UnknownWhy.NOT_SO


def _says_as_much(again: Sequence[AnyIntent], before: Sequence[AnyIntent]) -> bool:
    """Whether each that was understood before is there, with every value that it had."""
    return all(any(_has_all_of(new, old) for new in again) for old in before if not isinstance(old, Unknown))


def _has_all_of(new: AnyIntent, old: AnyIntent) -> bool:
    same = type(new) is type(old) or (isinstance(new, _LOOKS) and isinstance(old, _LOOKS))
    said = (name for name in type(old).model_fields if name != "kind" and name in type(new).model_fields)
    return same and all(_is_unsaid(getattr(old, name)) or getattr(old, name) == getattr(new, name) for name in said)


def _is_unsaid(value: object) -> bool:
    return value in (None, False, "", ()) or (isinstance(value, Reading) and value.problem is not None)


def _paused(text: str) -> Iterator[str]:
    """The text with a comma before each place where a sentence may begin, one at a time, and before all of them."""
    message = Message.of(text)
    places = []
    for found in _SENTENCE.finditer(message.flat):
        place = message.between(found.start(), len(message.flat))
        first = place.start if place else 0
        if first and message.tokens[first - 1].kind == "word" and message.tokens[first - 1].text not in _JOINS:
            places.append(message.tokens[first].start)
    places = places[:_MOST]
    for at in places:
        yield f"{text[:at].rstrip()}, {text[at:]}"
    if len(places) > 1:
        for at in reversed(places):
            text = f"{text[:at].rstrip()}, {text[at:]}"
        yield text
