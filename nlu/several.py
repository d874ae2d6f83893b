"""Several appointments: "dos citas, una para mí y otra para mi mamá", "cancela todas mis citas", one more with a yes.

They are made, and cancelled, one by one. The first is what stands before "and another one"; two hours so told are no
choice between them.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from booking.intents import (
    OWN,
    Anchor,
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    ProvideCustomerData,
    Reading,
    StartBooking,
    When,
)
from booking.models import Purpose, State, UnderstandingContext
from nlu import acts, yes_no
from nlu.acts import Act
from nlu.anchors import with_anchor
from nlu.carried import ALL_OF_THEM
from nlu.message import Message, Token
from nlu.name_shape import folded, take
from nlu.name_words import GIVEN, RELATIONS, RELATIVES_NOUN, SPELT
from nlu.parsed import Parse
from nlu.parts import Parts
from nlu.verb_forms import ORDERS
from nlu.word_sets import word_set
from nlu.yes_no import acknowledges, agrees

_THINGS = "(?:citas|cititas|consultas|turnos|lugares|espacios|horarios)"
MANY = re.compile(
    rf" (?:dos|tres|cuatro|cinco|[2-5]|varias|ambas|un par de|otras dos) {_THINGS}(?= )"
    r"| para (?:dos|tres|cuatro|[2-4]|varias) (?:personas|pacientes)(?= )| para (?:dos|2)(?=(?: ,)* $)"
    r"| (?:somos|seriamos|seremos|vamos|iriamos|iremos|vamos a (?:ir|ser)) (?:dos|tres|cuatro|[2-4])(?: (?:personas|pacientes))?(?= )(?! (?:horas|dias|veces|anos))"
    rf"| (?:para )?(?:mis|nuestros|nuestras) (?:dos |tres |cuatro |[2-4] )?(?:{RELATIVES_NOUN})e?s (?:tambien )?(?:quier|necesit|ocup|requier|dese|quisier|busc)[ae]n(?= )"
    rf"| para (?:mis|nuestros|nuestras|los|las) (?:dos |tres |cuatro |[2-4] )?(?:{RELATIVES_NOUN})e?s(?= )"
)
SAID_BY_SEVERAL = ALL_OF_THEM | word_set(
    "seguidas seguiditas seguidos seguiditos juntas juntitas pegadas pegaditas consecutivas corridas"
)
"""What says no more than that there are several: each is looked for from the end of the one before."""
_SAYS_THING = re.compile(rf" (?:{_THINGS}|cita|consulta|turno|lugar|espacio|una|otra)(?= )")
_TWO_OFFERED = re.compile(r" la (?P<first>[1-9])(?: para [^,?]{1,30}?)?(?: ,)? y(?: tambien)? (?P<other>la [1-9])(?= )")
_FOR_TWO = re.compile(r" (?:para|pa) (?:mi|el|la|ella|su)(?= )| (?:dos|ambas) (?:citas|lugares)(?= )")
_NOT_BOTH = re.compile(r" (?:no|ni|entre|de|menos|o)(?= )")
_THEIRS = re.compile(
    rf" (?:mis|(?<! a )(?<! de )(?<!desde )(?<!hasta )(?<!entre )(?<! y )las|tengo|tenemos|tenia) (?:dos|tres|cuatro|[2-5])(?! (?:{RELATIVES_NOUN})e?s )(?= )"
    r"| (?:cambi|mov|muev|cancel)\w*"
)
_FROM = r"(?:para|pa|a las|a la|el|con|de|mas|cita|consulta|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo)"
_ONE_AND = re.compile(
    rf" (?:una(?: cita| consulta)?|cita|consulta) {_FROM} (?:[^?]{{0,60}}?) (?:y|,|y tambien|y luego|,? y) (?:la )?(?:otras? (?:dos|tres)|otras?|una) "
)
AND_ANOTHER = re.compile(
    r"(?: ,)?(?: y| e| ademas| tambien)*(?: ,)? (?:(?:la )?otras?(?: dos| tres)?|una)(?: citas?| consultas?)? (?=(?:para|pa|a las|a la|el|con|de|hoy|manana|lunes"
    r"|martes|miercoles|jueves|viernes|sabado|domingo) )"
)
_AND_THEIRS = re.compile(
    rf"(?: ,)? y (?:el [^ ,?]+ |manana |hoy )?a las? [^ ,?]+ (?:y media |am |pm )?(?:para |a )?mi (?:{RELATIVES_NOUN})(?= )"
    rf"|(?<= )(?<=[0-9m] )y (?:para |a )?mi (?:{RELATIVES_NOUN})(?: [^ ,?]+){{0,3}} a las? (?=[0-9])"
)
""" "Mañana a las 11, soy Nena Ruiz, y a las 11:30 mi hermana Paty Ruiz"."""
_ALL = re.compile(
    rf"(?: tod[ao]s? (?:mis |las |mi |lo )?(?:{_THINGS}|que tengo)| todas|(?<! de)(?<! a)(?<! y)(?<! son) las (?:dos|tres|cuatro|[2-4])| ambas| mis (?:dos|tres|cuatro) {_THINGS}"
    rf"| mis {_THINGS})(?= )"
)


def first_of(message: Message, state: State) -> Message | None:
    """What a message says of the first of several new appointments; None where it asks for one."""
    flat = message.flat
    one = _ONE_AND.search(flat)
    if one is None and (second := second_person(message, state)) and not _THEIRS.search(flat):
        start, end = message.tokens[second.start].start, message.tokens[second.stop - 1].end
        return Message.of(message.text[:start].rstrip() + message.text[end:])
    if one is None and (theirs := _AND_THEIRS.search(flat)) and state is State.IDLE:
        place = message.between(0, theirs.start() + 1)
        return Message.of(message.text[: message.tokens[place.stop - 1].end]) if place else None
    if one is None:
        return message if MANY.search(flat) and not _THEIRS.search(flat) else None
    begin = one.start() + 1 + len(one.group().split()[0])
    other = next((m for m in AND_ANOTHER.finditer(flat, begin) if m.start() > begin), None)
    if other is None:
        return None
    place = message.between(0, other.start() + 1)
    return Message.of(message.text[: message.tokens[place.stop - 1].end]) if place else None


def only_says_whose(message: Message) -> bool:
    """Whether nothing but relatives' words tell of several: "para mis niños" asks for no appointment by itself."""
    found = MANY.search(message.flat)
    return (
        found is not None
        and message.flat[found.start() :].startswith((" para ", " mis "))
        and not _SAYS_THING.search(message.flat)
    )


