"""Times that are not wished for: what is left when somebody says which will not do, "el lunes no puedo", "cualquier día
menos el martes", what will do where the first wish will not, "el sábado, si no el lunes", and words about time that are no
time. Both times of "si no" are searched, as where somebody says "o": the words between them are read as one "o"."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Reading, When
from nlu.acts import Act, Found
from nlu.when.words import DAY_NAMES, WEEKDAYS
from nlu.wishes.anchors import is_told
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, MOVING
from nlu.words.word_sets import word_set

_MOST = 12
"""Stretches of time that a wish may fall into; more is no wish."""
_DAY = dt.timedelta(days=1)
_MINUTE = dt.timedelta(minutes=1)


def without(
    wish: Reading | None, refused: tuple[When, ...], today: dt.date, hours: tuple[dt.time | None, dt.time | None]
) -> Reading | None:
    """The wish without the refused times; without a wish, every other time from today on. None where that says
    nothing, or nothing is left. `hours` are the clinic's, both open where they are not known."""
    anchor = wish.anchor if wish else None
    if not refused or (wish and (wish.ambiguous or wish.problem or is_told(wish))):
        return wish
    wished = (wish.when,) if wish and wish.when else wish.candidates if wish else ()
    left = list(wished or (When(),))
    for one in refused:
        left = [rest for when in left for rest in _minus(when, one) if rest.date_to is None or rest.date_to >= today]
    left = [when for when in dict.fromkeys(left) if _is_open(when, hours)] or [*dict.fromkeys(left)]
    if not left or len(left) > _MOST:
        return None
    if len(left) == 1:
        return Reading(when=left[0], anchor=anchor)
    return Reading(candidates=tuple(left), alternatives=True, anchor=anchor)


def of_the_offer(refused: tuple[When, ...], offered: tuple[dt.datetime, ...], today: dt.date) -> tuple[When, ...]:
    """A bare weekday that is refused is also today's, and the one that was offered, whichever week that lies in."""
    named = {(w.date_from.weekday(), w) for w in refused if w.date_from is not None and w.date_from == w.date_to}
    more = [
        when.model_copy(update={"date_from": day, "date_to": day})
        for day in dict.fromkeys((today, *(start.date() for start in offered)))
        for weekday, when in named
        if day.weekday() == weekday
    ]
    return tuple(dict.fromkeys((*(when for when in refused if when not in more), *more)))


def week_of_the_refused(said: dt.date, refused: tuple[When, ...]) -> dt.date:
    """ "No quiero el lunes, quiero el martes": the Tuesday beside that Monday. `refused` ends with the Monday meant."""
    day = refused[-1].date_from if refused else None
    if day is None:
        return said
    moved = day + dt.timedelta(days=said.weekday() - day.weekday())
    return max(moved, said)


def _is_open(when: When, hours: tuple[dt.time | None, dt.time | None]) -> bool:
    """Whether a stretch reaches into the clinic's hours."""
    opens, closes = hours
    early = opens and when.time_to and when.time_to != dt.time(0) and when.time_to <= opens
    late = closes and when.time_from and when.time_from >= closes
    return not early and not late


def _minus(when: When, refused: When) -> list[When]:
    """One stretch without another: the days before and after it, and the hours around it."""
    start, end = refused.date_from, refused.date_to
    before = _within(when, None, start - _DAY) if start else None
    after = _within(when, end + _DAY, None) if end else None
    same = _within(when, start, end)
    timed = [rest for rest in _hours(same, refused)] if same else []
    return [rest for rest in (before, *timed, after) if rest is not None]


def _within(when: When, start: dt.date | None, end: dt.date | None) -> When | None:
    """The days of a stretch that lie between two dates, or None."""
    first = max(filter(None, (when.date_from, start)), default=None)
    last = min(filter(None, (when.date_to, end)), default=None)
    if first and last and first > last:
        return None
    return when.model_copy(update={"date_from": first, "date_to": last})


def _hours(when: When, refused: When) -> list[When]:
    """The hours of a stretch around the refused ones; none where whole days are refused."""
    if refused.time_from is None and refused.time_to is None:
        return []
    begin = refused.time_from
    stop = _next_minute(begin) if refused.exact and begin else refused.time_to
    if when.exact and when.time_from:
        inside = (begin is None or when.time_from >= begin) and (stop is None or when.time_from < stop)
        return [] if inside else [when]
    found: list[When] = []
    if begin is not None:
        until = min(filter(None, (when.time_to, begin)))
        if when.time_from is None or when.time_from < until:
            found.append(when.model_copy(update={"time_to": until}))
    if stop is not None:
        since = max(filter(None, (when.time_from, stop)))
        if when.time_to is None or since < when.time_to:
            found.append(when.model_copy(update={"time_from": since}))
    return found


