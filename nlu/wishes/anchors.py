"""A time told by one that is known: "a la misma hora", "una hora antes", "dos días después", or a bare weekday."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import Anchor, Reading, RescheduleAppointment, Shift, Side
from booking.models import Purpose, State, Touched, UnderstandingContext
from nlu.acts import Act, Found
from nlu.choosing.choices import NUMBERS
from nlu.when import Bare, Spans
from nlu.when.words import DAY_NAMES
from nlu.wishes import one_besides
from nlu.wishes.next_one import is_another
from nlu.words.message import Message

BARE: dict[Bare | None, Anchor | None] = {
    None: None,
    Bare.WEEKDAY: Anchor(weekday=True),
    Bare.MONTHDAY: Anchor(monthday=True),
    Bare.FOLLOWING: Anchor(following=True),
    Bare.OTHER: Anchor(other=True),
}
"""Of what a weekday or a day of the month alone says: one near the day spoken of."""

_SAME_TIME = re.compile(
    r" (?:a esa hora|(?:a |en |con |para )?(?:la |el |esa |ese )?mism[ao] (?:hora|horario)|(?:a )?la hora que (?:ya )?(?:tengo|tenia))"
    r"(?: (?:de siempre|de mi cita|de antes|que (?:ya )?(?:tengo|tenia)))?(?= )"
)
_SAME_DAY = re.compile(
    r" (?:para |en |por |de )?(?:el |ese |este |la |esa )?mism[ao] (?:dia|fecha)(?: de mi cita)?(?= )"
)
_HOURS = r"(?:[1-9]|un|una|dos|tres|cuatro)"
_MINUTES = r"(?:[1-5]?[05]|diez|quince|veinte|treinta|cuarenta)"
_BY = re.compile(  # "horita" is folded into "ahorita"
    rf" (?:como |unos |unas )?(?:(?P<half>media (?:hora|ahorita))|(?P<hours>{_HOURS}) (?:horas?|ahorita)(?P<more> y media)?"
    rf"|(?P<minutes>{_MINUTES}) (?:minutos|minutitos|min|mins))"
    r" (?P<way>mas tarde|despues|mas temprano|antes)(?! de\b| del\b)(?= )"
)
_MOVED_BY = re.compile(
    rf" (?P<way>adelant|atras|retras|pospon|aplaz|recorr)\w*(?: (?:la|mi|cita|consulta|como|unos|unas|por)){{0,3}}"
    rf"(?: (?P<half>media hora)| (?P<hours>{_HOURS}) horas?(?P<more> y media)?| (?P<minutes>{_MINUTES}) (?:minutos|minutitos|min|mins))(?= )"
)
""" "Adelántala una hora"."""
_COUNT = r"(?:[1-9]|1[0-5]|un|una|dos|tres|cuatro|cinco|seis|ocho|diez|quince)"
_WEEKS = {8: 7, -8: -7, 15: 14, -15: -14}
""" "Ocho días después" is a week, and "quince" are two: the day that it is on counts as the first."""
_OF_IT = r"(?: de (?:mi|la|esa|esta|mi otra|la otra) cita| de (?:la|lo) que (?:ya )?tengo| de (?:esa|ese dia|eso))?(?! de\b| del\b)(?= )"
_DAYS_ON = re.compile(
    rf" (?:como |unos |unas )?(?P<count>{_COUNT}) (?P<unit>dias?|semanas?|mes|meses) (?P<way>mas tarde|mas adelante|despues|antes)"
    + _OF_IT
)
_MOVED_ON = re.compile(
    rf" (?P<way>adelant|atras|retras|pospon|pospong|aplaz|recorr)\w*(?: (?:la|lo|el|mi|cita|consulta|como|unos|unas|por)){{0,3}}"
    rf" (?P<count>{_COUNT}) (?P<unit>dias?|semanas?|mes|meses)(?! antes)(?= )"
)
""" "¿Me la recorre una semana?"."""
_BESIDE_ITS_HOUR = re.compile(
    r"(?<! lo)(?: un)?(?: (?:poco|poquito|ratito|tantito))? mas (?P<way>tarde|temprano|tardecito|tempranito)(?! de | posible| que (?:se|haya|tenga|pueda))(?= )"
)
""" "Pásala al miércoles, más temprano": than it is now."""
_NEXT_DAY = re.compile(
    r" (?:a|al|el|para el|por el|en el) (?:(?P<next>dia (?:siguiente|despues|posterior)|siguiente dia)|dia (?:anterior|antes))"
    + _OF_IT
)
_NEXT_WEEK = re.compile(
    r" (?:a |en |para |de )?la (?:(?P<next>semana (?:siguiente|despues|posterior|que sigue)|siguiente semana)|semana (?:anterior|antes))"
    + _OF_IT
)
_IT = r"(?: (?:de (?:la|el) (?:mia|mio|suya|suyo|de ella|de el|que tengo)|de (?:mi|ella|el)(?: cita)?|que (?:yo|la mia|el mio|ella|el)))(?= )"
_BESIDE_IT = (
    r"(?:pegad|junt|seguid|enseguid)\w+(?: (?:a|de|con))? (?:la|el) (?:de (?:ella|el|mi [^ ,?]+)|mi[ao]|suy[ao])(?= )"
)
_AFTER_IT = re.compile(
    rf" (?:(?:justo |luego |luego luego )?despues{_IT}|{_BESIDE_IT}|saliendo (?:yo|de (?:la mia|ahi|eso)))(?= )"
)
_BEFORE_IT = re.compile(rf" (?:justo )?antes{_IT}")
""" "Después de la mía": beside the one just made."""
_LIKE_IT = re.compile(
    r"(?<! da)(?<! es)(?<! fue)(?<! todo) igual(?! para (?:ti|usted|ustedes) )(?= (?:para|a|porfa|por favor|que la mia|gracias)? ?)(?= )"
)
""" "Otra igual para mi esposo": on the same day."""
_NEXT_ONE = re.compile(r" (?:mejor )?(?:la|el) (?:siguiente|que sigue) (?:(?:por favor|porfa|gracias) )?")
_A_LITTLE = re.compile(
    r"(?: (?:,|\?|ay|no|y|mejor|que sea|perdon|se puede|puede ser|podria ser))* (?:un (?:poco|poquito|rato|ratito|tantito)|tantito|poquito|ratito) (?P<way>antes|despues|mas tempran\w+|mas tard\w+)(?: (?:,|\?|por favor|porfa|si se puede))* "
)
""" "Un ratito antes", of what is held."""
_ARRIVES = re.compile(r" (?:lleg|avis|recuerd|recordar|recordat)\w* ")
""" "¿Puedo llegar diez minutos antes?", "me avisan un día antes" move nothing."""
_WORDS = NUMBERS | {"un": 1, "una": 1, "diez": 10, "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40}


_NOT_THEN = re.compile(
    r" (?:ya )?no (?:me |nos |se )?(?:alcanz\w+|pued\w+|pod\w+|qued\w+|acomod\w+|convien\w+|da tiempo|va a dar tiempo)(?= )"
    r"| mejor (?=[^,]*(?:manana|tarde|noche|temprano|[0-9]|lunes|martes|miercoles|jueves|viernes|sabado))"
)


def does_not_suit(message: Message, context: UnderstandingContext) -> bool:
    """Whether the one appointment that was just shown is said not to suit: "a esa hora no alcanzo", "mejor más tarde"."""
    shown = context.touched is not None and context.touched.how is Touched.SHOWN
    return shown and context.state is State.IDLE and bool(_NOT_THEN.search(message.flat))


def is_besides_the_only_one(message: Message, context: UnderstandingContext) -> bool:
    """Whether one more is wanted than the only appointment there is: it may be told by that one's time."""
    return context.state is State.IDLE and len(context.visits) == 1 and one_besides.is_wanted(message.flat)