def first_chosen(parts: Parts) -> int | None:
    """ "La 1 para mí y la 3 para mi hijo": the first of several that were offered, where it is said that they are for two;
    "la 2 y la 3" may be two that suit. Whose the second is says nothing of the first."""
    flat = parts.message.flat
    both = _TWO_OFFERED.search(flat)
    if both is None or _NOT_BOTH.search(flat) or not _FOR_TWO.search(flat):
        return None
    if parts.named and max(parts.named.tokens, default=0) >= parts.message.between(0, both.start("other")).stop:
        parts.named = None
    return int(both["first"])


def other_of(message: Message, first: Message, state: State) -> str | None:
    """Whose the second of two appointments is, in one word: "hijo"; None where that is not told."""
    if message.text.startswith(first.text):
        rest = message.tokens[len(first.tokens) :]
    elif told := second_person(message, state):
        rest = message.tokens[told.start : told.stop]
    else:
        return None
    return whose_of(rest)


def whose_of(tokens: Sequence[Token]) -> str | None:
    """Whose an appointment is, in one word or by a given name, by these; None where they do not tell."""
    if any(token.raw.casefold() == "mí" for token in tokens):
        return OWN
    for token, name in zip_longest(tokens, tokens[1:]):
        if token.text in RELATIONS:
            named = name is not None and name.raw[:1].isupper() and folded(name) in GIVEN
            return name.raw.capitalize() if named else SPELT.get(token.text, token.text)  # "mi hermana Paty"
    return None