def _next_minute(time: dt.time) -> dt.time | None:
    """None at the end of the day."""
    later = (dt.datetime.combine(dt.date.min, time) + _MINUTE).time()
    return later if later > time else None


_STAYS = re.compile(
    r" (?:la|el|las) (?:de|del) (?:(?!(?:me|nos|le|te) )[^ ,?]+ ){1,4}(?:dejala|dejela|dejalas|dejelas|dejenla|se queda|queda|que se quede)"
    r"(?: (?:asi|igual|como esta))?(?= )"
    r"| (?:y |, |pero )*(?:a )?(?:la|el) (?:de|del) (?:(?!(?:me|nos|le|te|no|la|el) )[^ ,?]+ ){1,4}(?:esa |ese )?si(?: (?:voy|ire|asisto|puedo|quiero|la quiero|la dejo|queda|esa))?(?=(?: ,)* $| , | y )"
)


_OWN = r"(?:(?:la|el|las) (?:mi[ao]s?|suy[ao]|otra|demas|cita mia)|mis? citas?) "
_ONE = rf"(?:{_OWN}|(?:la|el|las) (?:de|del) (?:(?!(?:me|nos|le|te|y|e|pero|no|para|al|el|(?:{ENDING}|{MOVING})\w*) )[^ ,?]+ ){{1,4}})"
_LEFT = re.compile(
    rf" (?:(?:y|e|pero|,) )*(?:me )?dej(?:a|e|en|ar)(?:me|nos)? {_ONE}(?:(?:asi|igual|como esta|donde esta|en paz|tal cual) )?(?=,|y |e |pero |$)"
    rf"|(?<= )(?:(?:y|e|pero|,) )*(?:no (?:(?:me|nos) )?(?:{ENDING}|{MOVING}|toques?|toquen) {_ONE}|{_ONE}no )(?=(?:, )*$)"
)
""" "Mueve la de Yael al jueves y deja la de Dayana", "cancela la mía pero la de mi esposo no"."""
_CHANGES = re.compile(rf" (?:{ENDING}|{MOVING}|pas)\w* ")


def without_what_stays(message: Message) -> Message:
    """The message without the appointment that stays as it is, where more is said: of "la del 31 no voy, la del 19 sí"
    what is about the 31st."""
    kept = _STAYS.search(message.flat)
    if kept is None and (left := _LEFT.search(message.flat)):
        others = message.flat[: left.start() + 1] + " " + message.flat[left.end() :]
        kept = left if _CHANGES.search(f" {others} ") else None
    place = message.between(kept.start() + 1, kept.end()) if kept else range(0)
    if not place or len(place) >= len([token for token in message.tokens if token.kind != "mark"]) - 1:
        return message
    start, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
    rest = f"{message.text[:start].rstrip(' ,;.')} , {message.text[end:].lstrip(' ,;.')}".strip(" ,")
    return Message.of(rest)


_AT_LAST = re.compile(
    r" (?:ya )?se que (?:ya )?(?:es|son|esta|estan)(?: [^ ,?]+){1,3}?(?= (?:,|pero|aunque|y) | $)"
    r"| (?:al final|al cabo|por fin|de una vez|de todos modos)(?! del? )(?= )"
)


def staying(message: Message) -> set[int]:
    """The tokens of "la del viernes déjala": an appointment that stays as it is beside the one that is spoken of."""
    return {i for match in _STAYS.finditer(message.flat) for i in message.between(match.start() + 1, match.end())}


def in_the_end(message: Message) -> set[int]:
    """The tokens of "al final no voy": it is no end of a day or month."""
    return {i for match in _AT_LAST.finditer(message.flat) for i in message.between(match.start() + 1, match.end())}


def declining(message: Message, found: list[Found]) -> set[int]:
    """The tokens of "no voy a necesitar": the day after them is that of the appointment, and not one that is refused."""
    declined = [f for f in found if f.act is Act.CANCEL and " no " in f" {message.flat[f.start : f.end]} "]
    return {i for f in declined for i in _from_the_no(message, message.between(f.start, f.end))}


def _from_the_no(message: Message, place: range) -> range:
    """Of "la cita del jueves ya no la necesito" what follows its "no"."""
    return range(next((i for i in place if message.tokens[i].text == "no"), place.start), place.stop)


