"""An appointment for one person that is wanted in one message with something about another's that exists: "cancela la mía y
aparta esa misma hora para mi mamá", "sí ahí estaré, y una para mi hija". Each half is read by itself, so that neither
tells the other's time or patient; the new one is taken up when what exists is done. For the same person it is that one,
exchanged (`wishes.several`). What of the new one is not understood is left over, and so is another order about another's
that is no new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from booking.intents import (
    OWN,
    Anchor,
    Attend,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Greet,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    StartBooking,
    Thank,
    Unknown,
)
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.existing import CANNOT_COME
from nlu.naming import bare_names
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.naming.second_person import whose_of
from nlu.parsed import Parse, Reader
from nlu.words.message import Message
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import BOOKING, CHANGING_TIME, ENDING, MOVING, ORDERS

_LEADS = (
    r"(?:(?:,|y|e|pero|tambien|ademas|aparte|entonces|mejor|luego|de (?:una vez|paso|favor)|por favor|porfa|ya(?: que)?|oiga|oye"
    r"|(?:me|nos|le) (?:pued\w+|podr\w+|gustaria|urge|da[ns]?)|si (?:me|nos|le)? ?(?:pued\w+|podr\w+)|pued\w+|podr\w+|quier\w+|quisier\w+) )*"
)
_JOINT = re.compile(r" (?:y|e|,|pero)(?= )")
_WANTS_ONE = re.compile(
    rf" {_LEADS}(?:{ORDERS.pattern}|(?:{BOOKING}|met|pon|pong)(?:[a-z]{{0,2}}(?:me|nos|les?|se)?(?:l[ao]s?)?)|d(?:a|e|en)(?:me|nos|les?)|{WANTS}|busco|una|otra|uno|otro|"
    rf"que (?:me|nos|le)? ?(?:{BOOKING})\w*)(?= )"
)
_ORDERS = re.compile(rf" {_LEADS}(?:{ENDING}|{MOVING}|{CHANGING_TIME}|confirm)\w*(?= )")
_CHANGES = re.compile(
    rf" (?:{ENDING}|{MOVING}|{CHANGING_TIME}|confirm)\w*(?= )| (?:ya|no|si|claro|ahi|alla|voy|vamos|ok|va|sale)(?= )|{CANNOT_COME.pattern}"
)
_ANYBODYS = re.compile(
    rf" (?:{RELATIVES_NOUN})(?= )| (?:para|a) mi (?=(?:,|el|la|a|hoy|manana|tambien|lunes|martes|miercoles|jueves|viernes|sabado)(?: |$))| (?:para|a) mi $"
)
_MOST_JOINTS = 6
_Of = CancelAppointment | RescheduleAppointment | Attend
_Asks = StartBooking | CheckAvailability | ProvideCustomerData
_EXISTS = re.compile(r" (?:(?:mi|la|su) (?:cita|consulta|turno)|la (?:mia|suya|de|del|que)|\w+[aeir]l[ao])(?= )")
_MOVED = re.compile(r"^\s*p[aá]s(?=[ae])", re.IGNORECASE)
""" "Pasa mi cita al jueves"."""
_ONE = re.compile(r"^\s*(?:una|otra)?(?: cita| consulta)?\b", re.IGNORECASE)
_THERE = re.compile(r" en (?:(?:es[ea]|su|mi|el)(?: mismo)?) lugar(?= )")
_IN_ITS_PLACE = Reading(anchor=Anchor(same_day=True, same_time=True))


def read(text: str, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """What is to be done about the one that exists, and the other one behind it; None where there are not both."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or context.state is not State.IDLE or message.odd:
        return None
    if not _ANYBODYS.search(message.flat):
        return None
    for first, other in _halves(message):
        for change, besides in ((first, other), (other, first)):
            flat = Message.of(besides).flat
            wants, orders = _WANTS_ONE.match(flat), _ORDERS.match(flat)
            if not (wants or orders) or not _CHANGES.search(Message.of(change).flat):
                continue
            told, of = (whose_of(Message.of(one).tokens) for one in (besides, change))
            if (told or OWN) == (of or OWN) or (wants and told is None):
                continue
            exists = bool(_ORDERS.match(Message.of(change).flat) and _EXISTS.search(Message.of(change).flat))
            done = _done(reader(_MOVED.sub("muev", change) if exists else change, context), context)
            if isinstance(done, RescheduleAppointment) and not _ORDERS.match(Message.of(change).flat):
                continue  # "no puedo el lunes, quiero una para mi mamá el martes"
            if wants and told and (done or exists):
                said = _wanted(besides, wants, told, context, reader)
                if done is None:  # what is to be done about the one that exists nobody can tell
                    known = () if said is None else (said,)
                    return Parse(known, sure=False, unread=(change.strip(), *(() if said else (besides.strip(),))))
                return Parse((done, said)) if said else Parse((done,), sure=False, unread=(besides.strip(),))
            if done and not isinstance(done, type(_done(reader(besides, context), context))):
                return Parse((done,), sure=False, unread=(besides.strip(),))
    return None


