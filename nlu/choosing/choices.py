"""Choosing among the offered times: number, letter, ordinal, "el último", or an exact time that was offered.

A choice is a whole clause: "3", "la B, por favor", "me quedo con la segunda". A number inside a sentence chooses
nothing, and a vague time never does.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable

from booking.intents import CheckAvailability, Reading, When
from booking.models import State, UnderstandingContext
from nlu.answers.made_of import made_of
from nlu.answers.yes_phrases import YES, phrases
from nlu.choosing.choice_words import ANY, ARTICLES, LATEST, NOUNS, SOONEST, only_leads, stripped
from nlu.words.closed_phrases import GREETINGS, NO, POLITE
from nlu.words.message import Message

_UNITS = "uno dos tres cuatro cinco seis siete ocho nueve diez once doce".split()
NUMBERS: dict[str, int] = {word: value for value, word in enumerate(_UNITS, start=1)}
LETTERS: dict[str, int] = {letter: value for value, letter in enumerate("abcdefghij", start=1)}
ORDINALS: dict[str, int] = {}
for _value, _stem in enumerate("primer segund tercer cuart quint sext septim octav noven decim".split(), start=1):
    ORDINALS |= {_stem + "o": _value, _stem + "a": _value}
ORDINALS |= {"primer": 1, "tercer": 3, "primerito": 1, "primerita": 1, "segundito": 2, "segundita": 2}

_MOST_WORDS = 24
"""Of a clause that chooses."""
PLACES = frozenset({*ORDINALS, "ultima", "ultimo", "penultima", "penultimo"})
_PUTS_RIGHT = phrases("digo, quise decir, queria decir, mas bien, corrijo, me equivoque, quise poner")
"""What is said before these is taken back."""
_PARDONS = phrases("perdon, perdone, disculpa, disculpe, no espera")
"""So it is before these, where a choice follows; else they are a courtesy."""
_PUT_RIGHT_BY = {lead[0] for lead in _PUTS_RIGHT | _PARDONS}
_SIGNED = re.compile(r"\s*[-+−]\s?\d")
_ASIDE = GREETINGS | POLITE | YES


def is_figure(message: Message) -> bool:
    """Whether it is a sum or a signed number, "-1" or "$3.00": no choice and no time anywhere."""
    wordless = not any(token.kind == "word" for token in message.tokens)
    return wordless and (message.odd or bool(_SIGNED.match(message.text)))


def may_choose(message: Message, context: UnderstandingContext) -> bool:
    """Whether a bare number can be a choice here."""
    if message.odd or _SIGNED.match(message.text):
        return False
    return context.state is State.SLOT_SELECTION or (bool(context.offered) and context.state is not State.IDLE)


_OF_IT = re.compile(
    r" ya (?:(?:me|se|nos) )?(?:la|lo|esa|ese) (?!(?:de|del|que|quiero|tomo|agarro|apart[oe]|agend[oe]) )| a ver si | d[ei]j\w+ (?:ver|veo|chec\w+|pregunt\w+|revis\w+) | con (?:el |la )?otr[oa] (?:doctora?|medic[oa]|especialista|dentista) "
)
_IF_TAKEN = re.compile(
    r"^\W*si (?:me |nos )?(?:agarr|tom|escoj|elij|escog|apart|pid|qued|voy|vengo|pong)\w* (?:a |con |en )?(?:la|el)\b.*\b(?:salgo|salimos|alcanz\w+|llego|llegamos|me da|puedo|podemos|estoy|acabo|termino|entro|regreso|tengo|hay)\b",
    re.IGNORECASE,
)
""" "Si agarro la de las 12 salgo antes de la una": what would come of it is asked; with its accent it is a yes."""
_TWO = re.compile(
    rf" (?:o|u|y)(?: tambien| tal vez| mejor)? (?:la|el|a las?) (?:de|del|que|[0-9]|(?:{'|'.join(sorted(PLACES))}|{'|'.join(NUMBERS)}) )"
)


def is_in_doubt(message: Message) -> bool:
    """Whether something is told of the time itself ("la 3 ya la tenía otro"), it is not sure yet, or two of them are named ("la 2 y la 3")."""
    return bool(_OF_IT.search(message.flat) or _TWO.search(message.flat) or _IF_TAKEN.match(message.text))


def chosen(message: Message, context: UnderstandingContext) -> int | None:
    """The option that a whole message chooses; None when it says anything else."""
    if not may_choose(message, context) or is_in_doubt(message):
        return None
    message = _put_right(message, context)
    clauses = [said(message, clause) for clause in message.clauses()]
    found = among(clauses, context)
    return among([message.words], context) if found is None and clauses != [message.words] else found


def _put_right(message: Message, context: UnderstandingContext) -> Message:
    """ "La cuatro, digo la tres", "la 1, perdón la 2": what is said last."""
    words = [token.text for token in message.tokens]
    if not _PUT_RIGHT_BY & {*words}:
        return message
    for lead in _PUTS_RIGHT | _PARDONS:
        for index in range(lead in _PARDONS, len(words) - len(lead)):
            if tuple(words[index : index + len(lead)]) == lead:
                last = Message.of(message.text[message.tokens[index + len(lead)].start :])
                if lead in _PUTS_RIGHT or among([last.words], context) or NUMBERS.keys() & {*last.words}:
                    return last
    return message


def is_listed(option: int, context: UnderstandingContext) -> bool:
    """Whether what is on screen has such an option; where nothing is, nobody knows."""
    return option <= (len(context.offered) or context.picking or option)


def of_a_gone_list(message: Message, context: UnderstandingContext) -> int | None:
    """The option that "la 1" is of right after a booking: of a list that is gone, and no hour."""
    words = message.words
    after = context.made is not None and context.state is State.IDLE
    return option(words, ()) if after and 1 < len(words) < 4 and words[0] == "la" and not message.asks else None


def among(clauses: list[tuple[str, ...]], context: UnderstandingContext) -> int | None:
    """The option that one of the clauses chooses while the others are courtesies. "No" may only lead."""
    left = [
        words
        for words in clauses
        if words and not (made_of(words, _ASIDE, _ASIDE, _ASIDE) or only_leads(" ".join(words)))
    ]
    if len(left) == 2 and (refused := _refused(left[0], context.offered)):
        found = option(left[1], context.offered) or _the_one(left[1], context.offered)
        if refused > len(context.offered):
            return None  # "no el 28, el 5": of five times 28 is a day, and so is the 5
        return None if found == refused or (found or 0) > len(context.offered) else found
    if len(left) > 1 and made_of(left[0], NO, _ASIDE, _ASIDE):
        left = left[1:]
    if len(left) != 1:
        return None
    found = option(left[0], context.offered)
    if found is None or found <= len(context.offered):
        return found
    return None if left[0][-2:-1] == ("el",) else _struck(found, context.offered) or found  # "el 15" of five is a day


def _the_one(words: tuple[str, ...], offered: tuple[dt.datetime, ...]) -> int | None:
    """ "La dos no, la una": the first of the list, where none of it is at one o'clock."""
    return 1 if _core(words) == ("la", "una") and all(start.hour not in (1, 13) for start in offered) else None


