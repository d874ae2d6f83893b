"""An appointment that is named first, and what is asked of it behind that: "mi cita del viernes, ¿no habrá modo de que sea
por la tarde?". What is asked is read by itself, and is of that appointment: its move, and never a new one. So is a wish
with what is to be where it cannot be had: "si no hay lugar el jueves, déjela como está"."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    Anchor,
    AnyIntent,
    CheckAvailability,
    Greet,
    Reading,
    RescheduleAppointment,
    Side,
    StartBooking,
    Thank,
    Unknown,
)
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.own_visits import shown, when_it_is
from nlu.existing_visits.told_of_visits import takes_back
from nlu.existing_visits.visit_clauses import fitting
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import MOVING

_NOUN = r"(?:cita|citita|consulta|turno)"
_DAY = rf"(?:(?:dia )?(?:{DAY_NAMES}|[0-9]{{1,2}}(?: de [a-z]+)?|hoy|manana)(?: (?:a las? )?[0-9:]+)?)"
_LEAD = r"(?: (?:,|\?|oiga|oye|disculpe|disculpa|perdon|hola|buenas|buenos|dias|tardes|noches|y|es|pues|sobre|por|para|de|lo de|respecto a|en cuanto a|mire|fijese|que))*"
_MAY = (
    r"(?:(?:no )?(?:hay|habra|habria|existe|existira|sera|seria|se puede|se podra|se podria|puede|podra|podria|pueden|podran|podrian|puedo|podre|tienen?|tendra\w*)"
    rf"|(?:que|alguna|cual es la) posibilidad\w*|(?:{WANTS}|queria)(?: (?:ver|saber|preguntar))? si|a ver si|sera que|que otros? dias?|que otro dia)"
)
_ASKED = re.compile(rf"^{_LEAD}(?: (?:una disculpa|,|\?|me|nos|la|lo|el dia)){{0,6}} {_MAY} ")
_FIRST = re.compile(
    rf"^{_LEAD} (?:(?:mi|nuestra|esa) {_NOUN}|(?:la {_NOUN}|la|lo)(?= (?:del?|que tengo) ))(?P<day> (?:(?:del?|de el|de la|que tengo|que tenemos) )?(?:el |para el |este )?{_DAY})?(?: con (?:el|la) \w+(?: \w+)?)?(?: (?:,|\?))*(?= {_MAY} )"
)
_LAST = re.compile(
    rf"(?<= )(?:(?:mi|nuestra|esa) {_NOUN}(?P<day> (?:del?|de el) (?:el )?{_DAY})?|en (?:vez|lugar)(?: de (?:ese dia|eso|entonces))?)(?: (?:,|\?|por favor|porfa|gracias))* $"
)
_SIDE = re.compile(r" (?:un )?(?:poco |poquito )?mas (?:al rato|tarde|tardecito|temprano|tempranito)(?= )")
_HEDGE = re.compile(
    r" (?:no )?(?:hay|habra|habria|existe|existira|sera|que|alguna)(?: (?:alguna|algun|una|la))?(?: (?:modo|manera|forma|chance|chanza|posibilidad\w*|oportunidad|opcion))?(?: hay)?(?: (?:de|para))?(?: que)?(?: (?:me la|la|lo|se))?"
    rf" (?:sea|fuera|quede|quedara|ser|(?:{MOVING}|pas|dej|pon)\w*)(?: (?:la|lo))?(?= )"
)
""" "¿No habrá modo de que sea …?": may it be."""
_OTHER_DAY = re.compile(r" otr[oa]s? (?:dias?|fechas?|horas?|horarios?)(?= )")
_INSTEAD = re.compile(rf" (?:en (?:vez|lugar) del?|que no sea(?: el)?|y no(?: el)?)(?: el)? (?P<day>{_DAY})(?= )")
_STAYS = r"(?:(?:ya |mejor |que )*(?:(?:me )?(?:la|lo) )?(?:dej\w+|qued\w+|conserv\w+)(?: (?:la|lo|mi cita))?(?: (?:(?:asi )?como (?:esta|estaba)|asi|igual|donde esta|tal cual|ahi|el mismo dia))*)"
_IF_NOT = re.compile(
    rf"^(?P<lead>.*?) si no(?: (?:hay|tienen?|se puede|pueden|queda|alcanza)(?: (?:lugar|espacio|nada|cita|horario|cupo|chance))?(?P<wish> [^,?]*?)?)?(?: ,)*(?: (?:pues|entonces|mejor))* {_STAYS}(?: (?:,|por favor|porfa|gracias))* $"
)
""" "Si no hay lugar el jueves, déjela como está", "el lunes a las 5, si no déjela igual"."""
_IF = re.compile(
    r"^(?: (?:,|oiga|y|pues))* si (?:(?:hay|tienen?|se puede|pueden|tuviera\w*|hubiera)(?: (?:lugar|espacio|chance))?)? "
)
_THEN = re.compile(
    rf"(?: (?:,|bien|perfecto|excelente|va|esta bien|(?:me )?la (?:pas\w+|cambi\w+|muev\w+)|(?:{MOVING}|pas)\w*l[ao]))+ $"
)


def read(text: str, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """The move of it; None where none is named first, or something else is asked."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or context.state is not State.IDLE or not context.visits or message.odd:
        return None
    if takes_back(message, context):
        return None
    return (
        _of_first(message, context, reader)
        or _of_last(message, context, reader)
        or _instead(message, context)
        or _else_it_stays(message, context, reader)
    )


