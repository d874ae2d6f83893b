"""Sentences one after the other without a sign between, as people dictate them: "tengo cita a las 8 y no alcanzo me la puede
pasar a las 9 y media". Such a message is read once more with a comma where a sentence may begin. Where it was not
understood whole, what that says is taken only where nothing of it is left over and it says what was understood before,
and more; never a yes, a choice or a name that nobody had heard. What does not suit, said to its end ("la 1 no puedo la 5"), a
choice and for whom, and what follows from when somebody works are read so first, however the whole was read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Greet,
    JoinWaitingList,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Unknown,
    UnknownWhy,
    When,
)
from booking.models import Role, UnderstandingContext
from nlu.naming.name_words import RELATIONS
from nlu.parsed import Parse, meant
from nlu.when.words import DAY_NAMES, WEEKDAYS
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, MOVING, SUITING

_TAKES = (
    CancelAppointment,
    CheckAvailability,
    Greet,
    JoinWaitingList,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
)
"""Of these nothing is stored before it was shown."""
_LOOKS = (StartBooking, CheckAvailability)
_CAN = r"(?:pued\w+|podria\w*|podemos|podriamos|podra\w*)"
_DO = rf"(?:{ENDING}|{MOVING}|avis|agend|apart|pon|pas|d)(?:a|e|ar|en|an|o)?"
_DAY = rf"(?:{'|'.join(sorted(WEEKDAYS))}|hoy|manana|semana|\d+)"
_SENTENCE = re.compile(
    rf"(?<= )(?=(?:(?:(?:me|nos|se|le|les) )?(?:la|lo|las|los) {_CAN}|(?:me|nos|se|le|les) {_CAN}"
    rf"|{_DO}(?:me|nos|les|se)?(?:la|lo|las|los)|{_DO}(?:me|nos|le|les) (?:mi|la|una|el|para)"
    r"|quier\w+|quisiera|queria|necesit\w+|ocup\w+|como le hac\w+|hay|tiene[ns]?|tendr\w+|seria|es que|yo creo que"
    r"|que (?:tal|hay|horas?|tiene[ns]?)|el nombre|soy|me llamo|se llama|gracias|por favor|porfa\w*|disculpe|perdon) )"
    r"|(?<= mal )(?=(?:es|soy|me llamo|se llama) )|(?<=^ no )(?=(?:yo|es que|espere\w*|perdon|disculpe|gracias) )"
    rf"|(?<= )(?=(?:(?:la|el)(?: del?)? {_DAY} (?:ya )?no (?:puedo|podre|alcanzo)|(?:el|la) {_DAY} que (?:hay|tal|tiene[ns]?)) )"
    r"|(?:(?:a que hora|que dia|cuando) (?:es|era|fue|sera) )(?=(?:el|a|si) )"
)
"""What asks for something, what is right after what is wrong, what does not suit. Before "no puedo" or "trabajo" none begins: what stands
before may be when."""
_HOUR = r"(?:la|las) \d+(?:[:.]\d+)?(?: y (?:media|cuarto|\d+))?(?: de la (?:manana|tarde|noche))?"
_WILL_NOT = (
    rf"(?:ya )?no (?:me |nos |le )*(?:pued[oea]n?|podr\w+|podemos|alcanzo|(?:{SUITING})(?:a|e|an|en))(?: ir| llegar)?"
)
_CLOSED = re.compile(
    rf"(?<= )(?:(?:{_DAY}|{_HOUR}) {_WILL_NOT} (?=(?:mejor |y )?(?:el|este|la|hoy|manana|pasado|{_DAY}) (?!tampoco))"
    rf"|{_DAY} a {_HOUR} {_WILL_NOT} (?=(?:mejor |y )?(?:el |este )?{_DAY} (?!tampoco))"
    rf"|{_HOUR} {_WILL_NOT} (?=(?:mejor )?(?:a )?{_HOUR} (?!tampoco))|ni (?:a )?{_HOUR} (?=(?:mejor )?(?:a )?{_HOUR} )"
    rf"|tampoco (?=(?:el|la|las|a las?|mejor) )|no (?=(?:el|la) {_DAY} tampoco (?:el|la|mejor) ))"
)
"""What does not suit, said to its end, before something of the same kind: "la 1 no puedo | la 5"."""
_CHOSEN = re.compile(
    r"^ (?:(?:la|el|opcion|numero) )+(?:[1-9]|primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|quint[ao]|ultim[ao]) (?=(?:pero |y )?(?:es|seria|para|a nombre) )"
)
""" "La primera | pero es para mi hijo": a choice, and for whom."""
_OF_ANOTHER = re.compile(r",.*\b(?:no|o|ni|tampoco|primer\w*|segund\w+|tercer\w*|otr[ao]|\d+)\b", re.IGNORECASE)
_GOES_ON = re.compile(r",[^,]*\b(?:tampoco|menos|ni|no)\b", re.IGNORECASE)
""" "…, el viernes a las 4 menos": of what stands behind, too, something is refused."""
_TOLD_FIRST = re.compile(
    r"^(?: (?:,|oiga|oye|mire|hola|es que|pues|yo))* (?:salgo|salimos|trabajo|trabajamos|entro|entramos|llego|llegamos|regreso|estudio|cobro)"
    r"(?: (?!asi |por eso |solo )[^ ,?]+)+? (?:(?P<so>asi que|asi es que|por eso|por lo que) |(?=(?:solo|no mas|nada mas|unicamente) puedo ))"
)
_DAY_NAMED = rf" ({DAY_NAMES}|hoy|manana)(?= )"
_CLINICS = (
    r"(?:(?:lo|la|los|las|me|nos|le|les|se) )?(?:acept|agarr|atiend|cobr|manej|hac|trabaj|recib|abr|cierr|factur|ofrec|realiz|vend|vacun|inyect|toma)"
    r"(?:en|an)"
)
_ASKS = re.compile(
    rf"(?:^|(?<= ))(?=(?:{_CLINICS}|(?:el|la) doctora? (?:(?!me |nos |no |le |lo |se |ya )\w+ )?(?:atiende|ve|cobra|acepta|hace|trabaja|viene)|hay que"
    r"|la consulta (?:ya )?incluye|(?:la|lo) pueden (?:ver|atender|checar|revisar|recibir)|todavia (?:alcanzo|puedo|se puede)|y si (?:no )?(?:llego|voy|falto|cancelo|llueve)) )"
)
"""What is asked of the clinic by its verb alone: "tengo seguro | lo aceptan"."""
_NONE_LEFT = re.compile(
    r"^(?!.* (?:si|que|porque|dij\w+|como|cuando|ya) ).* no (?:hay|tiene[ns]?|tendra\w*|habra) (?:(?:nada|algo|lugar|espacio|citas?|horario|disponible) )?$"
)
""" "Para el lunes no hay": whether there is none is asked by who wishes for it."""
_JOINS = frozenset(
    """y o u e que si pero porque cuando donde como para pa por de del con sin a al no ya ni se me le la lo el en mas nomas solo
    aunque cuanto cual quien entonces tambien ella yo ustedes usted""".split()
)
"""After these a sentence goes on, and none begins."""
_MOST = 6
"""Places that are tried."""
_LONGEST = 80
"""Words; each reading anew takes as long as the message is, and so long a one is a story."""
_SHORTEST = 6
"""Words of a message that is more than one sentence."""


def read(text: str, said: Parse, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """What a message that was read as `said`, and not understood whole, says sentence by sentence; None where that is no
    clearer. `reader` reads a text."""
    before, message = meant(said), Message.of(text)
    if context.role is not Role.PATIENT or message.asks or len(message.words) > _LONGEST:
        return None
    for paused in _paused(text, message, _CLOSED):
        again = reader(paused)
        if again.unread or len(again.intents) != 1:
            continue
        chosen = isinstance(again.intents[0], SelectSlot) and not _GOES_ON.search(paused)
        if chosen or isinstance(again.intents[0], CheckAvailability):
            return again
    for paused in _paused(text, message, _CHOSEN):
        again = reader(paused)
        more = again.unread or _OF_ANOTHER.search(paused)
        if not more and {type(i) for i in again.intents} == {SelectSlot, ProvideCustomerData}:
            return again
    if follows := _what_follows(text, message, reader):
        return follows
    if not any(isinstance(one, Unknown) or _has_problem(one) for one in before) and not _only_wrong(said):
        return None
    if _NONE_LEFT.match(message.flat):
        again = reader(f"{text}?")
        return again if _is_taken(again, before, _LOOKS) else None
    if any(isinstance(one, Unknown) and _may_turn(one) for one in before):
        return None
    if len(message.words) >= _SHORTEST and message.words[:2] != ("para", "que"):  # what it is to be for is no sentence
        for paused in _paused(text, message, _SENTENCE):
            again = reader(paused)
            if _is_taken(again, before, _TAKES):
                return again
    for place in _places(message, _ASKS)[:_MOST]:
        if place and message.tokens[place - 1].text.removesuffix("s") in RELATIONS:
            continue  # "mis hijos trabajan"
        start = message.tokens[place].start
        again = reader(f"{text[:start].rstrip()}, ¿{text[start:]}?" if place else f"¿{text}?")
        if _is_taken(again, before, (*_TAKES, AskQuestion)):
            return again._replace(intents=tuple(_as_written(intent, text) for intent in again.intents))
    return None


def _has_problem(intent: AnyIntent) -> bool:
    """Whether it speaks of a time that nobody can read."""
    when = getattr(intent, "when", None)
    return isinstance(when, Reading) and when.problem is not None


def _as_written(intent: AnyIntent, text: str) -> AnyIntent:
    """A question in the person's own words, without the signs that were put in."""
    return intent.model_copy(update={"query": text.strip()}) if isinstance(intent, AskQuestion) else intent