def _refused(words: tuple[str, ...], offered: tuple[dt.datetime, ...]) -> int | None:
    """ "La 3 no", "no quiero la tercera": the option that these words refuse."""
    if words[-1] == "no":
        return option(words[:-1], offered)
    return option(words[1:], offered) if words[0] == "no" else None


def _struck(number: int, offered: tuple[dt.datetime, ...]) -> int | None:
    """ "10" of five times: no option has that number, and one alone of the times begins at that hour. Over twelve it
    is as well a day of the month."""
    if number > 12:
        return None
    at = [n for n, start in enumerate(offered, start=1) if not start.minute and number in (start.hour, start.hour - 12)]
    return at[0] if len(at) == 1 else None


def maybe_an_hour(message: Message, option: int, context: UnderstandingContext) -> CheckAvailability | None:
    """The times that a bare number may name, where it is that of an option and the hour of another one: "4" where the
    fourth is at half past four, and four o'clock is on offer too. None where nobody can doubt which."""
    offered = context.offered
    if context.state is not State.SLOT_SELECTION or not 0 < option <= len(offered):
        return None
    if _OF_A_LIST.search(message.text) or _NUMBERED & {*message.words}:
        return None
    clauses = [_core(said(message, clause)) for clause in message.clauses()]
    if not any(len(core) == 1 and (NUMBERS.get(core[0]) or number(core[0])) == option for core in clauses):
        return None
    hours = [start for start in offered if not start.minute and option in (start.hour, start.hour - 12)]
    meant = list(dict.fromkeys((offered[option - 1], *hours)))
    if not hours or len(meant) < 2:
        return None
    return CheckAvailability(when=Reading(candidates=tuple(map(exactly, meant)), ambiguous=True))


