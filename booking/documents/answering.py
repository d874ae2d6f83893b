"""Whether a passage answers what is asked of a thing, and does not only speak of it: pure.

Words find the passages that speak of what a question names. One of them answers if it has the kind of fact that is
asked for (how much, whom to turn to, who, which papers, whether one may), and says it of that thing and as asked.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from booking.documents.asked_details import has_the_details
from booking.documents.asked_of_which import asked_by_the_way, is_for_them, is_of_the_same
from booking.documents.asked_words import Group
from booking.documents.asking_clauses import Clause
from booking.documents.medical_questions import circumstances
from booking.documents.prices import has_the_price
from booking.documents.ranking import COVERS, Scored
from booking.documents.word_forms import folded_words, really, with_and_without_clitic
from booking.documents.word_lists import lists
from booking.models.folded_text import without_accents

_SENTENCES = re.compile(r"(?<=[.!?;])\s+")
_DETERMINERS = r"(?:(?:un|una|unos|unas|el|la|los|las|mi|mis|su) )?"
_ASKS_OTHERWISE = re.compile(r"\b(?:que|q|cual|cuales|cuant[oa]s?|a?donde|quien|quienes|como|cuando)\b")
""" "¿Qué …?": no question of yes or no."""
_TAGS = frozenset(
    "a ahi aqui alla con de en el la los las y o no si algo eso esto para pa ustedes usted uds ya yo se lo le les me"
    " te nos es son hay cierto verdad porfa favor gracias mejor tambien asi hoy manana ahorita nomas solo ni".split()
)
"""What may stand last in a clause and asks nothing."""
_BEFORE_A_FOCUS = "a|para|pa|por|con|sin|en|de|del|al|desde|hasta|contra"
_IN_WHICH_WAY = re.compile(r"(\b[a-z]{3,}(?:ando|iendo|yendo))$")
_GOING_ON = re.compile(r"\b(?:est|and|sig|llev)[a-z]* [a-z]+$")
_OF_WHAT_WAS_TOLD = re.compile(
    r"^(?:y |pero |con )?(?:eso|asi)\b|\b(?:con|para) eso$"
    r"|^(?:y )?(?:como|donde|cuando|cuanto|puedo) (?:puedo )?(?:lo|la|los|las) [a-z]+$"
)
_IF_NOT = re.compile(
    r"(?<!saber )(?<!dime )\b(?:si|aunque) (?:ya|no) (?:(?:se|me|le|lo|la|les|nos|los|las) )*([a-z]{4,})\b"
)
_WHICH = re.compile(
    r"(?<!enfrente )\b(?:a|en|de|con|por|hasta|desde|para) que ([a-z]{4,})\b"
    r"|^(?:y )?(?:que|cual|cuales) ([a-z]{4,})\b(?! (?:traen?|incluyen?|contiene|llevan?|vienen?)\b)"
)
_ANY_THING = frozenset(
    "hora horas dias horario horarios momento tiempo edad precio costo cantidad parte lado altura piso calle"
    " doctor doctora medico especialista papel papeles documento documentos requisitos cosa cosas tipo puedo"
    " puede pueden podemos debo tengo llevo traigo necesito necesita ocupo ocupa hago hacen hice sigue pasa"
    " cuesta vale cobran incluye piden dicen significa quiere ruta camion calafia ponen puedes onda tanto"
    " tantas tantos trae hacer vacunas ustedes".split()
)
"""What is asked with "qué" and is a kind of fact, or a verb: not one of the clinic's things."""
_AGE = re.compile(r"\b(?:que edad|cuantos anos|cuantos meses)\b")
_HOW = re.compile(r"\b(?:como|con que) (?:(?:se|me|le|lo|la|les|nos|los|las|puedo|debo|tengo que) )*([a-z]{3,})\b")
""" "¿Cómo se lava?" """
_HAS_TO = re.compile(r"\b(?:tengo|tiene|tienen|tenemos|hay) que ")
_TOLD_WITH_IT = re.compile(r"\b(?:para|pa|al|no (?:puedo|puede|podemos)) [a-z]+")
_BEFORE_AN_INFINITIVE = frozenset(
    "puedo puede pueden podemos podria podrian debo debe deben a de se dejan voy va".split()
)
_BEFORE_A_NOUN = frozenset("el un una mi su en con de por para sin otra otro alguna algun".split())
_OF_ONES_DAY = re.compile(r"(?:trabaj|manej|viaj)ar")
"""What a clinic does not do with one, and what one may do or not: of others the thing is asked."""
_INFINITIVE = re.compile(r"[a-z]+[aei]r(?:me|se|le|lo|la|los|las|nos)?")


