"""An account of every word: what a reading carries, what may be passed over, and what is left over.

A word is carried where a field of the reading came of it. Of the others a closed class says nothing of its own
(courtesy, filler), and a clause that only tells of something (a symptom, an event, a reason) asks for nothing. Whatever
else stands there is left over, and nothing that has such words is acted on: it is asked about.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from nlu.filler import FILLER
from nlu.message import Message, Token
from nlu.misspelt import sound
from nlu.name_words import GIVEN, RELATIONS, TITLES
from nlu.when.words import MONTHS, WEEKDAYS

_UNITS = frozenset("minuto minutos hora horas dia dias noche noches semana semanas mes meses ano anos anito anitos rato".split())
_MEASURES = frozenset("grados kilos kg kilo cm centimetros metros mg gramos semanas fiebre temperatura".split())
_COUNTS = frozenset("un una unos unas dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta varios varias".split())
_CLITICS = frozenset("me se le les nos te lo la los las".split())
_PAST = re.compile(r"\w{2,}(?:aron|ieron|eron|aste|iste|aba|aban|abamos|iendo|ando|io|yo)")
_IMPERFECT = re.compile(r"\w*(?:[bdtv]|ten|ven|sal|pon|hac|quer|dorm|com|sufr|ped)ia(?:n|mos)?")
_WOULD = re.compile(r"(?:quer|quis|pod|pud|deb|gust|habr|tendr|hab)\w*|\w+r(?:ia|ian|iamos)")
_PERFECT = frozenset("he ha han hemos has habia habian haya".split())
_PARTICIPLE = re.compile(r"\w{2,}(?:ado|ido|to|cho|sto|ada|ida)s?")
_BOOKS = re.compile(r"(?:agend|reserv|apart|anot|apunt|program|separ)(?:o|a|e|as|es|an|en|ar|ando|aria|arian|amos)?(?:me|nos|le|la|lo|mela|selo)?")
_REASON = frozenset("para por de pa x del".split())
_DETERMINERS = frozenset("un una unos unas el la los las mi mis su sus lo al en con este esta ese esa a".split())
_TIME = frozenset({*WEEKDAYS, *MONTHS, "hoy", "manana", "tarde", "noche", "semana", "mes", "hora", "horas", "quincena", "fin"})


@cache
def _lists() -> dict[str, frozenset[str]]:
    data = tomllib.loads(files("nlu").joinpath("account.toml").read_text(encoding="utf-8"))
    return {name: frozenset(words.split()) for name, words in data.items()}


_HELPING = frozenset("hay haya tiene tienen tengan tenga tuviera tuvieran hubiera habra tendra tendran puede pueden podria pudiera es fuera se me".split())
"""After "si" and "cuando" of a polite request: "si tuviera algo", "cuando haya lugar"."""
_ASKING = frozenset("ver saber checar preguntar decirme dime checame".split())


def _led(message: Message) -> set[int]:
    """Small words that say nothing where they stand: a "no" or "sí" that opens, "¿no tienes …?", "si tuviera algo"."""
    words = [i for i, token in enumerate(message.tokens) if token.kind in ("word", "number")]
    small: set[int] = set()
    for place, index in enumerate(words):
        word = message.tokens[index].text
        before = message.tokens[words[place - 1]].text if place else ""
        after = message.tokens[words[place + 1]].text if place + 1 < len(words) else ""
        if (word in ("no", "si") and place == 0) or (word == "si" and place == len(words) - 1):
            small.add(index)
        elif word == "si" and (place == 1 or message.asks) and (before == "y" or after in ("mejor", "porfa")):
            small.add(index)
        elif word == "tarde" and before == "hizo":
            small |= {index, words[place - 1]}
        elif word in ("si", "cuando") and (after in _HELPING or before in _ASKING):
            small.add(index)
        elif word == "si" and before == "que":
            small.add(index)  # "creo que sí"
        elif word == "siempre" and after in ("si", "no"):
            small |= {index, words[place + 1]}  # "siempre no": after all
        elif word == "menos" and before == "lo":
            small.add(index)
        elif word == "no mas":
            small.add(index)
        elif before in ("esa", "ese", "esos", "esas") and word in _TIME | {"dia", "dias"}:
            small.add(index)
        elif word == "no" and after in ("tiene", "tienen", "tienes", "hay", "habra", "tendran", "tendra", "sera", "seria") and place < 3:
            small.add(index)
    return small


class Account(NamedTuple):
    """What of a message nobody has read, and what is only told of; clause by clause, as it was written."""

    left: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def left_over(message: Message, carried: set[int]) -> Account:
    """The account of a message. `carried` are the tokens that the reading came of."""
    small = _led(message)
    left: list[str] = []
    stories: list[str] = []
    told = False
    for clause in _clauses(message):
        open_ = [i for i in clause if i not in carried and i not in small and not _is_light(message.tokens[i])]
        open_ = [i for i in open_ if i not in _measures(message, clause)]
        asks = any(i in carried for i in clause)
        if not open_:
            told = told and not asks
            continue
        tells = _tells(message, clause, carried)
        led = clause.start and message.tokens[clause.start].text == "que" and message.tokens[clause.start - 1].text == "para"
        told = tells or (led and not asks) or (told and not asks and not _has_verb(message, clause))
        if told:
            stories.append(_quoted(message, clause, open_, carried))
            open_ = [i for i in open_ if i in set(_weighty(message, clause, carried))]
        elif asks:
            open_ = _without_reason(message, clause, open_, carried)
        if open_:
            left.append(_quoted(message, clause, open_, carried))
    return Account(tuple(left), tuple(stories))


_SINCE = frozenset("desde hace pasado pasada pasados pasadas".split())


def told_of_the_past(message: Message, asked_for: set[int]) -> set[int]:
    """The tokens of clauses that tell of something past, "le salieron ronchas ayer": no time in them is wished for.
    `asked_for` are the words that ask for something."""
    lists, told = _lists(), set()
    for clause in _clauses(message):
        past = any(message.tokens[i].text in _SINCE | lists["past_time"] for i in clause)
        if past and not asked_for & {*clause} and _has_verb(message, clause):
            told |= {*clause}
    return told


def _clauses(message: Message) -> list[range]:
    """Stretches between marks and before the words that join clauses."""
    joints, found = _lists()["joints"], []
    for stretch in message.clauses():
        begin = stretch.start
        for index in stretch:
            if index > begin and message.tokens[index].text.split()[0] in joints:
                found.append(range(begin, index))
                begin = index
            elif index > begin and _is_statement(message, range(begin, stretch.stop), index):
                head = index
                while head > begin and message.tokens[head - 1].text in _CLITICS | {"no"}:
                    head -= 1
                if head > begin and any(_is_statement(message, range(begin, head), i) for i in range(begin, head)):
                    continue
                if head > begin + 1 and not (message.tokens[head - 1].text in RELATIONS and head - begin <= 2):
                    found.append(range(begin, head))
                    begin = head
        found.append(range(begin, stretch.stop))
    return found


@cache
def _sounds() -> frozenset[str]:
    return frozenset(sound(word) for word in FILLER | _lists()["light"] | RELATIONS if len(word) >= 6)


@lru_cache(maxsize=8192)
def _light(word: str) -> bool:
    lists = _lists()
    if word in lists["weighty"]:
        return False
    if _BOOKS.fullmatch(word):
        return True
    known = word in FILLER or word in lists["light"] or word in RELATIONS or word in TITLES
    return known or (len(word) >= 6 and sound(word) in _sounds())


def _is_light(token: Token) -> bool:
    return token.kind not in ("word", "number") or all(map(_light, token.text.split()))


def _tells(message: Message, clause: range, carried: set[int]) -> bool:
    """Whether a clause that asks for nothing is headed by a verb that tells of something."""
    if any(i in carried for i in clause):
        return False
    return _has_verb(message, clause)


def _has_verb(message: Message, clause: range) -> bool:
    return any(_is_statement(message, clause, i) for i in clause)


def _is_statement(message: Message, clause: range, index: int) -> bool:
    """Whether a word is a verb that tells: of a state or the body, or of what has happened, by its form."""
    token, lists = message.tokens[index], _lists()
    word = token.text
    before = message.tokens[index - 1].text if index > clause.start else ""
    if token.kind != "word" or word in _CLITICS or word in GIVEN:
        return False
    if word in lists["state_verbs"]:
        return True
    if word in lists["body_verbs"]:
        return before in _CLITICS or before in ("", "y", "que", "no", "porque") or before in RELATIONS
    if _WOULD.fullmatch(word):
        return False
    if before in _PERFECT and _PARTICIPLE.fullmatch(word):
        return True
    if token.raw.casefold().endswith(("ó", "é", "í", "ió")) and len(word) > 2:
        return True
    if _PAST.fullmatch(word) or _IMPERFECT.fullmatch(word):
        return True
    return before in ("me", "se", "le") and word.endswith(("o", "e")) and len(word) > 2 and word not in FILLER


def _weighty(message: Message, clause: range, carried: set[int]) -> list[int]:
    """The words of a clause that tells of something that are more than that all the same."""
    lists, found, tokens = _lists(), [], message.tokens
    for index in clause:
        token = tokens[index]
        if index in carried or _is_light(token):
            continue
        before = [tokens[i].text for i in range(max(clause.start, index - 3), index)]
        after = [tokens[i].text for i in range(index + 1, min(clause.stop, index + 4))]
        if token.text == "no" and _denies_of_the_body(after, lists):
            continue
        if token.kind == "number" or token.text in _COUNTS:
            if _is_measure(before, after):
                continue
            if token.kind != "number":
                continue
            found.append(index)
        elif token.text in _TIME:
            if not _is_past(before, after, lists):
                found.append(index)
        elif token.text in lists["weighty"] and not (token.text in ("cuando", "si", "hasta", "antes", "despues", "cada", "donde") and index > clause.start):
            found.append(index)
    return found


def _denies_of_the_body(after: Sequence[str], lists: dict[str, frozenset[str]]) -> bool:
    """ "No puedo dormir", "no se me quita", "no me siento bien"."""
    rest = [word for word in after if word not in _CLITICS]
    if not rest:
        return False
    if rest[0] in ("puedo", "puede", "deja", "dejan") and len(rest) > 1:
        return rest[1] in lists["body_infinitives"]
    known = lists["body_verbs"] | lists["state_verbs"] | _PERFECT
    return (rest[0] in known and rest[0] not in ("voy", "va", "van", "vamos")) or bool(_PAST.fullmatch(rest[0]))


def _measures(message: Message, clause: range) -> set[int]:
    """How old, how long, how much: "35 años", "3 días", but for "cada 3 días" and "en 3 días"."""
    tokens, found = message.tokens, set()
    for index in clause:
        token = tokens[index]
        before = tokens[index - 1].text if index > clause.start else ""
        after = [tokens[i].text for i in range(index + 1, min(clause.stop, index + 4))]
        if (token.kind == "number" or token.text in _COUNTS) and before not in ("cada", "en", "dentro") and _is_measure((), after):
            found |= {index, *(i for i in range(index + 1, min(clause.stop, index + 3)) if tokens[i].text in _UNITS | _MEASURES)}
    return found


def _is_measure(before: Sequence[str], after: Sequence[str]) -> bool:
    """ "Tres días", "38 de fiebre", "6 años": how long, how much, how old."""
    near = [word for word in after if word != "de"][:1]
    return bool(near) and (near[0] in _UNITS or near[0] in _MEASURES) or "fiebre" in before or "temperatura" in before


def _is_past(before: Sequence[str], after: Sequence[str], lists: dict[str, frozenset[str]]) -> bool:
    """Whether words of time say since when, how long or when in the past."""
    around = {*before, *after}
    return bool(around & (lists["past_time"] | {"desde", "hace", "durante", "toda", "todo", "todas", "todos", "por"} | _COUNTS))


def _without_reason(message: Message, clause: range, open_: list[int], carried: set[int]) -> list[int]:
    """The open words of a request that do not say what it is for: "por un dolor de espalda", "de ortodoncia"."""
    lists, left, reason = _lists(), [], False
    for index in clause:
        word = message.tokens[index].text
        if word in _REASON or (index not in carried and word != "es" and _is_statement(message, clause, index)):
            reason = True
        elif index in open_:
            heavy = word in lists["weighty"] or word in _TIME or message.tokens[index].kind == "number" or word.endswith(("ar", "er", "ir"))
            if not reason or heavy:
                left.append(index)
                reason = False
        elif index in carried:
            reason = False
        elif word not in _DETERMINERS and word not in RELATIONS:
            reason = reason and _is_light(message.tokens[index])
    return left


def _quoted(message: Message, clause: range, open_: list[int], carried: set[int]) -> str:
    """The words left over as they were written, with the small ones that lead to them."""
    first, last = open_[0], open_[-1]
    if any(message.tokens[i].text == "cada" for i in open_):  # "cada quince días", whatever the days were taken for
        while last + 1 < clause.stop and (message.tokens[last + 1].text in _UNITS | _COUNTS):
            last += 1
    while first > clause.start and (first - 1 not in carried or message.tokens[first - 1].text in ("a", "con")) and len(message.tokens[first - 1].text) <= 4:
        first -= 1
    return message.text[message.tokens[first].start : message.tokens[last].end]