def exactly(at: dt.datetime) -> When:
    """A local moment as a wish for just that."""
    return When(date_from=at.date(), date_to=at.date(), time_from=at.time().replace(tzinfo=None), exact=True)


_OF_A_LIST = re.compile(r"[#(\"“«\u20e3]|\d\s?[).]|\d[a-z]", re.I)
"""A number written as that of an option: "#3", "3)", "3ro", or by its key."""
_NUMBERED = (NOUNS - {"hora", "cita", "turno", "lugar", "espacio"}) | {"lista"}
"""Words beside a number that say that it is an option's."""


def said(message: Message, clause: Iterable[int]) -> tuple[str, ...]:
    """The words of a clause."""
    tokens = (message.tokens[i] for i in clause)
    return tuple(w for t in tokens if t.kind in ("word", "number") for w in t.text.split())


def option(words: tuple[str, ...], offered: tuple[dt.datetime, ...]) -> int | None:
    """The option that these words choose, from 1; None where they say anything else."""
    if not words or len(words) > _MOST_WORDS:
        return None
    core = _core(words)
    if core in (("a",), ("e",)) and words[:1] != core:
        return None  # "va a": a word, no letter
    if core in ANY or words in ANY:
        return 1 if offered else None
    article, lo = core[0] in ARTICLES, core[0] == "lo"
    core = core[1:] if article else core
    if not core:
        return None
    if offered and (found := _placed(" ".join(core), len(offered), article=article)):
        return found
    if offered and article and (found := _extreme(" ".join(core), offered, lo=lo)):
        return found
    while core and core[0] in NOUNS:
        core = core[1:]
    if len(core) > 1 and core[-1] in NOUNS:
        core = core[:-1]
    if article and len(core) == 3 and core[1] in ("numero", "opcion", "letra"):
        core = core[2:]  # "la obsion num 2"
    return _one(core)


def _one(core: tuple[str, ...]) -> int | None:
    """A number, letter, number word or ordinal that stands alone."""
    if len(core) != 1:
        return None
    word = core[0]
    return ORDINALS.get(word) or NUMBERS.get(word) or LETTERS.get(word) or number(word)


def number(word: str) -> int | None:
    """Digits without a leading zero."""
    if not (word.isascii() and word.isdigit()) or word[0] == "0" or len(word) > 2:
        return None
    return int(word)


