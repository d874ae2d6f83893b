"""A yes beside the day or the hour of what is proposed: "ándale, sí, a las 8", "el jueves sí, así ya"; and an appointment
that is left at its own, while another time is looked for: "ya déjala el martes a las 10 como estaba"."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import CancelBooking, Confirm, Reading
from booking.models import Purpose, State, UnderstandingContext
from nlu.answers.yes_no import agrees, is_if_it_suits
from nlu.answers.yes_phrases import COMES
from nlu.choosing.choices import meets
from nlu.when import Spans, read_spans
from nlu.wishes.anchors import BARE
from nlu.words.message import Message
from nlu.words.verb_forms import BOOKING, MOVING

_DONE_THEN = re.compile(
    rf"(?:confirm(?!ad)\w*|acepto|apruebo|autorizo|admito|ha[zg]\w*|proced\w+|adelante|(?:{BOOKING}|{MOVING}|pas)(?:o|amos|as|a))"
)
""" "Mañana confirmo", "el jueves la aparto": what is done on that day, and not now."""
_OF_IT = re.compile(r"(?:de|del|para|pal|el de|la de)\b", re.IGNORECASE)
""" "Confirmo la del jueves", "confírmela para el jueves", "confirmo: jueves a las 5": not when it is done."""
_CONFIRMS = re.compile("confirm(?:o|amos)")
""" "Se la confirmo para el jueves": by then."""


def read(message: Message, context: UnderstandingContext) -> Confirm | None:
    """The yes, where nothing but a yes and the proposal's own day or hour is said; None where another time is said, a
    stretch of time, or anything else."""
    if context.state is not State.CONFIRM or context.proposed is None or message.odd or message.asks:
        return None
    if so := _if_so(message, context):
        return so
    if is_if_it_suits(message):
        return None
    said = read_spans(message.text, context.now, hours=hours_of(context))
    if not _is_the_proposed(said, context) or _is_done_then(message, said):
        return None
    return Confirm() if agrees(_without(message, said), context.purpose) else None


def without_it(message: Message, context: UnderstandingContext) -> Message | None:
    """The message without the proposal's own day and hour, where these stand alone between marks, or with a yes, or with
    words that one comes; None where no such time is said."""
    if context.state is not State.CONFIRM or context.purpose not in (None, Purpose.BOOK) or message.odd or message.asks:
        return None
    said = read_spans(message.text, context.now, hours=hours_of(context))
    if not _is_the_proposed(said, context) or _is_done_then(message, said):
        return None
    rest = _without(message, said)
    for clause in message.clauses():
        start, end = message.tokens[clause.start].start, message.tokens[clause.stop - 1].end
        left = Message.of(rest.text[start:end])
        timed = any(start <= place < end for place, _ in said.spans)
        if timed and left.words and not (left.words in COMES or agrees(left, context.purpose)):
            return None
    return rest


def _is_the_proposed(said: Spans, context: UnderstandingContext) -> bool:
    if not said.spans or context.proposed is None:
        return False
    start = context.proposed.astimezone(context.now.tzinfo)
    which = said.reading.candidates if said.reading.ambiguous and len(said.spans) == 1 else ()  # "jueves 11"
    return is_that_time(said, start) or any(one.date_from and one.exact and meets(one, start) for one in which)


_IF_SO = re.compile(
    r"^(?: (?:,|ok|pues|bueno|entonces))* si (?:es|sigue siendo|queda|va a ser|seria) (?P<when>[^,?]+?)(?: (?:asi )?como (?:me |nos )?(?:dice|dices|dicen|dijo|dijiste|dijeron|quedamos|puso|menciona|aparece|esta))?"
    r"(?: ,)* (?:(?:entonces|pues|ya) )*(?:si|va|ok|perfecto|esta bien|adelante|confirmo|de acuerdo|claro)(?: (?:si|acepto|confirmo|la quiero|por favor|porfa|gracias|voy))* $"
)
""" "Si es a las 11 como dice, sí": a condition that the proposal meets."""


def _if_so(message: Message, context: UnderstandingContext) -> Confirm | None:
    found = _IF_SO.match(message.flat)
    if found is None or context.proposed is None or context.purpose not in (None, Purpose.BOOK):
        return None
    said = read_spans(found["when"], context.now, hours=hours_of(context))
    alone = said.spans and not said.leftover
    return Confirm() if alone and is_that_time(said, context.proposed.astimezone(context.now.tzinfo)) else None


def _is_done_then(message: Message, said: Spans) -> bool:
    """Whether what agrees may be done at the time that is said: but where it follows, and is the appointment's."""
    when = said.reading.when
    if when and when.date_from and when.exact:
        return False  # "confirmo jueves 26 a las 11": the appointment's
    verbs = [token for token in message.tokens if token.kind == "word" and _DONE_THEN.fullmatch(token.text)]
    if not verbs:
        return False
    first = min(start for start, _ in said.spans)
    if first < verbs[-1].end:
        return True
    between, then = message.text[verbs[-1].end : first], message.text[first:]
    of_it = _OF_IT.match(then)
    by_then = of_it and of_it[0].startswith("pa") and _CONFIRMS.fullmatch(verbs[-1].text)
    return not (re.search(r"[,:;.]", between) or of_it) or bool(by_then)


