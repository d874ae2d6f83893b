"""What a claim may not pass over, however light the words beside it are: each gate is one reason to ask.

The account (`nlu/account`) asks whether every word was read. A gate asks whether what was read is what was meant: a
choice that a question is about is none, a "no" beside a time or a doctor takes it back, a time that somebody tells of is
not wished for, and what will be done later is not asked for now.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    ListAppointments,
    Manner,
    Problem,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Thank,
)
from booking.models import State
from nlu.account import passing, strictly_left
from nlu.acts import Act
from nlu.answers.put_off import is_for_later, is_on_condition
from nlu.carried import asks, is_wished
from nlu.choosing.choices import is_in_doubt
from nlu.existing_visits.existing import named_beside
from nlu.naming.name_words import RELATIONS
from nlu.naming.whom_it_is_for import nobody_knows_whose
from nlu.parsed import has_any
from nlu.parts import Parts
from nlu.told import is_of_the_past
from nlu.words.interrogative import interrogates
from nlu.words.message import Message
from nlu.words.statements import clauses_of, is_headed
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import BOOKING

_LOOKS = (StartBooking, CheckAvailability)
_ASKED_FOR = (Act.START, Act.AVAILABILITY, Act.SHIFT)
_NO = frozenset("no ni nunca tampoco sin".split())
_THERE_IS = re.compile(r"(?:hay|hab|tien|tend|qued|pued|pod|pud|atiend|abr|trabaj|ser|seria|dan?$)\w*")
""" "¿No hay a las 9?" denies nothing."""
_OPENS = frozenset(
    "mejor pues perdon disculpa disculpe digo gracias espere espera ya entonces bueno prefiero quiero".split()
)
""" "No mejor a las 9": a "no" to what was said before."""
_REASONS = frozenset("porque pq xq que ya esque pues y".split())
""" "A las 9 porque no alcanzo antes": what follows is told of something else."""
_FAVOUR = re.compile(
    rf" (?:me|nos|se|la|lo) (?:l[aeo]s? )?(?:pued|podr|da|das|dan|{BOOKING}|pon|dej)\w*(?= )"
    rf"| (?:pued|podr)\w* (?:{BOOKING}|pon|dej|ser|dar)\w*(?= )| (?:esta bien|porfa|por favor|puede ser|seria posible)(?= )"
)
""" "¿Me da la de las 4?" asks for it."""
_SAID = re.compile(
    r"(?:pens|cre|dij|dec|hab|er|ib|supus|imagin|entend|acord)(?:e|i|ia|ian|a|an|aba|aban|aste|iste|o|aron|ieron|ias)"
    r"|qued(?:e|o|amos|aron|aste|aba|abamos)"
)
""" "Pensé que era el lunes", "me habían dicho que a las 11"."""

Gate = Callable[[Parts, list[AnyIntent], set[int]], range | set[int]]


def doubted(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> tuple[str, ...]:
    """What of the message, as it was written, makes these intents a question; nothing where they may be acted on."""
    for gate in _GATES:
        if found := gate(parts, intents, carried):
            tokens = parts.message.tokens
            return (parts.message.text[tokens[min(found)].start : tokens[max(found)].end],)
    return ()


def _is_asked_about(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "¿Cuesta lo mismo la de las 4?": the clause of a choice that a question is about."""
    if not has_any(intents, SelectSlot) or not parts.message.asks or _FAVOUR.search(parts.message.flat):
        return set()
    tokens = parts.message.tokens
    asked = [c for c in parts.message.clauses() if any(t.kind == "ask" for t in tokens[c.stop : c.stop + 1])]
    return next((c for c in asked if {*c} & parts.timed and {*c} - carried), set[int]())


_COMES_AFTER_ALL = re.compile(
    r" (?:,|y|o|pero|bueno|siempre|mejor|ya|ay|no|mmm?|aunque) (?:,|y|bueno|siempre|mejor|que|ya|ay)* ?si(?: (?:si|que|la|,))*"
    r" (?:voy|ire|vamos|iremos|alcanzo|alcanzamos|puedo|podemos|asisto|llego|llegamos|quiero|ocupo|necesito)(?= )"
)
""" "…, siempre sí voy", "bueno sí, sí alcanzo"."""