_NOUN = rf"(?:{'|'.join(sorted(NOUNS))})"
_STANDS = r"(?:que (?:se )?(?:est[ae]|viene|sale|aparece|va|qued[oae]|pusiste|puso|dice|es|(?:me |nos )?(?:dijo|dijiste|menciono|mando|puso|dio)) )?"
""" "La que está abajo": where on the list."""
_AT = rf"{_STANDS}(?:(?:{_NOUN}|de|del|al|hasta|mer[oa]|merito|el) )*"
_Place = tuple[re.Pattern[str], Callable[[int], int]]
_PLACED: tuple[_Place, ...] = (
    (re.compile(rf"{_AT}ultim(?:it)?[oa](?: {_NOUN})?(?: (?:de|hasta) abajo| hasta el final)?"), lambda last: last),
    (re.compile(rf"{_AT}penultim[oa](?: {_NOUN})?"), lambda last: last - 1),
    (re.compile(rf"{_AT}antepenultim[oa](?: {_NOUN})?"), lambda last: last - 2),
)
_SIDES: tuple[_Place, ...] = (
    (re.compile(rf"{_AT}(?:final|abajo|fondo|mas abajo|(?<=al )ultimo)"), lambda last: last),
    (re.compile(rf"{_AT}(?:arriba|principio|inicio|comienzo|mas arriba)"), lambda last: 1),
    (re.compile(rf"{_AT}(?:en (?:mer[oa] )?)?(?:medio|enmedio|centro)"), lambda last: last // 2 + 1 if last % 2 else 0),
)
"""Only after an article: "la de abajo"."""
_MOST_OF = re.compile(
    rf"(?:{_NOUN} |de )?(?:que (?:sea|este|quede|tengan?s?|haya|salga) )?(?:lo )?mas (?P<how>\w+)(?: {_NOUN})?(?: de (?:todas|todos|es[ao]s))?"
)
""" "La más tarde", "la que sea más temprano"."""


def _placed(core: str, last: int, *, article: bool) -> int | None:
    """Options named by their place: the last, the middle one."""
    for pattern, place in (*_PLACED, *(_SIDES if article else ())):
        if pattern.fullmatch(core) and place(last) > 0:
            return place(last)
    return None


def _extreme(core: str, offered: tuple[dt.datetime, ...], *, lo: bool = False) -> int | None:
    """The soonest and the latest of them. "Lo más tarde" of a day may not be shown."""
    found = _MOST_OF.fullmatch(core)
    if found and found["how"] in SOONEST:
        return offered.index(min(offered)) + 1
    if found and found["how"] in LATEST and not lo:
        return offered.index(max(offered)) + 1
    return None


def _core(words: tuple[str, ...]) -> tuple[str, ...]:
    """What of a choice is the option, without what leads to it and follows it; and without "era", where a place follows:
    "era la 4" may be the hour."""
    core = tuple(stripped(" ".join(words)).split())
    return tuple(stripped(" ".join(core[1:])).split()) if core[:1] == ("era",) and core[-1] in PLACES else core


def matching(reading: Reading, offered: tuple[dt.datetime, ...]) -> list[int]:
    """The options that an exact reading can mean. Anything vague, or several wishes at once, means none."""
    if reading.alternatives or (reading.anchor and (reading.anchor.following or reading.anchor.other)):
        return []
    wishes = (reading.when,) if reading.when else reading.candidates
    if not wishes or not all(wish and wish.exact for wish in wishes):
        return []
    return [n for n, start in enumerate(offered, start=1) if any(wish and meets(wish, start) for wish in wishes)]


def meets(when: When, start: dt.datetime) -> bool:
    """Whether a local start lies in a wish."""
    day, clock = start.date(), start.time().replace(tzinfo=None)
    if (when.date_from and day < when.date_from) or (when.date_to and day > when.date_to):
        return False
    if when.exact:
        return clock == when.time_from
    if when.time_from and clock < when.time_from:
        return False
    return when.time_to in (None, dt.time(0)) or clock < when.time_to


def place(words: tuple[str, ...], offered: tuple[dt.datetime, ...]) -> int | None:
    """An ordinal, "el último" or "la más tarde" alone: one among some of the offered times."""
    core = tuple(stripped(" ".join(words)).split()) if len(words) <= _MOST_WORDS else ()
    core = core[1:] if core[:1] and core[0] in ARTICLES else core
    if not core or not offered:
        return None
    said = " ".join(core)
    only = 1 if len(offered) == 1 and said in ("unica", "unico") else None
    named = only or _placed(said, len(offered), article=True) or _extreme(said, offered)
    return named or (ORDINALS.get(core[0]) if len(core) == 1 else None)
