"""How often an appointment is to come again: "cada quince días, cuatro veces", "una por semana durante un mes".

The words are a small grammar. They are cut out, and the rest is read as if it asked for one appointment: so a day, an
hour and a doctor are read as always. "Cada quince días" are two weeks and "cada mes" four, on the same weekday; which
dates that makes is shown before anybody says yes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from booking.intents import AnyIntent, CheckAvailability, Repeats, StartBooking
from booking.models import Expected, Purpose, State, UnderstandingContext
from nlu.parsed import Parse
from nlu.when.words import DAY_NAMES
from nlu.words.filler import FILLER
from nlu.words.message import Message
from nlu.words.statements import clauses_of, tells
from nlu.words.turning_words import WANTS

_WORDS = "un uno una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta"
_VALUES = dict(zip(_WORDS.split(), (1, 1, 1, *range(2, 16), 20, 30), strict=True))
_NUMBER = rf"(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))}|[0-9]{{1,2}})"
_UNIT = r"(?:dias?|semanas?|mes(?:es)?|quincenas?|anos?)"
_NOUN = r"(?:citas?|cititas?|consultas?|sesion(?:es)?|terapias?|visitas?|veces|vez|ocasion(?:es)?|aplicacion(?:es)?|curacion(?:es)?)"

_NO_DATE = "(?! (?:santa|que|siguiente|proxim[ao]|entrante|pasad[ao]|del?|antes|despues|completa?|habil))"
""" "A la semana siguiente", "por semana santa": that one, and no other."""

_EVERY = re.compile(
    rf" (?:cada(?: (?P<n>{_NUMBER}))? (?P<unit>{_UNIT})|cada (?P<third>tercer dia)"
    rf"|(?:(?:una|1)(?: {_NOUN})? (?:por|a la|al|x)|por) (?P<per>semana|quincena|mes|dia){_NO_DATE}"
    rf"|tod(?:os|as) l[oa]s (?P<all>dias|semanas|quincenas|meses))(?= )"
)
_ADVERB = re.compile(r" (?P<word>semanal|quincenal|mensual|bimestral|diari[oa])(?:es|s|mente)?(?= )")
_EACH_DAY = re.compile(rf" (?P<lead>cada|todos los|los) (?P<day>{DAY_NAMES})(?= )")
_OF_WHAT = r"(?: de (?:fisio|psico)?terapia(?: fisica)?| de rehabilitacion)?"
_MORE_THAN_ONE = rf"(?!(?:una?|uno|1) ){_NUMBER}"
_TIMES = re.compile(
    rf" (?P<n>{_MORE_THAN_ONE}) (?:{_NOUN}{_OF_WHAT}|en total)(?: en total| seguidas| consecutivas)*(?= )"
    rf"| en total (?P<m>{_MORE_THAN_ONE})(?= )"
    rf"| (?P<k>{_MORE_THAN_ONE})(?= (?:, |y )?(?:una?|1) (?:por|cada|a la|al|x) )"
)
_SPAN = re.compile(
    rf" (?:por|durante|x|los (?:proximos|siguientes)|las (?:proximas|siguientes)) (?P<n>{_NUMBER}) (?P<unit>{_UNIT})(?= )"
)
_BARE = re.compile(
    rf"^(?: ,| mm+| pues| ok| si| bueno)*(?: (?:serian|seran|son|que sean|quiero|necesito|unas|como|solo|nada mas))* (?P<n>{_NUMBER})"
    rf"(?: {_NOUN})?(?: en total| por favor| porfa| gracias| nada mas| ,)* $"
)
_BARE_SPAN = re.compile(
    rf"^(?: ,| pues| ok| si)*(?: por| durante)* (?P<n>{_NUMBER}) (?P<unit>{_UNIT})(?: por favor| porfa| ,)* $"
)
_DAYS = {"dia": 1, "semana": 7, "quincena": 14, "mes": 28, "meses": 28, "ano": 364}
_OF_ADVERBS = {"semanal": 7, "quincenal": 14, "mensual": 28, "bimestral": 56, "diario": 1, "diaria": 1}
_AS_WEEKS = {8: 7, 15: 14, 30: 28}
"""So many days as people say them, and as the week has them: "cada ocho días" falls on the same weekday."""
_ABOUT = re.compile(rf" (?:{_NOUN}|turnos?|agend\w*|apart\w*|reserv\w*|program\w*|anot\w*|apunt\w*)(?= )")
""" What makes it an appointment that comes again, and not a pain."""

_TOLD_BEFORE = re.compile(r" (?:porque|pues|ya que|es que|desde|siempre|tomo|toma)(?: [^ ,?]+){0,3} $")
_TOLD_AFTER = re.compile(r" ?(?:me|le|se|nos|les|tengo|tiene|tienen|duele|voy|va|tomo|toma|sufro) ")


@dataclass(frozen=True, slots=True)
class Cut:
    """A repetition that a message says, its words, and what else it says."""

    repeats: Repeats
    words: str
    rest: str


def asked(text: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    """The reading of a message that asks for a series of appointments, or says of how many; None where it says
    neither. `read` reads the rest."""
    if (number := _cannot_be(text, context)) is not None:
        return Parse((CheckAvailability(repeats=Repeats(but=(number,))),), carried=(("repeats", text.strip()),))
    if how_many := _how_many(text, context.expected):
        return Parse((CheckAvailability(repeats=how_many),), carried=(("repeats", text.strip()),))
    if (said := cut(text)) is None:
        return None
    in_flow = context.state is State.SLOT_SELECTION or context.state in (State.CUSTOMER_DATA, State.CONFIRM)
    if not in_flow and said.repeats.every is None:
        return None
    alone = Parse((CheckAvailability() if in_flow else StartBooking(),))
    whole = alone if _names_it(said.rest) else read(said.rest)
    asks = [intent for intent in whole.intents if isinstance(intent, StartBooking | CheckAvailability)]
    if len(asks) != 1:
        return None
    put = tuple(_repeated(intent, said.repeats) if intent is asks[0] else intent for intent in whole.intents)
    unread = tuple(words for words in whole.unread if not _names_it(words))
    left = tuple(word for word in whole.leftovers if not _names_it(word))
    carried = (*whole.carried, ("repeats", said.words))
    return whole._replace(intents=put, sure=whole.sure or not left, leftovers=left, unread=unread, carried=carried)


def of_staff(words: str) -> Repeats | None:
    """What words of staff's say of a series, each part of it alone too: "cada quince días", "cuatro veces", "4", "la
    tercera no puede". None where they say nothing of one."""
    if (one := _left_out(words)) is not None:
        return Repeats(but=(one,))
    found = cut(words, part=True)
    return found.repeats if found is not None else _how_many_alone(words)


