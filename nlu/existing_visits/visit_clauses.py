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

from booking.intents import Reading, When, Whose
from booking.models import Purpose, UnderstandingContext
from nlu.choosing.choices import ORDINALS
from nlu.existing_visits.existing import NO_OTHER_TIME
from nlu.existing_visits.whose_visits import spoken_of
from nlu.when import Bare, Spans, read_spans
from nlu.when.words import DAY_NAMES
from nlu.wishes.anchors import near
from nlu.words.message import Message
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import ENDING, MOVING
from nlu.words.word_sets import word_set

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
    whose: Whose | None = None  # of whom it says to be, where it is known which these are


CHANGE = rf"(?:{ENDING}|{MOVING}|toc|toqu)\w*"
_UNTOUCHED = (
    rf" (?:(?:ya|que|pero|favor de|mejor) )*(?:no|ni) (?:(?:me|nos|la|lo|las|los|le|se) )*(?:(?:vay\w*|van|vas|voy|vamos|vengo) a |(?:quiero|queremos|quise|pienso|es (?:para|que)|pedi)(?: que)? (?:(?:me|la|lo) )*)?{CHANGE}"
    r"(?: (?:nada|ninguna|todavia|mi cita|mis citas|la cita))*(?= )"
    rf"| ninguna (?:(?:me|nos|la|las|se|quiero|deseo|favor de) )*{CHANGE}(?= )"
)
_ENDS = r"(?:a|e|en|an|o|ar|as|es|amos)"
_TAKES = (
    rf" (?:(?:ya|mejor|me|nos|se|la|lo|las|los|{WANTS}|favor de|puede|pueden|puedes|podria|podrian) )*"
    rf"(?:{ENDING}){_ENDS}(?:me|nos)?(?:la|lo|las|los)?(?: (?:de la lista|de ahi))?(?= )"
)
_CANNOT = (
    r" (?:(?:ya|siempre|creo que|pues|la verdad) )*(?:no|tampoco) (?:(?:me|nos|se|la|las|lo) )*"
    r"(?:voy|vamos|va|puedo(?! esperar)|podemos|podre|podremos|podria|pude|llego|llegamos|alcanzo|alcanzamos|asisto|asistire|ire|iremos|quiero"
    r"|queremos|ocupo|ocupamos|queda|acomoda|sera posible|es posible|da tiempo|creo poder)"
    r"(?: a)?(?: (?:poder|alcanzar|lograr|ser posible|estar))?(?: a)?(?: (?:ir|asistir|llegar|estar|acudir|presentarme))?(?: a(?= (?:ninguna|ninguno|la|mi|esa|las|mis) ))?(?= )"
)
_NOBODY = r"(?:nadie|ningun[oa]s?)(?: de (?:los|las|nosotros|nosotras|ellos|ellas)(?: (?:dos|tres|2|3))?)?"
_NONE_COMES = (
    rf" {_NOBODY} (?:(?:de nosotros|ya|la|lo) )*(?:va|vamos|van|puede|podemos|pueden|podra|podran|podria|ira|iran|asiste|asistira|viene|llega)"
    r"(?: a)?(?: poder)?(?: (?:ir|asistir|llegar|venir))?(?= )"
)
""" "Nadie puede el jueves", "ninguno de los dos va a ir"."""
_COMPLICATED = (
    r" (?:ya )?se (?:me|nos) (?:complico|complica|hizo imposible|hace imposible|atraveso algo)(?: (?:ir|llegar|asistir))?(?= )"
    r"| (?:me |nos )?(?:es|va a ser|sera|esta|queda) imposible(?: (?:ir|llegar|asistir))?(?= )"
)
_PUT_OFF = r" (?:(?:mejor|ya) )*(?:lo |la )?dej(?:emos|amos|en|ar|e|a|o)(?:l[ao])? para (?:otra (?:ocasion|vez|oportunidad)|luego|despues|mas adelante|otro momento)(?= )"
""" "Dejémoslo para otra ocasión"."""
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
    r"|va|van|ira|iran|podra|podran|puede|pueden|viene|asiste|ocupo|queda|quedan|acomoda)(?: a)?(?: (?:poder))?(?: (?:ir|asistir|llegar|estar))?(?= )| siempre si(?= )"
    r"| (?:si )?confirm(?:o|a|e|en|amos)(?:me|nos)?(?:la|las|lo|los)?(?: (?:la asistencia|mi asistencia))?(?= )| ahi (?:estare|estaremos|estara|voy a estar)(?= )"
    r"| (?:ya )?voy en camino(?= )| siguen? (?:en pie|igual|firmes?)(?= )"
)
_MOVES = (
    r" (?:(?:que|mejor|entonces|ya) )*(?:me )?la (?:paso|pasamos|pasas?|pasan?|pase|pasen|recorro|adelanto|muevo)(?= (?:al?|para|pal?|el|hasta|hoy|manana|pasado)(?: |$))"
    rf"| (?:(?:{WANTS}|puede|pueden|puedo|podria|favor de) )*(?:{MOVING}|pas)\w*(?= (?:(?:las|mis) (?:dos|tres)|ambas|todas)(?: |$))"
    r"| (?:sea|fuera|quede|la quiero|la quisiera|la prefiero|la necesito|la ocupo)(?= )"
)
_NOT_SO = re.compile(r" (?:no|ni|nunca|tampoco)(?: (?:me|nos|les?|se|las?|los?))* $")
_AGREES = re.compile(r" (?:confirm|conserv|mant[ei]|respet|(?:(?:me|nos) )?(?:quedo|quedamos) con)")
""" "No confirmo", "no conserves": says no, where "no, dejen las dos" says yes."""
_UNKNOWN = r" (?:quien sabe|no se todavia|todavia no se|aun no se|luego (?:les|te|le) (?:aviso|digo))(?= )"
_VERDICTS: tuple[tuple[Verdict, re.Pattern[str]], ...] = (
    (Verdict.UNTOUCHED, re.compile(_UNTOUCHED)),
    (Verdict.STAYS, NO_OTHER_TIME),
    (Verdict.FALLS, re.compile(f"{_NONE_COMES}|{_CANNOT}|{_TAKES}|{_COMPLICATED}|{_PUT_OFF}")),
    (Verdict.STAYS, re.compile(f"{_COMES}|{_LEFT}")),
    (Verdict.MOVES, re.compile(_MOVES)),
    (Verdict.UNKNOWN, re.compile(_UNKNOWN)),
)
_ORDERED = re.compile(rf" (?:{ENDING}|{MOVING}|pas)\w+(?= )")
_BARE_NO = re.compile(r" no $")
_BARE: dict[str, Verdict] = {
    "no": Verdict.FALLS,
    "ya no": Verdict.FALLS,
    "tampoco": Verdict.FALLS,
    "si": Verdict.STAYS,
    "tambien": Verdict.STAYS,
}
"""What is left of a clause beside an appointment: "el 26 no", "la otra sí"."""
_WHICH = re.compile(
    r" (?:(?:a|de|en|por) )?(?:la|las|el|lo|al) (?P<place>otr[ao]s?|demas|primer[ao]|segund[ao]|tercer[ao]|cuart[ao]|ultim[ao])(?= )"
    rf"(?! (?:{DAY_NAMES}|dia|mes|semana)(?: |$))"
    r"|(?:(?<! a)|(?<=voy a)|(?<=vamos a)|(?<= ir a)|(?<=ire a)) (?P<all>nadie|(?:ningun[oa]|todas|ambas)(?: de (?:los|nosotros|nosotras)(?: (?:dos|tres|2|3))?)?(?: (?:de )?(?:las|mis)(?: (?:dos|tres))?)?|(?:las|mis) (?:dos|tres))"
    r"(?: (?:citas?|igual|asi|como estan|tal cual))*(?= )"
)
_AROUND = word_set("""a de del en por para y e pero sino mejor entonces que oiga oye ok se puede podria pueden es son bueno ah
    ay pues hijole fijese la las el lo los mi mis esa ese cita citas consulta tengo todavia nada mas solo favor porfa gracias
    perdon disculpe hola buenas""")