def _halves(message: Message) -> Iterator[tuple[str, str]]:
    """Before and behind each word or mark that joins two."""
    for match in [*_JOINT.finditer(message.flat)][:_MOST_JOINTS]:
        joint = message.between(match.start() + 1, match.end()).start
        if 0 < joint < len(message.tokens) - 1:
            yield message.text[: message.tokens[joint - 1].end], message.text[message.tokens[joint + 1].start :]


def _done(said: Parse, context: UnderstandingContext) -> _Of | None:
    """What is to be done about the one that exists, where it is all that is said; a yes to a reminder is that they come."""
    asked = [one for one in said.intents if not isinstance(one, Greet | Thank)]
    if len(asked) != 1 or said.unread:
        return None
    yes = context.expected.yes if context.expected is not None else None
    if isinstance(asked[0], Confirm) and isinstance(yes, Attend):
        return yes
    return asked[0] if isinstance(asked[0], _Of) and not getattr(asked[0], "unsaid", False) else None


def _wanted(
    text: str, wants: re.Match[str], whose: str, context: UnderstandingContext, reader: Reader
) -> StartBooking | None:
    """The new one; None where its words say more than when, with whom and for whom."""
    nobody = context.model_copy(update={"expected": None, "made": context.now, "visits": ()})
    said = reader(text, nobody)
    if said.intents == (Unknown(),):  # "aparta una para mi mamá"
        rest = Message.of(text).between(0, wants.end()).stop
        said = reader(f"quiero una cita {_ONE.sub('', text[Message.of(text).tokens[rest - 1].end :])}", nobody)
    booked = [one for one in said.intents if isinstance(one, StartBooking | CheckAvailability)]
    others = [one for one in said.intents if not isinstance(one, Greet | Thank | _Asks)]
    shifted = any(isinstance(one, CheckAvailability) and one.shift for one in booked)
    name = _named(said)
    if others or len(booked) > 1 or shifted or (said.unread and name is None):
        return None
    begun = StartBooking(besides=True, other=name or whose)
    if booked:
        fields = ("doctor", "anyone", "not_with", "visit")
        begun = begun.model_copy(update={name: getattr(booked[0], name) for name in fields})
    when = _IN_ITS_PLACE if _THERE.search(Message.of(text).flat) else booked[0].when if booked else None
    if when is not None and when.anchor == Anchor(weekday=True):
        when = when.model_copy(update={"anchor": None})  # the coming one, and none near to what exists
    return begun.model_copy(update={"when": when})


def _named(said: Parse) -> str | None:
    """The given name of whom it is for, where that is all that is left over: "…, Rosa Soto"; or said otherwise."""
    told = [one.name for one in said.intents if isinstance(one, ProvideCustomerData) and one.name]
    if not told and len(said.unread) == 1 and (bare := bare_names.bare(Message.of(said.unread[0]))) and bare.sure:
        told = [bare.name] if bare.name else []
    return told[0].split()[0] if len(told) == 1 and told[0] else None
