"""An appointment like the one before; of staff what takes back, or corrects, the order just done: "no, era a las 9:30".
It only asks: what comes of it waits for its yes."""

from __future__ import annotations

import datetime as dt
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
    UseTool,
    Whose,
)
from booking.models import Asked, Role, State, Touched, UnderstandingContext
from nlu.existing_visits import going_back
from nlu.parsed import MOST_INTENTS, Parse
from nlu.staff import filling
from nlu.staff.staff_acts import BOOK, CANCEL, CHANGE
from nlu.when import read as read_time
from nlu.when.words import DAY_NAMES, MONTH_OF, MONTHS
from nlu.words.filler import FILLER
from nlu.words.message import Message, plain
from nlu.words.verb_forms import ENDING

_END = r"(?= (?:,|\?|#)| $| (?:el|la|los|las|a|al|para|pero|y|en|de|del|por|porfa|si|este|esta|hoy|manana|lo|cuando|quiero|si|gracias|con|me) )"
_TIME = (
    r"(?:siempre|antes|(?:la|mi|el|nuestra|mis|las) (?:otras? |ultimas? |pasadas? |anterior(?:es)? )(?:vez|veces|citas?|consultas?|visitas?|ocasion(?:es)?)"
    r"|(?:la|mi|nuestra) (?:vez|cita|consulta|visita|ocasion) (?:pasada|anterior|ultima|de antes)|la (?:ultima|anterior|pasada))"
    r"(?: que (?:fui|fuimos|vine|vinimos|estuve|tuve|me (?:atendi\w+|vi\w+|toco|dieron)))?"
)
_DOCTOR = r"(?:doctora?|medic[oa]|dentista|especialista|[a-z]+ologa?o?|ginecologa?o?|pediatra|dermatolog[oa]|nutriologa?o?|psicolog[oa])"
_SAW = r"(?:(?:ya )?(?:me|nos|le|lo|la) )?(?:atendi\w+|atiende\w*|vio|vieron|vimos|ve|reviso|checo|toco|consulto|agende|tuve|fui)"
_WITH = r"(?:(?:con|ver a|ver|quiero|quisiera|prefiero|que sea|sea|que me atienda|me atienda|y) ){1,3}"
_WHO = re.compile(
    rf" {_WITH}(?:(?:el|al|la|mi) (?:mism[oa] )?(?:{_DOCTOR} )?|quien )(?:que )?(?:de |que )?(?:con (?:el|la) que )?(?:{_SAW} )?(?:en |de )?(?:{_TIME}){_END}"
    rf"| {_WITH}(?:(?:el|la|mi) (?:mism[oa] )?(?:{_DOCTOR} )?que |quien )(?:ya |siempre )?(?:me|nos) (?:atendi\w+|vio|reviso|checo|consulto|atiende|ve)"
    rf"(?: (?:en (?:{'|'.join(MONTHS)})|el (?:mes|ano|otro dia)(?: pasado)?|hace [^ ,?]+ (?:dias|semanas|meses|anos?)))?{_END}"
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
_ON_A_DAY = re.compile(rf" el (?P<day>[0-9]{{1,2}}) de (?P<month>{'|'.join(MONTHS)})(?= )")
_REFUSED = re.compile(r" (?:no|ni|tampoco|sin|menos|excepto|salvo|evit\w+)(?: (?:quiero|que|sea|me|toque|atienda))* $")
_NOTHING, _ITS_DOCTOR = Like(), Like(doctor=True)
_SAID_BY = ((_HOUR, Like(hour=True)), (_WHO, _ITS_DOCTOR), (_ALL, _ITS_DOCTOR))
_TALK = (Greet, Thank, Smalltalk, ProvideCustomerData)


def asked(text: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    """The wish with what shall be as it was; None where nothing shall, or the rest is no wish for an appointment."""
    message = Message.of(text)
    taken: set[int] = set()
    like = _NOTHING
    for pattern, found in _SAID_BY:
        for match in pattern.finditer(message.flat):
            end = match.end()
            if (day := _ON_A_DAY.match(message.flat, end)) and _is_past(day, context.now.date()):
                end = day.end()  # "que me vio el 12 de noviembre"
            tokens = set(message.between(match.start() + 1, end))
            if _REFUSED.search(message.flat[: match.start() + 1]):
                return None  # "pero no con la que me vio la otra vez"
            if any(message.tokens[i].raw.casefold() == "quién" for i in tokens):
                return None  # "¿con quién fui la última vez?" asks
            if not tokens & taken:
                taken |= tokens
                like = Like(doctor=like.doctor or found.doctor, hour=like.hour or found.hour)
    nobody = context.anyone_sought or (context.state is State.IDLE and context.made is None)
    if not taken and nobody and (same := _THE_SAME.search(message.flat)):
        taken, like = set(message.between(same.start() + 1, same.end())), _ITS_DOCTOR
    if not taken:
        return None
    said = _with(like, _without(message, taken), context, read)
    if said is None or not any(isinstance(one, StartBooking) and one.several for one in said.intents):
        return said
    # Of several that are wanted it may be one doctor for them all, and no appointment before.
    intents = tuple(
        one.model_copy(update={"like": None}) if isinstance(one, StartBooking) else one for one in said.intents
    )
    words = " ".join(message.tokens[i].raw for i in sorted(taken))
    return said._replace(intents=intents, sure=False, unread=(*said.unread, words))


def _is_past(said: re.Match[str], today: dt.date) -> bool:
    return (MONTHS[said["month"]], int(said["day"])) <= (today.month, today.day)


def _with(like: Like, rest: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    wish: StartBooking | CheckAvailability = StartBooking() if context.state is State.IDLE else CheckAvailability()
    bare = Message.of(rest)
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
    return all(word in FILLER or word in ("volver", "regresar") for word in re.findall(r"[a-z0-9]+", flat))


def _without(message: Message, taken: set[int]) -> str:
    """What was written beside these tokens."""
    pieces, last = [], 0
    for index, token in enumerate(message.tokens):
        if index in taken:
            pieces.append(message.text[last : token.start])
            last = token.end
    pieces.append(message.text[last:])
    return " ".join(" ".join(pieces).split()).strip(" ,.;:")


_UNMADE = re.compile(
    rf"^{going_back.BESIDE}(?: (?:{ENDING}|desha[cgz])\w*(?:l[oa]s?| (?:esa|eso|la|esa cita|la cita))"
    rf"| (?:ya )?no (?:la|lo|le) (?:agend|apart|anot|pong|met|hag)\w*| ya no (?:la|lo) (?:quier|ocup|necesit)\w*)+{going_back.BESIDE} $"
)
""" "Quítala", "mejor no la agendes", of what staff had booked."""
_CORRECTS = re.compile(
    r"\b(?:no|perdon|perdone|mejor|era|eran|digo|corrijo|correccion|equivoque|confundi|quise decir|sino|cambi\w+|muev\w+|pas\w+la|siempre)\b"
)
_NAMES_ONE = re.compile(
    rf"(?<!\ba )(?<!para )\b(?:la|el)(?: citas?| consulta| paciente)? (?:de las? (?!manana|tarde|noche)[a-z0-9]|del? (?:el )?(?:{DAY_NAMES}|hoy|manana|\d))"
)
""" "Mueve la de las 10 a las 11": the one that is named, and not the one before."""


def by_staff(text: str, context: UnderstandingContext) -> UseTool | None:
    """The order that corrects the one just done, or takes it back."""
    last = context.touched
    if last is None or not last.ordered or context.state is not State.IDLE or context.role is Role.PATIENT:
        return None
    flat = Message.of(text).flat
    who, when = last.patient or "", _told(last.start, context)
    if last.how is Touched.CANCELLED:
        again = (("paciente_nombre", who), ("fecha_hora_inicio", when), ("doctor", last.doctor or ""))
        return UseTool(tool=BOOK, arguments=_said(again)) if going_back.TAKES_BACK.search(flat) else None
    moved = (("paciente", who), ("cuando", when))
    if last.before and going_back.AS_IT_WAS.search(flat):
        back = (*moved, ("nueva_fecha_hora", _told(last.before, context)), ("doctor", last.doctor or ""))
        return UseTool(tool=CHANGE, arguments=_said(back))
    if last.how is Touched.MADE and _UNMADE.search(flat):
        return UseTool(tool=CANCEL, arguments=_said(moved))
    if not _CORRECTS.search(plain(text)) or _NAMES_ONE.search(plain(text)):
        return None
    said = filling.filled(text, Asked(tool=CHANGE), context)
    given = dict(said.arguments) if said else {}
    if not given or given.keys() - {"nueva_fecha_hora", "doctor"}:
        return None
    if new := given.get("nueva_fecha_hora"):
        wish = read_time(new, context.now, direction=None).when
        if wish and wish.date_from and not (wish.time_from or wish.time_to):
            given["nueva_fecha_hora"] = f"{new} a las {last.start.astimezone(context.now.tzinfo):%-H:%M}"
    return UseTool(tool=CHANGE, arguments=_said((*moved, *given.items())))


def of_the_one_made(context: UnderstandingContext) -> tuple[tuple[str, str], ...]:
    """What names the appointment that an order made or moved last; nothing where none did."""
    last = context.touched
    if last is None or not last.ordered:
        return ()
    return _said((("paciente", last.patient or ""), ("cuando", _told(last.start, context))))


def _said(arguments: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in arguments if value)


def _told(start: dt.datetime, context: UnderstandingContext) -> str:
    """The time as staff would write it."""
    local = start.astimezone(context.now.tzinfo)
    return f"el {local.day} de {MONTH_OF[local.month]} de {local.year} a las {local.hour}:{local.minute:02d}"
