"""What answers a reminder, or what staff changed, beyond the question's own words: that they come with a question beside it,
that on second thoughts they do not, or that they know of no appointment."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    AnyIntent,
    AskQuestion,
    Attend,
    CheckAvailability,
    Confirm,
    Deny,
    Greet,
    HumanReason,
    ListAppointments,
    RequestHuman,
    RescheduleAppointment,
    StartBooking,
    Thank,
    Topic,
)
from booking.models import UnderstandingContext
from booking.models.folded_text import without_accents
from nlu.answers.coming import COMING, at_its_time, says_so
from nlu.answers.made_of import made_of
from nlu.answers.yes_no import thinks_better
from nlu.answers.yes_phrases import FULL_YES, phrases
from nlu.parsed import Parse
from nlu.words.closed_phrases import BEFORE, POLITE
from nlu.words.message import Message, Token
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.word_sets import word_set

_LIMITS = word_set("pero aunque nomas solo")
_NOT_MADE = re.compile(
    r" (?:yo )?no (?:hice|hicimos|saque|agende|pedi|solicite|programe|recuerdo haber hecho|recuerdo haber agendado)(?: (?:ninguna|ningun|una|esa|la))? (?:cita|consulta)(?= )"
)
_NOT_ASKED = re.compile(
    r" (?:yo )?no (?:pedi|pedimos|solicite|autorice|quiero|queria|dije)(?: que)?(?: (?:me|nos|la|lo|se))* (?:cambi|mov|muev|pas)\w*(?= )"
    r"| (?:dej|regres|pong|devuelv)\w*(?: (?:la|lo|mi cita))? (?:donde|como|a la hora que) estaba(?= )"
)


_LEADS = r"^(?: (?:,|yo|hola|oiga|oye|disculpe|disculpa|perdon|pero|no|creo que))*"
_WRONG_PERSON = re.compile(
    r" (?:numero|telefono|persona|contacto) equivocad[oa](?= )"
    r"|(?<! me) (?:se )?equivoc(?:aron|o|aste|ado|ada|ados) (?:de|el|la) (?:numero|persona|telefono|contacto|paciente)(?= )"
    r"| no (?:(?:la|lo|los) (?:conozco|conocemos)|(?:conozco|conocemos) a (?:(?:ningun[oa]?|nadie|esa|ese)(?: [^ ,?]+){0,3}?|[^ ,?]+)) (?=[,?]|$)"
    rf"|{_LEADS} no soy (?!yo |de |la que|el que|nuev)[^ ,?]+(?= )"
    r"| (?:este|ese) (?:numero |telefono )?(?:ya )?no es (?:el )?(?:numero |telefono )?(?:de|su)(?= )"
    rf"|{_LEADS} (?:aqui|en este numero) no (?:es|vive|hay ningun[oa]?)(?= )"
)
""" "Número equivocado", "no soy Ana": whoever is written to is not who was meant."""


_WHICH_ONE = phrases(
    "cual cita, que cita, cual, cual es, de que cita, de cual cita, cita de que, cita de quien, cual de todas, cual cita es, que cita es"
)


def read(
    message: Message, context: UnderstandingContext, reader: Callable[[str], tuple[AnyIntent, ...]]
) -> Parse | None:
    """What a whole message answers; None where it says anything else, or nobody was reminded."""
    expected = context.expected
    if expected is not None and isinstance(no_more := expected.yes, Attend) and not no_more.coming:
        others = len(context.visits) > 1  # they had said that they do not: of one among several it is asked
        return Parse((Attend(those=no_more.those, unsaid=others),)) if says_so(message) else None
    if expected is None or not isinstance(expected.no, Attend) or message.odd:
        return None
    if isinstance(expected.yes, Thank) and _NOT_ASKED.search(message.flat):
        return Parse((RequestHuman(),))
    if not isinstance(expected.yes, Attend):
        return None
    if _WRONG_PERSON.search(message.flat):
        return Parse((RequestHuman(),))
    if _NOT_MADE.search(message.flat):
        return Parse((AskQuestion(query=message.text.strip(), topic=Topic.ASSISTANT), ListAppointments()))
    words = message.words
    if made_of(words, _WHICH_ONE, BEFORE, POLITE):
        return Parse((ListAppointments(),))
    if (comes := at_its_time(message, context)) is not None:
        return Parse((Confirm() if comes else Deny(),))
    if thinks_better(message):
        return Parse((Deny(),))
    if says_so(message):
        return Parse((Confirm(),))  # "ahí estaré, Dios mediante"
    if _makes_sure(message, reader):
        return Parse((ListAppointments(),))
    if (change := _with_whom(message, context, expected.yes, reader)) is not None:
        return Parse((change,))
    return _comes_and_asks(message, context, expected.yes, reader)


_TAG = re.compile(r"\b(?:verdad|vdd|cierto|correcto|o no|no)\s*\?+\W*$|\b(?:verdad|vdd|cierto)\W*$")
_WISHES = re.compile(rf" (?:{WANTS}|{RATHER}|pued\w+|podr\w+|cambi\w*|gustaria|otr[ao]|hay|tienen?)(?= )")


def _makes_sure(message: Message, reader: Callable[[str], tuple[AnyIntent, ...]]) -> bool:
    """ "Ok, con la doctora, ¿verdad?": when or with whom it is, is asked, and nothing is to be another."""
    if _TAG.search(without_accents(message.text)) is None or _WISHES.search(message.flat):
        return False
    said = [one for one in reader(message.text) if not isinstance(one, Greet | Thank | Confirm)]
    return bool(said) and all(isinstance(one, StartBooking | CheckAvailability | RescheduleAppointment) for one in said)


def _with_whom(
    message: Message, context: UnderstandingContext, yes: Attend, reader: Callable[[str], tuple[AnyIntent, ...]]
) -> RescheduleAppointment | None:
    """ "Sí voy, pero ¿me puede atender la doctora?": the one that they are reminded of, with another doctor."""
    limits = [place for place, token in enumerate(message.tokens) if _limits(token)]
    if len(yes.those) != 1 or not limits or not _comes(message.text[: message.tokens[limits[0]].start], context):
        return None
    joint = [
        token for place, token in enumerate(message.tokens) if place in (limits[0], limits[0] + 1) and _limits(token)
    ]
    rest = message.text[joint[-1].end :]
    if not {token.text for token in joint} & _LIMITS and not _WISHES.search(Message.of(rest).flat):
        return None  # "sí, con la doctora Méndez" may be with whom it is
    said = [one for one in reader(rest) if not isinstance(one, Greet | Thank)]
    if len(said) != 1 or not isinstance(wish := said[0], StartBooking | CheckAvailability):
        return None
    whom = {"doctor": wish.doctor, "anyone": wish.anyone, "not_with": wish.not_with}
    if not any(whom.values()) or wish != type(wish)(**whom):
        return None
    return RescheduleAppointment(told=yes.those[0], **whom)


def _limits(token: Token) -> bool:
    return token.kind in ("mark", "ask") or token.text in _LIMITS


def _comes(text: str, context: UnderstandingContext) -> bool:
    """Whether words before what limits them say that they come, then or at all."""
    head = Message.of(text)
    return made_of(head.words, FULL_YES | COMING, BEFORE, BEFORE) or at_its_time(head, context) is True


def _comes_and_asks(
    message: Message, context: UnderstandingContext, yes: Attend, reader: Callable[[str], tuple[AnyIntent, ...]]
) -> Parse | None:
    """ "Claro que sí señorita, ¿tengo que ir en ayunas?", "ahí estaré pero llego 10 minutos tarde": both."""
    mark = next((token for token in message.tokens if token.kind == "mark" or token.text in _LIMITS), None)
    if mark is None or not _comes(message.text[: mark.start], context):
        return None
    asked = reader(message.text[mark.end :])
    return Parse((yes, *asked)) if asked and all(map(_is_beside, asked)) else None


def _is_beside(one: AnyIntent) -> bool:
    return isinstance(one, AskQuestion) or (isinstance(one, RequestHuman) and one.reason is HumanReason.LATE)
