"""That a doctor takes patients in one part of a day alone: "mañana solo atiendo en la tarde". The rest of that day is to be
blocked; it is proposed, as any order is."""

from __future__ import annotations

import datetime as dt
import re
from functools import reduce

from booking.intents import UseTool, When
from booking.models import Role, Slot, State, UnderstandingContext
from booking.models.told_stretches import stretches_in_words
from nlu.staff import staff_parts
from nlu.staff.staff_act_words import ONLY
from nlu.staff.staff_acts import AGENDA, BLOCKING
from nlu.staff.staff_words import even, tidied
from nlu.staff.stretches import within, without
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.word_sets import word_set

_LONGEST = 120
_OWN = r"(?:atiendo|atendere|trabajo|trabajare|consulto|doy consulta|dare consulta|estoy|estare|voy|ire|vengo|vendre|puedo|podre|(?:veo|vere|recibo|recibire|voy a (?:ver|recibir)) pacientes|voy a (?:atender|trabajar|venir|ir|estar|dar consulta|poder))"
_THEIRS = r"(?:atiende|atendera|trabaja|trabajara|consulta|da consulta|dara consulta|esta|estara|va|ira|viene|vendra|puede|podra|(?:ve|vera|recibe|recibira|va a (?:ver|recibir)) pacientes|va a (?:atender|trabajar|venir|ir|estar|dar consulta|poder))"
_MORE = r"(?:a (?:atender|trabajar|dar consulta|consultar))"
_LIGHT = word_set("""oye oiga hola pues que y el la los en por de del para dia dias favor porfa ya yo gracias aviso bueno
    buenas buenos tardes""")
_SAYS_IT = re.compile(
    rf"{ONLY} (?:{_OWN}|(?P<theirs>{_THEIRS}))(?: {_MORE})?|(?:{_OWN}|(?P<theirs2>{_THEIRS}))(?: {_MORE})? {ONLY}"
)
_NOT_ONCE = re.compile(r"\b(?:cada|siempre|diario|todos los dias|entre semana|ya no)\b")
_EVERY_WEEK = re.compile(rf"\b(?P<days>los (?:{DAY_NAMES})(?:(?: ?, | y )(?:los )?(?:{DAY_NAMES}))*)\b(?! \d)")


def read(text: str, context: UnderstandingContext) -> UseTool | None:
    """The order that blocks the rest of the day, or days, that are named; of each week the hours that are left are asked
    for."""
    if context.role is Role.PATIENT or context.state is not State.IDLE or len(text) > _LONGEST or "?" in text:
        return None
    said = tidied(text)
    if not re.search(rf"\b{ONLY}\b", even(said)) or _NOT_ONCE.search(even(said)):
        return None
    whose = staff_parts.doctor(even(said), BLOCKING, context)
    rest = f"{said[: whose.places[0][0]]} {said[whose.places[0][1] :]}" if whose else said
    weekly = _EVERY_WEEK.search(even(rest))
    days = rest[slice(*weekly.span("days"))] if weekly else ""
    rest = rest.replace(days, " ", 1) if days else rest
    hours = context.hours
    found = read_spans(rest, context.now, hours=hours, direction=None)
    when = found.reading.when
    if when is None or found.refused or found.reading.anchor or when.exact or not (when.time_from or when.time_to):
        return None
    if (when.date_from is None) != bool(days):
        return None
    bare = even(rest)
    for start, end in found.spans:
        bare = f"{bare[:start]}{' ' * (end - start)}{bare[end:]}"
    weighs = [word for word in re.sub(r"[,;.]", " ", bare).split() if word not in _LIGHT]
    heard = _SAYS_IT.fullmatch(" ".join(weighs))
    if heard is None or ((heard["theirs"] or heard["theirs2"]) is not None) != (whose is not None):
        return None
    doctor = (("doctor", said[slice(*whose.places[1])]),) if whose else ()
    if days:
        return UseTool(tool=AGENDA, arguments=(("dias_semana", days), *doctor))
    if not (stretches := stretches_in_words(_rest_of(when, context), context.now)):
        return None
    return UseTool(tool=AGENDA, arguments=(("cuando", stretches), *doctor))


def _rest_of(when: When, context: UnderstandingContext) -> list[Slot]:
    zone = context.now.tzinfo
    first = when.date_from or context.now.date()
    last = when.date_to or first
    days = [first + dt.timedelta(days=at) for at in range(min((last - first).days, 6) + 1)]
    midnights = [(dt.datetime.combine(day, dt.time(), zone), day) for day in days]
    whole = [
        Slot(start=start.astimezone(dt.UTC), end=(start + dt.timedelta(days=1)).astimezone(dt.UTC))
        for start, _ in midnights
    ]
    return reduce(without, within(whole, when, context), whole)