_KEEPS = re.compile(
    r" (?:dej[ae]n?(?:me)?l[ao]|(?:que )?se quede|que quede|se queda|como (?:estaba|esta|la tenia)|me quedo con (?:la mia|esa|la que tengo)"
    r"|la mia es(?=.* esta bien ))(?= )"
)
_AROUND = frozenset(
    """ya asi no ninguna ninguno mejor entonces pues bueno siempre ay esperate espere espera mira perdon gracias por favor porfa
    igual tal cual la mia es esa esta bien tengo que""".split()
)
"""What may stand around it, and wishes for nothing."""


def left(message: Message, context: UnderstandingContext) -> CancelBooking | None:
    """The change given up, where nothing is said but that the appointment stays at the time that it has. A day or an
    hour that what is on screen has as well may be that one's."""
    if context.standing is None or message.odd or message.asks or message.words[:1] == ("si",):
        return None
    said = read_spans(message.text, context.now, hours=hours_of(context))
    zone = context.now.tzinfo
    if not said.spans or not is_that_time(said, context.standing.astimezone(zone)):
        return None
    on_screen = (context.proposed,) if context.proposed else context.offered
    if any(is_that_time(said, start.astimezone(zone)) for start in on_screen):
        return None
    rest = _without(message, said).flat
    if not _KEEPS.search(rest) or not set(re.findall(r"\w+", _KEEPS.sub(" ", rest))) <= _AROUND:
        return None
    return CancelBooking()


def is_that_time(said: Spans, start: dt.datetime) -> bool:
    """Whether a day, a clock time or both are said, and are those of a local start."""
    when, day = said.reading.when, said.reading.when and said.reading.when.date_from
    if when is None or said.refused or said.unread or said.told or said.reading != Reading(when=when):
        return False
    if when.date_from != when.date_to or not (when.exact or (when.time_from is None and when.time_to is None)):
        return False
    bare = BARE[said.bare]
    if (
        day
        and bare
        and ((bare.weekday and day.weekday() == start.weekday()) or (bare.monthday and day.day == start.day))
    ):
        when = when.model_copy(update={"date_from": None, "date_to": None})
    return meets(when, start)


def hours_of(context: UnderstandingContext) -> tuple[dt.time, dt.time] | None:
    opens, closes = context.opens, context.closes
    return (opens, closes) if opens and closes and opens < closes else None


def _without(message: Message, said: Spans) -> Message:
    """What is left of a message without the words that say when."""
    text = list(message.text)
    for start, end in said.spans:
        text[start:end] = " " * (end - start)
    return Message.of("".join(text))
