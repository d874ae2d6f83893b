"""What is said of the appointment that this chat has just made: "mejor el sábado", "me equivoqué, era a las 9", "a las 6, no a las 5".

Read as a booking it would make a second one. With a word that changes something it moves that appointment; a time
alone may mean either, and is asked about.
"""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Anchor, ListAppointments, Reading, RescheduleAppointment, Shift, When, Whose
from booking.models import LastTouched, State, Touched, UnderstandingContext
from nlu.acts import QUESTIONS, Act
from nlu.choosing.choices import meets
from nlu.existing_visits.whose import whose
from nlu.parts import Parts
from nlu.when import read_spans
from nlu.wishes import one_besides
from nlu.wishes.anchors import does_not_suit, is_told
from nlu.wishes.refusals import without
from nlu.wishes.seeking import not_with
from nlu.words.message import Message
from nlu.words.statements import tells
from nlu.words.turning_words import RATHER

_CHANGES = re.compile(
    rf" (?:{RATHER}|siempre(?: si| no)|equivoque|confundi|era|eran|espere|espera|esperame|espereme|esperate|perdon|digo|corrijo"
    rf"|correccion|en realidad|mas bien|quise decir|queria decir|quise poner|puse mal|en vez|en lugar|no era|no es|pero|no (?:el|a las?)"
    r"|ya no|no puedo|no podre|no voy a poder|no me (?:queda|acomoda|conviene|va a dar)|se me (?:complico|atraveso|olvido)"
    r"|cambi\w+|mov\w+|muev\w+|recorr\w+|pas\w+la|que (?:me )?la pas\w+|la pas\w+|la dej\w+|dejala|dejela|dejamela|que quede|que sea)(?= )"
)
_WHICH = re.compile(
    r" (?:(?:la|el) (?:[0-9]+|de|del|primera|segunda|tercera|ultima|otra)|todas|ambas|las dos|las tres)(?= )"
)
""" "La 3", "la de las 10", "todas": which one, where several may be meant."""
_HER = re.compile(r" (?:la(?! de\b| del\b| [0-9])|\w+la) |\b\w+(?:ela|ala|emela|amela|arla|erla)\b")
""" "Muévela", "me la pases": the one just spoken of."""
_ANOTHER = re.compile(
    r" (?:otr[ao]|nuev[ao])(?! (?:dia|hora|horario|fecha|semana|opcion))(?= )| (?:una|dos|tres) (?:citas?|consultas?|turnos?)(?= )"
    r"| una para (?:mi|el|ella|mis?|mama|papa)(?= )| (?:tambien|ademas)(?= )| (?:agend|reserv|apart|sac)\w*"
)


_ASKS_OF_IT = re.compile(
    r" con (?:quien|que doctora?) (?:es|era|quedo|seria|me toca)(?= )|^(?: ,)?(?: y)? (?:es|era|seria)(?: con)? (?:el|la) (?:doctor|doctora) .*\?"
    r"| (?:a que hora|que dia|para cuando) (?:me )?(?:dijiste|dijo|quedo|era|es (?:la de|la mia|mi))(?= )| me la (?:puedes?|pueden) confirmar(?= )"
    r"| ya tiene cita(?= )"
)
""" "¿Con quién es?", right after a booking: its own doctor, not those there are."""


