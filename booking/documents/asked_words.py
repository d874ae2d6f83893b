"""What of a question is looked for: its words, folded, each with the other ways to say it."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from booking.models.documents import Area
from booking.models.folded_text import without_accents

LITTLE = 1 / 3
"""What a word that says little counts for, beside one that names something."""
_AREAS = {area.value: area for area in Area if area is not Area.OTHER} | {"informacion": Area.OTHER}
_SHORTEST_SLIP = 6
_SHORTEST_NAME = 4
_STEM = 5
"""Letters that a word has in common with its other forms, where that alone tells; of one less, the endings must too."""
_LONGEST_ENDING = 7
_PLURAL = frozenset({"", "s", "es"})
_NOUNS = frozenset({"", "a", "o", "as", "os", "s", "es"})
_CONJUGATED = frozenset("a an ar ara are aba ado ada e en er era ido ir ira ue ues uen ando iendo amos emos".split())
"""Endings of verbs, which may be longer than what is before them."""
_VERB = "|".join(
    "ar er ir r a as an amos o e es en emos imos aste iste io ieron aron i aba aban abamos ia ian ando iendo yendo"
    " ado ada ados adas ido ida idos idas to ta ara aran are aremos aria arian era eran ere eria ira iran ire iria"
    " dra dran dria ase iese iera ieran ga gan go".split()
)
_CLITIC = "me|te|se|le|les|lo|la|los|las|nos|selo|sela|selos|selas|melo|mela|telo|tela|noslo"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Measure(StrEnum):
    """What is asked so is told only by a sentence that has one, and only of what stands with it."""

    AMOUNT = "amount"
    LENGTH = "length"


class Group(NamedTuple):
    """One thing that is looked for: any of the `ways` to say it; `said` is the one that was. `weight`: how much it
    says; `measure`: what is asked of something else, what it costs or how long it takes."""

    ways: tuple[str, ...]
    weight: float = 1.0
    said: str = ""
    measure: Measure | None = None

    @property
    def names(self) -> bool:
        """It names something, and does not say little."""
        return self.weight == 1.0


class _Lists(NamedTuple):
    asks: re.Pattern[str]
    little: re.Pattern[str]
    doing: re.Pattern[str]
    measures: dict[Measure, tuple[tuple[str, ...], re.Pattern[str]]]
    same: tuple[tuple[str, ...], ...]
    advice: re.Pattern[str]


def folded_words(text: str) -> list[str]:
    """Its words without accents, marks or capitals."""
    return re.findall(r"[a-z0-9]+", without_accents(text))


def groups_of(question: str) -> tuple[Group, ...]:
    """What it names, in its order; each thing once."""
    lists, words = _lists(), folded_words(question)
    found: dict[tuple[str, ...], Group] = {}
    place = 0
    while place < len(words):
        ways, length = _same(words, place)
        said = " ".join(words[place : place + max(length, 1)])
        little = lists.little.fullmatch(said) or _is_age(words, place) or (not ways and lists.doing.fullmatch(said))
        weight = LITTLE if little else 1.0
        if ways and (ways not in found or found[ways].weight < weight):
            found[ways] = Group(ways, weight, said, _measure_of(ways))
        elif not ways and not lists.asks.fullmatch(said) and (len(said) > 2 or any(c.isdigit() for c in said)):
            found.setdefault((said,), Group(_forms(said), weight, said))
        place += max(length, 1)
    return tuple(found.values())


def area_of(question: str) -> tuple[Area | None, str]:
    """The area that a question begins with and what it asks of that: "preparación de ultrasonido"."""
    said = re.fullmatch(r"\W*(\w+) (?:del? )(?:las? |los )?(.+)", without_accents(question))
    area = _AREAS.get(said[1]) if said else None
    return (area, said[2]) if said and area else (None, question)


def names_what_is_nowhere(groups: Sequence[Group], frequencies: Sequence[int], is_word: Callable[[str], bool]) -> bool:
    """Whether it has a name, which is no Spanish word and stands nowhere: what is told of others is no answer."""
    return any(
        times == 0
        and group.names
        and len(group.said) >= _SHORTEST_NAME
        and group.said.isalpha()
        and not is_word(group.said)
        for group, times in zip(groups, frequencies, strict=True)
        if len(group.ways) == 1
    )


def numbers_of(groups: Sequence[Group]) -> frozenset[str]:
    """Its numbers that may tell one thing from another, "24 elementos": not ages, nor how many."""
    return frozenset(group.said for group in groups if group.names and group.said.isdigit() and len(group.said) > 1)


def _forms(said: str) -> tuple[str, ...]:
    """A verb with whom it is done to, and without: "asolearme", "asolear"."""
    plain = re.fullmatch(rf"(.{{3,}}[aei]r)(?:{_CLITIC})", said)
    return (said, plain[1]) if plain else (said,)


def _is_age(words: Sequence[str], place: int) -> bool:
    """Who somebody is, and not what is asked: no text has every age."""
    return words[place].isdigit() and place + 1 < len(words) and words[place + 1] in ("anos", "ano", "meses")


def with_measures(text: str, measure: Measure) -> str:
    """Those of its sentences that say what something costs, or how long it takes."""
    each = re.split(r"(?<=[.!?])\s+", text)
    _, told = _lists().measures[measure]
    return " ".join(one for one in each if told.search(without_accents(one)))


def _measure_of(ways: tuple[str, ...]) -> Measure | None:
    return next((measure for measure, (asked, _) in _lists().measures.items() if asked == ways), None)


def really(ways: Sequence[str], text: Sequence[str]) -> bool:
    """Whether one of these ways to say it stands in a text's folded words. Full text cuts "partos" and "partir" down to
    the same letters."""
    return any(
        all(_alike(one, word) for one, word in zip(wanted, text[at:], strict=False))
        for way in ways
        for wanted in (way.split(),)
        for at in range(len(text) - len(wanted) + 1)
    )


def _alike(wanted: str, word: str) -> bool:
    """The same word with another ending: as many letters as a stem has begin both."""
    if wanted.endswith("*"):
        return word.startswith(wanted[:-1])
    if wanted == word:
        return True
    shorter = min(len(wanted), len(word))
    same = next((n for n, (a, b) in enumerate(zip(wanted, word, strict=False)) if a != b), shorter)
    endings = {wanted[same:], word[same:]}
    if same >= _STEM:
        return same >= math.ceil(0.7 * shorter) and max(map(len, endings)) <= _LONGEST_ENDING
    return endings <= _PLURAL or (same == _STEM - 1 and (endings <= _NOUNS or endings <= _CONJUGATED))


def wants_advice(question: str) -> bool:
    """Whether it asks for a diagnosis, a dose or a treatment, which no document answers."""
    return bool(_lists().advice.search(" ".join(folded_words(question))))


def put_right(
    groups: Sequence[Group],
    frequencies: Sequence[int],
    known: Callable[[], Iterable[str]],
    is_word: Callable[[str], bool],
) -> tuple[Group, ...]:
    """The same, where a word that stands nowhere is a slip of one that does: a letter too many, missing, another, or
    two in each other's place. A Spanish word is no slip, and one that may be of two is left alone."""
    stands: frozenset[str] | None = None
    mended = []
    for group, times in zip(groups, frequencies, strict=True):
        word = group.ways[0]
        if times == 0 and len(group.ways) == 1 and len(word) >= _SHORTEST_SLIP and not is_word(word):
            stands = frozenset(known()) if stands is None else stands
            meant = {one for one in _slips(word) if one in stands}
            if len({one.removesuffix("s") for one in meant}) == 1:
                said = min(meant)
                ways, _ = _same([said], 0)
                group = Group(ways or tuple(sorted(meant)), group.weight, said)
        mended.append(group)
    return tuple(mended)