def _what_follows(text: str, message: Message, reader: Callable[[str], Parse]) -> Parse | None:
    """ "Salgo a las 5 así que sería a las 5 y media el jueves", "trabajo de lunes a viernes solo puedo los sábados": what
    follows from when somebody works or comes, where that says all of it: a day and an hour, where these were told."""
    told = _TOLD_FIRST.match(message.flat)
    if told is None or {"cita", "consulta", "no"} & {*message.flat[: told.end()].split()}:
        return None
    place = message.between(told.end(), len(message.flat)).start
    follows, days = text[message.tokens[place].start :].rstrip(), re.findall(_DAY_NAMED, told.group())
    for said in (follows, f"{follows} el {days[0]}") if len(days) == 1 and days[0] in WEEKDAYS else (follows,):
        rest = reader(said)
        if not _is_taken(rest, (), _LOOKS):
            continue
        whens = [when for i in rest.intents if (reading := getattr(i, "when", None)) for when in _whens_of(reading)]
        hours = told["so"] is None or all(when.time_from or when.time_to for when in whens)
        if whens and hours and (not days or all(when.date_from or when.date_to for when in whens)):
            return rest
    return None


def _whens_of(reading: Reading) -> tuple[When, ...]:
    return (reading.when,) if reading.when else reading.candidates


