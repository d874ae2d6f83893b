"""An account of every word: what a reading carries, what may be passed over, and what is left over.

A word is carried where a field of the reading came of it. Of the others a closed class says nothing of its own
(courtesy, filler), and a clause that only tells of something (a symptom, an event, a reason) asks for nothing. Whatever
else stands there is left over, and nothing that has such words is acted on: it is asked about.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence, Set
from functools import cache, lru_cache
from importlib.resources import files

from nlu.naming.name_words import RELATIONS, TITLES
from nlu.told import is_of_the_past, reported
from nlu.when.words import MONTHS, WEEKDAYS
from nlu.wishes.refusals import staying, together
from nlu.words import spelling
from nlu.words.filler import FILLER
from nlu.words.message import Message, Token, found_once
from nlu.words.statements import CLITICS, PAST, PERFECT, clauses_of, denies_what_is_told, is_headed, lists, tells
from nlu.words.verb_forms import BOOKS
from nlu.words.word_sets import word_set

_UNITS = word_set("minuto minutos hora horas dia dias noche noches semana semanas mes meses ano anos anito anitos")
_STRETCHES = word_set("minuto minutos hora horas dia dias semana semanas mes meses")
_LASTS = word_set("""hace desde durante por con de llevo lleva llevamos tengo tiene tenemos traigo ando tenia cumple cumplio tarda dura
    duro casi ya""")
_SAME = re.compile(r" mism[oa] (?:dia|hora|horario|fecha)(?= )")
""" "El mismo día que mi mamá", "a la misma hora": which, has to be known."""
_MEASURES = word_set("calentura grados kilos kg kilo cm centimetros metros mg gramos fiebre temperatura")
_COUNTS = word_set("""un una unos unas dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta
    varios varias""")
_REASON = word_set("para por de pa x del")
_APPOINTMENT = word_set("cita citas consulta consultas turno")
"""Followed by "de" and what no list has, a kind of appointment that the clinic may not have."""
_CHECKS = re.compile(r"(?:revis|chec|chequ|cheque|valor|cur|oper|atend|atiend)\w*|ver|vea|vean")
_WHOSE = word_set("el la los las mi mis su sus")
_HEAVY = re.compile(r"(?:[aei]r|log[oa]s?|ist[ao]s?|iatras?)$")
"""An infinitive, or somebody of a trade: more than a reason."""
_AROUND_REASON = word_set("un una unos unas el la los las mi mis su sus lo al en con este esta ese esa a")
TIME = frozenset({*WEEKDAYS, *MONTHS, *"hoy manana tarde noche semana mes hora horas quincena fin".split()})
_OF_THE_PAST = word_set("desde hace durante toda todo todas todos por")
_INSIDE = word_set("cuando si hasta antes despues cada donde")
"""What weighs at the head of a clause only."""
_SCHEDULE = word_set("voy va van vamos")
NOTHING: set[int] = set()


def left_over(
    message: Message, carried: set[int], *, of_stories: set[int] = NOTHING, asked: bool = False
) -> tuple[str, ...]:
    """What of a message nobody has read, clause by clause, as it was written. `carried` are the tokens that the reading
    came of; those of them that `of_stories` has, a relative or a time, ask for nothing where they stand in a clause
    that tells.  Where a question is `asked` and
    nothing else, what stands beside it tells why, but for what weighs."""
    known = carried | passing(message) | staying(message) | together(message)
    left: list[tuple[int, int]] = []
    said_so = reported(message)
    in_story = False
    clauses = clauses_of(message)
    same = {i for match in _SAME.finditer(message.flat) for i in message.between(match.start() + 1, match.end())}
    for place, clause in enumerate(clauses):
        asks = any(i in carried for i in clause)
        measured = _measures(message, clause, asks=asks)
        passed = (i for i in clause if i not in known and i not in measured and not _happens_now(message, i))
        open_ = [i for i in passed if i in same or not _is_light(message.tokens[i])]
        if asks and not any(i in carried - of_stories for i in clause) and tells(message, clause):
            asks = False
        if not open_:
            in_story = not asks and (in_story or tells(message, clause))
            continue
        goes_on = in_story or _leads_to_a_story(message, clause, clauses[place + 1 : place + 2], carried)
        in_story = (asked and not asks) or _only_tells(message, clause, asks=asks, goes_on=goes_on)
        if in_story:
            open_ = [i for i in open_ if _weighs(message, clause, i) or may_be_a_time(message, i, carried)]
            open_ = [
                i for i in open_ if i not in said_so or message.tokens[i].text in lists()["weighty"] - {"no", "hasta"}
            ]
        elif asks:
            open_ = _without_reason(message, clause, open_, carried)
        if open_:
            first, last = _stretch(message, clause, [*clause] if asked and not asks else open_, carried)
            joined = bool(left) and left[-1][1] + 1 == first  # "pero sin | que sepa mi mamá" is one thing
            left[-1:] = [(left[-1][0], last)] if joined else [*left[-1:], (first, last)]
    tokens = message.tokens
    return tuple(message.text[tokens[first].start : tokens[last].end] for first, last in left)


def _happens_now(message: Message, index: int) -> bool:
    """ "Estoy pasando por …": tells of something, where "pasando la boda" is when."""
    before = message.tokens[index - 1].text if index else ""
    return message.tokens[index].text == "pasando" and before.startswith(("est", "and"))


def strictly_left(message: Message, carried: set[int]) -> set[int]:
    """The tokens that are neither carried nor courtesy, where no word of its own says what is asked for: beside a day
    alone, "confirmar" and "voy" are more than a light word."""
    known = carried | passing(message) | staying(message) | together(message)
    words = FILLER | RELATIONS | TITLES | lists()["courtesy"]
    return {
        i
        for i, token in enumerate(message.tokens)
        if i not in known and token.kind in ("word", "number") and not words >= {*token.text.split()}
    }


_ARTICLES = word_set("el la los las un una mi mis su sus este esta ese esa porque y pero que")


def _leads_to_a_story(message: Message, clause: range, after: list[range], carried: set[int]) -> bool:
    """Whether a clause is no more than what the next one tells of: "el zapato | me lastimó", "el dolor | ya es mucho"."""
    if not after or after[0].start != clause.stop or {*after[0]} & carried or not tells(message, after[0]):
        return False
    words = [message.tokens[i].text for i in clause]
    return any(word in _ARTICLES for word in words) and sum(word not in _ARTICLES for word in words) == 1


def _only_tells(message: Message, clause: range, *, asks: bool, goes_on: bool) -> bool:
    """Whether a clause asks for nothing: it is headed by a verb that tells, says what for, or goes on with a story."""
    if asks:
        return False
    first = message.tokens[clause.start].text
    purpose = first == "que" and clause.start > 0 and message.tokens[clause.start - 1].text == "para"
    named = len(clause) > 1 and all(message.tokens[i].raw[:1].isupper() for i in clause)  # "…, Luis Peña"
    return purpose or (goes_on and not named and first not in ("con", "sin")) or tells(message, clause)


@cache
def phrases_passed() -> dict[str, tuple[re.Pattern[str], ...]]:
    """Words that say nothing where they stand, by each word that they may begin with, of which one must be there; those
    that begin otherwise by none."""
    data = tomllib.loads(files("nlu").joinpath("account.toml").read_text(encoding="utf-8"))
    found: dict[str, list[re.Pattern[str]]] = {"": []}
    for pattern in data["passing"]:
        begins = _BEGINS.match(pattern)
        for word in (begins[1] or begins[2]).split("|") if begins else ("",):
            found.setdefault(word, []).append(re.compile(pattern))
    return {word: tuple(patterns) for word, patterns in found.items()}


_BEGINS = re.compile(r" (?:([a-z]+)|\(\?:([a-z]+(?:\|[a-z]+)*)\))(?= |\(\?[:=] )")
"""A word, or one of several, as a pattern begins with one."""


@found_once
def passing(message: Message) -> frozenset[int]:
    """Small words that say nothing where they stand: a "no" that opens, "si tuviera algo", "¿no tienes …?"."""
    known = phrases_passed()
    phrases = (one for word in {"", *message.words} if word in known for one in known[word])
    found = (match for pattern in phrases for match in pattern.finditer(message.flat))
    return frozenset(i for match in found for i in message.between(match.start() + 1, match.end()))


@lru_cache(maxsize=8192)
def _light(word: str) -> bool:
    if word in lists()["weighty"]:
        return False
    known = word in FILLER or word in lists()["light"] or word in RELATIONS or word in TITLES
    return known or bool(BOOKS.fullmatch(word))


def _is_light(token: Token) -> bool:
    return token.kind not in ("word", "number") or all(map(_light, token.text.split()))


def _weighs(message: Message, clause: range, index: int) -> bool:
    """Whether a word of a clause that tells of something is more than that: a "no", a number, a time to come."""
    tokens, word = message.tokens, message.tokens[index].text
    before = [tokens[i].text for i in range(max(clause.start, index - 3), index)]
    after = [tokens[i].text for i in range(index + 1, min(clause.stop, index + 4))]
    if word == "no" and (_denies_of_the_body(after) or denies_what_is_told(message, clause, index)):
        return False
    if tokens[index].kind == "number":
        dated = before[-1:] == ["el"] or (after[:1] == ["de"] and after[1:2] and after[1] in MONTHS)
        return not ({"fiebre", "temperatura", "calentura"} & {*before} or (dated and is_of_the_past(message, clause)))
    if word in TIME:
        past = lists()["past_time"] | _OF_THE_PAST | _COUNTS
        return not ({*before, *after} & past or is_of_the_past(message, clause))
    inside = word in _INSIDE and clause.start < index < clause.stop - 1  # "tiene que ser antes" weighs
    return word in lists()["weighty"] and not inside


_OF_ABILITY = word_set("puedo puede pueden deja dejan")


def _denies_of_the_body(after: Sequence[str]) -> bool:
    """ "No puedo dormir", "no se me quita", "no me siento bien"."""
    rest = [word for word in after if word not in CLITICS | {"ni", "casi", "bien"}]
    if not rest:
        return False
    if rest[0] in ("quiere", "quieren") and len(rest) > 1:
        return rest[1] in lists()["bodily"]
    if rest[0] in _OF_ABILITY and len(rest) > 1:
        return rest[1] in lists()["body_infinitives"] or rest[1].endswith(("arme", "erme", "irme"))
    known = (lists()["failing_verbs"] | lists()["body_verbs"] | lists()["state_verbs"] | PERFECT) - _SCHEDULE
    return rest[0] in known or bool(PAST.fullmatch(rest[0]))


def _measures(message: Message, clause: range, *, asks: bool) -> set[int]:
    """How old, how long, how much: "35 años", "3 días", "38 de fiebre"; but for "cada 3 días" and "en 3 días", and for
    a stretch of time beside what is `asked` for that nothing says to be over: "recórramela una semana"."""
    tokens, found = message.tokens, set()
    for index in clause:
        before = tokens[index - 1].text if index > clause.start else ""
        near = range(index + 1, min(clause.stop, index + 3))
        units = [i for i in near if tokens[i].text in _UNITS | _MEASURES]
        counts = tokens[index].kind == "number" or tokens[index].text in _COUNTS
        if tokens[index].text in ("hace", "desde"):  # "desde hace unos años"
            until = next((i for i in range(index + 1, min(clause.stop, index + 5)) if tokens[i].text in _UNITS), None)
            past = until is not None and any(tokens[i].text == "hace" for i in (index, index + 1))
            found |= {*range(index, until + 1)} if until is not None and past else set()
        if (
            tokens[index].kind == "number"
            and before in ("tiene", "tengo", "cumplio", "cumple")
            and len(tokens[index].text) == 2
        ):
            found.add(index)  # "tiene 78"
        stretch = asks and any(tokens[i].text in _STRETCHES for i in units)
        if stretch and not {tokens[i].text for i in range(max(clause.start, index - 3), index)} & _LASTS:
            continue
        if counts and units and before not in ("cada", "en", "dentro"):
            found |= {index, *units}
    return found


def _without_reason(message: Message, clause: range, open_: list[int], carried: set[int]) -> list[int]:
    """The open words of a request that do not say what it is for: "por un dolor de espalda", "de ortodoncia"."""
    left, reason, checked = [], False, False
    for index in clause:
        word = message.tokens[index].text
        kind = word == "de" and index > clause.start and message.tokens[index - 1].text in _APPOINTMENT
        checked = checked or bool(_CHECKS.fullmatch(word))
        of_body = checked and word in _WHOSE | {"un", "una", "unos", "unas"}  # "que me revise las rodillas", "un lunar"
        of_body = of_body and message.tokens[max(index - 1, 0)].text not in ("con", "sin")  # "con mi perro"
        if (word in _REASON and not kind) or of_body or (index not in carried and is_headed(message, clause, index)):
            reason = True
        elif index in open_:
            number = message.tokens[index].kind == "number"
            named = index > clause.start and message.tokens[index - 1].text in _WHOSE  # "mi azúcar" is no verb
            heavy = word in lists()["weighty"] or word in TIME or number or (bool(_HEAVY.search(word)) and not named)
            heavy = heavy or may_be_a_time(message, index, carried)
            if not reason or heavy:
                left.append(index)
                reason = False
        elif index in carried:
            reason = False
        elif word not in _AROUND_REASON:
            reason = reason and _is_light(message.tokens[index])
    return left


_BEFORE_TIME = word_set("el del al proximo este")
_PROPER = word_set("tijuana mexicali tecate rosarito ensenada otay chat whats whatsapp wasap facebook face")
_SHORTEST = 4
"""Letters: the list has not every form of short verbs, "la que cae en miércoles"."""


def may_be_a_time(message: Message, index: int, timed: Set[int]) -> bool:
    """ "El inde", "pasad mañana", "las 7 y meda": a word that nobody knows, where a time is said or would be."""
    token, tokens = message.tokens[index], message.tokens
    named = token.text in _PROPER or (index > 0 and token.raw[:1].isupper() and not token.raw.isupper())
    if token.kind != "word" or named or len(token.text) < _SHORTEST or not spelling.is_unknown(token.text):
        return False
    beside = {n for n in (index - 1, index + 1) if 0 <= n < len(tokens) and n in timed}
    if index > 1 and tokens[index - 1].text in ("y", "de", "a", "las"):
        beside |= {index - 2} & timed
    return bool(beside) or (index > 0 and tokens[index - 1].text in _BEFORE_TIME)


def _stretch(message: Message, clause: range, open_: list[int], carried: set[int]) -> tuple[int, int]:
    """From where to where words are quoted that are left over: with the small ones that lead to them, and what "si no"
    leads to."""
    tokens, first, last = message.tokens, open_[0], open_[-1]
    while first > clause.start and len(tokens[first - 1].text) <= 4:
        if first - 1 in carried and tokens[first - 1].text not in ("a", "con"):
            break
        first -= 1
    if last > first and (tokens[last - 1].text, tokens[last].text) == ("si", "no"):
        last = clause.stop - 1
    return first, last