def _same(words: Sequence[str], place: int) -> tuple[tuple[str, ...], int]:
    """The ways to say what stands there, the longest that fits first, and of how many words it is."""
    best: tuple[tuple[str, ...], int] = ((), 0)
    for ways in _lists().same:
        for way in ways:
            wanted = way.split()
            here = words[place : place + len(wanted)]
            if len(wanted) > best[1] and len(here) == len(wanted) and all(map(_fits, wanted, here)):
                best = ways, len(wanted)
    return best


def _fits(wanted: str, word: str) -> bool:
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted


@lru_cache(maxsize=256)
def _slips(word: str) -> frozenset[str]:
    def made() -> Iterator[str]:
        for at in range(len(word) + 1):
            head, tail = word[:at], word[at:]
            yield head + tail[1:]
            if len(tail) > 1:
                yield head + tail[1] + tail[0] + tail[2:]
            for letter in _LETTERS:
                yield head + letter + tail
                yield head + letter + tail[1:]

    return frozenset(made()) - {word}


@cache
def _lists() -> _Lists:
    read = tomllib.loads(files("booking.documents").joinpath("asked_words.toml").read_text(encoding="utf-8"))
    price, lasting = _ways(read["price"]), _ways(read["lasting"])
    same = (price, lasting, *map(_ways, read["same"]))
    measures = {
        Measure.AMOUNT: (price, re.compile(read["amount"])),
        Measure.LENGTH: (lasting, re.compile(read["length"])),
    }
    doing = re.compile(f"(?:{'|'.join(read['doing'].split())})(?:{_VERB})(?:{_CLITIC})?")
    advice = re.compile("|".join(read["advice"]))
    return _Lists(_any_of(read["asks"]), _any_of(read["little"]), doing, measures, same, advice)


def _ways(line: str) -> tuple[str, ...]:
    return tuple(way.strip() for way in line.split(","))


def _any_of(words: str) -> re.Pattern[str]:
    return re.compile("|".join(word.replace("*", "[a-z]*") for word in words.split()))
