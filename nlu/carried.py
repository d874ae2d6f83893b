"""Which words of a message its reading came of. Matching a word is not carrying it: what no intent came of is left."""

from __future__ import annotations

import re

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    Recall,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Thank,
)
from nlu.acts import QUESTIONS, Act, Found
from nlu.existing_visits.existing import CANNOT_COME
from nlu.parsed import has_any
from nlu.parts import Parts
from nlu.when.words import WEEKDAYS
from nlu.wishes.refusals import joints
from nlu.words.filler import FILLER, INTERROGATIVES
from nlu.words.interrogative import whether
from nlu.words.message import Message, Token, words_of
from nlu.words.statements import clauses_of
from nlu.words.verb_forms import BOOKS
from nlu.words.verbs import verbs
from nlu.words.word_sets import word_set

_LOOKS = (StartBooking, CheckAvailability, RescheduleAppointment, SelectSlot)
CARRIES: dict[Act, tuple[type, ...]] = {
    **dict.fromkeys((Act.START, Act.AVAILABILITY), _LOOKS),
    Act.SHIFT: (StartBooking, CheckAvailability, RescheduleAppointment),
    **dict.fromkeys((*QUESTIONS, Act.CHANGES), (AskQuestion,)),
    Act.WAIT: (Smalltalk, CheckAvailability, StartBooking, SelectSlot),
    Act.FAREWELL: (Thank, SelectSlot),
    Act.LIST: (ListAppointments,),
    Act.CHANGED: (ListAppointments,),
    Act.RECALL: (Recall,),
    Act.CANCEL: (CancelAppointment, CancelBooking, RescheduleAppointment),
    Act.MOVE: (RescheduleAppointment, CheckAvailability),
}
"""The intents that come of the words of an act."""
_TELLS_A_TIME = (SelectSlot, AskQuestion, Thank, Smalltalk, CancelAppointment)
_OF_A_DOCTOR = (AskQuestion, ListAppointments, CancelAppointment)
_ASKS = frozenset({*QUESTIONS, Act.CHANGES} - {Act.DOCTORS})
_ORDERS = frozenset({Act.START, Act.MOVE, Act.CANCEL})
_LEADS_TO_QUESTION = word_set("y e en a de por hasta desde con para oye oiga disculpe disculpa")
_EXCLUDES = word_set("no ni menos excepto salvo sin tampoco nada sino")
ALL_OF_THEM = word_set("todo todos todas ambas ambos dos tres cuatro")
_WHICH_WEEK = word_set("este esta viene entra sigue siguiente proxima proximo")
_FOR = re.compile(
    r"^(?: ,| pues| oiga| oye)* mejor | (?:necesit|ocup|quier|quisier|busc)\w* (?:(?:algo|una|lugar|espacio) )?(?:para|pa|pal|el|a) "
)
""" "Necesito para hoy", "mejor el lunes": wished for without naming what."""
_BY_ANOTHER = word_set("despues antes mismo misma igual")
_STANDS = re.compile(
    r"(?:apartad|agendad|confirmad|registrad|programad|reservad|anotad|cancelad|guardad)[oa]s?"
    r"|(?:vigente|pendiente|activ[oa]|firme|pie|igual|mism[oa]|cambio)s?|siguen?|quedo|quedaron|continua"
)
"""How an appointment that is asked about stands."""
ATTENDS = re.compile(r" (?:atiende|atienden|trabaja|trabajan|(?:da|dan) consultas?)(?= )")
""" "El doctor Salas atiende los sábados": of a doctor who is named that asks for times."""


def fields(parts: Parts) -> tuple[tuple[str, str], ...]:
    """The words that each field came of."""
    tokens, between = parts.message.tokens, parts.message.between
    places = {
        "kind": {i for f in parts.found for i in between(f.start, f.end)},
        "when": parts.timed,
        "doctor": _doctor(parts),
        "name": set(parts.named.tokens) if parts.named else set(),
        "visit": set(parts.visit.tokens),
    }
    return tuple((name, " ".join(tokens[i].raw for i in sorted(found))) for name, found in places.items() if found)


def carried(parts: Parts, intents: list[AnyIntent]) -> set[int]:
    """The tokens that fields of these intents came of."""
    between = parts.message.between
    of_acts = {i for f in parts.found for i in between(f.start, f.end)}
    found = parts.taken - (of_acts - parts.aside)
    for act in parts.found:
        changed_mind = act.act is Act.CANCEL and parts.in_flow and parts.wish  # "cancela esa y hazme otra el martes"
        if changed_mind or has_any(intents, *CARRIES.get(act.act, ())):
            found |= {*between(act.start, act.end)} - passed_over(parts, act)
    if has_any(intents, AskQuestion) and not _any_has(intents, "when", "of"):
        found = found - parts.timed | (parts.timed & asking(parts))
    elif _time_counts(parts, intents):
        found |= parts.timed
    else:
        found -= parts.timed
    if not (has_any(intents, *_OF_A_DOCTOR) or _any_has(intents, "doctor", "not_with")):
        found -= _doctor(parts)
    if has_any(intents, ListAppointments):
        found |= whether(parts.message)
    return found | _of_changes(parts, intents) | _excluding(parts, intents) | _replaced_names(parts, intents)