class Told(NamedTuple):
    """What is said by a known time, and the tokens that say it."""

    anchor: Anchor | None = None
    tokens: frozenset[int] = frozenset()
    like: bool = False  # "igual": on a day that is said, at its hour


def told(message: Message, context: UnderstandingContext, found: list[Found]) -> Told:
    """What a message says by the time of the appointment it is about; nothing where it can be about none. Days are
    counted from what is on screen, too; the hour and the day of the one just made hold for another one."""
    shown = does_not_suit(message, context)
    moving = (
        any(f.act in (Act.MOVE, Act.CANCEL) for f in found)
        or context.purpose in (Purpose.MOVE, Purpose.CANCEL)
        or shown
        or is_told_of_one(context)
    )
    idle, choosing = context.state is State.IDLE, context.state is State.SLOT_SELECTION
    made = context.made is not None or is_besides_the_only_one(message, context)
    if _ARRIVES.search(message.flat) or not (moving or made or not idle):
        return Told()
    flat, fixed = message.flat, moving or made or not choosing
    same_time, same_day = (_SAME_TIME.search(flat), _SAME_DAY.search(flat)) if fixed else (None, None)
    if same_time and " esa hora" in same_time[0] and " no " in flat:
        same_time = None  # "a esa hora no puedo"
    clocked = (moving and not (choosing and context.offered)) or (made if idle else not choosing)
    by = _BY.search(flat) or _MOVED_BY.search(flat) if clocked else None
    counted, more = _counted_on(flat, this_week=choosing and not moving and _is_this_week(context))
    like = _LIKE_IT.search(flat) if idle and made else None
    side = None if by or more else _beside_it(flat, context)
    beside_its_hour = _BESIDE_ITS_HOUR.search(flat) if moving and not by and (idle or more) else None
    if beside_its_hour and not (more and beside_its_hour.start("way") < more.end()):
        side = Side.AFTER if beside_its_hour["way"].startswith("tard") else Side.BEFORE
    if side is None and not (by or more) and (same_day or (idle and (made or shown) and "mas t" in flat)):
        side = _side(found)
    if not (same_time or same_day or by or counted or side or like):
        return Told()
    anchor = Anchor(
        same_day=bool(same_day or side or like),
        same_time=bool(same_time or (like and counted)),
        side=side,
        minutes=_minutes(by),
        **counted,
    )
    beside = _AFTER_IT.search(flat) or _BEFORE_IT.search(flat) or _A_LITTLE.fullmatch(flat) if side else None
    told_by = beside_its_hour if side and not beside else None
    matches = filter(None, (same_time, same_day, by, more, like, beside, told_by))
    tokens = {i for match in matches for i in message.between(match.start() + 1, match.end())}
    return Told(anchor, frozenset(tokens), bool(like)) if anchor != Anchor() else Told()


