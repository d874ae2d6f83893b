"""An appointment that shall be as the one before: "lo de siempre", "con el mismo doctor que la vez pasada", "a la hora de
siempre". Nothing here knows how that was."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    AnyIntent,
    CheckAvailability,
    Greet,
    Like,
    ProvideCustomerData,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    Whose,
)
from booking.models import State, UnderstandingContext
from nlu.filler import FILLER
from nlu.message import Message
from nlu.parsed import MOST_INTENTS, Parse

_END = r"(?= (?:,|\?|#)| $| (?:el|la|los|las|a|al|para|pero|y|en|de|del|por|porfa|si|este|esta|hoy|manana|lo|cuando|quiero|si|gracias|con|me) )"
_TIME = (
    r"(?:siempre|antes|(?:la|mi|el|nuestra|mis|las) (?:otras? |ultimas? |pasadas? |anterior(?:es)? )(?:vez|veces|citas?|consultas?|visitas?|ocasion(?:es)?)"
    r"|(?:la|mi|nuestra) (?:vez|cita|consulta|visita|ocasion) (?:pasada|anterior|ultima|de antes)|la (?:ultima|anterior|pasada))"
    r"(?: que (?:fui|fuimos|vine|vinimos|estuve|tuve|me (?:atendi\w+|vi\w+|toco|dieron)))?"
)
_DOCTOR = r"(?:doctora?|medic[oa]|dentista|especialista|[a-z]+ologa?o?|ginecologa?o?|pediatra|dermatolog[oa]|nutriologa?o?|psicolog[oa])"
_SAW = (
    r"(?:(?:ya )?(?:me|nos|le|lo|la) )?(?:atendi\w+|atiende\w*|vi[oe]\w*|ve|reviso|checo|toco|consulto|agende|tuve|fui)"
)
_WITH = r"(?:(?:con|quiero|prefiero|que sea|sea|que me atienda|me atienda|y) ){1,3}"
_WHO = re.compile(
    rf" {_WITH}(?:(?:el|la|mi) (?:mism[oa] )?(?:{_DOCTOR} )?|quien )(?:que )?(?:de |que )?(?:con (?:el|la) que )?(?:{_SAW} )?(?:en |de )?(?:{_TIME}){_END}"
    rf"| {_WITH}(?:(?:el|la|mi) (?:mism[oa] )?(?:{_DOCTOR} )?que |quien )(?:ya |siempre )?(?:me|nos) (?:atendi\w+|vio|reviso|checo|consulto|atiende|ve){_END}"
)
_ALL = re.compile(
    rf" lo de siempre{_END}| lo mismo (?:de|que) {_TIME}{_END}"
    rf"| (?:(?:una|mi|la|otra) (?:cita|consulta) )?(?:(?:tal )?(?:y )?(?:como|igual que|igualita? que|igual a|igual de|asi como)) (?:en )?{_TIME}{_END}"
    rf"| (?:mi|la|una|nuestra) (?:misma )?(?:cita|consulta) (?:de|que|como) {_TIME}{_END}"
    rf"| (?:repetir|repiteme|repitame|repito) (?:mi |la )?(?:ultima |misma )?(?:cita|consulta)(?: (?:pasada|anterior|de {_TIME}))?{_END}"
)
_HOUR = re.compile(
    rf" (?:a|en|para) (?:la|el|mi) (?:misma? |mismo )?(?:hora|horario|horita) (?:de |que |en que |a la que )?(?:fui |vine |tuve )?(?:en |de |a )?{_TIME}{_END}"
    rf"| al (?:mismo )?horario (?:de|que) {_TIME}{_END}| a la misma hora (?:de|que) {_TIME}{_END}"
)
_THE_SAME = re.compile(rf" {_WITH}(?:el|la) mism[oa](?: {_DOCTOR})?(?=(?: (?:,|\?|por favor|porfa|gracias))* $)")
""" "Con la misma doctora", with nobody spoken of."""
_GIVE = re.compile(
    r" (?:(?:me|nos) (?:das?|dan|puede[ns]? dar|podrias? dar|regala|regalas|aparta[ns]?)|d[ae]me|deme|va a ser|seria|vengo por|pido|vuelvo a querer"
    r"|otra vez|otro|nuevamente|de nuevo|igual|por favor|porfa|que sea)(?= )"
)
_TALK = (Greet, Thank, Smalltalk, ProvideCustomerData)


def asked(text: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    """The wish with what shall be as it was; None where nothing shall, or the rest is no wish for an appointment."""
    message = Message.of(text)
    taken: set[int] = set()
    like = Like()
    for pattern, found in ((_HOUR, Like(hour=True)), (_WHO, Like(doctor=True)), (_ALL, Like(doctor=True))):
        for match in pattern.finditer(message.flat):
            tokens = set(message.between(match.start() + 1, match.end()))
            if not tokens & taken:
                taken |= tokens
                like = Like(doctor=like.doctor or found.doctor, hour=like.hour or found.hour)
    if not taken and context.state is State.IDLE and context.made is None and (same := _THE_SAME.search(message.flat)):
        taken, like = set(message.between(same.start() + 1, same.end())), Like(doctor=True)
    if not taken:
        return None
    return _with(like, _without(message, taken), context, read)


def _with(like: Like, rest: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    wish: StartBooking | CheckAvailability = StartBooking() if context.state is State.IDLE else CheckAvailability()
    bare = Message.of(rest)
    bare = Message.of(" ".join(_GIVE.sub(" ", bare.flat).split())) if _says_nothing(_GIVE.sub(" ", bare.flat)) else bare
    said = Parse(()) if _says_nothing(bare.flat) and "hola" not in bare.words else read(rest)
    if said.intents == (Unknown(),) and not said.sure:
        return None
    wishes = [one for one in said.intents if isinstance(one, StartBooking | CheckAvailability)]
    others = [one for one in said.intents if one not in wishes]
    if len(wishes) > 1 or not all(isinstance(one, _TALK) for one in others):
        return None
    wish = wishes[0] if wishes else wish
    if wish.doctor or wish.anyone:
        like = like.model_copy(update={"doctor": False})
    about = next((one for one in others if isinstance(one, ProvideCustomerData)), None)
    whose = _whose(about) if about else None
    filled = wish.model_copy(update={"like": like.model_copy(update={"whose": whose}) if like != Like() else None})
    intents: list[AnyIntent] = [filled if one in wishes else one for one in said.intents]
    if not wishes:
        intents.append(filled)
    return said._replace(intents=tuple(intents)[:MOST_INTENTS], sure=not said.unread)


def _whose(said: ProvideCustomerData) -> Whose | None:
    """Whose appointment before is meant; None: that of whoever the draft is for."""
    if said.for_self:
        return Whose(own=True)
    return Whose(name=said.name) if said.for_other else None


def _says_nothing(flat: str) -> bool:
    return all(word in FILLER for word in re.findall(r"[a-z0-9]+", flat))


def _without(message: Message, taken: set[int]) -> str:
    """What was written beside these tokens."""
    pieces, last = [], 0
    for index, token in enumerate(message.tokens):
        if index in taken:
            pieces.append(message.text[last : token.start])
            last = token.end
    pieces.append(message.text[last:])
    return " ".join(" ".join(pieces).split()).strip(" ,.;:")
