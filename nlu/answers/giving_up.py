"""A booking given up, or a proposal refused, with what it is for: "ya no, gracias, me salió otro compromiso",
"no gracias, ya conseguí en otro lado", "no, se me hace muy tarde"."""

from __future__ import annotations

import re

from booking.intents import CancelBooking, Deny
from booking.models import Purpose, State, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.answers import remarks
from nlu.answers.made_of import MOST_WORDS, made_of
from nlu.taken_apart import taken_apart
from nlu.words.closed_phrases import BEFORE, GIVEN_UP, NO, POLITE, THANKS, THOUGHT_BETTER
from nlu.words.message import Message
from nlu.words.statements import clauses_of, tells
from nlu.words.turning_words import BUT, RATHER, WANTS

_NO_BEFORE = BEFORE | NO
_POLITE = POLITE | THANKS
_POLITE_NO = _POLITE | NO
_GIVEN_UP_AFTER_ALL = GIVEN_UP | THOUGHT_BETTER
_ELSEWHERE = re.compile(
    r" (?:en|a|con) (?:(?:otro|otra|otros|otras) (?:lado|lugar|parte|clinica|consultorio|hospital|seguro)|el (?:seguro|imss|issste|simi|similares)|mi seguro)(?= )| (?:al|a las?) (?:seguro|imss|issste|simi|similares|cruz roja|farmacia|clinica 27)(?= )"
)
"""Where somebody goes instead."""
_GONE = re.compile(
    r" (?:(?:con|en)s\w+|encontr\w+|atend\w+|busc\w+|saqu\w+|hall\w+|agarr\w+|voy|fui|ire|iremos|vamos|ya tengo|me dieron)(?= )"
)
_WITH_ANOTHER = re.compile(
    r" (?:consegui\w*|encontr\w+|halle|hallamos|saque|tengo)(?: cita)? con (?:otr[oa] (?:doctora?|medic[oa]|dentista)"
    r"|(?:el|la|un|una) (?:doctora?|medic[oa]|dentista) (?:de (?:la|una) farmacia|de (?:la|mi) (?:colonia|cuadra)|de(?:l| un) (?:seguro|imss|issste|simi|similares)|particular))(?= )"
)
_TOLD = frozenset({Act.CANCEL, Act.QUESTION})
_BUT = re.compile(rf" (?:{RATHER}|{BUT}|{WANTS}|entonces|y si|otra(?! (?:cosa|persona)))(?= )")
_LATER = re.compile(
    r"^(?: ,)* (?:ya )?(?:luego|despues|al rato|otro dia|mas adelante|en otra ocasion|cuando (?:pueda|tenga|junte))(?= )"
)
""" "Ya no, luego vuelvo a escribir"."""
_PUTS_OFF = re.compile(
    r"^(?: ,)*(?: (?:y|mejor|primero|pues|yo|dejeme|dejame|voy|vamos|a|me|nos|lo|la|le|les|que))* (?:consult|pregunt|platic|pens|piens|chec|esper|habl|coment)\w*(?= )(?!.* (?:para|pa|el|en|con la|con el) (?:lunes|martes|miercoles|jueves|viernes|sabado|manana|doctora?|tarde))"
)
""" "Mejor no, primero le pregunto a mi hija", "siempre no, voy a esperar a ver si se me quita"."""
_REASON = re.compile(r"^(?: (?:porque|pq|xq|es que|esque|ya que|por que))+ ")
_CANNOT = re.compile(r" no (?:voy a poder|puedo|podre|alcanzo|alcanzamos)(?: ir| llegar)?(?: ,)* $")


def read(message: Message, context: UnderstandingContext) -> CancelBooking | Deny | None:
    """What comes of it; None where anything is wished for beside it, or an appointment that exists is spoken of."""
    if context.state is State.IDLE or context.purpose in (Purpose.CANCEL, Purpose.MOVE, Purpose.STAFF) or message.odd:
        return None
    asked_for = {found.act for found in acts.find(message)}
    if asked_for <= _TOLD | {Act.SHIFT} and is_going_elsewhere(message):
        return CancelBooking()
    if not asked_for <= _TOLD | {Act.WAIT}:
        return None
    if told_first := _after_a_reason(message, context):
        return told_first
    tokens = message.tokens
    for n in range(min(len(tokens) - 1, 2 * MOST_WORDS), 0, -1):
        apart = tokens[n - 1].kind == "mark" or _REASON.match(_flat(message, range(n, min(n + 3, len(tokens)))))
        if tokens[n].kind == "mark" or not apart:
            continue  # "ya no me duele" gives up nothing
        said = Message.of(message.text[: tokens[n - 1].end])
        given_up = made_of(said.words, GIVEN_UP, _NO_BEFORE, _POLITE_NO)
        if said.asks or not (given_up or made_of(said.words, NO, BEFORE, _POLITE)):
            continue
        why = Message.of(message.text[tokens[n].start :])
        if made_of(said.words, THOUGHT_BETTER, _NO_BEFORE, _POLITE_NO) and _PUTS_OFF.match(why.flat):
            return None if why.asks else Deny() if context.state is State.CONFIRM else CancelBooking()
        if Act.WAIT in asked_for and not given_up:
            return None  # "no, luego les marco": it may be taken up again
        if not (only_tells_why(why, context) or (given_up and _LATER.match(why.flat) and not why.asks)):
            return None
        return CancelBooking() if given_up or is_going_elsewhere(why) else Deny()
    return None


def _after_a_reason(message: Message, context: UnderstandingContext) -> CancelBooking | None:
    """ "Está muy lejos, mejor no", "ya se me quitó, ya no": the last clause gives it up, and the others tell why."""
    marks = [n for n, token in enumerate(message.tokens[:-1]) if token.kind == "mark"]
    if not marks:
        return None
    last, why = (
        Message.of(text) for text in (message.text[message.tokens[marks[-1]].end :], _before(message, marks[-1]))
    )
    given_up = made_of(last.words, _GIVEN_UP_AFTER_ALL, _NO_BEFORE, _POLITE_NO)
    if last.asks or not why.words or not given_up:
        return None
    return CancelBooking() if remarks.is_one(why) or only_tells_why(why, context) else None


def _before(message: Message, mark: int) -> str:
    return message.text[: message.tokens[mark].start]


def is_going_elsewhere(message: Message) -> bool:
    """Whether somebody tells that they have or look for an appointment with others."""
    if _WITH_ANOTHER.search(message.flat):
        return True
    place = _ELSEWHERE.search(message.flat)
    return bool(place and _GONE.search(message.flat[: place.start() + 1])) and not re.search(
        " (?:para|no puedo|si no) ", message.flat
    )


def only_tells_why(why: Message, context: UnderstandingContext) -> bool:
    """Whether these words only say why something is given up."""
    later = {found.act for found in acts.find(why)} == {Act.WAIT}  # "otro día les hablo"
    asks = _BUT.search(why.flat) or acts.find(why)
    if why.asks or remarks.is_one(why) or (not later and asks):
        return False
    parts = taken_apart(why, context)
    if parts.wish or parts.shift or parts.doctor or parts.unnamed or parts.named:
        return False
    return bool(_REASON.match(why.flat)) or all(
        later or tells(why, clause) or _CANNOT.search(_flat(why, clause)) for clause in clauses_of(why)
    )


def _flat(message: Message, clause: range) -> str:
    return " " + " ".join(message.tokens[i].text for i in clause) + " "
