"""An appointment for one person that is wanted in one message with something about another's that exists: "cancela la mía y
aparta esa misma hora para mi mamá", "sí ahí estaré, y una para mi hija". Each half is read by itself, so that neither
tells the other's time or patient; the new one is taken up when what exists is done. For the same person it is that one,
exchanged (`wishes.several`). What of the new one is not understood is left over, and so is another order about another's
that is no new one.
"""

from __future__ import annotations

import datetime as dt
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
    ListAppointments,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    StartBooking,
    Thank,
    Unknown,
    When,
)
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.existing_visits.corrections import exactly
from nlu.existing_visits.existing import CANNOT_COME
from nlu.naming import bare_names
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.naming.second_person import whose_of
from nlu.parsed import Parse, Reader
from nlu.wishes.by_theirs import BESIDE_MINE, beside_theirs
from nlu.words.message import Message, Token
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
_MOVES = re.compile(rf" (?:{MOVING}|{CHANGING_TIME})\w*(?= )")
_CHANGES = re.compile(
    rf" (?:{ENDING}|{MOVING}|{CHANGING_TIME}|confirm)\w*(?= )| (?:ya|no|si|claro|ahi|alla|voy|vamos|ok|va|sale)(?= )|{CANNOT_COME.pattern}"
)
_ANYBODYS = re.compile(
    rf" (?:{RELATIVES_NOUN})(?= )| (?:para|a) mi (?=(?:,|el|la|a|hoy|manana|tambien|lunes|martes|miercoles|jueves|viernes|sabado)(?: |$))| (?:para|a) mi $"
)
_MOST_JOINTS = 6
_Of = CancelAppointment | RescheduleAppointment | Attend | ListAppointments
_Wanted = tuple[()] | tuple[StartBooking] | tuple[StartBooking, ProvideCustomerData]
_Asks = StartBooking | CheckAvailability | ProvideCustomerData
_EXISTS = re.compile(r" (?:(?:mi|la|su) (?:cita|consulta|turno)|la (?:mia|suya|de|del|que)|\w+[aeir]l[ao])(?= )")
_MOVED = re.compile(r"^\s*p[aá]s(?=[ae])", re.IGNORECASE)
""" "Pasa mi cita al jueves"."""
_ONE = re.compile(r"^\s*(?:una|otra)?(?: cita| consulta)?\b", re.IGNORECASE)
_THERE = re.compile(
    r" (?:(?:ese|su|mi|el)(?: mism[ao])?|mismo) (?:lugar|horario|espacio|turno)(?= )| (?:esa|la|esta)(?: mism[ao])? hora(?= )"
)
_IN_ITS_PLACE = Reading(anchor=Anchor(same_day=True, same_time=True))