def _of_first(message: Message, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    first = _FIRST.search(message.flat)
    if first is None:
        return None
    of = _which(first["day"], context)
    if of is None:
        return None
    rest = Message.of(_from(message, first.end()))
    hedge = _HEDGE.match(rest.flat)
    bare = _from(rest, hedge.end()) if hedge and hedge.end() < len(rest.flat) - 1 else rest.text
    for said in dict.fromkeys((rest.text, bare)):
        if moved := _moved(reader(said), of):
            return moved
    return Parse((RescheduleAppointment(of=of),)) if _OTHER_DAY.search(rest.flat) else None


def _of_last(message: Message, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """ "¿Podría ser más al rato mi cita?", "¿me podría atender el sábado en vez?"."""
    last = _LAST.search(message.flat)
    of = _which(last["day"], context) if last else None
    if last is None or of is None or last.start() < 2 or not _ASKED.search(message.flat):
        return None
    words = message.between(0, last.start() + 1)
    if moved := _moved(reader(message.text[: message.tokens[words.stop - 1].end]), of):
        return moved
    side = _SIDE.search(message.flat)
    if side is None:
        return None
    way = Side.BEFORE if "temprano" in side[0] or "antes" in side[0] else Side.AFTER
    return Parse((RescheduleAppointment(of=of, when=Reading(anchor=Anchor(same_day=True, side=way))),))


def _instead(message: Message, context: UnderstandingContext) -> Parse | None:
    """ "¿Puedo ir otro día en lugar del viernes?"."""
    instead = _INSTEAD.search(message.flat) if _OTHER_DAY.search(message.flat) else None
    if instead is None or (_OTHER_DAY.search(message.flat[instead.end() :]) and instead.start() > 1):
        return None
    others = read_spans(_without(message, instead), context.now).reading
    if others.when or others.candidates:
        return None
    of = _which(instead["day"], context)
    return Parse((RescheduleAppointment(of=of),)) if of else None


def _else_it_stays(message: Message, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """The wish, of the one that stays where it cannot be had."""
    found = _IF_NOT.match(message.flat)
    if found is None or (of := shown(context)) is None:
        return None
    start, end = found.span("wish") if found["wish"] and found["wish"].strip() else found.span("lead")
    place = message.between(start + 1, end)
    if not place:
        return None
    wish = Message.of(message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end])
    if leads := _IF.match(wish.flat):
        wish = Message.of(_from(wish, leads.end() - 1))
    if (then := _THEN.search(wish.flat)) and wish.between(0, then.start() + 1):
        wish = Message.of(wish.text[: wish.tokens[wish.between(0, then.start() + 1).stop - 1].end])
    return _moved(reader(wish.text), of)


def _moved(said: Parse, of: Reading) -> Parse | None:
    """What is wished for, of that appointment; None where nothing is, or not only that."""
    asked: list[AnyIntent] = [one for one in said.intents if not isinstance(one, Greet | Thank)]
    if len(asked) != 1 or said.unread or isinstance(asked[0], Unknown):
        return None
    one = asked[0]
    if isinstance(one, RescheduleAppointment):
        return Parse((one.model_copy(update={"of": of, "unsure": False}),)) if one.when or one.doctor else None
    if not isinstance(one, StartBooking | CheckAvailability) or not (one.when or one.doctor or one.anyone):
        return None
    if one.when is not None and one.when.problem:
        return None
    wish = {"when": one.when, "doctor": one.doctor, "anyone": one.anyone, "not_with": one.not_with}
    return Parse((RescheduleAppointment(of=of, **wish),))


def _which(day: str | None, context: UnderstandingContext) -> Reading | None:
    """The time of the appointment that is meant: the only one on that day, or the only one there is."""
    if not day:
        return shown(context)
    found = fitting(
        context.visits, read_spans(f"el {day.strip().removeprefix('de ').removeprefix('del ')}", context.now), context
    )
    return when_it_is(found[0], context) if len(found) == 1 else None


def _from(message: Message, place: int) -> str:
    """The text from a place of the flat one on."""
    tokens = message.between(place + 1, len(message.flat))
    return message.text[message.tokens[tokens.start].start :] if tokens else ""


def _without(message: Message, match: re.Match[str]) -> str:
    place = message.between(match.start() + 1, match.end())
    return message.text[: message.tokens[place.start].start] + message.text[message.tokens[place.stop - 1].end :]