_AROUND = frozenset("mi mis que sean sea serian seran son es y".split())
_ORDINALS = {"segunda": 2, "tercera": 3, "cuarta": 4, "quinta": 5, "sexta": 6, "septima": 7, "octava": 8, "novena": 9}
_OF_THEM = rf"(?:la|esa)(?: (?:cita|fecha|sesion))?(?: numero)? (?P<{{0}}>{'|'.join(_ORDINALS)}|ultima|[2-9]|1[0-2])(?: (?:cita|fecha|sesion))?"
_NOT = (
    r"(?:ya |esa |es que |yo |creo que |como que |ese dia |si )*(?:no|tampoco) (?:(?:la|me|le|nos|lo|se) )*(?:voy a poder|va a poder|pued[oe]|podre|podria|podemos"
    r"|queda|quedaria|acomoda|conviene|sirve|da tiempo|alcanzo|estoy|estare|voy a estar|hago|logro)(?: (?:ir|asistir|bien|llegar|ese dia|ahi|con esa))*"
)
_CANNOT_BE = re.compile(
    rf"^(?: ,| pero| y| mm+| oye| oiga| esta bien| si| ok| todo bien| nada mas| solo| es que)* (?:{_OF_THEM.format('a')} (?:,|es que|nada mas)* ?(?:{_NOT}|no|me queda mal)"
    rf"|{_NOT} (?:con |en |a )?{_OF_THEM.format('b')}"
    rf"|(?:cambi\w+|mov\w+|muev\w+|quit\w+|recorr\w+|saca)(?:me|nos|la)* {_OF_THEM.format('c')}|{_OF_THEM.format('d')} (?:que sea|mejor|ponla|cambiala|muevela|pasala) ?(?:para |a |en )?(?:otr[oa] (?:dia|fecha))?)"
    r"(?: (?:porque|es que|ando|estoy|tengo|trabajo|,|por favor|porfa|gracias|otr[oa] (?:dia|fecha)|a otr[oa] (?:dia|fecha)|para otr[oa] (?:dia|fecha)|ese dia|que sea))*(?: [,?])* $"
)
""" "La tercera no puedo": of a series that is proposed, one that cannot be on its day."""