def passed_over(parts: Parts, act: Found) -> set[int]:
    """The tokens among an act's words that stand there for any: "quiero *soltar* mi cita". No other rule took them; how
    many they are is read elsewhere (`nlu/wishes/several`)."""
    tokens = parts.message.tokens
    found = {i for start, end in act.gaps for i in parts.message.between(start + 1, end)} - parts.timed - parts.aside
    return {i for i in found if tokens[i].kind != "number" and tokens[i].text not in ALL_OF_THEM}


def is_asked_for(parts: Parts, intents: list[AnyIntent]) -> bool:
    """Whether more than a time says what is wanted: beside a time alone, what is told may be all that is said."""
    by_time = all(isinstance(intent, Greet | CheckAvailability | StartBooking) for intent in intents)
    said = (
        parts.has(Act.START, Act.AVAILABILITY, Act.SHIFT) or parts.message.asks or bool(_FOR.search(parts.message.flat))
    )
    whom = parts.doctor or parts.unnamed or parts.specialists or parts.visit.visit
    return parts.in_flow or not by_time or said or bool(whom) or bool(joints(parts.message)) or is_wished(parts)


_WISHED = re.compile(
    r" (?:(?:tengo|tenemos) (?:(?:el|los|este) [a-z]+ )?libres?|que (?:me|nos|la|lo|los|las|le|se)(?: l[oa]s?)? (?:vea|vean|revis\w+|cheque\w+|chec\w+|atiend\w+|recib\w+|valor\w+|den|de|agend\w+|apart\w+)"
    r"|(?:ver|saber|posible) (?:si|que) |(?:me|nos|l[aoe]s?) (?:pued|podr)\w+|que (?:sea|seria|fuera)|(?:quier|quisier|prefier|prefer|ocup|necesit|urg)\w+|mejor|seria|puede ser|podria ser|agend\w+|apart\w+|anot\w+|apunt\w+)(?= )"
)


def is_wished(parts: Parts) -> bool:
    """Whether the clause of a time, or the one that leads to it, wishes for something: "ocupo que me lo revisen mañana"."""
    clauses, tokens = clauses_of(parts.message), parts.message.tokens
    for place, clause in enumerate(clauses):
        if not parts.timed & {*clause}:
            continue
        leads = place > 0 and clauses[place - 1].stop == clause.start
        begin = clauses[place - 1].start if leads else clause.start
        if _WISHED.search(" " + "".join(f"{tokens[i].text} " for i in range(begin, clause.stop))):
            return True
    return False


def asking(parts: Parts) -> set[int]:
    """The tokens of the clauses that ask something: by the words that ask, a question word in front, or their mark; but
    where others ask, not those that ask for an appointment, or to change one."""
    message, clauses = parts.message, clauses_of(parts.message)
    acts = {i for f in parts.found if f.act in _ASKS for i in message.between(f.start, f.end)}
    orders = {i for f in parts.found if f.act in _ORDERS for i in message.between(f.start, f.end)}
    orders |= {i for i, token in enumerate(message.tokens) if BOOKS.fullmatch(token.text)}
    leads_on = {
        c.start
        for c in clauses
        if c.start and [t.text for t in message.tokens[c.start - 1 : c.start + 1]] == ["para", "que"]
    }
    joined = {c.start for c in clauses if message.tokens[c.start].text == "que"} - {c.start for c in message.clauses()}
    leads = (c for c in clauses if c.start not in joined and asks(message.tokens[c.start : c.stop]))
    found = {i for clause in (*leads, *(c for c in clauses if acts & {*c})) for i in clause}
    ends = (c for c in message.clauses() if any(t.kind == "ask" for t in message.tokens[c.stop : c.stop + 1]))
    marked = {i for clause in ends for i in clause}
    others = (c for c in clauses if marked & {*c} and not (found and orders & {*c}))
    found |= {i for clause in others for i in clause}
    for clause in clauses:  # "¿cómo le hago | para | que me den factura?"
        if clause.start in leads_on and clause.start - 1 in found:
            found |= {*clause}
    return found


def asks(tokens: tuple[Token, ...]) -> bool:
    """Whether they begin with a question word, perhaps with "y", "en", "a" before it."""
    words = [word for token in tokens[:3] if token.kind == "word" for word in token.text.split()]
    lead = next((n for n, word in enumerate(words) if word not in _LEADS_TO_QUESTION), len(words))
    return lead < len(words) and words[lead] in INTERROGATIVES


def _any_has(intents: list[AnyIntent], *names: str) -> bool:
    return any(vars(intent).get(name) for intent in intents for name in names)


def _doctor(parts: Parts) -> set[int]:
    return set(parts.doctor.tokens) if parts.doctor else set()