def read(text: str, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """What is to be done about the one that exists, and the other one behind it; None where there are not both."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or message.odd or not (context.state is State.IDLE or _is_proposed(context)):
        return None
    if not _ANYBODYS.search(message.flat):
        return None
    for first, other in _halves(message):
        for change, besides in ((first, other), (other, first)):
            moves = _MOVES.search(Message.of(change).flat)
            besides = besides if moves else beside_theirs(besides, context)
            flat = Message.of(besides).flat
            wants, orders = _WANTS_ONE.match(flat), _ORDERS.match(flat)
            if not (wants or orders) or not (_CHANGES.search(Message.of(change).flat) or Message.of(change).asks):
                continue
            told, of = whose_of(_without_mine(besides)), whose_of(Message.of(change).tokens)
            if (told or OWN) == (of or OWN) or (wants and told is None):
                continue
            exists = bool(_ORDERS.match(Message.of(change).flat) and _EXISTS.search(Message.of(change).flat))
            done = _done(reader(_MOVED.sub("muev", change) if exists else change, context), context)
            if isinstance(done, RescheduleAppointment) and not _ORDERS.match(Message.of(change).flat):
                continue  # "no puedo el lunes, quiero una para mi mamá el martes"
            if wants and told and (done or exists):
                stays = isinstance(done, Attend | ListAppointments)
                said = () if BESIDE_MINE.search(flat) else _wanted(besides, wants, told, context, reader, stays=stays)
                if done is None:  # what is to be done about the one that exists nobody can tell
                    return Parse(said, sure=False, unread=(change.strip(), *(() if said else (besides.strip(),))))
                if not said:
                    return Parse((done,), sure=False, unread=(besides.strip(),))
                if isinstance(done, Confirm) and said[0].when is not None and said[0].when.anchor is not None:
                    return Parse(said[:1])  # told by what is proposed: it is kept, and the yes asked for again
                return Parse((done, *said))
            same = told is None and not _ORDERS.match(Message.of(change).flat)
            if same and not Message.of(change).asks:
                continue  # "se enfermó mi niña y no puedo ir el martes, pásemela": why
            if done and not isinstance(done, type(_done(reader(besides, context), context))):
                return Parse((done,), sure=False, unread=(besides.strip(),))
    return None


def _without_mine(text: str) -> list[Token]:
    """The tokens without those of "después de mí"."""
    message = Message.of(text)
    mine = {i for m in BESIDE_MINE.finditer(message.flat) for i in message.between(m.start() + 1, m.end())}
    return [token for index, token in enumerate(message.tokens) if index not in mine]


def _is_proposed(context: UnderstandingContext) -> bool:
    """Whether a yes would move or cancel one that exists."""
    return context.state is State.CONFIRM and context.purpose in (Purpose.CANCEL, Purpose.MOVE)


def _halves(message: Message) -> Iterator[tuple[str, str]]:
    """Before and behind each word or mark that joins two."""
    for match in [*_JOINT.finditer(message.flat)][:_MOST_JOINTS]:
        joint = message.between(match.start() + 1, match.end()).start
        if 0 < joint < len(message.tokens) - 1:
            yield message.text[: message.tokens[joint - 1].end], message.text[message.tokens[joint + 1].start :]


def _done(said: Parse, context: UnderstandingContext) -> _Of | Confirm | None:
    """What is to be done about the one that exists, where it is all that is said; a yes to a reminder is that they come."""
    asked = [one for one in said.intents if not isinstance(one, Greet | Thank)]
    if len(asked) != 1 or said.unread:
        return None
    yes = context.expected.yes if context.expected is not None else None
    if isinstance(asked[0], Confirm) and isinstance(yes, Attend):
        return yes
    if _is_proposed(context):
        return asked[0] if isinstance(asked[0], Confirm) else None
    return asked[0] if isinstance(asked[0], _Of) and not getattr(asked[0], "unsaid", False) else None


def _wanted(
    text: str, wants: re.Match[str], whose: str, context: UnderstandingContext, reader: Reader, *, stays: bool
) -> _Wanted:
    """The new one, with the name of whom it is for where that is said; nothing where its words say more than when, with whom and for whom. What exists tells its time at once
    where it `stays` as it is."""
    nothing = {
        "state": State.IDLE,
        "purpose": None,
        "proposed": None,
        "standing": None,
        "offered": (),
        "expected": None,
    }
    nobody = context.model_copy(update={**nothing, "made": context.now, "visits": ()})
    said = reader(text, nobody)
    if said.intents == (Unknown(),):  # "aparta una para mi mamá"
        rest = Message.of(text).between(0, wants.end()).stop
        said = reader(f"quiero una cita {_ONE.sub('', text[Message.of(text).tokens[rest - 1].end :])}", nobody)
    booked = [one for one in said.intents if isinstance(one, StartBooking | CheckAvailability)]
    others = [one for one in said.intents if not isinstance(one, Greet | Thank | _Asks)]
    shifted = any(isinstance(one, CheckAvailability) and one.shift for one in booked)
    name = _named(said)
    if others or len(booked) > 1 or shifted or (said.unread and name is None):
        return ()
    begun = StartBooking(besides=True, other=name.split()[0] if name else whose)
    if booked:
        fields = ("doctor", "anyone", "not_with", "visit")
        begun = begun.model_copy(update={name: getattr(booked[0], name) for name in fields})
    when = booked[0].when if booked else None
    if when is not None and when.anchor == Anchor(weekday=True):
        when = when.model_copy(update={"anchor": None})  # the coming one, and none near to what exists
    if _THERE.search(Message.of(text).flat) and (when is None or (when.when and not when.when.time_from)):
        when = _IN_ITS_PLACE if when is None else when.model_copy(update={"anchor": Anchor(same_time=True)})
    if stays and when is not None and len(context.visits) == 1:
        when = _told_by(when, context.visits[0].astimezone(context.now.tzinfo))
    begun = begun.model_copy(update={"when": when})
    return (begun, ProvideCustomerData(name=name, for_other=True)) if name and whose != OWN else (begun,)


def _told_by(when: Reading, start: dt.datetime) -> Reading:
    """A time that is told by the one that exists: at its hour, on its day, or as it was where it is told by nothing."""
    told, said = when.anchor, when.when or When()
    if told is None or told not in (Anchor(same_day=True), Anchor(same_time=True), _IN_ITS_PLACE.anchor):
        return when
    its = exactly(start).when or When()
    day = {} if said.date_from else {"date_from": its.date_from, "date_to": its.date_to}
    hour = {"time_from": its.time_from, "exact": True} if told.same_time else {}
    return Reading(when=said.model_copy(update={**day, **hour}))


def _named(said: Parse) -> str | None:
    """The name of whom it is for, where that is all that is left over: "…, Rosa Soto"; or said otherwise."""
    told = [one.name for one in said.intents if isinstance(one, ProvideCustomerData) and one.name]
    if not told and len(said.unread) == 1 and (bare := bare_names.bare(Message.of(said.unread[0]))) and bare.sure:
        told = [bare.name] if bare.name else []
    return told[0] if len(told) == 1 else None
