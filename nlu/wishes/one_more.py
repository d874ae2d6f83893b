"""One more appointment with what is under way: "sí, y también a mi esposa Juana a las 12:30"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from booking.intents import (
    Anchor,
    AnyIntent,
    CheckAvailability,
    Confirm,
    ProvideCustomerData,
    Reading,
    StartBooking,
)
from booking.models import Purpose, State, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.answers import yes_no
from nlu.answers.made_of import MOST_WORDS
from nlu.answers.yes_no import acknowledges, agrees
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.when.words import DAY_NAMES
from nlu.wishes import one_besides
from nlu.wishes.anchors import is_told, with_anchor
from nlu.wishes.other_of_several import told_of_one
from nlu.words.message import Message
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import BOOKING
from nlu.words.word_sets import word_set

_A_DAY = rf"(?:(?:el|este|la|las) ){{0,2}}(?:{DAY_NAMES}|hoy|manana|[0-9]+)\b"
_GIVES = rf"(?:me|das?|d[ae]me|denme|gustaria|{WANTS}|(?:{BOOKING}|pon|agreg|anad|anex|sum)\w+|puede\w*|podria\w*|dar|por|favor|porfa)"
_ALSO = re.compile(
    rf"(?:(?:y|pero|{_GIVES}) )*"
    rf"(?:(?:tambien|ademas|aparte) (?:{_GIVES} )*(?:una?|otr[ao]|para|a) (?!(?:dudas?|preguntas?|preguntita|dudita|cosa|cosita|factura|favor)\b)"
    r"|(?:la )?(?:otr[ao]s?|dos|una)(?: cita| citas| consulta)? (?:mas|para|a las|a la|el|hoy|manana)\b"
    r"|otr[ao]s? (?:citas?|citita|consultas?|turno)\b|para mi \w+ tambien\b"
    rf"|(?:tambien|ademas) (?:(?:{WANTS}|me|(?:{BOOKING}|pon)\w+) )+(?:para |pa )?{_A_DAY}"
    rf"|(?:tambien|ademas) (?:para |pa )?{_A_DAY}(?: \w+){{0,4}} (?:para|a) mi (?:{RELATIVES_NOUN})\b"
    rf"|(?:(?:oiga|oye|para|pa) ){{0,2}}{_A_DAY}(?: \w+){{0,3}} tambien\b)"
)
"""What follows a yes where somebody orders a second appointment with it."""
_STANDS = re.compile(
    r"(?:(?:si|ok|va|vale|perfecto|bien|muy|asi|entonces|pues|me|quedo|con|gusta|de|acuerdo) ){0,6}(?:esa|ese|esta(?! bien)|la|lo|el de|la de)?(?: (?:cita|hora|primera))?"
    r"(?: ?(?:dej[ae]\w*l[ao]|confirm\w+|asi|ya|si|esta bien|bien|esa|me gusta|queda)){1,4} (?:,? ?)"
)
_ADDED = re.compile(
    rf"(?:y|e|pero|ademas|aparte|tambien)(?: (?:y|ademas|aparte|tambien))*(?: {_GIVES})* (?:una|otra)(?: (?:cita|consulta|mas))?(?: (?:tambien|ademas|aparte))?(?= (?:para|pa|el|este|hoy|manana|pasado|a|con|de|en)\b| ?$)"
)
""" "Esa déjela y agrégueme una el viernes": what is proposed stands, and another is to be added."""
_NO_NAME = rf"(?:las?|los?|el|es[aeo]s?|esta|este|un[ao]?|otr[ao]s?|{DAY_NAMES}|hoy|manana|pasado|mas|que|cual|si|no|ver|favor)"
_THEIRS_AT = re.compile(
    rf"(?:(?:y|pero|a|para|la|de|ahora|luego|despues) ){{0,5}}mi (?:{RELATIVES_NOUN}) (?:\w+ ){{0,2}}(?:a las?|despues|antes) \w"
    rf"|(?:(?:y|e|ahora|luego|despues) )+(?:la (?:de|para)|para|a) (?!{_NO_NAME}\b|[0-9])\w+ (?:\w+ ){{0,2}}(?:a las?|el|despues|antes) \w"
)
"""What may be a second appointment, or this one's correction: "sí, pero mi esposa a las 10:30"."""
_FOR_ANOTHER_TOO = re.compile(
    r"(?=(?:\w+ ){0,6}(?:tambien|otra(?! hora)|una(?! hora))\b)(?:y|e|ademas|tambien)"
    r"(?: (?:tambien|otra|una|cita|consulta|quiero|ocupo|necesito|falta|ahora))* para mi\b"
)
"""A second appointment ordered with no yes before it: whom it is for tells it from another time of the first."""
_WANTS_ANOTHER = re.compile(
    rf"(?=(?:\w+ ){{0,9}}(?:tambien|otra(?! hora))\b)(?:(?:ahora|y|oiga|oye|luego|despues|tambien|bueno|ok|gracias|ah) )*(?:{WANTS}|me (?:da|das|dan|agend\w+|apart\w+|podria\w* dar|puede\w* dar)|dame|agend\w+|apart\w+)"
    r"(?: (?:tambien|otra|una|cita|consulta|mas|quiero|y))* para mi\b"
)
_A_TIME = r"a (?:las? )?(?:[0-9]|una\b|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|misma hora|la misma hora|esa hora)"
_OF_THEIRS = rf"(?:mi|la|el) (?:{RELATIVES_NOUN})\b"
_ALSO_COMES = re.compile(
    rf"(?:\w+ ){{0,3}}tambien (?:va|viene|quiere|ocupa|necesita)n? {_OF_THEIRS}"
    rf"|(?:\w+ ){{0,2}}mi (?:{RELATIVES_NOUN})(?: (?!no\b)\w+){{0,4}} tambien (?:quiere|ocupa|necesita|va a querer)\b"
    r"|(?:y )?(?:ella|el) tambien (?:quiere|ocupa|necesita|va a querer)\b"
    rf"|(?:y )?(?:mi (?:{RELATIVES_NOUN})|ella|el)(?: (?!no\b)\w+){{0,3}} tambien (?:va|viene|iria|vendria) {_A_TIME}"
    rf"|(?:(?:y|por favor|porfa|me) )*(?:agreg|inclu|sum|anex|anad)\w+ (?:tambien )?a {_OF_THEIRS}"
    rf"|(?:y |e )?(?:tambien|ademas) (?:a )?{_OF_THEIRS}(?: (?!no\b|me\b|dice|dijo|que\b)\w+){{0,3}} {_A_TIME}"
    rf"|y (?:a )?{_OF_THEIRS}(?: (?!no\b|me\b|dice|dijo|que\b)\w+){{0,2}} (?:igual|tambien)\b"
)
""" "Agrega que también va mi esposo": somebody comes besides, with what is proposed."""
_THEIR_TIME = rf"(?:(?:{_A_TIME}[0-9:.]*|(?:para )?{_A_DAY})(?: (?:y media|y cuarto|de la|del|dia|manana|tarde|noche|[0-9:.]+|[ap]m|{DAY_NAMES}|a|las?|el))*)"
_LED = "(?:(?:y|e|ademas|tambien|luego|despues) )"
_CALLED = r"(?: (?!no\b|que\b|si\b|a\b|el\b|es\b|puede\w*\b|sale\b|tiene\b|trabaja\b|llega\b|queda\b)\w+){0,3}"
_CLOSING = r"(?: (?:tambien|igual|por favor|porfa|pf|gracias|si se puede))*"
_THEIRS_TOO = re.compile(
    rf"{_LED}+(?:(?:otra |una )?para |a |la de )?{_OF_THEIRS}{_CALLED} {_THEIR_TIME}{_CLOSING}"
    rf"|{_LED}+{_THEIR_TIME} (?:(?:a|para|la de) )?{_OF_THEIRS}{_CALLED}{_CLOSING}"
    rf"|(?:a |para )?{_OF_THEIRS}{_CALLED} (?:tambien|igual) {_THEIR_TIME}{_CLOSING}"
)
""" "Y mi hermana a las 10:30", "y a las 11:30 mi mamá": a time of theirs, beside the one that waits for its yes."""
_MAYBE_THEIRS = re.compile(
    rf"{_LED}*{_OF_THEIRS}(?: (?:puede|podria|quiere|quisiera|prefiere)(?: (?:ir|pasar|venir|entrar|que sea))?)? {_THEIR_TIME}{_CLOSING}"
)
""" "Mi esposa a las 10:30": hers besides, or the time of the one that is hers already."""
_RATHER = word_set("mejor no ni sino vez lugar")
_JOINING = word_set("y e ademas tambien aparte")
_OUTWEIGHS = frozenset(
    {Act.EMERGENCY, Act.EPISODE, Act.URGENCY, Act.HUMAN, Act.LATE, Act.CANCEL, Act.MOVE, Act.PRIVACY}
)


