"""Who has appointments and says only "la", "más tarde" or "mejor el 16" of them, where no rule knows what else is meant."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import (
    Anchor,
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Deny,
    Greet,
    HumanReason,
    ListAppointments,
    Reading,
    RequestHuman,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Topic,
    Unknown,
    UnknownWhy,
    Whose,
)
from booking.models import State, UnderstandingContext
from nlu.answers.giving_up import is_going_elsewhere
from nlu.asking import asked_of_visits
from nlu.existing_visits.named_patients import known_patients
from nlu.existing_visits.own_visits import about_of, may_be, may_be_said_of_it, meaning, shown, when_it_is
from nlu.existing_visits.told_of_visits import WANTS_ONE, Said, takes_back, told
from nlu.existing_visits.whose import is_of_several
from nlu.parsed import Parse, meant
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES, WEEKDAYS
from nlu.wishes.anchors import with_anchor
from nlu.with_whom import doctors, unnamed_doctors
from nlu.words.courtesies import without_closing, without_greeting, without_polite_no
from nlu.words.hedged_changes import without_hedges
from nlu.words.message import Message
from nlu.words.turning_words import RATHER
from nlu.words.verb_forms import CHANGING_TIME, MOVING

_RATHER = re.compile(
    rf"^(?: (?:,|no|ay|oiga|oye|pues|ah|bueno|siempre|entonces|ok))* (?:{RATHER}|siempre) | ya no (?:la |lo )?(?:quiero )?con "
    r"|(?<! lo) mejor(?: (?:,|\?|si|por favor|porfa|gracias|si se puede|se puede|puede ser))* $|(?<! lo) mejor (?=(?:y|en|por|el|la|a|para|con|hoy|manana|pasado|que) )"
    rf"| en (?:vez|lugar) de(?:l| el| la| los)? (?=(?:dia )?(?:{DAY_NAMES}|hoy|manana|[0-9]+) )"
    r"|^(?: (?:,|y|oiga|oye|pero|entonces))* (?:que tal )?si (?:mejor )?(?:voy|vamos|paso|pasamos|caigo|me paso|puedo ir)(?= )"
    r"| (?:tambien|igual) (?:puedo|podria|podemos)(?= )"
    rf"|^(?: (?:,|no|oiga|oye|disculpe|perdon|pues|bueno|nos|que|y|ya))* (?:(?:pas|{CHANGING_TIME})(?:a|e|en|an)(?:me|nos)|(?:me|nos) (?:pas|cambi|muev)(?:o|a|e|amos|an|en))(?= (?:para|al|a la|a las|de|el|hasta|pal) )"
)
""" "Mejor el 16", "mañana mejor", "pásanos para la otra semana": instead of what there is."""
_THOUGHT_BETTER = re.compile(
    r"(?: (?:,|no|ay|pues|la verdad))* (?:pensandolo|lo pense)(?: (?:bien|mejor))?(?: (?:,|y|ya|mejor|siempre|que))* no(?: (?:,|gracias))* "
)
_AS_IT_WAS = re.compile(
    r" (?:dej\w+|regres\w+|qued\w+|pong\w+|ponm\w+)(?: [^ ,]+)? (?:como|donde|en donde) estaba(?: antes)?(?= )"
)
_MOVES = re.compile(rf" (?:{MOVING}|pas)\w*(?= )")
_ARRIVES = re.compile(
    r" (?:si )?(?:llego|llegara|llegamos|alcanzo a llegar|puedo llegar|voy llegando)(?: (?:como|hasta|ahi))*(?: a las?)? [^,?]*?\?| me quede dormid[oa](?= )"
)
_STILL = re.compile(
    r" (?:todavia|aun|alcanzo|me atiende[n]?|me puede[n]? atender|me reciben?|hay problema|me esperan?)(?= )"
)
_CAME_UP = re.compile(r" (?:me|nos) (?:salio|salieron|surgio|cayo|pusieron|tocan?|atraveso|cruzo|juntaron|junto)(?= )")
""" "Me salió un viaje el viernes"."""
_SEEN_ELSEWHERE = re.compile(
    r" ya (?:me|nos|lo|la|le) (?:atend\w+|vi|vieron|vio|revis\w+|checaron|consult\w+)(?: ya)? (?:en|con) (?:otr[oa]|(?:el|la|un|una) (?:seguro|imss|issste|hospital|similar\w*|farmacia|particular|cruz roja|centro de salud))(?= )"
    r"| (?:estoy|ando|sigo|estamos|quede) (?:internad[oa]s?|hospitalizad[oa]s?)(?= )"
)
""" "Ya me atendí en otro lado", "estoy internada": whether theirs is to be cancelled is asked."""
_TO_STAY = re.compile(r" (?:confirm|conserv|mant[ei]|respet)\w*(?= )")
_LATEST = dt.timedelta(hours=4)


def in_other_words(text: str, said: Parse, context: UnderstandingContext) -> Parse | None:
    """The same of who says only "la", or what is to be another, where no rule knows what else is meant."""
    if not context.visits or not may_be(context):
        return None
    if other := _with_another(text, said, context):
        return Parse((other,))
    if not _is_lost(said, context):
        return None
    message = Message.of(without_hedges(text))
    hello = (Greet(),) if without_greeting(message)[1] else ()
    message = without_polite_no(without_closing(without_greeting(message)[0]))
    if takes_back(message, context):
        return None
    if (found := _in_other_words(message, said, context)) is not None:
        return Parse((*hello, found))
    if (
        context.state is State.IDLE
        and not message.asks
        and (_SEEN_ELSEWHERE.search(message.flat) or is_going_elsewhere(message))
    ):
        return Parse((*hello, CancelAppointment(when=shown(context))), sure=False)
    told = _is_told_of_its_day(message, said, context)
    return Parse((*hello, ListAppointments()), sure=False) if told else None


def _is_told_of_its_day(message: Message, said: Parse, context: UnderstandingContext) -> bool:
    """Whether nobody knows what is told of the day of one of theirs ("no me dieron permiso para el viernes"): theirs are
    shown, to be changed or cancelled."""
    meant_by_it = [one for one in meant(said) if not isinstance(one, Greet)]
    lost = all(isinstance(one, Unknown) and one == Unknown(doubt=one.doubt) for one in meant_by_it)
    asks = all(isinstance(one, AskQuestion) and one.topic is None for one in meant_by_it)
    crossed = message.asks and asks and _CAME_UP.search(message.flat) is not None
    asked = context.expected is not None and not isinstance(context.expected.yes, Smalltalk)
    stays = _TO_STAY.search(message.flat)  # "no confirmo la del martes"
    if context.state is not State.IDLE or asked or stays or not (crossed or (lost and not message.asks)):
        return False
    days = {WEEKDAYS[word] for word in message.words if word in WEEKDAYS}
    return any(start.astimezone(context.now.tzinfo).weekday() in days for start in context.visits)


def _with_another(text: str, said: Parse, context: UnderstandingContext) -> RescheduleAppointment | None:
    """ "No me gusta ese doctor", "mejor con otro": where nothing is under way, what there is with somebody else, at its
    own time."""
    message = Message.of(text)
    of_doctors = [one for one in said.intents if isinstance(one, AskQuestion) and one.topic is Topic.DOCTORS]
    if len(said.intents) != 1 or not of_doctors or message.asks or context.state is not State.IDLE:
        return None
    whom = unnamed_doctors.unnamed_one(message, context.doctors, in_flow=False)
    if whom is None or not whom.another or WANTS_ONE.search(message.flat):
        return None
    same = Reading(anchor=Anchor(same_day=True, same_time=True))
    return RescheduleAppointment(when=same, of=shown(context), another=True, not_with=whom.not_with, unsure=True)


def _in_other_words(message: Message, said: Parse, context: UnderstandingContext) -> AnyIntent | None:
    idle = context.state is State.IDLE
    if idle and (
        asked := _late(message, context) or _as_it_was(message, context) or asked_of_visits.asked(message, context)
    ):
        return asked
    if idle and _THOUGHT_BETTER.fullmatch(message.flat):
        return ListAppointments(stay=True)
    theirs = told(message, context)
    if theirs and not idle and not may_be_said_of_it(message, theirs, context):
        return None
    if theirs and any(one.verdict for one in theirs.clauses) and (found := meaning(theirs, context)):
        return found.intents[0]
    return _perhaps_moved(message, said, theirs, context) if idle else None


def _perhaps_moved(
    message: Message, said: Parse, theirs: Said | None, context: UnderstandingContext
) -> AnyIntent | None:
    """A time that only makes sense beside the one there is: "¿se puede más tarde?", "mejor el 16", "el martes salgo tarde,
    ¿puede ser a las 5?"."""
    wishes = [one for one in meant(said) if isinstance(one, StartBooking | CheckAvailability)]
    of = shown(context)
    understood = [one for i in meant(said) if isinstance(i, Unknown) for one in i.understood]
    looks = [one for one in (*wishes, *understood) if isinstance(one, StartBooking | CheckAvailability)]
    if len(looks) == 1 and (named := _of_those_named(message, looks[0], context)):
        return named
    if theirs is not None and not any(one.verdict for one in theirs.clauses):
        about = about_of(theirs.clauses, None)
        new = [one.time for one in theirs.clauses if one.time]
        if len(about) > 1 and len(new) < 2 and (new or theirs.anchor):  # "las dos para el martes": which first is asked
            return RescheduleAppointment(when=with_anchor(new[0] if new else None, theirs.anchor), doctor=theirs.doctor)
        if len(about) == 1 and len(new) == 1:
            return RescheduleAppointment(
                when=with_anchor(new[0], theirs.anchor),
                of=when_it_is(about[0], context),
                doctor=theirs.doctor,
                unsure=True,
            )
        its_own = bool(about) and theirs.anchor == Anchor(same_time=True) and not theirs.doctor
        # "tengo un compromiso el viernes a esa hora"
        if not new and theirs.anchor is not None and len(about) < 2 and not its_own:
            return RescheduleAppointment(
                when=Reading(anchor=theirs.anchor),
                of=when_it_is(about[0], context) if about else of,
                doctor=theirs.doctor,
                not_with=theirs.not_with,
            )
    if len(wishes) == 1 and _RATHER.search(message.flat) and not WANTS_ONE.search(message.flat):
        one = wishes[0]
        return RescheduleAppointment(
            when=one.when, of=of, doctor=one.doctor, anyone=one.anyone, not_with=one.not_with, unsure=of is not None
        )
    return None


