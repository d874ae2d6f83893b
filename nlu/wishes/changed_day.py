"""Another day or hour than the one on screen, behind a call for a moment or why that one will not do: "espérame, el lunes
llevo a mi hijo al dentista, mejor el martes a la misma hora", "ando viendo que el viernes es el festival, el jueves?".

What stands before the turn may only ask for a moment, or speak of the time that is proposed; what follows it is then the
wish. Where that is not so, and a time that is not the one proposed stands behind such a turn, it is asked about: a later
yes never books what was said before it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from booking.intents import (
    AskQuestion,
    CheckAvailability,
    Deny,
    Greet,
    Reading,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UnknownWhy,
    When,
)
from booking.models import Role, State, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.parsed import Parse
from nlu.when import read_spans, stretches
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.turning_words import RATHER, WANTS

Reader = Callable[[str], Parse]

_TO = (
    r"(?:para |pa |en |por )?(?:el |al |a las? |este |otro dia|la (?:otra|proxima|siguiente|semana) |hoy |manana |pasado |(?:"
    + DAY_NAMES
    + r") )"
)
_TURN = re.compile(
    rf"(?<= )(?:(?:{RATHER}|que sea|que mejor sea|entonces|{WANTS})(?: (?:que sea|que|si))?|pas[ae]\w*l[ao]|(?:la|lo) (?:pas|cambi|muev)\w+) (?={_TO})"
)
_ASKED = re.compile(rf"(?<= , )(?=(?:y )?(?:para )?(?:el |al )?(?:{DAY_NAMES}|manana|hoy)(?: a [^?]*| misma hora)? \?)")
""" "…, ¿el jueves?"."""
_NO_REASON = re.compile(
    r" (?:si|cuando|donde|que tal|(?<! no )hay|tiene[ns]?|doctora?|dra?|con (?:el|la)|soy|me llamo|a nombre|o|menos|excepto|yo(?= $))(?= )"
)
"""Before the turn: what depends on something, asks, or says with whom and for whom it is."""
_SILENT = frozenset({Act.WAIT, Act.FAREWELL, Act.SHIFT, Act.CHANGED})
_THAT = re.compile(r" (?:ese dia|a esa hora|esa hora|entonces)(?= )")
_IS_A_FEAST = re.compile(r"\b(?:es|cae) (?:el )?(?:d[ií]a|cumplea[ñn]os|santo|fiesta|aniversario)\b", re.IGNORECASE)
""" "El viernes es día de la Virgen": what day it is."""
_ONLY_WAITS = re.compile(
    r"^(?: (?:,|yo|quizas?|tal vez|a lo mejor|ay|ah|aah|uy|oh|oye|oiga|mire|no|perdon|disculp\w+|hijole|chin|esper\w+|esperame|perate|aguant\w+|permit\w+|un|momento|momentito|tantito|segundo"
    r"|dame|deme|chance|dejame|dejeme|ver|veo|pensar|pensando|ando|estoy|viendo|checando|checo|ahorita|ahora|ya|te|le|les|digo|aviso|confirmo|es|que|la|neta|pues|bueno|a|lo|creo|yo|pero|mejor dicho))* $"
)
_DOUBT = Parse((Unknown(doubt=True),), sure=False)
_WISHES = (StartBooking, CheckAvailability, RescheduleAppointment)
_UNHEARD = (*_WISHES, AskQuestion, Deny, Greet, Smalltalk, Thank, Unknown)
"""What may have been read of it instead; a choice, a yes or an order is what it says."""


def read(text: str, said: Parse, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """What is wished for behind the turn, where nothing, or the time on screen, was read of the whole; a doubt, where a
    yes could be taken for one to that. None where what was read stands."""
    at = _shown(context)
    if not at or context.state is State.IDLE or context.role is not Role.PATIENT:
        return None
    message = Message.of(text)
    if _says_another(said, at) or not all(isinstance(one, _UNHEARD) for one in said.intents):
        return None
    turns = [found.start() for pattern in (_TURN, _ASKED) for found in pattern.finditer(message.flat)]
    for place in sorted(turns, reverse=True):
        index = message.between(place, len(message.flat)).start
        begin = message.tokens[index].start
        before, behind = text[:begin].rstrip(" ,."), text[begin:]
        if not _other_times(behind, at, context):
            continue
        wished = reader(behind)
        if _is_of_it(before, at, context) and wished.sure and not wished.unread and _says_another(wished, at):
            return wished
        if context.state is State.CONFIRM and not _is_asked(said):
            return _DOUBT
    lost = all(one == Unknown() for one in said.intents)  # nobody knows what it says of another time
    other = lost and not message.asks and context.state is State.CONFIRM and _other_times(text, at, context)
    return _DOUBT if other else None


def _shown(context: UnderstandingContext) -> tuple[dt.datetime, ...]:
    """What is proposed, else what is offered where that is all of one day."""
    starts = (context.proposed,) if context.proposed else context.offered
    local = tuple(start.astimezone(context.now.tzinfo) for start in starts)
    return local if len({start.date() for start in local}) == 1 else ()


def _is_of_it(text: str, shown: tuple[dt.datetime, ...], context: UnderstandingContext) -> bool:
    """Whether words only ask for a moment, or tell something of the time that is proposed."""
    message = Message.of(text)
    if _ONLY_WAITS.match(message.flat):
        return True
    asked_for = {found.act for found in acts.find(message)}
    if message.asks or _NO_REASON.search(message.flat) or asked_for - _SILENT:
        return False
    if feast := _IS_A_FEAST.search(text):
        text = text[: feast.start()]
    of_it = bool(_THAT.search(message.flat)) or bool(_times(text, context))
    return of_it and not _other_times(text, shown, context)


def _times(text: str, context: UnderstandingContext) -> list[Reading]:
    hours = context.hours
    found = (text[start:end] for start, end in stretches(text, context.now, hours=hours))
    return [read_spans(one, context.now, hours=hours).reading for one in found]


def _other_times(text: str, shown: tuple[dt.datetime, ...], context: UnderstandingContext) -> bool:
    """Whether words name a time that is none of those shown."""
    return any(_is_other(when, shown) for one in _times(text, context) for when in (one.when, *one.candidates) if when)


def _is_other(when: When, shown: tuple[dt.datetime, ...]) -> bool:
    day = when.date_from is not None and not _holds(when.date_from, shown[0].date(), when.date_to)
    hour = when.exact and when.time_from is not None and all(when.time_from != start.time() for start in shown)
    return day or hour


def _holds(first: dt.date, day: dt.date, last: dt.date | None) -> bool:
    same = first == last and first.weekday() == day.weekday()
    return same or (first <= day and (last is None or day <= last))


def _says_another(said: Parse, shown: tuple[dt.datetime, ...]) -> bool:
    """Whether one wish was read, whole, and for no time that is shown."""
    wishes = [one for one in said.intents if isinstance(one, _WISHES)]
    if len(wishes) != 1 or said.unread:
        return False
    reading = wishes[0].when
    if reading is None or reading.problem:
        return False
    whens = (reading.when,) if reading.when else reading.candidates
    return bool(whens) and all(when is not None and _is_other(when, shown) for when in whens)


def _is_asked(said: Parse) -> bool:
    """Whether what was read is asked about, so that a yes is to that."""
    doubts = [one for one in said.intents if isinstance(one, Unknown)]
    return bool(said.unread) or any(one.doubt or one.why is not UnknownWhy.NOT_UNDERSTOOD for one in doubts)