"""Words around what a clause says."""
_LIGHT = word_set("no si ya ni sino tambien tampoco")
_MANY = re.compile(r" (?:ni|las|mis|todas|nadie|ningun[oa]s?|ambas|citas|semana)(?= )")
_SAME_DAY = re.compile(r" (?:(?:a|en|para|de) )?(?:el |ese |la )?mism[oa] (?:dia|fecha)(?= )")
_JOINS = frozenset("pero sino aunque".split())
_AND = frozenset("y e".split())
_GOES_ON = frozenset("media cuarto pico tambien".split())
"""After "y": of an hour."""


def clauses(message: Message, context: UnderstandingContext) -> list[Clause]:
    """What each clause says; empty where one of them says two things that nobody can tell apart."""
    found: list[Clause] = []
    for place in stretches(message):
        if (said := _clause(message, place, context)) is None:
            return []
        found.append(said)
    found = [_as_it_stays(one, found) for one in found]
    kept = {
        start for one in found if one.verdict is Verdict.STAYS and one.named and not one.many for start in one.about
    }
    found = [one._replace(about=_but(one.about, kept)) if one.many else one for one in found]
    rest = {start for clause in found for start in clause.about}
    others = tuple(start for start in context.visits if start not in rest)
    return [one._replace(about=others) if one.named and not one.about and one.time is None else one for one in found]


