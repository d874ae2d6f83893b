"""Several questions in one message: "¿cuánto cuesta y aceptan tarjeta?", "dónde están y a qué hora abren".

Each stretch between marks and "y" is read by itself; what is no question alone is none, and belongs to the one before it
("los lunes y martes").

A question with a story around it: "mi esposo trabaja y no puede ir por sus análisis, ¿puedo pasar yo?". Such a message has
ages, days, hours and relatives in it that are of no appointment. Where it is not understood, or in part only, and what asks
in it wants nothing but to know something, all of it is that question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from booking.documents.asking_clauses import clauses
from booking.intents import (
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Topic,
    Unknown,
)
from booking.models import Role, State, UnderstandingContext
from nlu import acts
from nlu.account import TIME
from nlu.parsed import MOST_INTENTS, Parse
from nlu.when.words import WEEKDAYS
from nlu.words.courtesies import without_greeting
from nlu.words.filler import FILLER
from nlu.words.interrogative import is_of_an_appointment, wishes
from nlu.words.message import Message, plain
from nlu.words.statements import clauses_of, tells
from nlu.words.word_sets import word_set

Reader = Callable[[str], Parse]

_JOINTS = word_set("y e tambien ademas")
_MOST = 8
"""Stretches; more is a story."""
_BESIDE = (StartBooking, CheckAvailability, SelectSlot, ProvideCustomerData)
_LOOKS = (StartBooking, CheckAvailability)
_HOURS = frozenset({("horarios",), ("los", "horarios"), ("sus", "horarios")})
_EVERY_TIME = frozenset({None, Topic.PRICES})
"""Topics of which two questions are two."""


def may_be(intents: Sequence[AnyIntent]) -> bool:
    """Whether a message that reads as this whole may ask several things: it asks one, and nothing outweighs it."""
    asks = any(isinstance(intent, AskQuestion | ListAppointments) for intent in intents)
    return asks and all(isinstance(intent, (AskQuestion, ListAppointments, Greet, *_BESIDE)) for intent in intents)


def read(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """All that is asked, in its order, and what is wanted besides; None where it is not several questions, or says
    something that is neither."""
    each = [*stretches(message)]
    if not 1 < len(each) <= _MOST or any(Message.of(text).words[:1] == ("si",) for text in each[:-1]):
        return None  # "si cancelo, ¿me cobran?" is one
    asked: list[AnyIntent] = []
    besides: list[AnyIntent] = []
    for text in each:
        if intents := _question(text, reader) or _asked_besides(text, each, message, reader):
            asked += intents
        elif set(Message.of(text).words) - FILLER and not _tells(text):
            said = reader(text)
            looks = bool(said.intents) and all(isinstance(intent, _LOOKS) for intent in said.intents)
            if not (said.sure or looks) or said.unread or not all(isinstance(one, _BESIDE) for one in said.intents):
                return None
            besides += said.intents
    questions = _each_once(asked)
    if len(questions) < 2:
        return None
    return Parse((*questions[: max(MOST_INTENTS - len(besides), 1)], *besides)[:MOST_INTENTS])


def _tells(text: str) -> bool:
    """Whether a stretch only tells of something: what is asked beside it waits for nothing."""
    told = Message.of(text)
    return tells(told, range(len(told.tokens))) and not acts.find(told)


def stretches(message: Message) -> Iterator[str]:
    """What stands between marks and before words that join, as it was written; each asks where the message does."""
    tokens, mark = message.tokens, " ?" if message.asks else ""
    for clause in message.clauses():
        begin = clause.start
        for index in (*clause, clause.stop):
            if index == clause.stop or tokens[index].text in _JOINTS:
                if index > begin:
                    yield message.text[tokens[begin].start : tokens[index - 1].end] + mark
                begin = index + 1


def _question(text: str, reader: Reader) -> tuple[AnyIntent, ...]:
    """What is asked, where that is all that is said."""
    said = reader(text)
    intents = tuple(intent for intent in said.intents if not isinstance(intent, Greet))
    asks = all(isinstance(intent, AskQuestion | ListAppointments) for intent in intents)
    return intents if asks and said.sure and not said.unread else ()


def _asked_besides(text: str, each: Sequence[str], message: Message, reader: Reader) -> tuple[AnyIntent, ...]:
    """What is no question alone: the clinic's hours in "precio, horarios y ubicación", and what a question mark of its own
    says to be asked, though nobody knows about what: "¿y ella ve lo de la tiroides?"."""
    if Message.of(text).words in _HOURS and len(each) > 2:
        return (AskQuestion(query=text, topic=Topic.HOURS),)
    said = tuple(intent for intent in reader(text).intents if not isinstance(intent, Greet))
    bare = text.removesuffix("?").rstrip()
    asked = any(
        message.text.startswith(f"{bare}{mark}", at) for mark in ("?", " ?") if (at := message.text.find(bare)) >= 0
    )
    return said if asked and len(said) == 1 and isinstance(said[0], AskQuestion) else ()


def _each_once(intents: Iterable[AnyIntent]) -> list[AnyIntent]:
    """Of the same question asked twice in other words, the first."""
    kept: dict[object, AnyIntent] = {}
    for intent in intents:
        again = isinstance(intent, AskQuestion) and intent.topic in _EVERY_TIME
        key = (
            intent if again else intent.model_copy(update={"query": ""}) if isinstance(intent, AskQuestion) else intent
        )
        kept.setdefault(key, intent)
    return [*kept.values()]


_QUESTION = re.compile(r"(?:^|(?<=[.!\n])|(?=¿))[^?.!\n]*\?")


def asked(text: str, whole: Parse, read: Callable[[str], Parse]) -> Parse | None:
    """Each by itself, where the reading of the whole leaves out what the question asks for; None elsewhere. `read`
    reads a text alone."""
    if text.count("?") != 1 or any(isinstance(one, AskQuestion | Unknown) for one in whole.intents):
        return None
    found = _QUESTION.search(text)
    if found is None or not (set(whole.leftovers) & set(re.findall(r"\w+", plain(found[0])))):
        return None
    rest = f"{text[: found.start()]} {text[found.end() :]}".strip()
    question = read(found[0].strip())
    if len(question.intents) != 1 or not isinstance(question.intents[0], AskQuestion) or not rest:
        return None
    wish = read(rest)
    intents = (*wish.intents, *question.intents)
    if not wish.intents or len(intents) > MOST_INTENTS or any(isinstance(one, Unknown) for one in wish.intents):
        return None
    return wish._replace(intents=intents)


def alone(text: str, said: Parse, read: Callable[[str], Parse]) -> Parse:
    """The same, where what is asked is the words of the question and not those of the wish beside it, which documents
    would be searched for too. `read` reads a text alone."""
    asks = [one for one in said.intents if isinstance(one, AskQuestion)]
    wishes = any(not isinstance(one, AskQuestion | Greet | Smalltalk | Unknown) for one in said.intents)
    if len(asks) != 1 or not wishes or asks[0].query.strip() != text.strip():
        return said
    found = [question for stretch in stretches(Message.of(text)) if (question := _asked(stretch, asks[0], read))]
    if len(found) != 1:
        return said
    return said._replace(intents=tuple(found[0] if one is asks[0] else one for one in said.intents))


def _asked(stretch: str, question: AskQuestion, read: Callable[[str], Parse]) -> AskQuestion | None:
    """That question, where a stretch asks it and nothing else."""
    others = [one for one in read(stretch).intents if not isinstance(one, Greet | Smalltalk)]
    only = others[0] if len(others) == 1 else None
    if not isinstance(only, AskQuestion) or question.topic not in (None, only.topic):
        return None
    return only if question.topic is None else question.model_copy(update={"query": stretch})


_MAY_BE_TOLD = (AskQuestion, CheckAvailability, Greet, ListAppointments, ProvideCustomerData, Smalltalk, Unknown)
"""What a story may read as: of its days and relatives."""
_ONLY_ASKS = (AskQuestion, Greet, Smalltalk, Unknown)
_WANTS = re.compile(
    r" (?:(?:quiero|quisiera|queremos|necesito|necesitamos|ocupo|urge|gustaria|busco|deseo) (?:(?:una?|la|mi|otra|hacer|sacar|que me den|tener) )*(?:cita|consulta|agend|reserv|hora|lugar|espacio|turno)"
    r"|(?:me|nos|le|la|lo) (?:agend|reserv|apart|anot|cambi|muev|mov|cancel|reagend|atras|adelant)\w*|(?:agend|reserv|cancel|reagend|reprogram)\w*|(?:apart|cambi)(?:a|e|ar|en|an|o|ame|eme|arla|arlo|ala|ela|emos)|mejor|si no|entonces|depende|segun"
    r"|(?:hay|tienen?|habra|tendran?) (?:algun |alguna |algo de )?(?:algo(?= [,?]| $)|cita|citas|lugar|lugares|espacio|espacios|disponib\w+|horarios?|turno)"
    r"|(?:me|nos|le|la|lo) (?:puede[ns]?|podrian?|pueden?) (?:atender|ver|recibir|dar|apartar|agendar)(?= (?:[^ ]+ )*(?:hoy|manana|ahorita|lunes|martes|miercoles|jueves|viernes|sabado|a las|cita)))(?= )"
)
""" "Quiero una cita", "¿tienen lugar?", "¿me pueden ver hoy?": about an appointment."""
_OF_COMING = re.compile(
    r" (?:(?:voy|vamos|ire) o no(?: voy| vamos)?|(?:algo|mas|tan|puede ser) (?:[^ ]+ ){0,2}(?:tarde|temprano|pronto|antes|despues)"
    r"|(?:puedo|podemos|podria|podriamos) (?:ir|pasar|llegar|venir) (?:hoy|ahorita|manana|mas|al rato|antes|despues|a las?|en la|por la|el (?:lunes|martes|miercoles|jueves|viernes|sabado)))(?= )"
)
""" "¿Puedo ir más tarde?": when somebody comes."""
_NO_QUESTION = re.compile(
    r" (?:(?:el|la|los|las) (?:que|siguiente|otr[oa]s?)|(?:repit|recuerd|recuerde|confirm)\w* (?:el|la|mi|mis) (?:dia|hora|fecha|citas?))(?= )"
)
""" "El que sigue", "la siguiente" choose; "me repite el día" asks for one's own appointment."""
_WHY_NOT = re.compile(r" (?:no|tampoco|ni)(?: puedo)? (?:,)?(?: )?que (?:hay|tengo|tiene|es|son|me|nos)(?= )")
""" "Martes tampoco, que hay junta": why a day will not do."""
_ASKED_FOR = frozenset({acts.Act.START, acts.Act.MOVE, acts.Act.HUMAN})
"""What is asked for beside a question is more than the story of it."""
_BARE = 3
"""Words of a question that names nothing."""
_SHORTEST = 8
"""Words; what is shorter has no story."""


