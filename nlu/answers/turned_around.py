"""What was understood of a message in part, where the words left out may make of it its opposite: "no se la vayan a dar
con Salas", "pero de febrero", "menos la mía". It is not proposed without them: all of it is to be said anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Clear,
    Greet,
    JoinWaitingList,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.when.words import DAY_NAMES, MONTHS
from nlu.words.message import Message
from nlu.words.turning_words import BUT, BUT_FOR, WANTS

_ENDS = (CancelAppointment, CancelBooking)
_TIMED = (StartBooking, CheckAvailability, RescheduleAppointment)
_ACTS = (*_TIMED, *_ENDS, SelectSlot, JoinWaitingList)

_SAYING = re.compile(
    r" (?:(?:ya )?ni modo|ni hablar|ya ni(?= $)|no (?:hay|es|seria) (?:problema|bronca|molestia|prisa|urgente)|no importa|no pasa nada|no te preocup\w+|no se preocup\w+"
    r"|si no (?:es|le|les|te|hay) (?:molest\w+|mucha molestia|inconveniente|problema)|(?:mas o|al|por lo|lo) menos|(?:lo|cuanto) antes"
    r"|no mas|nada mas|sin (?:falta|problema|prisa|duda|compromiso|cita|costo|pena)|no (?:(?:lo |me |estoy )?se(?: (?:si|bien|que|cual|cuando|como)(?= )| $)|estoy segur[oa]|me decid\w+))(?= |$)"
)
""" "Ya ni modo", "lo antes que puedan", "no sé": turns nothing."""
_NO = "no|ni|nunca|jamas|tampoco|nadie|ningun[oa]?s?"
_TOLD = rf"(?!(?:{WANTS}|puedo) )(?:\w+o|\w+ron|\w+aba[ns]?|he|ha|has|han|hemos|habia\w*|fui|estoy|soy|es que|traje|tuv\w+|pud\w+|conoci|vi|me|nos|hay)"
_DENIED = re.compile(rf" (?:{_NO})(?: (?:me|nos|se|l[aeo]s?))*(?! (?:{_NO}|me|nos|se|l[aeo]s?) )(?! {_TOLD} )(?= )")
""" "No se la vayan a dar", "pero no"; none of "no tengo carro", which tells how things are."""
_SET_APART = re.compile(rf" (?:{BUT_FOR}|sino|sin (?:que|el|la|l[ao]s|doctora?)|a menos)(?= )")
_OTHER_TIME = re.compile(rf" (?:{BUT}) (?:\w+ )*(?:{DAY_NAMES}|{'|'.join(MONTHS)}|manana|tarde|noche|mes|semana)(?= )")
_OF_ANOTHER = re.compile(rf" mi (?:{RELATIVES_NOUN})(?= )(?: [^ ]+)* a las?(?= )")
""" "Mi esposa Pina Gil a las 11:30": the very time that is kept is somebody else's."""
_SIDE = re.compile(r" (?:antes|despues)(?= )")
_COMING = r"(?:voy|vamos|puedo|podemos|podre|podremos|podria|alcanzo|ocupo|quiero|va|puede)"
_CANNOT = re.compile(rf" (?:ya (?:no|tampoco)|(?:ya )?(?:no|tampoco) (?:voy a )?{_COMING}(?: .*)?) $")
""" "Ya no", "no puedo ir": why something is given up."""
_AS_IT_WAS = re.compile(r"(?: (?:asi|tal|como|donde|la|lo)){0,3} (?:estaba|estabamos|tenia|teniamos)(?: antes)? ")
_IF = re.compile(r" (?:si|que) $| (?:si|cuando) no(?= )")


def not_proposed(intents: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """The same, where what was understood in part may be turned around by what was not: it is to be said anew."""
    return tuple(_asked(one, context) if isinstance(one, Unknown) else one for one in intents)


def _asked(said: Unknown, context: UnderstandingContext) -> Unknown:
    if said.why is not UnknownWhy.PARTLY:
        return said
    acts = any(isinstance(one, _ACTS) for one in said.understood)
    only_who = context.state is State.IDLE and all(
        isinstance(one, ProvideCustomerData | Greet) for one in said.understood
    )
    if not (acts or only_who):
        return said
    turning = any(_turns(_SAYING.sub(" ", Message.of(words).flat), said.understood) for words in said.left)
    if turning and only_who:
        return Unknown()  # a name alone is nothing to go on with
    return said.model_copy(update={"why": UnknownWhy.NOT_SO}) if turning else said


def _turns(flat: str, understood: tuple[Clear, ...]) -> bool:
    """Whether words that nobody knows what to do with may make of the rest its opposite."""
    if any(isinstance(one, _ENDS) for one in understood):
        if _CANNOT.fullmatch(flat):
            return False
        if _IF.search(flat):
            return True
    timed = [one for one in understood if isinstance(one, _TIMED)]
    if timed and _OF_ANOTHER.search(flat):
        return True
    if timed and _AS_IT_WAS.fullmatch(flat):
        return True  # "déjela el viernes como estaba": its old hour, and with whom it was, nobody said
    if _DENIED.search(flat) or _SET_APART.search(flat) or _OTHER_TIME.search(flat):
        return True
    return bool(_SIDE.search(flat)) and any(not _has_bound(one) for one in timed)


def _has_bound(intent: StartBooking | CheckAvailability | RescheduleAppointment) -> bool:
    """Whether it is for a stretch of hours already, which "antes" or "después" may be what was left of."""
    when = intent.when.when if intent.when else None
    return when is not None and not when.exact and bool(when.time_from or when.time_to)