def _as_it_stays(said: Clause, clauses: Sequence[Clause]) -> Clause:
    """ "Cancela la de Sofía, la mía no", "la del jueves no, la del viernes cancélala": what is ordered of another one is
    denied of this."""
    if said.verdict is not Verdict.FALLS or not _BARE_NO.search(said.message.flat):
        return said
    before = clauses[: clauses.index(said)]
    ordered = [one for one in clauses if _ORDERED.search(one.message.flat) and one.verdict is not Verdict.UNTOUCHED]
    of_another = any(one in before or (one.named and not {*one.about} & {*said.about}) for one in ordered)
    return said._replace(verdict=Verdict.STAYS) if of_another else said


def _but(all_of_them: Starts, kept: set[dt.datetime]) -> Starts:
    """ "Cancela todas pero la de Leo no"."""
    return tuple(start for start in all_of_them if start not in kept) if len(all_of_them) > 1 else all_of_them


def stretches(message: Message) -> list[range]:
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
    words = Message.of(written(message, place))
    shift = place.start
    person = spoken_of(words, message, context)
    verdict, taken = _verdict(words, of_somebody=person is not None)
    which = _WHICH.search(words.flat)
    pointed = {*words.between(which.start() + 1, which.end())} if which else set[int]()
    pointed |= person.tokens if person else set[int]()
    time = time_of(words, taken | pointed, context)
    timed = {i for start, end in time.spans for i in words.within(start, end)} if time else set[int]()
    rest = [i for i, token in enumerate(words.tokens) if i not in taken | timed | pointed and token.kind != "emoji"]
    said = (word for i in rest for word in words.tokens[i].text.split())
    bare = " ".join(word for word in said if word not in _AROUND)
    about = _among(context.visits, which) if which else ()
    reading = near(time) if time else None
    named = bool(which)
    if person and not about:
        about, named = person.about, True
    next_one = time is not None and time.bare in (Bare.OTHER, Bare.FOLLOWING) and _TO.search(words.flat) is not None
    if time and reading and not next_one and (those := fitting(context.visits, time, context)):
        about, reading, named = those, None, True
        person = person if person and person.about == those else None  # the day tells which
    not_both = bare == "no" and which and which["all"] and context.purpose is Purpose.CANCEL  # "las dos no, nomás esta"
    if verdict is None and bare in _BARE and (named or reading) and not not_both:
        verdict, rest = _BARE[bare], []
        taken = {i for i, token in enumerate(words.tokens) if token.text in _LIGHT}
    joints = {i for i, token in enumerate(words.tokens) if token.text in ("ni", "sino")}
    carried = frozenset(shift + i for i in taken | timed | pointed | joints)
    if named and not timed and which and which["place"] and which["place"].startswith(("otr", "demas")):
        about = ()  # those of no other clause
    after = message.tokens[place.stop].kind if place.stop < len(message.tokens) else ""
    many = bool(_MANY.search(words.flat))
    return Clause(verdict, about, reading, named, after == "ask", carried, many, words, person.who if person else None)


_TO = re.compile(r" (?:para|pa|al|pal)(?= )")
""" "Páseme para el otro lunes": to when, and none that there is."""


def written(message: Message, place: range) -> str:
    return message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]


def _verdict(words: Message, *, of_somebody: bool) -> tuple[Verdict | None, set[int]]:
    """The verdict of a clause, and its tokens; the first of the kinds that fits. "Se me quitó" takes nothing off. Of
    somebody who is named it also says what they cannot."""
    for verdict, pattern in ((Verdict.FALLS, _THEY_CANNOT), *_VERDICTS) if of_somebody else _VERDICTS:
        if match := pattern.search(words.flat):
            place = words.between(match.start() + 1, match.end())
            if verdict is Verdict.FALLS and _TOOK_OFF.fullmatch(words.tokens[place[-1]].raw.casefold()):
                continue
            if verdict is Verdict.STAYS and _is_refused(words.flat, match):
                continue
            return verdict, {*place}
    return None, set()


def _is_refused(flat: str, match: re.Match[str]) -> bool:
    """ "No confirmo la del martes": what is said of it is not done."""
    return bool(_AGREES.match(flat, match.start()) and _NOT_SO.search(flat[: match.start() + 1]))


_TOOK_OFF = re.compile(rf"(?:{ENDING})ó")
_THEY_CANNOT = re.compile(
    r" (?:(?:ya|siempre|creo que) )*(?:no|tampoco) (?:puede|pueden|podra|podran|podria|viene|vienen|ira|iran|asiste|asistira|quiere)(?: (?:ir|asistir|venir|llegar))?(?= )"
)


def time_of(words: Message, taken: set[int], context: UnderstandingContext) -> Spans | None:
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
    if found or said.bare not in (Bare.WEEKDAY, Bare.MONTHDAY):
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
    if place.startswith("ultim"):
        return tuple(visits[-1:])
    number = ORDINALS.get(place)
    return tuple(visits[number - 1 : number]) if number else ()