def is_told_of_one(context: UnderstandingContext) -> bool:
    """Whether the question on screen is about one appointment of theirs, which may be moved."""
    options = context.expected.options if context.expected else ()
    return any(isinstance(one.intent, RescheduleAppointment) and one.intent.told for one in options)


def _is_this_week(context: UnderstandingContext) -> bool:
    """Whether all that is on screen lies in the week of today: the one after it is then next week by any count."""
    weeks = {start.astimezone(context.now.tzinfo).isocalendar()[:2] for start in context.offered}
    return weeks == {context.now.isocalendar()[:2]}


def _beside_it(flat: str, context: UnderstandingContext) -> Side | None:
    """On which side of the one just made, or of what is held, somebody wants to be: "después de la mía", "la que sigue"."""
    held = context.state in (State.CUSTOMER_DATA, State.CONFIRM)
    if held and _NEXT_ONE.fullmatch(flat):
        return Side.AFTER
    if held and (little := _A_LITTLE.fullmatch(flat)):
        return Side.AFTER if little["way"].startswith(("d", "mas t")) else Side.BEFORE
    if not held and context.made is None:
        return None
    return Side.AFTER if _AFTER_IT.search(flat) else Side.BEFORE if _BEFORE_IT.search(flat) else None


def _counted_on(flat: str, *, this_week: bool = False) -> tuple[dict[str, int], re.Match[str] | None]:
    """Days, months or whole weeks from the day that is known, and where that is said."""
    if said := _DAYS_ON.search(flat) or _MOVED_ON.search(flat):
        amount = _value(said["count"]) * (-1 if said["way"] in ("antes", "adelant") else 1)
        if said["unit"].startswith("mes"):
            return {"months": max(-12, min(amount, 12))}, said
        return {"days": 7 * amount if said["unit"].startswith("semana") else _WEEKS.get(amount, amount)}, said
    if said := _NEXT_DAY.search(flat):
        return {"days": 1 if said["next"] else -1}, said
    if (said := _NEXT_WEEK.search(flat)) and not (said["next"] and this_week):
        return {"weeks": 1 if said["next"] else -1}, said
    return {}, None