_HOURS = word_set("una dos tres cuatro cinco seis siete ocho nueve diez once doce manana tarde noche")
_THAN = re.compile(
    r" (?:mejor|mas|prefier\w+|prefer\w+|antes)(?: [^ ,?]+){1,6}? (que (?:a las?|en la|el|por la) (?:de (?:la|las) )?(?:\d\S*|\w+))(?= )(?! que)"
)


def compared(message: Message) -> set[int]:
    """The tokens of "que a las 4" in "mejor a las 6 que a las 4": what something else is better than."""
    found = _THAN.finditer(message.flat)
    return {
        i for match in found if is_time(match[1].split()[-1]) for i in message.between(match.start(1), match.end(1))
    }


_TOGETHER = re.compile(r" (?:para |pa |en )?(?:el|la) (?:mism[oa]|mismito) (?:dia|hora|fecha)(?= )(?! (?:que|de) )")
_TWO = re.compile(
    r" (?:yo|mi|\w+o|\w+a) y (?:(?:otra|una) )?(?:(?:para|pa|a|de) )?(?:yo|mi|otr[oa])(?= )| (?:l[oa]s dos|amb[oa]s|(?:dos|tres|cuatro|[2-4]) (?:citas|consultas|personas|hij[oa]s|nin[oa]s))(?= )"
)


def together(message: Message) -> set[int]:
    """The tokens of "el mismo día" where two are spoken of: "mi hijo y yo, el mismo día" says no day."""
    if not _TWO.search(message.flat):
        return set()
    return {i for match in _TOGETHER.finditer(message.flat) for i in message.between(match.start() + 1, match.end())}


def is_time(word: str) -> bool:
    """Whether a word is an hour, a day or a part of one."""
    return word[:1].isdigit() or word in WEEKDAYS or word in _HOURS


_FOR_ONE = re.compile(
    r"(?<! la) (?:una|uno|otra|otro) (?:es |seria |sea )?(?:para|pa|de|con) (?:mi|su|ella|nuestr[ao]|un|una)(?= )"
)


def with_somebody(message: Message) -> set[int]:
    """The tokens of "con un" and "una para mi mamá": somebody follows, "las 10 con un doctor" is no minute past ten."""
    pairs = enumerate(zip(message.tokens, message.tokens[1:], strict=False))
    apiece = {
        i for match in _FOR_ONE.finditer(message.flat) for i in message.between(match.start() + 1, match.start() + 3)
    }
    return apiece | {n for i, (a, b) in pairs if a.text == "con" and b.text in ("un", "una") for n in (i, i + 1)}


_NONE_THERE = (
    r"(?: (?:(?:se )?puede[ns]?|es posible|alcanz\w+|(?:hay|tiene[ns]?|habra|tendra\w*|queda|hubiera|tuviera\w*)(?: (?:lugar|nada|espacio|citas?|cupo|chance|ahi))?"
    rf"|atienden?|abren|trabajan|estan?)(?:(?: (?:para|en))? (?:el|este|ese) (?:{DAY_NAMES})(?= (?:, |entonces|pues|ya|mejor|me|nos|voy|vamos|deme|dame|tambien|(?:el|este) (?:{DAY_NAMES}))))?)?(?: (?:ese|este|el mismo) dia| esa hora)?"
)
_TIME = rf"(?:el |la |los |las |este |esta |para |pa |pal |al? |en |por |proximo |dia |manana|hoy|pasado|{DAY_NAMES}|temprano|[0-9])"
_SAYS_TIME = re.compile(
    rf" (?:hoy|manana|pasado|{DAY_NAMES}|tarde|noche|mediodia|temprano|semana|dia|(?:a )?las? [^ ]+|[0-9]+)(?= )"
)
_ELSE = re.compile(
    rf"(?: [,?])*(?: (?:y|o|pero|y ya))?(?: ,)* (?:si no|sino){_NONE_THERE}(?: ,)*(?: (?:entonces|pues|ya|mejor|que sea|aunque sea|podria ser|puede ser|(?:tambien )?(?:me|nos) (?:acomod|qued|sirv|conv|conform)\w*(?: bien)?(?: con)?|voy|vamos|deme|dame|denme|ponme|pongame|agendame))*(?= {_TIME})"
)


def joints(message: Message) -> list[tuple[range, str]]:
    """The tokens that join such times, with what they are read as: "o"."""
    flat, found = message.flat, list[tuple[range, str]]()
    for match in _ELSE.finditer(flat):
        before = flat[: match.start() + 1]
        corrects = " sino " in match.group() and " no " in before
        if not corrects and _SAYS_TIME.search(before) and _SAYS_TIME.search(flat, match.end()):
            found.append((message.between(match.start() + 1, match.end()), "o"))
    return found