class _Kind(NamedTuple):
    asks: re.Pattern[str]
    gives: re.Pattern[str]


def answering(told: Sequence[Clause], groups: Sequence[Group], scored: Sequence[Scored]) -> list[Scored]:
    """The same; what does not give what is asked does not answer."""
    asked = [" ".join(folded_words(one.text)) for one in told if one.asks]
    ails, besides = circumstances(told), asked_by_the_way([one.text for one in told if not one.asks])
    return [
        one._replace(
            answers=one.answers and _gives(asked, groups, one, scored) and _speaks_of(ails, besides, groups, one)
        )
        for one in scored
    ]


def _speaks_of(ails: Sequence[str], besides: Sequence[str], groups: Sequence[Group], one: Scored) -> bool:
    """ "Soy alérgica, ¿me puedo …?": what is allowed to others is not told to whoever has that."""
    passage = _Passage(groups, one)
    return all(passage.says(one) for one in ails) and all(is_for_them(one, passage.says) for one in besides)


def _gives(asked: Sequence[str], groups: Sequence[Group], one: Scored, scored: Sequence[Scored]) -> bool:
    passage = _Passage(groups, one)
    return (
        all(_has_its_kind(clause, passage) for clause in asked)
        and all(has_the_price(clause, groups, passage.heading, one.candidate.passage.text) for clause in asked)
        and all(_has_what_is_asked_last(clause, passage) for clause in asked[-1:])
        and all(_has_the_condition(clause, passage) for clause in asked)
        and all(_has_which(clause, passage) for clause in asked)
        and all(_has_what_was_told(clause, passage) for clause in asked)
        and all(_has_what_is_done(clause, passage) for clause in asked)
        and not any(_does_it_to_another(clause, passage) for clause in asked)
        and all(is_of_the_same(clause, passage.words, passage.says) for clause in asked)
        and all(_has_the_details(clause, passage) for clause in asked)
        and not any(_AGE.search(clause) and _is_literally_of_another(passage, scored) for clause in asked)
    )


class _Passage:
    """A passage beside what was asked."""

    def __init__(self, groups: Sequence[Group], one: Scored) -> None:
        passage = one.candidate.passage
        self.groups, self.matched = groups, one.candidate.matched
        self.covers = one.covers
        self.id, self.heading = passage.id, folded_words(f"{passage.source} {passage.heading}")
        self.folded = without_accents(f"{passage.heading}. {passage.text}")
        self.folded_text = without_accents(passage.text)
        self.words = [*self.heading, *folded_words(passage.text)]
        self.sentences = _SENTENCES.split(self.folded_text)

    def says(self, word: str) -> bool:
        """Whether it has the word itself, or what is meant by it."""
        return really((word,), self.words) or any(word in self.groups[n].said.split() for n in self.matched)


def _has_the_details(clause: str, passage: _Passage) -> bool:
    return has_the_details(clause, passage.groups, passage.matched, passage.folded, passage.sentences, passage.says)


def _has_its_kind(clause: str, passage: _Passage) -> bool:
    """A price, a number, a person, a paper, a permission."""
    return all(
        kind.gives.search(passage.folded_text if name == "consequence" else passage.folded)
        for name, kind in _kinds().items()
        if kind.asks.search(clause)
    )


def _has_what_is_asked_last(clause: str, passage: _Passage) -> bool:
    """What a question of yes or no ends with is what is asked: "¿se la ponen a una embarazada?", "¿se llega
    caminando?". What answers by its vector alone has it however it stands there."""
    way = _IN_WHICH_WAY.search(clause)
    if way and not _GOING_ON.search(clause) and not passage.says(way[1]):
        return False
    words = clause.split()
    while words and words[-1] in _TAGS:
        words.pop()
    if not words or _ASKS_OTHERWISE.search(clause):
        return True
    last = words[-1]
    if passage.covers >= COVERS and not re.search(rf"\b(?:{_BEFORE_A_FOCUS}) {_DETERMINERS}{last}$", " ".join(words)):
        return True
    named = (n for n, group in enumerate(passage.groups) if group.names and group.said.split()[-1] == last)
    return all(n in passage.matched or passage.groups[n].measure is not None for n in named)


def _has_the_condition(clause: str, passage: _Passage) -> bool:
    """ "¿… si no aguanta el ayuno?": an exception is only told where it is said."""
    return all(_is_said(one[1], passage) for one in _IF_NOT.finditer(clause) if lists().doing.fullmatch(one[1]))


def _has_which(clause: str, passage: _Passage) -> bool:
    """ "¿A qué cuenta deposito?": of a thing that is no kind of fact, something is said."""
    things = (one[1] or one[2] for one in _WHICH.finditer(clause))
    said = {word for group in passage.groups for word in group.said.split()}
    return all(passage.says(thing) for thing in things if thing in said and thing not in _ANY_THING)