def _cannot_be(text: str, context: UnderstandingContext) -> int | None:
    """The number of the one that cannot be, the last is -1; None where nothing like it is said of what is proposed."""
    if context.state is not State.CONFIRM or context.purpose not in (None, Purpose.BOOK):
        return None
    return _left_out(text)


def _left_out(text: str) -> int | None:
    said = _CANNOT_BE.match(Message.of(text).flat)
    if said is None:
        return None
    word = next(found for found in said.groupdict().values() if found)
    return -1 if word == "ultima" else _ORDINALS.get(word) or int(word)


def _names_it(words: str) -> bool:
    """Whether words say no more than that it is appointments: "mis terapias"."""
    return all(word in FILLER or word in _AROUND for word in Message.of(words).words)


def _repeated(intent: AnyIntent, repeats: Repeats) -> AnyIntent:
    return intent.model_copy(update={"repeats": repeats})


def cut(text: str, *, part: bool = False) -> Cut | None:
    """The repetition that a text says, cut out of it; None where it says none, or only tells of what comes again.
    `part`: it is of appointments that come again, and may say only how often, or only how many they are."""
    message = Message.of(text)
    flat = message.flat
    every, spans, day = _every(message)
    if every is None and not part and not _ABOUT.search(flat):
        return None
    counted = next((m for m in _TIMES.finditer(flat) if not _meets(m, spans)), None)
    over = next((m for m in _SPAN.finditer(flat) if not _meets(m, spans)), None)
    if not part and (every is None or not (counted or over or _ABOUT.search(flat))):
        return None
    if every is None and counted is None and over is None:
        return None
    times = _value(counted["n"] or counted["m"] or counted["k"]) if counted else None
    span = _value(over["n"]) * _unit(over["unit"]) if over and times is None else None
    spans += [m.span() for m in (counted, over) if m]
    places = {i for start, end in spans for i in message.between(start + 1, end)}
    if _is_told(message, spans, places) or (every == 1 and message.asks and not (counted or over)):
        return None
    try:
        repeats = Repeats(every=every, times=times, span=span)
    except ValueError:
        return None
    words = " ".join(message.tokens[i].raw for i in sorted(places | day.keys()))
    return Cut(repeats, words, _without(message, places, day))


def _is_told(message: Message, spans: list[tuple[int, int]], places: set[int]) -> bool:
    """Whether it is told of what comes again, and not asked for: "cada mes me duele"."""
    flat = message.flat
    if any(_TOLD_BEFORE.search(flat[: start + 1]) or _TOLD_AFTER.match(flat[end:]) for start, end in spans):
        return True
    if any(_is_beside_it(message, clause, places) for clause in message.clauses() if places & {*clause}):
        return True
    clauses = (clause for clause in clauses_of(message) if places & {*clause})
    return any(tells(message, clause) and not _ABOUT.search(_words(message, clause)) for clause in clauses)


