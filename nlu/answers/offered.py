"""What answers a message that offers a time: of who waits for one, and of who is told that the doctor will not be
there, or how their appointment stands. By what the words do: they take it, for somebody else perhaps, say that it does not suit, or ask for another.
Whatever else a message says, other rules read."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import (
    Anchor,
    AnyIntent,
    Attend,
    CheckAvailability,
    Deny,
    LeaveWaitingList,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    TakeOffer,
    Thank,
    When,
)
from booking.models import Expected, UnderstandingContext
from nlu.answers import offer_words
from nlu.words.message import Message

_NOT_FOR_THEM = re.compile(
    r" no (?:(?:me|nos|lo|la|le|voy|vamos|creo|a|que|te) ){0,3}(?:puedo|podemos|podre|podria|pueda|poder|alcanzo|llego|queda"
    r"|quedan|acomoda|sirve|conviene|interesa|late|cuadra|funciona|da tiempo|tomo|quiero)(?= )"
    r"|(?: se)? (?:me|nos) (?:complica|es imposible|queda (?:muy )?(?:mal|dificil|lejos))(?= )"
    r"| (?:trabajo|(?:estoy|ando) (?:trabajando|ocupad[oa])|tengo (?:trabajo|clases?|junta|otro compromiso|que trabajar))(?= )"
    r"| (?:dej\w+|quedo|prefiero|mejor)(?: [^ ,?]+){0,2} (?:la que (?:ya )?tengo|mi cita|la mia)(?: como esta)?(?= )"
)
""" "Ese no me queda", "a esa hora no puedo"."""
_LEAVES = re.compile(
    r" ya (?:consegui|encontre|hice|agende|saque|tengo)(?: (?:una?|otra?|mi|ya))* (?:cita|lugar|consulta)(?= )"
    r"| ya (?:me|nos) (?:atendieron|atendio|vieron|vio)(?= )| ya fui(?: con [^ ,?]+){0,2}(?= )"
    r"| ya no (?:quiero|necesito|voy a|puedo) (?:seguir )?esperar(?:ndo|lo|la)?(?= )"
)
""" "Ya conseguí cita", "ya no quiero esperar"."""
_LATER = re.compile(r" (?:mas (?:tarde|tardecito|noche)|despues de esa hora|despues)(?= )")
_EARLIER = re.compile(r" (?:mas (?:temprano|tempranito)|antes de esa hora|antes)(?= )")
_OTHER = re.compile(
    r" (?:(?:el|la|un|una|algun|alguna|cualquier|en) )?otr[oa]s? (?:horas?|horarios?|dias?|fechas?|momentos?|opcion(?:es)?)(?= )"
)
_SEES = (
    r"(?:(?:me|nos|lo|la|le|que) ){0,3}(?:(?:puede|pueden|pueda|puedan|podria|podrian) )?"
    r"(?:atiend|atend|ve[ar]?|vea|recib|revis|cheq|pas[ae]|pasar|cambi|mand|pong|deriv|reasign|acomod|asign)\w*"
)
_ANOTHER_DOCTOR = re.compile(
    rf"(?: {_SEES})?(?: (?:con|a|por))?(?: (?:el|la|algun|alguna))? otr[oa] (?:doctor\w*|medic\w*|dr|dra|especialista)(?: {_SEES})?(?= )"
    rf"| {_SEES}(?: con)? (?:alguien mas|cualquiera|quien sea|cualquier (?:doctor\w*|medic\w*|otro|otra))(?= )"
    rf"| (?:alguien mas|cualquiera|quien sea|cualquier (?:doctor\w*|medic\w*|otro|otra)) {_SEES}(?= )"
)
""" "Con otro doctor", "pásenme con el otro doctor", "¿no me puede atender alguien más?"."""
_THAT_DAY = re.compile(
    r" (?:(?:para|en|pero) )?(?:(?:el|ese|este) )?mismo (?:dia|lunes|martes|miercoles|jueves|viernes|sabado|domingo)(?= )| ese(?: mero)? dia(?= )"
)
_THEN_WHEN = re.compile(
    r" (?:(?:para|a|pa|en) )?(?:cuando|que (?:otr[oa]s? )?(?:dias?|fechas?|horas?|horarios?))"
    r"(?: (?:me|nos|la|lo|se|les?|seria|serian|sera|ser|puede|pueden|podria|podrian|pueda|puedan|toca|tocaria|dan|darian|daria|dar"
    r"|dieran|pasan|pasarian|cambian|cambiarian|mueven|moverian|queda|quedaria|quedo|hay|tienen|tendrian|tendria|habria|habra"
    r"|dejan|dejarian|atienden|atenderian|atender|ver))*(?= )"
)
""" "¿Y ahora para cuándo?": of an appointment whose time is no more."""
_AROUND = frozenset(
    """
    a al algo algun alguna alguno asistir ay bueno chin con de del dia disculpa disculpe el en es esa ese esta este favor
    fecha gracias habra hay hijole hora horario ir la las lastima le les llegar lo los mas mejor mi mismo mucho muchas muy
    no nomas o ok oye para pena perdon pero poco poquito por porfa porque pues puede puedo que ser seria si solo tendra
    tendran tendras tiene tienen tienes un una uy y ya ahorita entonces preferiria prefiero quiero quisiera me asi ver ahora eh osea sea
    """.split()
)
"""Words around these that ask for nothing themselves."""
_YES = frozenset("si va ok claro sale perfecto excelente bueno andale orale simon sip quiero interesa".split())
_MOST_WORDS = 14


def answered(context: UnderstandingContext, message: Message) -> AnyIntent | None:
    """What a whole message answers; None where it says anything else, or nothing was offered."""
    expected = context.expected
    if expected is None or message.odd or len(message.words) > _MOST_WORDS:
        return None
    yes = expected.yes
    changes = isinstance(yes, RescheduleAppointment | Thank) and isinstance(expected.no, Attend)
    if not isinstance(yes, TakeOffer) and not changes:
        return None
    if _is(message, _ANOTHER_DOCTOR, _THAT_DAY, _NOT_FOR_THEM):
        look = _with_another(expected)
        return _that_day(look) if _THAT_DAY.search(message.flat) else look
    if isinstance(yes, TakeOffer) and offer_words.takes_up(message):
        return yes
    if changes:
        if _is(message, _THEN_WHEN):
            return _search(expected)
        return Deny() if not message.asks and _is(message, _NOT_FOR_THEM) else None
    if not message.asks and _is(message, _LEAVES):
        return LeaveWaitingList()
    for pattern, side in ((_LATER, 1), (_EARLIER, -1), (_OTHER, 0)):
        if _is(message, pattern, _NOT_FOR_THEM):
            return _other_time(expected, side, context.now.tzinfo)
    return Deny() if not message.asks and _is(message, _NOT_FOR_THEM) else None


def for_another(expected: Expected | None, message: Message, said: tuple[AnyIntent, ...]) -> TakeOffer | None:
    """A yes with whom it is for, where that is all it says: "sí, pero para mi hija"."""
    yes = expected.yes if expected is not None else None
    if not isinstance(yes, TakeOffer) or message.asks or message.words[:1] == ("no",) or len(said) != 1:
        return None
    told = said[0]
    if not isinstance(told, ProvideCustomerData) or told.reason or told.instead_of or told.for_self:
        return None
    if not _YES & set(message.words[:3]) or not (told.for_other or told.name):
        return None
    return yes.model_copy(update={"for_other": told.for_other, "name": told.name})


def _is(message: Message, *patterns: re.Pattern[str]) -> bool:
    """The first of these is in it, and beside them stand small words alone."""
    if not patterns[0].search(message.flat):
        return False
    left = message.flat
    for pattern in patterns:
        left = pattern.sub(" ", left)
    return set(re.findall(r"\w+", left)) <= _AROUND


def _other_time(expected: Expected, side: int, zone: dt.tzinfo | None) -> AnyIntent | None:
    """Other times than the one that is shown, as that one was looked for: of that day after it, or before it."""
    look = _search(expected)
    if look is None or expected.shows is None or side == 0:
        return look
    shown = expected.shows.astimezone(zone)
    day, clock = shown.date(), shown.time().replace(tzinfo=None)
    on = When(date_from=day, date_to=day)
    after = (dt.datetime.combine(day, clock) + dt.timedelta(minutes=1)).time()
    hours = {"time_from": after} if side > 0 else {"time_to": clock}
    return look.model_copy(update={"when": Reading(when=on.model_copy(update=hours))})


def _with_another(expected: Expected) -> AnyIntent | None:
    look = _search(expected)
    if isinstance(look, RescheduleAppointment):
        return look.model_copy(update={"doctor": None, "another": True})
    return look.model_copy(update={"doctor": None, "anyone": True}) if look is not None else None


def _that_day(look: AnyIntent | None) -> AnyIntent | None:
    """The same, on the day that the appointment has."""
    if not isinstance(look, RescheduleAppointment):
        return look
    return look.model_copy(update={"when": Reading(anchor=Anchor(same_day=True))})


def _search(expected: Expected) -> CheckAvailability | RescheduleAppointment | None:
    """How others are looked for."""
    said = (one.intent for one in expected.options)
    return next((one for one in said if isinstance(one, CheckAvailability | RescheduleAppointment)), None)