def _has_what_was_told(clause: str, passage: _Passage) -> bool:
    """ "Tomo antibiótico, ¿así puedo …?": what was told before is what is asked about."""
    if not _OF_WHAT_WAS_TOLD.search(clause):
        return True
    before = {n for n, group in enumerate(passage.groups) if group.beside and group.names}
    return not before or not before.isdisjoint(passage.matched)


def _has_what_is_done(clause: str, passage: _Passage) -> bool:
    """ "¿Los resultados los explica el doctor?": what a question of yes or no asks to be done is said, in its own words
    or those of its line; of "… o …" one of both."""
    clause = _HAS_TO.sub("debe ", clause)
    if not all(_is_said(one[1], passage) for one in _HOW.finditer(clause) if _done(f"se {one[1]}")):
        return False
    if _ASKS_OTHERWISE.search(clause) or any(group.measure for group in passage.groups):
        return True
    return any(all(_is_said(verb, passage) for verb in _done(part)) for part in re.split(r" o ", clause))


def _done(part: str) -> list[str]:
    """What is done in it that asks something by itself: not what for, nor what cannot be done."""
    known, words = lists(), _TOLD_WITH_IT.sub("", part).split()
    found = []
    for before, word in pairwise(["", *words]):
        forms = with_and_without_clitic(word, shortest=2)
        follows = before in _BEFORE_AN_INFINITIVE and _INFINITIVE.fullmatch(word) is not None
        if (not any(map(known.light.fullmatch, forms)) or (follows and _OF_ONES_DAY.match(word))) and (
            follows
            or (before not in _BEFORE_A_NOUN and any(map(known.doing.fullmatch, forms)))
            or any(map(known.done.fullmatch, forms))
        ):
            found.append(word)
    return found


def _is_said(verb: str, passage: _Passage) -> bool:
    unsaid = {group.said for n, group in enumerate(passage.groups) if n not in passage.matched}
    return verb not in unsaid or _is_said_otherwise(verb, passage)


def _is_said_otherwise(word: str, passage: _Passage) -> bool:
    lines = [line for line in lists().same_doing if word.startswith(line)]
    if any(said.startswith(line) for line in lines for said in passage.words):
        return True
    doing = lists().doing
    plain = with_and_without_clitic(word, shortest=2)[-1]
    return doing.fullmatch(plain) is not None and any(
        said[:3] == plain[:3] and said[3:4] and doing.fullmatch(said) is not None for said in passage.words
    )


def _does_it_to_another(clause: str, passage: _Passage) -> bool:
    """ "¿Me quitan un lunar?" of "Atiende lunares. Quita verrugas": what is done to something is said of another; but
    not what whoever asks is to do."""
    if _HAS_TO.search(clause):
        return False
    said = [folded_words(one) for one in passage.sentences]
    groups = [passage.groups[n] for n in sorted(passage.matched) if not passage.groups[n].beside]
    for verb in groups:
        if not _INFINITIVE.fullmatch(verb.said) or verb.measure:
            continue
        lines = [line for line in lists().same_doing if verb.said.startswith(line)]
        ways = (verb.said, *(f"{one}*" for line in lines for one in line))
        done = [words for words in said if really(ways, words)]
        things = [
            one
            for one in groups
            if one.names and not one.measure and re.search(rf"\b{verb.said} {_DETERMINERS}{one.said}\b", clause)
        ]
        if done and any(_is_elsewhere(thing, done, said) for thing in things):
            return True
    return False


def _is_elsewhere(thing: Group, done: Sequence[Sequence[str]], said: Sequence[Sequence[str]]) -> bool:
    if re.match(rf"(?:{_BEFORE_A_FOCUS}) ", thing.said):
        return False  # "pagar a meses"
    return not any(really(thing.ways, words) for words in done) and any(really(thing.ways, words) for words in said)


def _is_literally_of_another(passage: _Passage, scored: Sequence[Scored]) -> bool:
    """An age is that of what is named itself, where another passage names it."""
    for n in passage.matched:
        group = passage.groups[n]
        if not group.names or group.measure or group.beside or really((group.said,), passage.words):
            continue
        others = (one.candidate.passage for one in scored if one.candidate.passage.id != passage.id)
        if any(really((group.said,), folded_words(f"{one.heading} {one.text}")) for one in others):
            return True
    return False


@cache
def _kinds() -> dict[str, _Kind]:
    read = tomllib.loads(files("booking.documents").joinpath("answering.toml").read_text(encoding="utf-8"))
    return {name: _Kind(re.compile(one["asks"]), re.compile(one["gives"])) for name, one in read.items()}