_WISHED = re.compile(
    rf" (?:{WANTS}|que|sean?|ser[ia]\w*|puede|pueden|podria\w*|hay|tienen?|dan?|den|deme|denme|pon\w*|todo|todas?|solo|nada)(?= )"
)


def _is_beside_it(message: Message, clause: range, places: set[int]) -> bool:
    """Whether between marks it stands with a verb of the writer's that asks for nothing, where the appointment is asked
    for elsewhere: "cruzo la línea todos los días, quiero cita el jueves"."""
    said = _words(message, clause)
    if _ABOUT.search(said) or _WISHED.search(said) or not _ABOUT.search(message.flat):
        return False
    others = [message.tokens[i].text for i in clause if i not in places]
    return any(_OF_MINE.fullmatch(word) and word not in FILLER for word in others)


_OF_MINE = re.compile(r"\w{3,}(?:o|[aei]mos)|voy")
""" "Cruzo", "vivimos": of the writer, in the present."""


def _words(message: Message, clause: range) -> str:
    return " " + "".join(f"{message.tokens[i].text} " for i in clause)


def _every(message: Message) -> tuple[int | None, list[tuple[int, int]], dict[int, str]]:
    """How many days apart, where that stands, and the words that name a weekday of each week, as of one of them."""
    flat = message.flat
    each = _EACH_DAY.search(flat)
    day: dict[int, str] = {}
    if each:
        first, last = (
            message.between(each.start() + 1, each.end())[0],
            message.between(each.start() + 1, each.end())[-1],
        )
        one = each["day"].removesuffix("s") if each["day"].startswith(("sabado", "domingo")) else each["day"]
        day = {**dict.fromkeys(range(first, last), ""), first: "el", last: one}
    if found := _EVERY.search(flat):
        return _days_of(found), [found.span()], day
    if found := _ADVERB.search(flat):
        return _OF_ADVERBS[found["word"]], [found.span()], day
    if each and each["lead"] != "los":
        return 7, [], day
    return None, [], {}


def _days_of(found: re.Match[str]) -> int:
    if found["third"]:
        return 2
    if found["per"] or found["all"]:
        return _unit(found["per"] or found["all"])
    number = _value(found["n"]) if found["n"] else 1
    days = number * _unit(found["unit"])
    return _AS_WEEKS.get(days, days) if _unit(found["unit"]) == 1 else days


def _unit(word: str) -> int:
    return _DAYS.get(word) or _DAYS[word.removesuffix("s")]


def _value(word: str) -> int:
    return _VALUES.get(word) or int(word)


def _meets(match: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    return any(match.start() < end - 1 and start < match.end() - 1 for start, end in spans)


def _without(message: Message, places: set[int], day: dict[int, str]) -> str:
    """The text without these words; of the weekday of each week the next one is left."""
    kept: list[str] = []
    for index, token in enumerate(message.tokens):
        if index in places:
            continue
        kept.append(day.get(index, token.raw))
    return re.sub(r"\s+([,.])", r"\1", " ".join(filter(None, kept)))


def _how_many(text: str, expected: Expected | None) -> Repeats | None:
    """The answer to how many they are to be, or for how long; None where that is not asked, or nothing of it said."""
    asks = expected is not None and any(
        isinstance(one.intent, CheckAvailability) and one.intent.repeats for one in expected.options
    )
    return _how_many_alone(text) if asks else None


def _how_many_alone(text: str) -> Repeats | None:
    flat = Message.of(text).flat
    if found := _BARE.fullmatch(flat):
        value = _value(found["n"])
        return Repeats(times=value) if value else None
    if found := _BARE_SPAN.fullmatch(flat):
        return Repeats(span=_value(found["n"]) * _unit(found["unit"])) if _value(found["n"]) else None
    return None