def of_the_one_made(parts: Parts) -> RescheduleAppointment | ListAppointments | None:
    """The change of the appointment just made, or its time said once more; None where it is about something else."""
    context = parts.context
    if context.made is None or context.state is not State.IDLE:
        return None
    if _ASKS_OF_IT.search(parts.message.flat):
        return ListAppointments()
    asked = [act for act in QUESTIONS if act is not Act.DOCTORS or not parts.unnamed]
    if parts.has(*asked, Act.LIST, Act.CANCEL, Act.WAIT, Act.FAREWELL) or _names_the_next(parts) or parts.visit.visit:
        return None
    flat = parts.message.flat
    told_by_it = is_told(parts.wish)
    changes = bool(_CHANGES.search(flat)) or parts.shift is not None or told_by_it
    if _ANOTHER.search(flat) or one_besides.is_wanted(flat) or (parts.has(Act.START) and not changes):
        return None
    whom = changes and (parts.doctor or parts.unnamed or parts.visit.anyone)
    if not _says_when(parts) and not whom:
        return None
    said = whose(parts.message, parts.named, parts.context)
    if not said and not parts.shift and _is_as_made(parts.wish, context.made.astimezone(context.now.tzinfo)):
        return ListAppointments()
    return RescheduleAppointment(
        when=_wished(parts, context.made.astimezone(context.now.tzinfo).date()),
        of=None if said or _WHICH.search(flat) else the_one_made(context),
        doctor=parts.doctor.name if parts.doctor else None,
        anyone=parts.visit.anyone,
        not_with=not_with(parts),
        another=bool(parts.unnamed and parts.unnamed.another),
        unsure=not changes or perhaps_anothers(said, context),
        whose=said,
    )


def of_the_one_just_shown(parts: Parts) -> RescheduleAppointment | None:
    """The move of the one appointment that was just shown: "ah no, a esa hora no alcanzo, ¿se puede más tarde?"."""
    last = parts.context.touched
    if last is None or not does_not_suit(parts.message, parts.context) or not _says_when(parts):
        return None
    if _ANOTHER.search(parts.message.flat) or one_besides.is_wanted(parts.message.flat):
        return None
    if (
        parts.has(*QUESTIONS, Act.LIST, Act.CANCEL, Act.START, Act.WAIT, Act.FAREWELL)
        or parts.named
        or parts.visit.visit
    ):
        return None
    start = last.start.astimezone(parts.context.now.tzinfo)
    return RescheduleAppointment(
        when=_wished(parts, start.date()),
        of=exactly(start),
        doctor=parts.doctor.name if parts.doctor else None,
        not_with=not_with(parts),
        whose=_theirs(last),
    )


def _names_the_next(parts: Parts) -> bool:
    """Whether the patient named is another appointment's; "a mi papá mejor el viernes" may be about the one just made."""
    named, flat = parts.named, parts.message.flat
    perhaps = parts.context.made_for is not None and named is not None and named.for_other and not named.name
    return named is not None and not (perhaps and _CHANGES.search(flat) and not _ANOTHER.search(flat))


def perhaps_anothers(said: Whose | None, context: UnderstandingContext) -> bool:
    """Whether somebody is spoken of without a name, and the one just made is somebody's: nobody knows if it is they."""
    return said is not None and not said.own and said.name is None and context.made_for is not None


def _says_when(parts: Parts) -> bool:
    return bool(parts.wish or parts.refused or parts.shift)


def _is_as_made(wish: Reading | None, made: dt.datetime) -> bool:
    """ "Perfecto, entonces el martes a las 4": nothing is to be changed."""
    when = wish.when if wish else None
    anchor, day = (wish.anchor if wish else None), (when.date_from if when else None)
    same = (
        anchor
        and day
        and ((anchor.weekday and day.weekday() == made.weekday()) or (anchor.monthday and day.day == made.day))
    )
    if when and same:
        when = when.model_copy(update={"date_from": None, "date_to": None})
    return when is not None and when.exact and meets(when, made)


def _wished(parts: Parts, day: dt.date) -> Reading | None:
    """The wish; another day than that of the appointment where only that was said, its own hour with another doctor."""
    context = parts.context
    if parts.sought is None and parts.shift is Shift.OTHER_DAY:
        itself = (When(date_from=day, date_to=day),)
        return without(None, itself, context.now.date(), (context.opens, context.closes))
    if not _says_when(parts):
        return Reading(anchor=Anchor(same_day=True, same_time=True))
    return parts.sought


def the_one_made(context: UnderstandingContext) -> Reading | None:
    """The time of the appointment just made, as words would say it."""
    return exactly(context.made.astimezone(context.now.tzinfo)) if context.made else None


