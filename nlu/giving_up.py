"""A booking given up, or a proposal refused, with what it is for: "ya no, gracias, me salió otro compromiso",
"no gracias, ya conseguí en otro lado", "no, se me hace muy tarde"."""

from __future__ import annotations

import re

from booking.intents import CancelBooking, Deny
from booking.models import Purpose, State, UnderstandingContext
from nlu import acts, remarks
from nlu.acts import Act
from nlu.closed_phrases import GIVEN_UP, LEADS, NO, OPENERS, POLITE, THANKS
from nlu.message import Message
from nlu.parts import taken_apart
from nlu.statements import clauses_of, tells
from nlu.yes_no import MOST_WORDS, made_of

_BEFORE = OPENERS | LEADS | POLITE
_ELSEWHERE = re.compile(
    r" (?:en|a|con) (?:(?:otro|otra|otros|otras) (?:lado|lugar|parte|clinica|consultorio|hospital|seguro)|el (?:seguro|imss|issste|simi|similares)|mi seguro)(?= )| al (?:seguro|imss|issste|simi|similares)(?= )"
)
"""Where somebody goes instead."""
_GONE = re.compile(
    r" (?:(?:con|en)s\w+|encontr\w+|atend\w+|busc\w+|saqu\w+|hall\w+|agarr\w+|voy|fui|ire|iremos|vamos|ya tengo|me dieron)(?= )"
)
_WITH_ANOTHER = re.compile(
    r" (?:consegui\w*|encontr\w+|halle|hallamos|saque|tengo)(?: cita)? con otr[oa] (?:doctora?|medic[oa]|dentista)(?= )"
)
_TOLD = frozenset({Act.CANCEL, Act.QUESTION})
_BUT = re.compile(r" (?:mejor|pero|sino|aunque|prefiero|entonces|y si|otra|quiero|quisiera)(?= )")
_REASON = re.compile(r"^(?: (?:porque|pq|xq|es que|esque|ya que|por que))+ ")
_CANNOT = re.compile(r" no (?:voy a poder|puedo|podre|alcanzo|alcanzamos)(?: ir| llegar)?(?: ,)* $")


def read(message: Message, context: UnderstandingContext) -> CancelBooking | Deny | None:
    """What comes of it; None where anything is wished for beside it, or an appointment that exists is spoken of."""
    if context.state is State.IDLE or context.purpose in (Purpose.CANCEL, Purpose.MOVE, Purpose.STAFF) or message.odd:
        return None
    asked_for = {found.act for found in acts.find(message)}
    if asked_for <= _TOLD | {Act.SHIFT} and _is_going_elsewhere(message):
        return CancelBooking()
    if not asked_for <= _TOLD | {Act.WAIT}:
        return None
    tokens = message.tokens
    for n in range(min(len(tokens) - 1, 2 * MOST_WORDS), 0, -1):
        said = Message.of(message.text[: tokens[n - 1].end])
        given_up = made_of(said.words, GIVEN_UP, _BEFORE | NO, POLITE | THANKS | NO)
        if said.asks or not (given_up or made_of(said.words, NO, _BEFORE, POLITE | THANKS)):
            continue
        why = Message.of(message.text[tokens[n].start :])
        apart = tokens[n - 1].kind == "mark" or _REASON.match(_flat(message, range(n, len(tokens))))
        if tokens[n].kind == "mark" or not apart:
            continue  # "ya no me duele" gives up nothing
        if Act.WAIT in asked_for and not given_up:
            return None  # "no, luego les marco": it may be taken up again
        if not _only_tells_why(why, context):
            return None
        return CancelBooking() if given_up or _is_going_elsewhere(why) else Deny()
    return None


def _is_going_elsewhere(message: Message) -> bool:
    if _WITH_ANOTHER.search(message.flat):
        return True
    place = _ELSEWHERE.search(message.flat)
    return bool(place and _GONE.search(message.flat[: place.start() + 1])) and not re.search(
        " (?:para|no puedo|si no) ", message.flat
    )


def _only_tells_why(why: Message, context: UnderstandingContext) -> bool:
    later = {found.act for found in acts.find(why)} == {Act.WAIT}  # "otro día les hablo"
    if why.asks or remarks.is_one(why) or (not later and (_BUT.search(why.flat) or acts.find(why))):
        return False
    parts = taken_apart(why, context)
    if parts.wish or parts.shift or parts.doctor or parts.unnamed or parts.named:
        return False
    return bool(_REASON.match(why.flat)) or all(
        later or tells(why, clause) or _CANNOT.search(_flat(why, clause)) for clause in clauses_of(why)
    )


def _flat(message: Message, clause: range) -> str:
    return " " + " ".join(message.tokens[i].text for i in clause) + " "
