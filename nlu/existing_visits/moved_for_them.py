"""What answers the news that the clinic moved or cancelled an appointment, by how it was: "déjenmela como estaba",
"regrésenmela al jueves" want it back; "el viernes a la misma hora", "¿entonces para cuándo?" another time."""

from __future__ import annotations

import re

from booking.intents import (
    AskQuestion,
    CheckAvailability,
    Confirm,
    Deny,
    Reading,
    RescheduleAppointment,
    Thank,
    When,
)
from booking.models import State, UnderstandingContext
from nlu.existing_visits.going_back import AS_IT_WAS, BESIDE
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.with_whom import doctors
from nlu.words.message import Message

_BACK = re.compile(
    rf"^{BESIDE} (?:(?:me|nos|la|lo|que|quiero|quisiera|pueden?|podrian?|puedes?) )*(?:regres|devuelv|devolv)\w*(?: (?:la|mi cita))?(?P<then>(?: (?:al?|para|el|dia|las?|[^ ,?]+)){{0,6}}?){BESIDE} $"
)
""" "Regrésenmela", "yo no pedí eso, regrésenmela al jueves"."""
_LIKE_THEN = re.compile(
    r" (?:como|donde) (?:ya )?(?:(?:la|lo) )?(?:estaba|tenia|teniamos|habia quedado|quedo antes)(?= )"
)
_SAME_HOUR = re.compile(r"\b(?:a )?(?:la|esa) misma hora\b|\bmisma hora\b", re.IGNORECASE)
_WHEN_THEN = re.compile(
    r"^(?: (?:,|y|o|pero|bueno|ok|entonces|pues|ay|uy|oiga|oye|ni modo))* (?:(?:para|hasta) )?(?:cuando|que (?:dia|fecha|dias|fechas|horarios?))"
    r"(?: (?:,|\?|hay|habria|tienen?|seria|podria|puede|se|ser|me|nos|la|dan|darian|otra|cita|lugar|entonces|disponible\w*|para|queda|quedaria))* $"
)
_WHY = re.compile(r"^(?: (?:,|y|pero|oiga|ay|uy))* (?:por que|porque|a que se debe|que paso)(?: (?:,|\?))* $")
_NOT_THEN = re.compile(
    r"^(?: (?:,|ay|uy|no|oiga|oye|pero|es que|yo|fijese|que))* no (?:(?:me|nos) )?(?:puedo|podemos|podre|alcanzo|llego|queda|acomoda|conviene)(?: ir)? (?P<hour>(?:a|el|ese|hoy|manana|en)(?: [^,?]+)?) $"
)


def read(text: str, context: UnderstandingContext) -> Parse | None:
    """What is wanted; None where it says anything else, or nothing of the kind was told."""
    expected, was = context.expected, context.was
    if expected is None or was is None or context.state is not State.IDLE:
        return None
    message, at = Message.of(text), was.astimezone(context.now.tzinfo)
    hour = at.time().replace(tzinfo=None)
    move = next((one.intent for one in expected.options if isinstance(one.intent, RescheduleAppointment)), None)
    if isinstance(move, RescheduleAppointment):
        then = When(date_from=at.date(), date_to=at.date(), time_from=hour, exact=True)
        back = _BACK.match(message.flat)
        if back and back["then"].strip():
            said = read_spans(back["then"], context.now, hours=context.hours)
            if said.leftover.strip(" al") or said.reading.when is None:
                return None
            day, own = said.reading.when.date_from, said.reading.when
            if own.exact or day is None or day.weekday() != at.weekday():
                return None
        if back or AS_IT_WAS.match(message.flat) or _is_like_then(message, context):
            return Parse((move.model_copy(update={"when": Reading(when=then), "doctor": context.was_with}),))
        if isinstance(expected.yes, Thank) and (no := _NOT_THEN.match(message.flat)) and _is_told(no["hour"], context):
            return Parse((Deny(),))
        return None
    if not isinstance(expected.yes, CheckAvailability):
        return None
    if _WHEN_THEN.match(message.flat):
        return Parse((Confirm(),))
    return Parse((AskQuestion(query=text.strip()),)) if _WHY.match(message.flat) else None


def _is_like_then(message: Message, context: UnderstandingContext) -> bool:
    """ "Yo la quiero con la doctora Méndez como estaba", of one that was with her."""
    whom = doctors.wanted(message, context.doctors)
    if not _LIKE_THEN.search(message.flat) or message.asks or whom is None or whom.name != context.was_with:
        return False
    return not read_spans(message.text, context.now).spans


def at_its_hour(text: str, context: UnderstandingContext) -> str:
    """The text with the hour that was cancelled in "el viernes a la misma hora"."""
    searches = context.expected is not None and isinstance(context.expected.yes, CheckAvailability)
    if context.was is None or not searches or context.state is not State.IDLE:
        return text
    return _SAME_HOUR.sub(f"a las {context.was.astimezone(context.now.tzinfo):%H:%M}", text)


def _is_told(hour: str, context: UnderstandingContext) -> bool:
    """Whether an hour, or a day, is that of what was told of: the only one that they have."""
    said = read_spans(hour, context.now, hours=context.hours)
    when = said.reading.when
    if len(context.visits) != 1 or when is None or said.leftover.strip():
        return False
    start = context.visits[0].astimezone(context.now.tzinfo)
    day = when.date_from is None or when.date_from == when.date_to == start.date()
    return day and (when.time_from is None or (when.exact and when.time_from == start.time()))