def agreed_with(
    message: Message, context: UnderstandingContext, reader: Callable[[str, UnderstandingContext], Parse]
) -> tuple[AnyIntent, ...] | None:
    """The yes to the booking that is proposed, and the further one that is ordered with it: "sí, y también a mi esposa
    Juana a las 12:30", "sí, y también me aparta el viernes". None where either is not surely that; then it is asked."""
    if context.state is not State.CONFIRM or context.purpose is not Purpose.BOOK or message.odd or message.asks:
        return None
    words = 0
    for place, token in enumerate(message.tokens[:-1], start=1):
        words += len(token.text.split()) if token.kind in ("word", "number") else 0
        if words > MOST_WORDS:
            return None
        rest = Message.of(message.text[message.tokens[place].start :].lstrip(" ,.;:!¡"))
        yes = Message.of(message.text[: token.end])
        if not agrees(yes, context.purpose) or acknowledges(yes.words):
            continue
        told = " ".join(rest.words)
        besides = _THEIRS_TOO.fullmatch(told) or any(pattern.match(told) for pattern in (_ALSO, _ALSO_COMES))
        if (besides or _is_further(rest.words)) and (said := _one_more(rest, context, reader)):
            begun, *about = said
            if isinstance(begun, StartBooking) and begun.when is None:  # as soon as the first, where no day is said
                begun = begun.model_copy(update={"when": Reading(anchor=Anchor(same_day=True))})
            return Confirm(), begun, *about
    return None


