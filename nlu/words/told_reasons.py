"""A clause that gives a reason or a remark, and changes nothing: "el jueves, que es cuando me traen", "la 2 y ojalá no me
hagan esperar", "me la recorre, hay mucha línea para cruzar".

Where a message is not understood whole, it is read once more without one such clause. What that says is taken only
where nothing of it is left over, and never for a yes: of that a remark may be a condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Greet,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
)
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu import acts
from nlu.account import TIME
from nlu.answers.giving_up import is_going_elsewhere
from nlu.naming.name_words import RELATIONS
from nlu.parsed import Parse
from nlu.taken_apart import taken_apart
from nlu.words.message import Message
from nlu.words.statements import clauses_of, tells
from nlu.words.turning_words import RATHER, WANTS

Reader = Callable[[str], Parse]

_SURE_OF = (StartBooking, CheckAvailability, SelectSlot, RescheduleAppointment, Greet)
"""What may be taken without its reason: each of them is shown before anything is stored."""
_ENDS = (CancelAppointment, CancelBooking, Greet)
"""A cancellation is proposed first, and a booking that is given up was never stored. Whoever ends something may have gone
elsewhere."""
_TIME = TIME - {"hora", "horas", "quincena"}
_MOST = 16
"""Words of a reason."""
_TURNS = re.compile(
    rf" (?:{RATHER}|{WANTS}|aunque|entonces|otr[oa]s?|quiere|ni|hasta|menos|excepto|cada|todos|todas|siempre|solo|nada"
    r"|mismo|misma|depende|igual|tambien|ademas|con|sin|(?:cancel|quit|cambi|muev|mov|agend|apart|anot|recorr|dej[ae])\w*)(?= )"
    r"| (?:ya |que )?no (?:(?:me|nos|la|lo|se) )*(?:voy|vamos|puedo|podemos|podre|podria|alcanz\w+|llego|llegamos|asist\w+|quier\w+|la|lo|es|era|sea|hay)(?= )"
    r"| (?:(?:me|nos) )?(?:la|lo) (?:pas|pon)[ae]\w*(?= )| (?:pas|pon)\w*l[ao]s?(?= )"
    r"|^(?: ,)* si (?!(?:es|me|nos|se) que )|(?<! no me)(?<! a ver) si (?!se me)"
)
"""What changes a wish, limits it, or makes it depend on something."""
_GIVES_REASON = (
    r"(?:porque|pq|xq|ya que|es que|esque|pues|por que|dado que|que es cuando|que es (?:el|mi) dia (?:que|de))"
)
_TELLING_QUE = r"que (?:ya |ahi |aqui |ese dia |esos dias )?(?:es|son|esta|estan|ando|andamos|estoy|hay|tengo|salgo|descanso|me|nos|le|sali|cobro|trabajo|vengo|vamos|llega|llegan)"
_LEADS = re.compile(rf"^(?: ,)* (?:{_GIVES_REASON}|{_TELLING_QUE}) ")
_THERE_IS = re.compile(
    r"^(?: ,)* (?:que |es que )?(?:hay|habia|hubo)(?: (?:un|una|mucho|mucha|muchisimo|muchisima|bastante|demasiad[oa]))* [^ ,?]+"
)
_NOT_THERE = re.compile(
    r" (?:hay|habia|hubo) (?:\w+ ){0,2}(?:lugar|cita|citas|espacio|horario|horarios|hora|consulta|cupo|algo|nada|disponib\w+|doctor\w*|quien)"
)
""" "Hay mucha línea": what stands in the way, and not what is free."""
_HOPES = re.compile(
    r"^(?: ,)*(?: pero| y)? (?:(?:que|ojala(?: que)?|nada mas que|no mas que|nomas que|espero que) (?:ya |ahora si |esta vez )?no (?:me|nos|se|le|les) |sin que (?:me|nos) )"
    r"(?:vayan a |va a )?(?:hagan?|tard\w+|dej\w+|traig\w+|teng\w+|demor\w+|atras\w+|olvid\w+|fall\w+|hacer|tener)(?: [^ ,?]+){0,8}(?: ,)* $"
)
""" "Y que no me hagan esperar como la otra vez"."""
_FROM_ME = re.compile(
    r"^(?: ,)* (?:confirmad[oa]|queda(?:mos)?|listo|apalabrad[oa]) (?:por mi parte|de mi parte|por mi lado|de mi lado)(?: ,)* $"
)
_STARTS = re.compile(
    rf"(?<= )(?=(?:{_GIVES_REASON}|{_TELLING_QUE}|(?:pero |y )?(?:que|ojala) (?:ya )?no (?:me|nos|se)) )"
)


_WHY = re.compile(rf"(?:y )?{_GIVES_REASON} ", re.IGNORECASE)
_WISHES = re.compile(r" (?:quier|quisier|necesit|ocup|urg|busc|agend|apart|reserv|cit)\w*(?= )")


def behind_a_question(text: str, said: Parse, read: Reader) -> Parse | None:
    """The question before a clause that only gives a reason, where what is asked is not known with it, or a day of it is
    read as a wish: "¿mañana abren? es que tengo calentura". None elsewhere."""
    lost = all(
        isinstance(one, Greet | Unknown | CheckAvailability)
        or (isinstance(one, AskQuestion) and one.topic is None)
        or (isinstance(one, ProvideCustomerData) and one.name is None)
        for one in said.intents
    )
    question, _, why = text.partition("?")
    why = why.strip(" ,.")
    if not lost or not _WHY.match(why) or "?" in why or _WISHES.search(Message.of(why).flat):
        return None
    asked = read(f"{question.strip()}?")
    known = all(isinstance(one, Greet) or (isinstance(one, AskQuestion) and one.topic) for one in asked.intents)
    return asked if known and asked.sure and not asked.unread else None


def aside(text: str, said: Parse, context: UnderstandingContext, read: Reader) -> Parse | None:
    """The reading without one clause that only gives a reason; None where there is none, or where it leaves anything
    open. `said` is the reading of the whole; `read` reads a text."""
    doubted = any(isinstance(intent, Unknown) and intent.doubt for intent in said.intents)
    changes = context.purpose in (Purpose.MOVE, Purpose.CANCEL)
    if context.role is not Role.PATIENT or context.asked is not None or not _is_open(said, doubted=doubted and changes):
        return None
    message = Message.of(text)
    if message.asks or message.odd:
        return None
    for rest, elsewhere in _without_one(message, context):
        found = read(rest)
        if doubted and not all(isinstance(intent, CancelAppointment | Greet) for intent in found.intents):
            continue
        if found.sure and not found.unread and _keeps_all(found, said, elsewhere=elsewhere):
            return found
    return None


def _is_open(said: Parse, *, doubted: bool) -> bool:
    """Whether something of it is not understood; a doubt beside the change of an appointment may be no more than why."""
    intents = [intent for intent in said.intents if not isinstance(intent, Greet)]
    if any(isinstance(intent, Unknown) and intent.doubt for intent in intents):
        return doubted
    return bool(said.unread) or all(isinstance(i, Unknown) for i in intents)


def _keeps_all(found: Parse, said: Parse, *, elsewhere: bool) -> bool:
    """Whether it is something that is shown before it is done, and has what was read of the whole."""
    kinds = {type(intent) for intent in found.intents}
    if kinds - {Greet} and all(issubclass(kind, _ENDS) for kind in kinds):
        return True
    if elsewhere:
        return False
    names = [intent for intent in said.intents if isinstance(intent, ProvideCustomerData)]
    shown: tuple[type[AnyIntent], ...] = (*_SURE_OF, ProvideCustomerData) if names else _SURE_OF
    return bool(kinds - {Greet}) and all(issubclass(kind, shown) for kind in kinds)


def _without_one(message: Message, context: UnderstandingContext) -> Iterator[tuple[str, bool]]:
    """The text without one reason, for each that stands in it; and whether that tells of having gone elsewhere."""
    for clause in _pieces(message):
        start, end = message.tokens[clause.start].start, message.tokens[clause.stop - 1].end
        rest = f"{message.text[:start].rstrip(' ,.;:')}, {message.text[end:].lstrip(' ,.;:')}".strip(" ,")
        reason = Message.of(message.text[start:end])
        if len(Message.of(rest).words) and is_one(reason, context):
            yield rest, is_going_elsewhere(reason)


def _pieces(message: Message) -> Iterator[range]:
    """Stretches between marks, and what follows a word that gives a reason up to the next mark."""
    for clause in message.clauses():
        words = [message.tokens[i].text for i in clause]
        flat, at = f" {' '.join(words)} ", {1: 0}
        place = 1
        for index, word in enumerate(words):
            at[place] = index
            place += len(word) + 1
        for found in _STARTS.finditer(flat):
            if begins := at.get(found.start()):
                yield clause[begins:]
        yield clause


def is_one(clause: Message, context: UnderstandingContext) -> bool:
    """Whether a clause only gives a reason: it asks for nothing, names no time to come, nobody and no doctor."""
    if (
        clause.asks
        or clause.odd
        or not 1 < len(clause.words) <= _MOST
        or any(t.kind == "number" for t in clause.tokens)
    ):
        return False
    if context.state is State.CUSTOMER_DATA and not RELATIONS.isdisjoint(clause.words):
        return False  # "la recomendó mi comadre, Ana Ruiz": whose the name is
    if _HOPES.match(clause.flat) or _FROM_ME.match(clause.flat):
        return True
    leads = _LEADS.match(clause.flat)
    body = clause.flat[leads.end() - 1 :] if leads and clause.words[0] != "que" else clause.flat
    if (_TURNS.search(body) or acts.find(clause)) and not is_going_elsewhere(clause):
        return False
    if {*clause.words} & _TIME:
        return False  # "el lunes no trabajo" says when
    parts = taken_apart(clause, context)
    if parts.wish or parts.shift or parts.doctor or parts.unnamed or (parts.named and parts.named.name):
        return False
    there = _THERE_IS.match(clause.flat) and not _NOT_THERE.search(clause.flat)
    return bool(leads or there) or all(tells(clause, one) for one in clauses_of(clause))