def of_several(intents: list[AnyIntent], wishes: Reading | None, other: Mapping[str, object]) -> list[AnyIntent]:
    """The intents of the first one, which say that there are more. The one day of all the `wishes` is the first's, too:
    "una a las 9 y otra a las 9:30 el jueves", "una para mi mamá y otra para mi papá el martes". `other`: the fields that tell of the others."""
    all_of_them = (wishes.when,) if wishes and wishes.when else wishes.candidates if wishes else ()
    days = {(when.date_from, when.date_to) for when in all_of_them}
    day = days.pop() if len(days) == 1 else (None, None)
    whole = wishes.when if wishes and wishes.when and not wishes.when.exact else None  # "el jueves en la mañana"
    more: list[AnyIntent] = []
    for intent in intents:
        if isinstance(intent, CheckAvailability) and intent.shift is None:
            fields = {name: getattr(intent, name) for name in ("when", "doctor", "anyone", "not_with", "visit")}
            intent = StartBooking(**fields)
        if isinstance(intent, StartBooking):
            said = Reading(when=whole) if whole and intent.when is None else _dated(intent.when, *day)
            intent = intent.model_copy(update={"when": said})
        begins = isinstance(intent, StartBooking)
        more.append(intent.model_copy(update={"several": True, **other}) if begins else intent)
    if not any(isinstance(intent, StartBooking) for intent in more):
        more.append(StartBooking(several=True, when=_dated(None, *day)).model_copy(update={**other}))
    return more


def _dated(wish: Reading | None, start: dt.date | None, end: dt.date | None) -> Reading | None:
    when = wish.when if wish else When()
    if when is None or when.date_from or when.date_to or not start:
        return wish
    return Reading(when=when.model_copy(update={"date_from": start, "date_to": end}))


def all_cancelled(parts: Parts) -> CancelAppointment | None:
    """The cancelling of several appointments; None where one is meant. Their number is no hour."""
    if parts.in_flow and " cita" not in parts.message.flat and " todas" not in parts.message.flat:
        return None
    return CancelAppointment(several=True) if parts.has(Act.CANCEL) and _ALL.search(parts.message.flat) else None


_INSTEAD = re.compile(
    r" (?:y|,|para|pero|mejor|y mejor|y me) (?:\w+ ){0,3}?(?:otra|una nueva|una|nueva)(?: cita| consulta| nueva)?(?= (?:,|\?|para|pa|el|a|con|por|en"
    r"|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo) | $)"
    rf"| (?:y|,|para|pero|mejor) (?:mejor )?(?:{ORDERS.pattern}|pon|ponla|mejor)(?: (?:mejor|la))?"
    r"(?= (?:para|pa|pal|el|este|a las?|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo) )"
)
""" "Cancela la del martes y hazme otra", "… y mejor ponme el jueves"."""


def is_exchanged(parts: Parts) -> bool:
    """ "Cancela mi cita y hazme otra para el miércoles": that moves it."""
    cancel = parts.first(Act.CANCEL)
    return bool(_INSTEAD.search(parts.message.flat, cancel.end - 1)) and not (parts.named and parts.named.for_other)


_SECOND = re.compile(r" (?:,|y|pero)(?= (?:y )?(?:a )?(?:la|lo|el) (?:de|del) )")


def two_changes(message: Message) -> tuple[Message, str] | None:
    """The first of two changes of appointments that exist, and the words of the other: "cámbieme la del 24 al 23 y la
    del 5 de enero cancélela". None where there is one."""
    for match in _SECOND.finditer(message.flat):
        joint = message.between(match.start() + 1, match.end()).start
        if joint == 0 or joint + 1 >= len(message.tokens):
            continue
        first = Message.of(message.text[: message.tokens[joint - 1].end])
        other = Message.of(message.text[message.tokens[joint + 1].start :])
        if all({found.act for found in acts.find(one)} & {Act.CANCEL, Act.MOVE} for one in (first, other)):
            return first, other.text
    return None


def two_people(message: Message) -> str:
    """The words that tell of two people whose times are not told apart: "para mi hijo Max o para mi hija Zoe, el que se
    sienta peor"; nothing where there is one, or they are joined."""
    tokens = message.tokens
    told = [
        index
        for index, token in enumerate(tokens)
        if token.text == "para"
        and _person(tokens, index + 1) > index + 1
        and all(before.text != "no" for before in tokens[max(0, index - 2) : index])  # "no es para mí"
    ]
    if len(told) < 2 or second_person(message, State.IDLE):
        return ""
    return message.text[tokens[told[0]].start :]