def is_with_a_yes(message: Message) -> bool:
    """Whether a further appointment is ordered behind a yes."""
    words = message.words
    agreed = (n for n in range(1, min(len(words), MOST_WORDS)) if yes_no.says_yes(words[:n]))
    rests = (words[n:] for n in agreed)
    return any(
        _is_further(rest)
        or _THEIRS_TOO.fullmatch(" ".join(rest))
        or any(p.match(" ".join(rest)) for p in (_ALSO, _THEIRS_AT, _ALSO_COMES))
        for rest in rests
    )


def _one_more(
    rest: Message, context: UnderstandingContext, reader: Callable[[str, UnderstandingContext], Parse]
) -> tuple[AnyIntent, ...]:
    """The further booking, on a day of its own or of somebody who is named; nothing where that is not all that is said."""
    done = {"state": State.IDLE, "purpose": None, "offered": (), "expected": None, "touched": None}
    read = reader(rest.text, context.model_copy(update={**done, "made": context.now + dt.timedelta(days=1)}))
    whose = [i for i in read.intents if isinstance(i, ProvideCustomerData) and i.for_other and not i.instead_of]
    wishes = [i for i in read.intents if isinstance(i, StartBooking | CheckAvailability)]
    if read.unread or len(whose) > 1 or len(wishes) > 1 or len(read.intents) > len(whose + wishes):
        return ()
    wish = wishes[0] if wishes else StartBooking()
    if isinstance(wish, CheckAvailability) and (wish.shift or wish.another):
        return ()
    when = wish.when
    dated = when is not None and when.when is not None and when.when.date_from is not None
    if not whose and (when is None or when.ambiguous or not (dated or is_told(when))):
        return ()
    if when is not None and not any(one.date_from or one.date_to for one in (when.when, *when.candidates) if one):
        when = with_anchor(when, (when.anchor or Anchor()).model_copy(update={"same_day": True}))
    whom = {"doctor": wish.doctor, "anyone": wish.anyone, "not_with": wish.not_with, "visit": wish.visit}
    return StartBooking(when=when, besides=True, **whom), *whose


