"""Two orders about two of one's appointments, one that falls and one that is moved: "cancela la del 15 y la del 22 pásala al
jueves". The first is said to be understood, and the other to be left for later: neither becomes the other's."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import CancelAppointment, Greet, RescheduleAppointment, Thank
from booking.models import State, UnderstandingContext
from nlu.parsed import Parse
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, MOVING

_ENDS = re.compile(rf" (?:{ENDING})\w*(?= )| ya no(?= )")
_MOVES = re.compile(rf" (?:{MOVING}|pas|pon|pong)\w*(?= )| (?:al|para el|pal) ")
_JOINT = re.compile(r" (?:y|,|pero)(?= )")
_MOST_JOINTS = 6
_Change = CancelAppointment | RescheduleAppointment


def read(text: str, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """The first of them, with the words of the other; None where there are not two, of two appointments."""
    message = Message.of(text)
    if context.state is not State.IDLE or len(context.visits) < 2 or message.odd:
        return None
    if not (_ENDS.search(message.flat) and _MOVES.search(message.flat)):
        return None
    for match in [*_JOINT.finditer(message.flat)][:_MOST_JOINTS]:
        joint = message.between(match.start() + 1, match.end()).start
        if not 0 < joint < len(message.tokens) - 1:
            continue
        first = message.text[: message.tokens[joint - 1].end]
        other = message.text[message.tokens[joint + 1].start :]
        one = _alone(reader(first))
        two = _alone(reader(other)) or _alone(reader(f"pasa {other}"))  # "la de Alma al jueves"
        if one and two and type(one) is not type(two) and _which(one) != _which(two):
            return Parse((one,), unread=(other,))
    return None


def _alone(said: Parse) -> _Change | None:
    """The one change that is read, of an appointment that is named."""
    asked = [one for one in said.intents if not isinstance(one, Greet | Thank)]
    change = asked[0] if len(asked) == 1 and not said.unread else None
    return change if isinstance(change, _Change) and any(_which(change)) else None


def _which(change: _Change) -> tuple[object, object]:
    of = change.when if isinstance(change, CancelAppointment) else change.of
    return of.when.date_from if of and of.when else None, change.whose