_PLURALS = frozenset(f"{noun}{end}" for noun in RELATIONS for end in ("", "s", "es"))
_OWNERS = word_set("mi mis nuestro nuestra nuestros nuestras los las")
_BESIDE = word_set("dos tres cuatro 2 3 4")
_LINKS = word_set("y e")


def second_person(message: Message, state: State) -> range | None:
    """The tokens that name the second of two people whom an appointment is asked for; None where it is for one. Where
    a name is asked for, nothing need announce them."""
    tokens = message.tokens
    starts = [index + 1 for index, token in enumerate(tokens) if token.text == "para"]
    for first in [0, *starts] if state is State.CUSTOMER_DATA else starts:
        joint = _person(tokens, first)
        if joint == first or joint >= len(tokens) or tokens[joint].text not in _LINKS:
            continue
        start = joint + 1
        while start < len(tokens) and tokens[start].text in ("para", "tambien", "a"):
            start += 1
        if (end := _person(tokens, start)) > start:
            return range(joint, end)
    return None


def _person(tokens: tuple[Token, ...], start: int) -> int:
    """Where the words end that say who: "mi mamá", "mis dos hijos Iván", "Ana Ruiz", "mí"; `start` where none do."""
    place, related = start, False
    if place < len(tokens) and tokens[place].raw.casefold() == "mí":
        told = place + 1 + sum(token.text in ("que", "soy") for token in tokens[place + 1 : place + 3])
        return max((*take(tokens, told), told - 1)) + 1 if tokens[told - 1].text == "soy" else place + 1
    if place < len(tokens) and tokens[place].text in _OWNERS:
        place += 1
        while place < len(tokens) and tokens[place].text in _BESIDE:
            place += 1
        if place >= len(tokens) or tokens[place].text not in _PLURALS:
            alone = place == len(tokens) or tokens[place].kind != "word" or tokens[place].text in _LINKS
            return place if alone and tokens[place - 1].text == "mi" else start
        place, related = place + 1, True
    named = [i for i in _before_and(tokens, take(tokens, place))]
    if named and (related or folded(tokens[named[0]]) in GIVEN):
        return named[-1] + 1
    return place if related else start


def _before_and(tokens: tuple[Token, ...], taken: list[int]) -> list[int]:
    """The words of a name before the "y" that joins another person's to it."""
    joint = next((n for n, i in enumerate(taken) if tokens[i].text in _LINKS), len(taken))
    return taken[:joint]


