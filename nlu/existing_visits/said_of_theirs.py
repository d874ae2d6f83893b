"""What is said of an appointment that exists, whatever the construction: "lo del jueves siempre no", "la consulta que me dieron
el 15 que se pase al lunes". Four things are found apart and put into the plainest words there are, which the other readers
know: which one is meant (its day, its hour, whose it is), what is to become of it, when instead, and with whom.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from booking.intents import (
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Topic,
    Unknown,
)
from booking.models import Role, State, UnderstandingContext
from nlu.account import TIME, left_over
from nlu.existing_visits.theirs_words import (
    ANOTHERS,
    ASKS_FOR_IT,
    BY_SO_MUCH,
    CHANGED,
    DEEDS,
    HAS,
    NEW_ONE,
    NOT,
    OF_THE_PAST,
    ON_CONDITION,
    ONE_OF_THEIRS,
    OWN,
    SPOKEN_OF,
    Deed,
)
from nlu.existing_visits.whose import whose
from nlu.naming.name_words import RELATIONS, RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.when import read_spans, stretches
from nlu.with_whom import doctors
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_MAY_BE_OF_THEIRS = (
    StartBooking, CheckAvailability, ProvideCustomerData, AskQuestion, Unknown, Greet, Smalltalk,
)  # fmt: skip
"""What a message may have been read as for want of a better reading."""
_MOST_WORDS = 40
_TO_IT = (
    word_set("""de del la las el lo los que tengo tenia tenemos tiene es era esta estaba agendada programada apartada registrada me nos
    le toca tocaba dieron pusieron apartaron agendaron con ya mi su cayo cae hice saque quedo por este esta proximo ,
    doctor doctora dr dra cita consulta hasta para ella a""")
    | RELATIONS
)
_TO = frozenset({"para", "al", "a", "pa", "pal"})
"""Between the appointment and its time."""
_FOR_THEN = re.compile(
    r" (?:tengo|tenia|tenemos|tiene|dieron|pusieron|quedo|es|era|esta|agendada|programada|apartada|agendaron|apartaron)(?: |$)"
)
_BEFORE_IT = re.compile(
    r"^(?: (?:que|de|del|en|es))+(?: (?:me|nos|le|yo|ya|la))*(?: (?:tengo|tenia|tenemos|tiene|toca|tocaba|dieron|habian|dado))* $"
)
_INSTEAD_OF = re.compile(r" en (?:vez|lugar)(?: de(?: (?:el|la|a|la del|el del))*)? $")
_KIN = re.compile(rf" (?P<kin>(?:mi|mis) (?:{RELATIVES_NOUN}|papas|hijos|ninos|abuelos|suegros))(?= )")
_SAME = (
    (re.compile(r" (?:a la )?mism[oa] (?:hora|horario)(?= )"), "a la misma hora"),
    (re.compile(r" (?:el|ese|este) mismo dia(?= )"), "el mismo día"),
)
""" "Pásenla al lunes, mismo horario"."""


class _Times(NamedTuple):
    """The times of the one that exists and those wished for instead, as they were written."""

    of: list[range]
    new: list[range]


def read(text: str, said: Parse, context: UnderstandingContext, parse: Callable[[str], Parse]) -> Parse | None:
    """The reading in plain words; None where no appointment of theirs is spoken of, or the message was understood."""
    message = Message.of(text)
    if (
        context.role is not Role.PATIENT
        or context.state is not State.IDLE
        or message.odd
        or len(message.words) > _MOST_WORDS
    ):
        return None
    if not all(isinstance(intent, (*_MAY_BE_OF_THEIRS, *_OF_THEIRS)) for intent in said.intents):
        return None
    if any(pattern.search(message.flat) for pattern in (NEW_ONE, ON_CONDITION, OF_THE_PAST, BY_SO_MUCH)):
        return None
    if OWN.search(message.flat) and ANOTHERS.search(message.flat):
        return None  # of two: each is heard by itself
    known = ONE_OF_THEIRS.search(message.flat)
    which = known or SPOKEN_OF.search(message.flat)
    if which is None:
        return None
    one = message.between(which.start() + 1, which.end())
    found = _deeds(message)
    if _is_not_to_be(message, found):
        return None
    times = _times(message, one, found, context)
    deed = _deed(message, found, times)
    if deed is None or (known is None and (deed is Deed.ASKED or message.asks)):
        return None
    heard = parse(_in_plain_words(message, deed, times, context))
    if not heard.sure or heard.unread or not _is_of_theirs(heard) or not _says_more(heard, said):
        return None
    words = {i for tokens in found.values() for i in tokens}
    said_again = (m for pattern, _ in _SAME for m in pattern.finditer(message.flat))
    words |= {i for m in said_again for i in message.between(m.start() + 1, m.end())}
    words |= {*one} | {i for time in (*times.of, *times.new) for i in time} | _named(message, context)
    left = left_over(message, words, asked=deed is Deed.ASKED)
    if left and _is_settled(said):
        return None
    hello = tuple(intent for intent in said.intents[:1] if isinstance(intent, Greet))
    return heard._replace(intents=(*hello, *heard.intents), sure=not left, unread=left)


_OF_THEIRS = (CancelAppointment, RescheduleAppointment, ListAppointments)


def _is_settled(said: Parse) -> bool:
    """Whether something of an appointment that exists was read and accounted for."""
    return not said.unread and any(isinstance(intent, _OF_THEIRS) for intent in said.intents)


def _says_more(heard: Parse, said: Parse) -> bool:
    """Whether the plain words say more than what was read: another kind of thing, or which one is meant."""
    if not said.unread and any(
        isinstance(i, AskQuestion) and i.topic not in (None, Topic.DOCTORS) for i in said.intents
    ):
        return False
    if not _is_settled(said):
        return True
    new = next(intent for intent in heard.intents if isinstance(intent, _OF_THEIRS))
    old = next(intent for intent in said.intents if isinstance(intent, _OF_THEIRS))
    if not isinstance(new, RescheduleAppointment) or new.of is None:
        return False
    if isinstance(old, RescheduleAppointment):
        return old.of is None and old.whose == new.whose and (new.when is not None or old.when == new.of)
    return new.when is not None and (isinstance(old, ListAppointments) or old.when != new.of)


def _is_of_theirs(heard: Parse) -> bool:
    return bool(heard.intents) and all(isinstance(intent, _OF_THEIRS) for intent in heard.intents)


def _times(message: Message, one: range, found: dict[Deed, set[int]], context: UnderstandingContext) -> _Times:
    of: list[range] = []
    new: list[range] = []
    falls = found.get(Deed.ENDS, set()) | found.get(Deed.CANNOT, set())
    moves = found.get(Deed.MOVES, set())
    for time in _each(message, context):
        clause = next((c for c in _clauses(message) if time.start in c), range(0))
        fallen = (
            not of
            and {*clause} & falls
            and not {*clause} & moves
            and not _LED_TO.fullmatch(message.tokens[time.start].text)
        )
        (of if fallen or _is_its(message, one, time, of) else new).append(time)
    return _Times(of, new)


_LED_TO = re.compile(r"para|al|pal?|hasta")
_PARTS = word_set(", y e pero que porque mejor")


def _clauses(message: Message) -> list[range]:
    """Stretches between marks and words that join."""
    found, begin = [], 0
    for index, token in enumerate(message.tokens):
        if token.kind not in ("word", "number") or token.text in _PARTS:
            found.append(range(begin, index))
            begin = index + 1
    return [*found, range(begin, len(message.tokens))]


def _each(message: Message, context: UnderstandingContext) -> list[range]:
    """The times that are said, a day and the hour beside it as one."""
    hours = (
        (context.opens, context.closes) if context.opens and context.closes and context.opens < context.closes else None
    )
    places = sorted(
        {message.within(*span) for span in stretches(message.text, context.now, hours=hours)}, key=lambda p: p.start
    )
    found: list[range] = []
    for place in places:
        if not place or (found and place.start < found[-1].stop):
            continue
        gap = {message.tokens[i].text for i in range(found[-1].stop, place.start)} if found else {"."}
        if found and gap <= {",", "de", "en", "por", "la", "como", "el", "a", "las"}:
            both = range(found[-1].start, place.stop)
            together = read_spans(_written(message, both), context.now, hours=hours).reading
            if together.when is not None and not together.candidates:
                found[-1] = both
                continue
        found.append(place)
    return found


def _is_its(message: Message, one: range, time: range, of: list[range]) -> bool:
    """Whether a time is that of the appointment itself."""
    if {*time} <= {*one}:
        return True
    tokens = message.tokens
    lead = " " + "".join(f"{tokens[i].text} " for i in range(max(0, time.start - 4), time.start))
    if _INSTEAD_OF.search(lead):
        return True
    if of:
        return False
    if time.start >= one.stop:
        small = [i for i in range(one.stop, time.start) if not tokens[i].raw[:1].isupper()]
        words = [tokens[i].text for i in small]
        link = f" {' '.join(tokens[i].text for i in range(one.start, time.start))} "
        to = {*words[-1:], tokens[time.start].text} & _TO
        leads = not to and (bool(words) or tokens[time.start].text in ("del", "de"))
        return all(word in _TO_IT for word in words) and bool(leads or _FOR_THEN.search(link))
    between = " " + "".join(f"{tokens[i].text} " for i in range(time.stop, one.start))
    return bool(_BEFORE_IT.match(between))


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
    for clause in _clauses(message):
        changed = next((i for i in clause if CHANGED.fullmatch(message.tokens[i].text)), clause.start)
        for no in (i for i in range(clause.start, changed) if message.tokens[i].text in NOT):
            end = next((i for i in range(no, changed) if i not in of_others), changed)
            if no not in of_others or end == changed:  # "no voy a cancelar", but not "no puedo ir quiero cancelar"
                return True
    return False


def _deed(message: Message, found: dict[Deed, set[int]], times: _Times) -> Deed | None:
    if {Deed.ENDS, Deed.COMES} <= found.keys():
        return None  # "no me la quiten, sí voy": nobody can say
    if (
        Deed.ASKED in found
        and not {Deed.ENDS, Deed.CANNOT} & found.keys()
        and (not times.new or Deed.MOVES not in found)
    ):
        return Deed.ASKED
    if times.new and (Deed.COMES not in found or {Deed.MOVES, Deed.CANNOT} & found.keys()):
        moved = {Deed.MOVES, Deed.CANNOT, Deed.ENDS} & found.keys() or (
            message.asks and ASKS_FOR_IT.search(message.flat)
        )
        return Deed.MOVES if moved else None
    for deed in (Deed.ENDS, Deed.MOVES, Deed.CANNOT, Deed.COMES):
        if deed in found:
            return deed
    return Deed.ASKED if message.asks and HAS.search(message.flat) else None


def _in_plain_words(message: Message, deed: Deed, times: _Times, context: UnderstandingContext) -> str:
    kin = _KIN.search(message.flat)
    somebody = whose(message, None, context)
    theirs = f"la cita de {kin['kin']}" if kin and somebody and not somebody.own else "mi cita"
    place = " ".join(_written(message, time) for time in times.of[:1])
    if not place and deed is not Deed.MOVES and len(times.new) == 1:
        place = _written(message, times.new[0])
    which = f"{theirs}{_of(place)}"
    match deed:
        case Deed.ENDS:
            return f"cancela {which}"
        case Deed.CANNOT:
            return f"no voy a poder ir a {which}"
        case Deed.COMES | Deed.ASKED:
            return f"cuándo es {theirs}"
    new = " o ".join(_to(_written(message, time)) for time in times.new)
    new = " ".join([new, *(said for pattern, said in _SAME if pattern.search(message.flat))]).strip()
    doctor = doctors.wanted(message, context.doctors) if not new else None
    whom = f" con {doctor.name}" if doctor and doctor.name and doctor.asked and not times.of else ""
    whom = " con otra doctora" if _ANOTHER_DOCTOR.search(message.flat) else whom
    return f"cambia {which} {new or _to_another(message)}{whom}".strip()


_ANOTHER_DOCTOR = re.compile(r" otr[oa] (?:doctora?|medic[oa])(?= )")
_WAY = re.compile(
    r" (?P<late>mas (?:tard\w+|al ratito|noch\w+)|despues|posterior)(?= )|(?P<early>mas (?:tempran\w+|pronto)|antes|adelant\w+|anticip\w+)(?= )"
)
_SOME_DAY = re.compile(r" otr[oa] (?:dia|fecha)(?= )")


def _to_another(message: Message) -> str:
    """ "Otro día", "más tarde": to when, where no time is said."""
    if _SOME_DAY.search(message.flat):
        return "a otro día"
    way = _WAY.search(message.flat)
    return "" if way is None else "a más tarde" if way["late"] else "a más temprano"


def _of(time: str) -> str:
    words = time.split(maxsplit=1)
    if not words:
        return ""
    first = words[0].casefold()
    if first in _LEADS and len(words) > 1:
        return _of(words[1])
    if first in ("el", "del"):
        return f" del {words[1]}"
    if first == "a":
        return f" de {words[1]}"
    return (
        f" {time}"
        if first == "de"
        else f" del {time}"
        if first.isdigit() or Message.of(first).words[:1][0] in TIME - _NOW
        else f" de {time}"
    )


_LEADS = frozenset({"para", "pa", "hasta", "tipo", "como"})
_HALF, _QUARTER = re.compile(r"\b([0-9]{1,2}) y media\b"), re.compile(r"\b([0-9]{1,2}) y cuarto\b")
_NOW = word_set("hoy manana pasado")


def _to(time: str) -> str:
    words = _HALF.sub(r"\1:30", _QUARTER.sub(r"\1:15", time)).split(maxsplit=1)
    time, first = " ".join(words), words[0].casefold()
    if first in ("el", "al"):
        return f"al {words[1]}"
    if first in _LEADS - {"para"} and len(words) > 1:
        return _to(words[1])
    return time if first in ("a", "para", "en") else f"para {time}"


def _written(message: Message, place: range) -> str:
    return message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]


def _named(message: Message, context: UnderstandingContext) -> set[int]:
    """The words by which somebody is named: a doctor, or a relative."""
    doctor = doctors.wanted(message, context.doctors)
    kin = {i for m in _KIN.finditer(message.flat) for i in message.between(m.start() + 1, m.end())}
    return kin | (set(doctor.tokens) if doctor else set())