def _is_further(words: tuple[str, ...]) -> bool:
    """ "Y quiero otra igual una semana después": joined to what is under way."""
    joined = bool(words) and (words[0] in _JOINING or words[:2] in (("otra", "igual"), ("otra", "mas")))
    return joined and one_besides.is_wanted(f" {' '.join(words)} ")


def _added_to(words: tuple[str, ...]) -> bool:
    """ "Además deme una para el sábado", "esa déjela y agrégueme una": with nothing of the one before it refused."""
    if {*words} & _RATHER:
        return False
    told = " ".join(words) + " "
    stands = _STANDS.match(told)
    joined = words[:1] != ("y",) and words[:1] != ("pero",)
    return bool((stands and _ADDED.match(told[stands.end() :].strip())) or (joined and _ADDED.match(told.strip())))


def kept_for_later(
    message: Message, context: UnderstandingContext, reader: Callable[[str, UnderstandingContext], Parse]
) -> StartBooking:
    """The further one, to be asked about once what is under way is done: whose it is, and when it was said to be."""
    begun, *about = _one_more(message, context, reader) or (None,)
    one = told_of_one(message, context)
    if isinstance(begun, StartBooking):
        one = one.model_copy(update={"when": begun.when, "doctor": begun.doctor})
    named = next((said.name for said in about if isinstance(said, ProvideCustomerData) and said.name), None)
    other = named.split()[0] if named else one.other
    return StartBooking(several=True, other=other, other_when=one.when, other_doctor=one.doctor)


def is_one(message: Message, context: UnderstandingContext) -> bool:
    """Whether a second one is ordered with what is under way, or with a yes to it."""
    asked = context.state in (State.CUSTOMER_DATA, State.CONFIRM)
    if _WANTS_ANOTHER.match(" ".join(message.words)) and context.state is not State.IDLE and message.words[-1] != "mi":
        return not any(found.act in _OUTWEIGHS for found in acts.find(message))
    looking = context.state is State.SLOT_SELECTION and not context.picking
    if not (asked or looking) or any(found.act in _OUTWEIGHS for found in acts.find(message)):
        return False
    words = message.words
    if _ALSO_COMES.match(" ".join(words)):
        return True
    if not asked:
        return False
    instead = context.purpose is Purpose.MOVE and " la de " in message.flat  # theirs is moved, and not this one
    if context.purpose is not Purpose.CANCEL and not instead and _THEIRS_TOO.fullmatch(" ".join(words)):
        return True
    if _FOR_ANOTHER_TOO.match(" ".join(words)) or _is_further(words):
        return True
    if context.state is State.CONFIRM and context.purpose is Purpose.BOOK and _added_to(words):
        return True
    return is_with_a_yes(message)


def may_be_one(message: Message, context: UnderstandingContext) -> bool:
    """Whether it is another's time, of this appointment or of one more."""
    at_review = context.state is State.CONFIRM and context.purpose is Purpose.BOOK
    return at_review and bool(_MAYBE_THEIRS.fullmatch(" ".join(message.words)))