def _of_those_named(
    message: Message, wish: StartBooking | CheckAvailability, context: UnderstandingContext
) -> RescheduleAppointment | None:
    """ "Mueve a Brenda al jueves", "la mía y la de mi hijo para el jueves": theirs, and of several which one is asked."""
    several = is_of_several(message, context)
    whom = known_patients(message, context) if _MOVES.search(message.flat) else []
    if WANTS_ONE.search(message.flat) or not (several or len(whom) == 1):
        return None
    of = None if several else Whose(name=whom[0])
    return RescheduleAppointment(
        when=wish.when, doctor=wish.doctor, anyone=wish.anyone, not_with=wish.not_with, whose=of
    )


def _is_lost(said: Parse, context: UnderstandingContext) -> bool:
    """Whether nobody knows what is meant, or words were left over beside a wish for a time."""
    intents = [intent for intent in meant(said) if not isinstance(intent, Greet)]
    if not intents:
        return True
    if len(intents) > 1:
        return False
    one = intents[0]
    if isinstance(one, Deny):
        asked = context.expected
        return context.state is State.IDLE and (asked is None or asked.no is None or isinstance(asked.no, Deny))
    if isinstance(one, Confirm):
        asked = context.expected
        return context.state is State.IDLE and (asked is None or isinstance(asked.yes, Smalltalk | None))
    if isinstance(one, AskQuestion):
        return one.topic is None
    if isinstance(one, Unknown):
        looks = all(isinstance(i, CheckAvailability | StartBooking | ListAppointments) for i in one.understood)
        return one.why in (UnknownWhy.NOT_UNDERSTOOD, UnknownWhy.PARTLY) and looks
    return isinstance(one, CheckAvailability) or (isinstance(one, StartBooking) and one.doctor is not None)


def _late(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """ "Si llego 11:15, ¿todavía alcanzo?", of an appointment of today."""
    if not _ARRIVES.search(message.flat) or not _STILL.search(message.flat):
        return None
    local = [start.astimezone(context.now.tzinfo) for start in context.visits]
    said = read_spans(message.text, context.now).reading.when
    today = [start for start in local if start.date() == context.now.date()]
    after = (
        said is None
        or said.time_from is None
        or any(
            start.time() < said.time_from
            and start + _LATEST > dt.datetime.combine(start.date(), said.time_from, start.tzinfo)
            for start in today
        )
    )
    return RequestHuman(reason=HumanReason.LATE) if today and after else None


def _as_it_was(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """ "Prefiero dejarla como estaba antes, con Laura": with that doctor again."""
    doctor = doctors.wanted(message, context.doctors)
    if not _AS_IT_WAS.search(message.flat) or doctor is None or not doctor.name:
        return None
    whole = Reading(anchor=Anchor(same_day=True, same_time=True))
    return RescheduleAppointment(when=whole, of=shown(context), doctor=doctor.name)