def _time_counts(parts: Parts, intents: list[AnyIntent]) -> bool:
    """Whether what was said about time came into an intent, or belongs to what it says."""
    listed = has_any(intents, ListAppointments) and _in_one_stretch(parts)
    return listed or bool(parts.refused) or _any_has(intents, "when", "of") or has_any(intents, *_TELLS_A_TIME)


def _in_one_stretch(parts: Parts) -> bool:
    """Whether one time was said, and not two."""
    between = range(min(parts.timed, default=0), max(parts.timed, default=0))
    return all(i in parts.taken or parts.message.tokens[i].text in FILLER for i in between)


def _of_changes(parts: Parts, intents: list[AnyIntent]) -> set[int]:
    """Verbs of a change that is asked for, words for several, days on which a doctor attends, words that tell one time
    by another."""
    tokens = parts.message.tokens
    found: set[int] = set()
    if has_any(intents, CancelAppointment, RescheduleAppointment):
        found |= {verb.place for verb in verbs(parts.message)}
        why = (match for match in CANNOT_COME.finditer(parts.message.flat))
        stretches = (parts.message.between(m.start() + 1, m.end()) for m in why)
        found |= {i for stretch in stretches for i in stretch}
    words: set[str] = set()
    if _any_has(intents, "several"):
        words |= ALL_OF_THEM | {"somos", "seriamos", "seremos", "iriamos", "iremos", "vamos", "personas", "pacientes"}
        found |= {i for i, token in enumerate(tokens) if token.kind == "number" and not _is_an_option(tokens, i)}
    if _any_has(intents, "when") and ATTENDS.search(parts.message.flat):
        words |= {day + end for day in WEEKDAYS for end in ("", "s")}
    if has_any(intents, ListAppointments):
        asked = (i for i, token in enumerate(tokens) if token.text in INTERROGATIVES or _STANDS.fullmatch(token.text))
        found |= {*asked}
    readings = (vars(intent).get("when") for intent in intents)
    if any(isinstance(reading, Reading) and reading.anchor for reading in readings):
        words |= _BY_ANOTHER
    if _any_has(intents, "doctor", "not_with"):
        words |= {"ella"}
    whose = (vars(intent).get("whose") for intent in intents)
    for said in whose:
        words |= {*Message.of(said.name).words} if said is not None and said.name else set()
    return found | {i for i, token in enumerate(tokens) if token.text in words}


def _is_an_option(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a number stands as "la 2" does, before nothing that it counts."""
    after = tokens[index + 1].kind if index + 1 < len(tokens) else "mark"
    return index > 0 and tokens[index - 1].text in ("la", "el", "opcion") and after in ("mark", "ask")


def _excluding(parts: Parts, intents: list[AnyIntent]) -> set[int]:
    """The "no" of a day or doctor who is excluded, and of the week that is not meant: "no de esta, la que viene"."""
    tokens, doctor, found = parts.message.tokens, _doctor(parts), set[int]()
    excluded = parts.timed if parts.refused or _any_has(intents, "not_with") else set[int]()
    both = len({tokens[i].text for i in doctor} & _surnames(parts)) > 1  # "no con Salas, con Méndez"
    excluded |= doctor if parts.refused or both or _any_has(intents, "not_with") else set()
    others = _surnames(parts) - {tokens[i].text for i in doctor}
    timed = _any_has(intents, "when", "of")
    for index, token in enumerate(tokens):
        ends = index + 1 == len(tokens) or tokens[index + 1].kind == "mark"
        if token.text == "si" and ends and found and index - 1 in parts.timed | doctor:
            found.add(index)  # "a las 4 no, a las 5 sí"
        if token.text not in _EXCLUDES:
            continue
        near = {*range(max(0, index - 3), index), *range(index + 1, index + 7)}
        after = {other.text for other in tokens[index + 1 : index + 5]}
        around = {other.text for other in (*tokens[max(0, index - 1) : index], *tokens[index + 1 : index + 8])}
        other_week = timed and token.text == "no" and after & _WHICH_WEEK and index + 1 not in parts.timed
        instead = token.text == "sino" and timed and index + 1 in parts.timed | {i - 1 for i in parts.timed}
        if near & excluded or instead or other_week or (token.text in ("no", "ni") and around & others):
            found.add(index)
    return found


def _surnames(parts: Parts) -> frozenset[str]:
    """Words of the doctors' names."""
    return words_of(parts.context.doctors) - {"doctor", "doctora"}


def _replaced_names(parts: Parts, intents: list[AnyIntent]) -> set[int]:
    """ "Raúl Toro no, mejor de mi hija Ana Toro": the name that is taken back."""
    found: set[int] = set()
    named = any(isinstance(intent, ProvideCustomerData) and intent.name for intent in intents)
    if not named or " mejor " not in parts.message.flat:
        return found
    tokens = parts.message.tokens
    for index, token in enumerate(tokens):
        if token.text == "no" and index and tokens[index - 1].raw[:1].isupper():
            found.add(index)
            while index and tokens[index - 1].raw[:1].isupper():
                index -= 1
                found.add(index)
    return found
