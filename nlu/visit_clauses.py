"""What each clause of a message says of the appointments that its writer has: "el 18 no puedo", "la otra déjela".

A clause has a verdict (it stays, it does not suit, nobody knows yet), or just a time; and which of the appointments it is
about, by its day, its hour or its place among them. Nothing here decides what is done about it (`own_visits`).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from booking.intents import Reading, When
from booking.models import UnderstandingContext
from nlu.anchors import near
from nlu.choices import ORDINALS
from nlu.message import Message
from nlu.turning_words import WANTS
from nlu.verb_forms import ENDING, MOVING
from nlu.when import Bare, Spans, read_spans
from nlu.word_sets import word_set

Starts = tuple[dt.datetime, ...]


class Verdict(Enum):
    """What a clause says of an appointment."""

    STAYS = "stays"  # "sí voy", "la otra sí", "déjela"
    UNTOUCHED = "untouched"  # "no la muevan": to where it is not to be moved is no wish
    FALLS = "falls"  # "no puedo", "quítamela", "el 26 no"
    MOVES = "moves"  # "la paso al 19", "mi cita del 7 la quiero con …"
    UNKNOWN = "unknown"  # "quién sabe"


class Clause(NamedTuple):
    """`about` are the appointments it names, `time` what it says of time where that is none of theirs; `named`: it says
    which, and not only "la"; `asked`: it ends in a question mark."""

    verdict: Verdict | None
    about: Starts
    time: Reading | None
    named: bool
    asked: bool
    tokens: frozenset[int]
    many: bool  # "las", "ninguna"
    message: Message


_CHANGE = rf"(?:{ENDING}|{MOVING}|toc|toqu)\w*"
_UNTOUCHED = (
    rf" (?:(?:ya|que|pero|favor de|mejor) )*no (?:(?:me|nos|la|lo|las|los|le|se) )*(?:(?:vay\w*|van|vas) a )?{_CHANGE}"
    r"(?: (?:nada|ninguna|todavia|mi cita|mis citas|la cita))*(?= )"
    rf"| ninguna (?:(?:me|nos|la|las|se|quiero|deseo|favor de) )*{_CHANGE}(?= )"
)
_ENDS = r"(?:a|e|en|an|o|ar|as|es|amos|aron)"
_TAKES = (
    rf" (?:(?:ya|mejor|me|nos|se|la|lo|las|los|{WANTS}|favor de|puede|pueden|puedes|podria|podrian) )*"
    rf"(?:{ENDING}){_ENDS}(?:me|nos)?(?:la|lo|las|los)?(?: (?:de la lista|de ahi))?(?= )"
)
_CANNOT = (
    r" (?:(?:ya|siempre|creo que|pues|la verdad) )*(?:no|tampoco) (?:(?:me|nos|se|la|las|lo) )*"
    r"(?:voy|vamos|va|puedo|podemos|podre|podremos|podria|pude|llego|llegamos|alcanzo|alcanzamos|asisto|asistire|ire|iremos|quiero"
    r"|queremos|ocupo|ocupamos|queda|acomoda|sera posible|es posible|da tiempo|creo poder)"
    r"(?: a)?(?: (?:poder|alcanzar|lograr|ser posible|estar))?(?: a)?(?: (?:ir|asistir|llegar|estar|acudir|presentarme))?(?: a(?= (?:ninguna|ninguno|la|mi|esa|las|mis) ))?(?= )"
)
_COMPLICATED = (
    r" (?:ya )?se (?:me|nos) (?:complico|complica|hizo imposible|hace imposible|atraveso algo)(?: (?:ir|llegar|asistir))?(?= )"
    r"| (?:me |nos )?(?:es|va a ser|sera|esta|queda) imposible(?: (?:ir|llegar|asistir))?(?= )"
)
_KEEPS = (
    r"(?:conserv|mant[ei]|respet)\w+|(?:(?:me|nos) )?(?:quedo|quedamos|quedarme|quedarnos) con"
    rf"|(?:{WANTS})(?: (?:conservar|tener|mantener|dejar))?(?= (?:las (?:dos|tres)|ambas|todas) )"
)
""" "Conserva las dos", "me quedo con ambas", "mejor quiero las dos"."""
_LEFT = (
    rf" (?:(?:mejor|prefiero|quiero|que|ahi) )*(?:dej(?:a|e|en|ar|emos)(?:me|nos)?(?:la|lo|las|los)|dej(?:a|e|en|o|amos)(?:me|nos)?(?= (?:las?|los|el|mis?|ambas|todas) )|{_KEEPS}(?= (?:las?|los|el|mis?|ambas|todas) )|(?:me )?(?:la|las|lo|los) (?:dejo|deja|deje|dejen|dejan|dejamos|conservo)|que se quede[n]?|se quedan?)"
    r"(?: (?:igual|asi|como esta|como estan|donde esta|en pie|tal cual))*(?= )"
)
_COMES = (
    r" (?:(?:siempre|claro|ahi|pues|yo) )*si (?:(?:me|la|las|lo|los) )*(?:voy|vamos|puedo|podemos|llego|llegamos|alcanzo|asisto|asistire|ire|iremos|quiero|queremos"
    r"|va|van|ocupo|queda|quedan|acomoda)(?: a)?(?: (?:poder))?(?: (?:ir|asistir|llegar|estar))?(?= )| siempre si(?= )"
    r"| (?:ya )?voy en camino(?= )| siguen? (?:en pie|igual|firmes?)(?= )"
)
_MOVES = (
    r" (?:(?:que|mejor|entonces|ya) )*(?:me )?la (?:paso|pasamos|pasas?|pasan?|pase|pasen|recorro|adelanto|muevo)(?= (?:al?|para|pal?|el|hasta|hoy|manana|pasado)(?: |$))"
    r"| (?:sea|fuera|quede|la quiero|la quisiera|la prefiero|la necesito|la ocupo)(?= )"
)
_UNKNOWN = r" (?:quien sabe|no se todavia|todavia no se|aun no se|luego (?:les|te|le) (?:aviso|digo))(?= )"
_VERDICTS: tuple[tuple[Verdict, re.Pattern[str]], ...] = (
    (Verdict.UNTOUCHED, re.compile(_UNTOUCHED)),
    (Verdict.FALLS, re.compile(f"{_CANNOT}|{_TAKES}|{_COMPLICATED}")),
    (Verdict.STAYS, re.compile(f"{_COMES}|{_LEFT}")),
    (Verdict.MOVES, re.compile(_MOVES)),
    (Verdict.UNKNOWN, re.compile(_UNKNOWN)),
)
_BARE: dict[str, Verdict] = {
    "no": Verdict.FALLS,
    "ya no": Verdict.FALLS,
    "tampoco": Verdict.FALLS,
    "si": Verdict.STAYS,
    "tambien": Verdict.STAYS,
}
"""What is left of a clause beside an appointment: "el 26 no", "la otra sí"."""
_WHICH = re.compile(
    r" (?:(?:a|de|en|por) )?(?:la|las|el|lo) (?P<place>otras?|demas|primera|segunda|tercera|cuarta|ultima)(?= )"
    r"|(?:(?<! a)|(?<=voy a)|(?<=vamos a)|(?<= ir a)|(?<=ire a)) (?P<all>(?:ninguna|todas|ambas)(?: (?:de )?(?:las|mis)(?: (?:dos|tres))?)?|(?:las|mis) (?:dos|tres))"
    r"(?: (?:citas?|igual|asi|como estan|tal cual))*(?= )"
)
_AROUND = word_set("""a de del en por para y e pero sino mejor entonces que oiga oye ok se puede podria pueden es son bueno ah
    ay pues hijole fijese la las el lo los mi mis esa ese cita citas consulta tengo todavia nada mas solo favor porfa gracias
    perdon disculpe hola buenas""")
"""Words around what a clause says."""
_LIGHT = word_set("no si ya ni sino tambien tampoco")
_MANY = re.compile(r" (?:ni|las|mis|todas|ninguna|ambas|citas|semana)(?= )")
_SAME_DAY = re.compile(r" (?:(?:a|en|para|de) )?(?:el |ese |la )?mism[oa] (?:dia|fecha)(?= )")
_JOINS = frozenset("pero sino aunque".split())
_AND = frozenset("y e".split())
_GOES_ON = frozenset("media cuarto pico tambien".split())
"""After "y": of an hour."""


def clauses(message: Message, context: UnderstandingContext) -> list[Clause]:
    """What each clause says; empty where one of them says two things that nobody can tell apart."""
    found: list[Clause] = []
    for place in _stretches(message):
        if (said := _clause(message, place, context)) is None:
            return []
        found.append(said)
    rest = {start for clause in found for start in clause.about}
    others = tuple(start for start in context.visits if start not in rest)
    return [one._replace(about=others) if one.named and not one.about and one.time is None else one for one in found]


def _stretches(message: Message) -> list[range]:
    """Between marks, and before what joins clauses."""
    found = []
    for stretch in message.clauses():
        begin = stretch.start
        for index in stretch[1:]:
            word = message.tokens[index].text
            after = message.tokens[index + 1].text if index + 1 < stretch.stop else ""
            joins = word in _JOINS or (word in _AND and after not in _GOES_ON and not after.isdigit())
            if joins and index > begin:
                found.append(range(begin, index))
                begin = index
        found.append(range(begin, stretch.stop))
    return found


def _clause(message: Message, place: range, context: UnderstandingContext) -> Clause | None:
    words = Message.of(_written(message, place))
    shift = place.start
    verdict, taken = _verdict(words)
    which = _WHICH.search(words.flat)
    pointed = {*words.between(which.start() + 1, which.end())} if which else set[int]()
    time = _time(words, taken | pointed, context)
    timed = {i for start, end in time.spans for i in words.within(start, end)} if time else set[int]()
    rest = [i for i, token in enumerate(words.tokens) if i not in taken | timed | pointed and token.kind != "emoji"]
    said = (word for i in rest for word in words.tokens[i].text.split())
    bare = " ".join(word for word in said if word not in _AROUND)
    about = _among(context.visits, which) if which else ()
    reading = near(time) if time else None
    named = bool(which)
    if time and reading and (those := fitting(context.visits, time, context)):
        about, reading, named = those, None, True
    if verdict is None and bare in _BARE and (named or reading):
        verdict, rest = _BARE[bare], []
        taken = {i for i, token in enumerate(words.tokens) if token.text in _LIGHT}
    joints = {i for i, token in enumerate(words.tokens) if token.text in ("ni", "sino")}
    carried = frozenset(shift + i for i in taken | timed | pointed | joints)
    if named and not timed and which and which["place"] and which["place"].startswith(("otr", "demas")):
        about = ()  # those of no other clause
    after = message.tokens[place.stop].kind if place.stop < len(message.tokens) else ""
    return Clause(verdict, about, reading, named, after == "ask", carried, bool(_MANY.search(words.flat)), words)


def _written(message: Message, place: range) -> str:
    return message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]


def _verdict(words: Message) -> tuple[Verdict | None, set[int]]:
    """The verdict of a clause, and its tokens; the first of the kinds that fits."""
    for verdict, pattern in _VERDICTS:
        if match := pattern.search(words.flat):
            return verdict, {*words.between(match.start() + 1, match.end())}
    return None, set()


def _time(words: Message, taken: set[int], context: UnderstandingContext) -> Spans | None:
    """What a clause says of time beside its verdict; None where it says nothing, or nobody can tell what."""
    text = list(words.text)
    same = {i for match in _SAME_DAY.finditer(words.flat) for i in words.between(match.start() + 1, match.end())}
    for index, token in enumerate(words.tokens):
        if index in taken | same or token.text in _LIGHT:
            either = "o" if token.text == "ni" and index else " "
            text[token.start : token.end] = either + " " * (token.end - token.start - 1)
    opens, closes = context.opens, context.closes
    hours = (opens, closes) if opens and closes and opens < closes else None
    said = read_spans("".join(text), context.now, hours=hours)
    return said if said.reading.when or said.reading.candidates else None


def fitting(visits: Sequence[dt.datetime], said: Spans, context: UnderstandingContext) -> Starts:
    """The appointments that lie where a time points; a bare weekday or day of the month points at each such day, where it
    points at none."""
    local = [start.astimezone(context.now.tzinfo) for start in visits]
    whens = (said.reading.when,) if said.reading.when else said.reading.candidates
    found = tuple(start for start in local if any(_fits(start, when) for when in whens))
    if found or said.bare is None:
        return found
    return tuple(start for start in local if any(_alike(start, when, said.bare) for when in whens))


def _fits(start: dt.datetime, when: When) -> bool:
    day = when.date_from
    if day is None and not when.exact:
        return False
    if day is not None and not (when.date_to and day <= start.date() <= when.date_to):
        return False
    return when.time_from is None or not when.exact or start.time().replace(tzinfo=None) == when.time_from


def _alike(start: dt.datetime, when: When, bare: Bare) -> bool:
    day = when.date_from
    if day is None:
        return False
    same = start.weekday() == day.weekday() if bare is Bare.WEEKDAY else start.day == day.day
    return same and _fits(start, when.model_copy(update={"date_from": start.date(), "date_to": start.date()}))


def _among(visits: Sequence[dt.datetime], which: re.Match[str]) -> Starts:
    if which["all"]:
        return tuple(visits)
    place = which["place"]
    if place == "ultima":
        return tuple(visits[-1:])
    number = ORDINALS.get(place)
    return tuple(visits[number - 1 : number]) if number else ()