def _is_taken_back(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "Ya no voy a ir el viernes, siempre sí voy": the stretch that says otherwise than the cancellation before it."""
    if not has_any(intents, CancelAppointment):
        return set()
    found = _COMES_AFTER_ALL.search(parts.message.flat)
    behind = found and any(f.act is Act.CANCEL and f.end <= found.start() + 1 for f in parts.found)
    named = found and (parts.named is not None)  # "mi hijo no va, yo sí voy" is of two
    if not found or not behind or named:
        return set()
    return {i for i in parts.message.between(found.start() + 1, found.end()) if parts.message.tokens[i].kind == "word"}


def _is_of_two(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "La primera o la de las 2", "la de las 3 ya la tenía otro": all of it."""
    chosen = has_any(intents, SelectSlot) and not has_any(intents, StartBooking)
    return range(len(parts.message.tokens)) if chosen and is_in_doubt(parts.message) else set()


def _is_denied(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "No me da tiempo a las 9", "con Salas no me fue bien": the stretch of what is taken that has a "no" of its own."""
    doctor = set(parts.doctor.tokens) if parts.doctor and any(vars(i).get("doctor") for i in intents) else set()
    taken = doctor
    if has_any(intents, *_LOOKS):
        starts = (f for f in parts.found if f.act is Act.START)
        taken = taken | {i for f in starts for i in parts.message.between(f.start, f.end)}
    if has_any(intents, SelectSlot):
        taken = taken | carried
    elif has_any(intents, *_LOOKS) and not parts.refused:
        taken = taken | parts.timed
    tokens = parts.message.tokens
    for stretch in _stretches(parts.message):
        if not {*stretch} & taken:
            continue
        for index in stretch:
            passed = index > stretch.start and index in passing(parts.message)
            if tokens[index].text not in _NO or index in carried or passed:
                continue
            after = tokens[index + 1].text if index + 1 < stretch.stop else ""
            if after and not _THERE_IS.fullmatch(after) and not (index == stretch.start and after in _OPENS):
                return stretch
    return set()


def _is_told_of(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "Yo pensé que era el lunes": the clause of the only time, which tells how things were."""
    if not has_any(intents, CheckAvailability, StartBooking) or not parts.timed or parts.has(*_ASKED_FOR):
        return set()
    message, clauses = parts.message, clauses_of(parts.message)
    for place, clause in enumerate(clauses):
        if not {*clause} & parts.timed:
            continue
        before = clauses[place - 1] if place and message.tokens[clause.start].text == "que" else range(0)
        told = any(_SAID.fullmatch(message.tokens[i].text) for i in (*before, *clause) if i not in parts.timed)
        if not (told or is_of_the_past(message, clause)):
            return set()
        found: range | set[int] = range(min((*before, *clause)), clause.stop)
    return found


def _is_of_somebody(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "Mi tía llega el jueves a las 4", at a list of times: what somebody else does then, and nothing else."""
    if not has_any(intents, CheckAvailability, StartBooking, SelectSlot) or not parts.timed or not parts.in_flow:
        return set()
    message, told = parts.message, set[int]()
    if parts.has(*_ASKED_FOR) or message.asks or parts.refused or is_wished(parts):
        return set()
    for clause in clauses_of(message):
        if not {*clause} & parts.timed:
            continue
        verbs = (i for i in clause if i not in parts.timed and not message.tokens[i].text.endswith(("o", "mos")))
        somebody = {message.tokens[i].text for i in clause} & RELATIONS
        if not somebody or not any(is_headed(message, clause, i) for i in verbs):
            return set()
        told |= {*clause}
    return told


_OF_HERS = re.compile(r" (?:mi|la|esa|su|nuestra) (?:cita|consulta) $")
_OF = re.compile(r"(?:del|de la|de mi|de hoy|de manana|de este|de esta) ")


def _exists(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "Ya no se va a hacer la cita de mañana", "regalar mi cita": a new one is none that is spoken of as hers."""
    if not has_any(intents, *_LOOKS) or parts.in_flow:
        return set()
    for found in (f for f in parts.found if f.act is Act.START):
        words = f" {parts.words_of(found)} "
        if _OF_HERS.search(words) and _OF.match(parts.message.flat, found.end + 1) and not _BOOKS.search(words):
            return parts.message.between(found.start, found.end)
    return named_beside(parts.message)


_BOOKS = re.compile(rf" (?:{BOOKING}|sac|ped|solicit|concert)\w*(?= )")
_WISHES = frozenset(f"{WANTS}|gustaria|prefiero|urge".split("|"))
_TO_KNOW = frozenset("saber preguntar preguntarle preguntarles confirmar checar verificar recordar".split())


def _asks_besides(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "El viernes tengo cita y quiero que también vean a mi hijo": a clause of its own that wishes for something, where
    what was read only looks up or is talk."""
    if not has_any(intents, ListAppointments, Thank, Smalltalk) or has_any(intents, *_LOOKS, AskQuestion):
        return set()
    acts = {i for f in parts.found for i in parts.message.between(f.start, f.end)}
    for clause in clauses_of(parts.message):
        words = {parts.message.tokens[i].text for i in clause}
        if words & _WISHES and not words & _TO_KNOW and not {*clause} & acts:
            return clause
    return set()


def _asks_how_it_is(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "¿A qué hora sale la doctora hoy?": a question word before a verb that tells asks how things are, and for no
    time to come at."""
    if not has_any(intents, CheckAvailability) or parts.has(*_ASKED_FOR) or not asks(parts.message.tokens):
        return set()
    clauses = clauses_of(parts.message)
    told = [c for c in clauses if any(is_headed(parts.message, c, i) for i in c if i not in parts.timed)]
    return range(0, told[0].stop) if told and not parts.refused else set()


def _agrees_besides(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """ "Está bien, y le aviso a mi jefe": what agrees beside the words that ask to wait."""
    waits = any(isinstance(i, Smalltalk) and i.manner is Manner.WAIT for i in intents)
    if not waits or parts.context.state is not State.CONFIRM:
        return set()
    first = parts.message.clauses()[0]
    words = {parts.message.tokens[i].text for i in first}
    but = " pero " in parts.message.flat
    return first if words & _AGREES and not but and not {*first} & carried else set()


_AGREES = frozenset("si ok va sale bien claro perfecto acuerdo excelente confirmo".split())


_INSTEAD_OF_ME = re.compile(
    r" (?:en (?:mi|su|nuestro) lugar|(?:en (?:vez|lugar) de|va por|ira por) (?:mi|el|ella|nosotros)|(?:manda\w*|va a ir|ira|va) (?:a )?otr[oa] persona)(?= )"
)
""" "No voy a poder, mi hermana va en mi lugar": the appointment stands."""
_BRINGS = re.compile(
    r" (?:(?:l[oae]s? |se l[oa]s? )(?:llev|entreg|dej|recoj|recog|deposit|pag|mand)\w*|(?:paso|pasar|voy|ir) (?:por(?= (?:mis?|sus?|unos?|unas?) )|a (?:recoger|dejar|pagar|entregar))"
    r"|(?:llevo|llevar|dejo|dejar|entrego|entregar|recojo|recoger|mando|mandar) (?:(?:los|las|mis|unos|unas|el|la|mi|un|una) )?(?:estudios?|analisis|resultados?|papel\w*|receta\w*|muestras?|orden|expediente|radiografias?))(?= )"
)
""" "¿A qué hora puedo pasar por mis análisis?": somebody comes for something else than to be seen."""

_ANOTHER_ONE = re.compile(r" (?:la|mi) otra(?= )| no se (?:como|donde|con quien|si)(?= )")
""" "No, cancele la otra", "quiero cancelar pero no sé cómo": what is being booked is not given up."""


def _is_for_something_else(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """What is brought, fetched or paid where no appointment is asked for; who comes instead of who cannot."""
    found = None
    if has_any(intents, CheckAvailability) and not parts.has(Act.START) and not parts.in_flow:
        found = _BRINGS.search(parts.message.flat)
    if has_any(intents, CancelAppointment, CancelBooking):
        found = _INSTEAD_OF_ME.search(parts.message.flat)
    if found is None and has_any(intents, CancelBooking):
        found = _ANOTHER_ONE.search(parts.message.flat)
    return parts.message.between(found.start() + 1, found.end()) if found else set()


def _is_over(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """A wish for what is over, beside other words: "gracias por atender a mi viejo ayer"."""
    over = parts.wish is not None and parts.wish.problem is Problem.PAST and has_any(intents, *_LOOKS)
    return strictly_left(parts.message, carried) if over and not parts.message.asks else set()


def _stands_alone(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """A day or a doctor alone is a wish where nothing else is said: "para confirmar que sí voy mañana"."""
    only = all(isinstance(i, CheckAvailability | StartBooking) for i in intents if i.kind != "greet")
    asked = parts.message.asks or parts.has(*_ASKED_FOR) or is_wished(parts) or interrogates(parts.message)
    if parts.in_flow or parts.context.made or not only or asked:
        return set()
    return strictly_left(parts.message, carried)


def _stretches(message: Message) -> list[range]:
    """Stretches between marks, each cut before a word that leads to a reason."""
    found = []
    for clause in message.clauses():
        begin = clause.start
        for index in clause:
            if index > begin and message.tokens[index].text in _REASONS:
                found.append(range(begin, index))
                begin = index
        found.append(range(begin, clause.stop))
    return found


_GATES: tuple[Gate, ...] = (
    _is_taken_back,
    _is_asked_about,
    _is_of_two,
    _is_denied,
    _is_told_of,
    _is_of_somebody,
    nobody_knows_whose,
    is_for_later,
    is_on_condition,
    _exists,
    _asks_besides,
    _asks_how_it_is,
    _agrees_besides,
    _is_for_something_else,
    _is_over,
    _stands_alone,
)
