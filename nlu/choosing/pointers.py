"""What was shown before what is held now, told by its place: "no, la primera opción", "mejor la otra", "la que me dijo al
principio", "la 2 sí estaba bien". Which it is must be certain, or it is asked: never is it what was shown last."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import CheckAvailability, Reading, SelectSlot, Unknown
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.choosing import choices
from nlu.existing_visits.going_back import BESIDE
from nlu.parsed import Parse
from nlu.words.message import Message

_Time = tuple[dt.datetime, str | None]

_NOUN = r"(?:opcion|hora|horario|fecha|propuesta|cita|que)"
_TOLD = r"(?:me |nos )?(?:(?:dijo|dijiste|dijeron|dio|diste|dieron|puso|pusiste|mostro|mostraste|ofrecio|ofreciste|mando|mandaste|proponia|propuso)|(?:estaba|habia|vi|vimos|salio|salia))"
_WANTS = r"(?:(?: (?:quiero|prefiero|me quedo con|nos quedamos con|dame|deme|seria|sea|que sea|a|con|por|regreso a|volvamos a))*)"
_BUT = r"(?: (?:si )?(?:estaba|esta|estuvo|quedaba|me quedaba)(?: (?:mejor|bien|perfect[oa]))?| mejor| entonces| si)?"
_FIRST = re.compile(
    rf"^{BESIDE}{_WANTS} (?:la|el) (?:{_NOUN} )?(?:(?P<bare>(?P<nth>primer|segund|tercer)[oa]?(?: (?:opcion|hora|horario|fecha|propuesta))?)"
    rf"|primer[oa]? que {_TOLD}(?: antes| primero| al (?:principio|inicio))?|que {_TOLD} (?:primero|al principio|al inicio|antes)|de(?:l| el)? (?:al )?(?:principio|inicio)|inicial|original){_BUT}{BESIDE} $"
)
""" "No, la primera opción", "entonces la que me dijo primero"."""
_PLACES = ("primer", "segund", "tercer")
_AT_FIRST = re.compile(r" (?:al principio|al inicio|del principio|inicial|original|antes|primero)(?= )")
""" "La que me dijo al principio", with a list on screen: of another one, perhaps."""
_OTHER = re.compile(
    rf"^{BESIDE}{_WANTS} (?:la|el) otr[oa](?: (?:opcion|hora|horario|fecha|propuesta|que {_TOLD}))?{_BUT}{BESIDE} $"
)
_WITH_ANOTHER = re.compile(r"(?<! quedo)(?<! quedamos) con (?:la|el) otr[oa](?= )")
""" "Mejor con la otra" is another doctor."""
_WAS_WELL = re.compile(
    rf"^{BESIDE} (?P<which>(?:la|el|opcion|numero)(?: (?:opcion|numero))? [^ ,?]+)(?: si)? (?:estaba|estuvo|esta|quedaba|me quedaba|me gusto)(?: (?:mejor|bien|perfect[oa]|buen[oa]))?{BESIDE} $"
)
_RATHER_OPTION = re.compile(
    rf"^(?: (?:,|ay|ah|uy|no|perdon|perdone|disculpe?|mejor|siempre|espera\w*))+ (?P<which>(?:la|el|opcion)(?: (?:opcion|numero))? [^ ,?]+){BESIDE} $"
)
""" "Ay no, la 3"."""


def read(text: str, context: UnderstandingContext) -> Parse | None:
    """What is pointed at; a doubt where nobody can tell which. None where nothing is pointed at."""
    held, listed = context.state in (State.CONFIRM, State.CUSTOMER_DATA), context.state is State.SLOT_SELECTION
    of_time = context.purpose in (None, Purpose.BOOK, Purpose.MOVE)
    message = Message.of(text)
    if context.role is not Role.PATIENT or not of_time or message.odd or message.asks:
        return None
    if listed and (began := _FIRST.match(message.flat)) and not began["bare"] and _AT_FIRST.search(message.flat):
        return _of(_shown(context)[:1] if context.held_before else [], context)
    if not held:
        return None
    if option := _option_of(message, context):
        return Parse((SelectSlot(option=option),))
    first, other = _FIRST.match(message.flat), _OTHER.match(message.flat)
    if first is None and (other is None or _WITH_ANOTHER.search(message.flat)):
        return None
    shown = _shown(context)
    if first is None:
        return _of([one for one in shown if one[0] != context.proposed], context)
    if first["bare"] is None:
        return _of(shown[:1] if context.held_before else [], context)
    place = _PLACES.index(first["nth"])
    options: list[_Time] = [(start, None) for start in context.offered[place:][:1]] if len(context.offered) > 1 else []
    now: list[_Time] = [(context.proposed, None)] if context.proposed else []
    before = _once([*context.held_before, *now])[place:][:1] if context.held_before else []
    if options and not before:
        return Parse((SelectSlot(option=place + 1),))
    return _of(_once([*before, *options]), context)


def _shown(context: UnderstandingContext) -> list[_Time]:
    """What was held one after the other, the last of it held now; else the times on offer, where these are two."""
    if context.held_before:
        return _once([*context.held_before])
    return [(start, None) for start in context.offered] if len(context.offered) == 2 else []


def _once(times: list[_Time]) -> list[_Time]:
    """Each time once, as it was shown first."""
    found: dict[dt.datetime, _Time] = {}
    for one in times:
        found.setdefault(one[0], one)
    return [*found.values()]


def _of(times: list[_Time], context: UnderstandingContext) -> Parse:
    """The one time that may be meant; which of them, where these are several; a doubt where there is none."""
    if not times:
        return Parse((Unknown(doubt=True),), sure=False)
    whens = tuple(choices.exactly(start.astimezone(context.now.tzinfo)) for start, _ in times)
    if len(times) == 1:
        return Parse((CheckAvailability(when=Reading(when=whens[0]), doctor=times[0][1]),))
    return Parse((CheckAvailability(when=Reading(candidates=whens, ambiguous=True)),))


def _option_of(message: Message, context: UnderstandingContext) -> int | None:
    """The option of the list that what is held was chosen from: "ay no la 3", "la 2 sí estaba bien"."""
    if len(context.offered) < 2 or "primera" in message.words or "primero" in message.words:
        return None
    said = _WAS_WELL.match(message.flat) or _RATHER_OPTION.match(message.flat)
    option = choices.chosen(Message.of(said["which"]), context) if said else None
    return option if option and option <= len(context.offered) else None