def the_one_confirmed(context: UnderstandingContext) -> Reading | None:
    """The time of the one that they have just said they come to."""
    last = context.touched
    confirmed = last is not None and last.how is Touched.CONFIRMED
    return exactly(last.start.astimezone(context.now.tzinfo)) if last and confirmed else None


def exactly(local: dt.datetime) -> Reading:
    """A moment of the clinic's clock as words would say it."""
    day, clock = local.date(), local.time().replace(tzinfo=None)
    return Reading(when=When(date_from=day, date_to=day, time_from=clock, exact=True))


def the_one_shown(message: Message, context: UnderstandingContext) -> Whose | None:
    """Whose appointment "la" stands for, where just theirs were shown: "cancélala"."""
    last = context.touched
    shown = last is not None and last.how is Touched.SHOWN and speaks_of_it(message.flat)
    return _theirs(last) if last and shown else None


def _theirs(shown: LastTouched) -> Whose:
    return Whose(name=shown.patient) if shown.patient else Whose(own=True)


def speaks_of_it(flat: str) -> bool:
    """Whether "la" stands for the appointment: "muévela", "me la pasas"."""
    return bool(_HER.search(flat))


_LED = re.compile(
    r"^(?: (?:,|no|perdon|perdone|disculpe|disculpa|ay|oiga|oye|es que|pero|yo|si|ah|creo que|me|le|te|les|la|lo|que|hora|dia|fecha|de|d|en|con))*"
    r" (?:habia dicho|habiamos dicho|habia pedido|habia puesto|dije|pedi|puse|queria decir|quise decir|quise poner|quise escribir"
    r"|queria|equivoque|confundi|era|eran|seria|(?:tiene|tendria|debe|necesito|ocupo) que sea|(?:tiene|tendria|tenia) que ser)(?= )"
    r"(?: (?:,|que|para|era|es|de|d|en|con|hora|el dia|la hora|la fecha|dia|fecha|perdon|yo|quise decir|queria decir|pero|me|queria)(?= ))*"
)
"""What leads to the right one."""
_MISTAKEN = re.compile(r"^(?: (?:,|ay|perdon|disculpe|oiga|oye))* me (?:equivoque|confundi)(?= )")
_NO = re.compile(r"(?: ,)? (?:y )?no(?: (?:era|es|para|dije|habia dicho))?(?= )")
_BARE = re.compile(r"[ ,.]*[0-9]{1,2}(?:[:.][0-9]{2})?[ ,.]*")
"""A clock time without "a las"."""


def right_time(message: Message, context: UnderstandingContext) -> Message | None:
    """The words for the time that is meant; None where nothing is put right, or anything else is said."""
    flat = message.flat
    of_one = context.made is not None or len(context.visits) == 1
    if message.asks or message.odd or (context.state is State.IDLE and not (of_one and _MISTAKEN.match(flat))):
        return None
    led = _LED.match(flat)
    if led is None:
        return None
    begin, no = led.end(), _NO.search(flat, led.end() + 1)
    told = flat.find(" , ", begin + 1)
    if not no and told > 0 and tells(message, message.between(told + 3, len(flat))):
        flat = flat[: told + 1]  # "tiene que ser antes de las 10, entro a trabajar"
    right, wrong = (flat[begin : no.start() + 1], flat[no.end() :]) if no else (flat[begin:], "")
    if not _is_time(right, context) or (no and not _is_time(wrong, context)):
        return None
    return _cut(message, begin, begin + len(right))


def _cut(message: Message, start: int, end: int) -> Message:
    place = message.between(start + 1, end)
    tokens = message.tokens
    text = message.text[tokens[place.start].start : tokens[place.stop - 1].end]
    return Message.of(f"a las {text}" if _BARE.fullmatch(text) else text)


def _is_time(flat: str, context: UnderstandingContext) -> bool:
    """Whether these words are a time and nothing else; a bare clock time, too."""
    said = read_spans(flat, context.now)
    return bool(said.spans) and not said.leftover and not said.unread