def near(said: Spans, *, known: bool = True) -> Reading | None:
    """What was read, marked where it names bare days and may be about one that is known; None where nothing was."""
    reading = said.reading
    if said.silent:
        return None
    return reading if reading.problem or not known else reading.model_copy(update={"anchor": BARE[said.bare]})


def is_told(reading: Reading | None) -> bool:
    """Whether a reading needs a known time by the words themselves: more than a bare day does."""
    return reading is not None and reading.anchor not in BARE.values()


def with_anchor(wish: Reading | None, anchor: Anchor | None, *, like: bool = False) -> Reading | None:
    """The wish, told by a known time where it is clear; one that is to be `like` it has its hour on a day of its own."""
    day = wish.when if wish else None
    if anchor and like and day and day.date_from and not (day.time_from or day.time_to):
        anchor = anchor.model_copy(update={"same_time": True})
    if anchor is None or (wish is not None and (wish.ambiguous or wish.problem)):
        return wish
    bare = wish.anchor if wish and wish.anchor else Anchor()
    days = {name: getattr(bare, name) for name in ("weekday", "monthday", "following", "other")}
    both = anchor.model_copy(update=days)
    return (wish or Reading()).model_copy(update={"anchor": both})


_A_NEW_ONE = re.compile(rf" (?:una|otra|nueva)(?= (?:cita|consulta|nueva|para|el|a las?|hoy|manana|{DAY_NAMES}) )")


def of_a_new_one(wish: Reading | None, flat: str) -> Reading | None:
    """ "Cancela la del lunes y dame una el jueves": that is the coming one, and none beside the day that is given up."""
    if wish is None or wish.anchor not in BARE.values() or not _A_NEW_ONE.search(flat):
        return wish
    return wish.model_copy(update={"anchor": None})


def on_its_day(wish: Reading | None, message: Message) -> Reading | None:
    """The wish, on the day of the one just made where another one is wanted and an hour alone is said: "y otra para mi
    hijo a las 9:30", "ahora la de mi hija a las 10:30"."""
    if wish is None or wish.when is None or wish.when.date_from or wish.when.date_to or not is_another(message.flat):
        return wish
    return with_anchor(wish, Anchor(same_day=True))


def _side(found: list[Found]) -> Side | None:
    for one in found:
        if one.shift in (Shift.LATER, Shift.EARLIER):
            return Side.AFTER if one.shift is Shift.LATER else Side.BEFORE
    return None


def _minutes(by: re.Match[str] | None) -> int:
    if by is None:
        return 0
    if by["half"]:
        minutes = 30
    elif by["hours"]:
        minutes = 60 * _value(by["hours"]) + (30 if by["more"] else 0)
    else:
        minutes = _value(by["minutes"])
    return -minutes if by["way"] in ("antes", "mas temprano", "adelant") else minutes


def _value(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS[word]
