"""What is said of an appointment that exists, whatever the construction: "lo del jueves siempre no", "la consulta que me dieron
el 15 que se pase al lunes". Four things are found apart and put into the plainest words there are, which the other readers
know: which one is meant (its day, its hour, whose it is), what is to become of it, when instead, and with whom.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Topic,
    Unknown,
)
from booking.models import Role, State, UnderstandingContext
from nlu.account import left_over
from nlu.existing_visits.in_plain_words import SAME_DAY, in_plain_words, words_of
from nlu.existing_visits.one_of_several import as_order
from nlu.existing_visits.theirs_times import Times, parts_of, times_of
from nlu.existing_visits.theirs_words import (
    ANOTHERS,
    ASKS_FOR_IT,
    BY_SO_MUCH,
    CHANGED,
    DEEDS,
    HAS,
    INSTEAD_OF,
    NEW_ONE,
    NOT,
    OF_SEVERAL,
    OF_THE_PAST,
    ON_CONDITION,
    ONE_OF_THEIRS,
    OWN,
    POLITE_NO,
    PUT_ELSEWHERE,
    SPOKEN_OF,
    Deed,
)
from nlu.parsed import Parse
from nlu.words.message import Message

_MAY_BE_OF_THEIRS = (
    StartBooking, CheckAvailability, ProvideCustomerData, AskQuestion, Unknown, Greet, Smalltalk,
)  # fmt: skip
"""What a message may have been read as for want of a better reading."""
_MOST_WORDS = 40
_EACH = re.compile(r" l[ao](?= del? )")


def read(text: str, said: Parse, context: UnderstandingContext, parse: Callable[[str], Parse]) -> Parse | None:
    """The reading in plain words; None where no appointment of theirs is spoken of, or the message was understood."""
    order = as_order(text)
    message = Message.of(order)
    if (
        context.role is not Role.PATIENT
        or context.state is not State.IDLE
        or message.odd
        or len(message.words) > _MOST_WORDS
    ):
        return None
    if not all(isinstance(intent, (*_MAY_BE_OF_THEIRS, *_OF_THEIRS)) for intent in said.intents):
        return None
    if any(pattern.search(message.flat) for pattern in (NEW_ONE, ON_CONDITION, OF_THE_PAST, BY_SO_MUCH, OF_SEVERAL)):
        return None
    if OWN.search(message.flat) and ANOTHERS.search(message.flat):
        return None  # of two: each is heard by itself
    known = ONE_OF_THEIRS.search(message.flat)
    which = known or SPOKEN_OF.search(message.flat)
    if len(_EACH.findall(message.flat)) > 1:
        return None  # "la del 24 al 23 y la del 5 cancélela"
    if which is None or (
        which[0] == " la" and known is None and ((order == text and _is_settled(said)) or " si " in message.flat)
    ):
        return None  # "la del 23 no, el martes sí" is of two
    one = message.between(which.start() + 1, which.end())
    found = _deeds(message)
    if _is_not_to_be(message, found):
        return None
    times = times_of(message, one, found, context)
    deed = _deed(message, found, times)
    if which[0] == " la" and known is None and deed not in (Deed.ENDS, Deed.MOVES):
        return None  # "no confirmo la del martes"
    instead = INSTEAD_OF.search(message.flat) is not None
    if deed is None or (known is None and (deed is Deed.ASKED or (message.asks and not instead))):
        return None
    heard = parse(in_plain_words(message, deed, times, context))
    same_day = SAME_DAY.search(message.flat) is not None
    said = said if order == text else parse(order)  # what it says of the others is no part of it
    if not heard.sure or heard.unread or not _is_of_theirs(heard) or not _says_more(heard, said, same_day=same_day):
        return said if order != text and said.sure and _is_of_theirs(said) else None
    words = {i for each in _SAID_WITH[deed] for i in found.get(each, ())}
    words |= {*one} | {i for time in (*times.of[:1], *times.new) for i in time} | words_of(message, deed, context)
    left = left_over(message, words, asked=deed is Deed.ASKED)
    if left and (deed is Deed.ASKED or _is_settled(said)):
        return None
    hello = tuple(intent for intent in said.intents[:1] if isinstance(intent, Greet))
    return heard._replace(intents=(*hello, *heard.intents), sure=not left, unread=left)


_SAID_WITH = {
    Deed.ENDS: (Deed.ENDS, Deed.CANNOT),
    Deed.CANNOT: (Deed.CANNOT, Deed.ENDS),
    Deed.MOVES: (Deed.MOVES, Deed.CANNOT, Deed.ENDS),
    Deed.COMES: (Deed.COMES,),
    Deed.ASKED: (Deed.ASKED,),
}
"""What is to become of it is said with the words of these; those of anything else are left over."""
_OF_THEIRS = (CancelAppointment, RescheduleAppointment, ListAppointments)


def _is_settled(said: Parse) -> bool:
    """Whether something of an appointment that exists was read and accounted for."""
    return not said.unread and any(isinstance(intent, _OF_THEIRS) for intent in said.intents)


def _says_more(heard: Parse, said: Parse, *, same_day: bool) -> bool:
    """Whether the plain words say more than what was read: another kind of thing, which one is meant, or an hour of the
    `same_day`."""
    if not said.unread and any(
        isinstance(i, AskQuestion) and i.topic not in (None, Topic.DOCTORS) for i in said.intents
    ):
        return False
    if any(_loses(intent, heard) for intent in said.intents):
        return False
    if not _is_settled(said):
        return True
    new = next(intent for intent in heard.intents if isinstance(intent, _OF_THEIRS))
    old = next(intent for intent in said.intents if isinstance(intent, _OF_THEIRS))
    if not isinstance(new, RescheduleAppointment) or new.of is None:
        return False
    if isinstance(old, RescheduleAppointment) and old.of == new.of and old.whose == new.whose:
        return same_day and _says_when(new.when) and not _says_when(old.when)
    if isinstance(old, RescheduleAppointment):
        return old.of is None and old.whose == new.whose and (new.when is not None or old.when == new.of)
    return new.when is not None and (isinstance(old, ListAppointments) or old.when != new.of)


def _says_when(reading: Reading | None) -> bool:
    return reading is not None and (reading.when is not None or bool(reading.candidates))


def _loses(old: AnyIntent, heard: Parse) -> bool:
    """Whether the plain words say less of the same thing."""
    new = next((intent for intent in heard.intents if type(intent) is type(old)), None)
    fields = ("of", "when", "whose", "doctor")
    lost = [name for name in fields if getattr(old, name, None) and not getattr(new, name, None)]
    its_own = isinstance(new, RescheduleAppointment) and getattr(old, "when", None) == new.of  # told as when it goes to
    return new is not None and bool(lost) and not (lost == ["when"] and its_own)


def _is_of_theirs(heard: Parse) -> bool:
    return bool(heard.intents) and all(isinstance(intent, _OF_THEIRS) for intent in heard.intents)


def _deeds(message: Message) -> dict[Deed, set[int]]:
    """The words that say what is to become of it."""
    found: dict[Deed, set[int]] = {}
    for deed, pattern in DEEDS:
        for match in pattern.finditer(message.flat):
            found.setdefault(deed, set()).update(message.between(match.start() + 1, match.end()))
    return found


def _is_not_to_be(message: Message, found: dict[Deed, set[int]]) -> bool:
    """ "No me la cancelen", "yo nunca pedí cambiarla": a "no" before the verb that is of no other."""
    of_others = found.get(Deed.CANNOT, set()) | found.get(Deed.ENDS, set())
    if message.asks and POLITE_NO.search(message.flat):
        return False
    for clause in parts_of(message):
        changed = next((i for i in clause if CHANGED.fullmatch(message.tokens[i].text)), clause.start)
        for no in (i for i in range(clause.start, changed) if message.tokens[i].text in NOT):
            end = next((i for i in range(no, changed) if i not in of_others), changed)
            if no not in of_others or end == changed:  # "no voy a cancelar", but not "no puedo ir quiero cancelar"
                return True
    return False


def _deed(message: Message, found: dict[Deed, set[int]], times: Times) -> Deed | None:
    if {Deed.ENDS, Deed.COMES} <= found.keys():
        return None  # "no me la quiten, sí voy": nobody can say
    if Deed.ENDS in found and not times.new and PUT_ELSEWHERE.search(message.flat):
        return None  # "que quede sin efecto y pásenla a otro día"
    ordered = any(CHANGED.fullmatch(token.text) for token in message.tokens)
    asked_for = message.asks and ASKS_FOR_IT.search(message.flat) is not None
    moves = Deed.MOVES in found and (ordered or asked_for)
    if Deed.ASKED in found and not moves and not {Deed.ENDS, Deed.CANNOT} & found.keys():
        return Deed.ASKED
    if Deed.COMES in found and not moves and Deed.CANNOT not in found:
        return Deed.COMES  # "sí asisto, déjenme mi lugar"
    if times.new:
        return Deed.MOVES if asked_for or {Deed.MOVES, Deed.CANNOT, Deed.ENDS} & found.keys() else None
    for deed in (Deed.ENDS, Deed.MOVES, Deed.CANNOT, Deed.COMES):
        if deed in found:
            return deed
    return Deed.ASKED if message.asks and HAS.search(message.flat) else None