def _only_wrong(said: Parse) -> bool:
    """ "El nombre está mal es …": that a name is wrong, and words that nobody read."""
    return bool(said.leftovers) and said.intents == (ProvideCustomerData(),)


def _is_taken(again: Parse, before: Sequence[AnyIntent], kinds: tuple[type, ...]) -> bool:
    """Whether a reading leaves nothing over, is of these kinds, and says what was understood before, and more."""
    understood = [i for one in before for i in (one.understood if isinstance(one, Unknown) else (one,))]
    if again.unread or not again.intents or not all(isinstance(i, kinds) or i == Smalltalk() for i in again.intents):
        return False
    return not any(_has_problem(i) for i in again.intents) and _says_as_much(again.intents, understood)


def _may_turn(one: Unknown) -> bool:
    """Whether what was left over may make of the rest its opposite."""
    return one.doubt or one.why is UnknownWhy.NOT_SO


def _says_as_much(again: Sequence[AnyIntent], before: Sequence[AnyIntent]) -> bool:
    """Whether each that was understood before is there, with every value that it had."""
    return all(any(_has_all_of(new, old) for new in again) for old in before if not isinstance(old, Unknown))


def _has_all_of(new: AnyIntent, old: AnyIntent) -> bool:
    same = type(new) is type(old) or (isinstance(new, _LOOKS) and isinstance(old, _LOOKS))
    said = (name for name in type(old).model_fields if name != "kind" and name in type(new).model_fields)
    return same and all(_is_kept(name, getattr(old, name), getattr(new, name)) for name in said)


def _is_kept(name: str, old: object, new: object) -> bool:
    """Whether what a field said is said still; a reason may have ended where the next sentence begins."""
    return _is_unsaid(old) or old == new or (name == "reason" and bool(new) and str(old).startswith(str(new)))


def _is_unsaid(value: object) -> bool:
    return value in (None, False, "", ()) or (isinstance(value, Reading) and value.problem is not None)


def _places(message: Message, begins: re.Pattern[str]) -> list[int]:
    """The tokens before which a sentence may begin."""
    places = []
    for found in begins.finditer(message.flat):
        place = message.between(found.end(), len(message.flat))
        first = place.start if place else 0
        before = message.tokens[first - 1]
        ends = before.kind == "word" or (before.kind == "number" and begins is not _SENTENCE)
        if not first or (ends and before.text not in _JOINS):
            places.append(first)
    return places


def _paused(text: str, message: Message, begins: re.Pattern[str]) -> Iterator[str]:
    """The text with a comma before each place where a sentence may begin, one at a time, and before all of them."""
    places = [message.tokens[first].start for first in _places(message, begins) if first][:_MOST]
    for at in places:
        yield f"{text[:at].rstrip()}, {text[at:]}"
    if len(places) > 1:
        for at in reversed(places):
            text = f"{text[:at].rstrip()}, {text[at:]}"
        yield text