_A_DAY = r"(?:(?:el|este|la|las) ){0,2}(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|hoy|manana|[0-9]+)\b"
_ALSO = re.compile(
    r"(?:(?:y|pero|me|das?|dame|quiero|quisiera|necesito|ocupo|(?:agend|apart|reserv|apunt|anot)\w+|pon\w*|puede\w*|por|favor|porfa) )*"
    r"(?:(?:tambien|ademas) (?:quiero |necesito |ocupo |(?:agend|apart|reserv|apunt|anot)\w+ |me )*(?:una?|otr[ao]|para|a) "
    r"|(?:otr[ao]s?|dos|una)(?: cita| citas| consulta)? (?:mas|para|a las|a la|el|hoy|manana)\b"
    r"|otr[ao]s? (?:citas?|citita|consultas?|turno)\b|para mi \w+ tambien\b"
    rf"|(?:tambien|ademas) (?:quiero |necesito |ocupo |me |(?:agend|apart|reserv|apunt|anot|pon)\w+ )+(?:para |pa )?{_A_DAY}"
    rf"|(?:(?:oiga|oye|para|pa) ){{0,2}}{_A_DAY}(?: \w+){{0,3}} tambien\b)"
)
"""What follows a yes where somebody orders a second appointment with it."""
_THEIRS_AT = re.compile(
    rf"(?:(?:y|pero|a|para|la|de) ){{0,4}}mi (?:{RELATIVES_NOUN}) (?:\w+ ){{0,2}}(?:a las?|despues|antes) \w"
)
"""What may be a second appointment, or this one's correction: "sí, pero mi esposa a las 10:30"."""
_FOR_ANOTHER_TOO = re.compile(
    r"(?=(?:\w+ ){0,6}(?:tambien|otra(?! hora)|una(?! hora))\b)(?:y|e|ademas|tambien)"
    r"(?: (?:tambien|otra|una|cita|consulta|quiero|ocupo|necesito|falta|ahora))* para mi\b"
)
"""A second appointment ordered with no yes before it: whom it is for tells it from another time of the first."""
_WANTS_ANOTHER = re.compile(
    r"(?=(?:\w+ ){0,7}(?:tambien|otra(?! hora))\b)(?:quiero|quisiera|necesito|ocupo|me (?:da|das|dan|agend\w+|apart\w+|podria\w* dar|puede\w* dar)|dame|agend\w+|apart\w+)"
    r"(?: (?:tambien|otra|una|cita|consulta|mas|quiero|y))* para mi\b"
)
_LINK = re.compile(r"^(?:(?:y|e|pero|ademas|además)\s+)+", re.IGNORECASE)
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
        rest = Message.of(message.text[message.tokens[place].start :].lstrip(" ,.;:!¡"))
        yes = Message.of(message.text[: token.end])
        if words > yes_no.MOST_WORDS or not agrees(yes, context.purpose) or acknowledges(yes.words):
            continue
        if _ALSO.match(" ".join(rest.words)) and (said := _one_more(rest, context, reader)):
            return Confirm(), *said
    return None


def is_with_a_yes(message: Message) -> bool:
    """Whether a further appointment is ordered behind a yes."""
    words = message.words
    agreed = (n for n in range(1, min(len(words), yes_no.MOST_WORDS)) if yes_no.says_yes(words[:n]))
    return any(pattern.match(" ".join(words[n:])) for n in agreed for pattern in (_ALSO, _THEIRS_AT))


def _one_more(
    rest: Message, context: UnderstandingContext, reader: Callable[[str, UnderstandingContext], Parse]
) -> tuple[AnyIntent, ...]:
    """The further booking, on a day of its own or of somebody who is named; nothing where that is not all that is said."""
    done = {"state": State.IDLE, "purpose": None, "offered": (), "expected": None, "touched": None}
    text = _LINK.sub("", rest.text)
    read = reader(text, context.model_copy(update={**done, "made": context.now + dt.timedelta(days=1)}))
    whose = [i for i in read.intents if isinstance(i, ProvideCustomerData) and i.for_other and not i.instead_of]
    wishes = [i for i in read.intents if isinstance(i, StartBooking | CheckAvailability)]
    if read.unread or len(whose) > 1 or len(wishes) > 1 or len(read.intents) > len(whose + wishes):
        return ()
    wish = wishes[0] if wishes else StartBooking()
    if isinstance(wish, CheckAvailability) and (wish.shift or wish.another):
        return ()
    when = wish.when
    if not whose and (when is None or when.ambiguous or not (when.when and when.when.date_from)):
        return ()
    if when is not None and not any(one.date_from or one.date_to for one in (when.when, *when.candidates) if one):
        when = with_anchor(when, (when.anchor or Anchor()).model_copy(update={"same_day": True}))
    whom = {"doctor": wish.doctor, "anyone": wish.anyone, "not_with": wish.not_with, "visit": wish.visit}
    return StartBooking(when=when, besides=True, **whom), *whose


def is_one(message: Message, context: UnderstandingContext) -> bool:
    """Whether a second one is ordered with what is under way, or with a yes to it."""
    asked = context.state in (State.CUSTOMER_DATA, State.CONFIRM)
    if _WANTS_ANOTHER.match(" ".join(message.words)) and context.state is not State.IDLE and message.words[-1] != "mi":
        return not any(found.act in _OUTWEIGHS for found in acts.find(message))
    if not asked or any(found.act in _OUTWEIGHS for found in acts.find(message)):
        return False
    words = message.words
    if _FOR_ANOTHER_TOO.match(" ".join(words)):
        return True
    return context.state is State.CONFIRM and is_with_a_yes(message)