def beside_a_story(
    text: str, whole: Parse, context: UnderstandingContext, read: Callable[[str], Parse]
) -> Parse | None:
    """The question in a message that otherwise reads as `whole`; None where that is understood, or it asks for more."""
    message = Message.of(text)
    not_read = whole.unread or all(isinstance(one, Greet) or one == Unknown() for one in whole.intents)
    if (
        context.role is not Role.PATIENT
        or not not_read
        or len(message.words) < _SHORTEST
        or _WANTS.search(message.flat)
    ):
        return None
    more = _ASKED_FOR if message.asks else _ASKED_FOR | {acts.Act.SHIFT}  # "ninguna de esas puedo, trabajo de 8 a 5"
    if wishes(message) or is_of_an_appointment(message) or any(found.act in more for found in acts.find(message)):
        return None
    if not message.asks and any(found.act is acts.Act.WAIT for found in acts.find(message)):
        return None  # "déjeme le pregunto a mi hija si me puede llevar": it is asked of her
    if _OF_COMING.search(message.flat) or (not message.asks and _NO_QUESTION.search(message.flat)):
        return None
    if not all(isinstance(one, _MAY_BE_TOLD) for one in whole.intents):
        return None
    opened, _ = without_greeting(message)  # "qué tal" asks nothing
    asking = [one.text.strip() for one in clauses(opened.text) if one.asks and one.sure]
    if not message.asks and any({word.removesuffix("s") for word in Message.of(one).words} & TIME for one in asking):
        return None  # "nomás puedo los sábados por mi trabajo"
    if not message.asks and (_WHY_NOT.search(message.flat) or _wishes_for_a_day(message)):
        return None
    if not asking or not all(isinstance(one, _ONLY_ASKS) for clause in asking for one in read(f"¿{clause}?").intents):
        return None
    greeting: tuple[AnyIntent, ...] = tuple(one for one in whole.intents[:1] if isinstance(one, Greet))
    topic = _of_what_is_shown(asking, context, read)
    return Parse((*greeting, AskQuestion(query=" ".join(text.split()), topic=topic)), sure=topic is not None)


def _wishes_for_a_day(message: Message) -> bool:
    """Whether a day is named where nothing is told of it: "para dos niños, el miércoles"."""
    told = {i for clause in clauses_of(message) if tells(message, clause) for i in clause}
    return any(token.text in WEEKDAYS for i, token in enumerate(message.tokens) if i not in told)


def _of_what_is_shown(
    asking: Sequence[str], context: UnderstandingContext, read: Callable[[str], Parse]
) -> Topic | None:
    """The topic of a question that names nothing, "¿cuánto es?", beside a proposal: it is about that."""
    if context.state is not State.CONFIRM or len(asking) != 1 or len(Message.of(asking[0]).words) > _BARE:
        return None
    only = read(f"¿{asking[0]}?").intents
    return only[0].topic if len(only) == 1 and isinstance(only[0], AskQuestion) else None
