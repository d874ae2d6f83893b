"""What words of a question say: nothing, little, the same as others, or that something is measured. The lists are read
once, of `asked_words.toml` and `same_words.toml`."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from booking.documents.word_forms import CLITIC, fits

_VERB = "|".join(
    "ar er ir r a as an amos o e es en emos imos aste iste io ieron eron aron i aba ban abamos ia ian ando iendo yendo"
    " ado ada ados adas ido ida idos idas to ta os ara aran are aremos aria arian era eran ere eria ira iran ire iria"
    " dra dran dria ase iese iera ieran ga gan go".split()
)


_BETWEEN = frozenset("el la los las un una unos unas mi mis su sus lo tanta tanto mucha mucho tan".split())


class Measure(StrEnum):
    """What is asked so is told only by a sentence that has one, and only of what stands with it."""

    AMOUNT = "amount"
    LENGTH = "length"
    LASTING = "lasting"
    HOURS = "hours"
    NAME = "name"


class Same(NamedTuple):
    """Ways to say one thing: those that a text has, and what else is said for it in questions. `among`: in these
    words a text tells of all things of its kind."""

    ways: tuple[str, ...]
    asked: tuple[str, ...] = ()
    measure: Measure | None = None
    among: tuple[str, ...] = ()


class Lists(NamedTuple):
    """`asks` names nothing, `little` says little, and so do `somebody` of whoever asks and a form of a verb of `doing`,
    of which `light` ones ask nothing by themselves; what is `done` a text says as it is, and lines of `same_doing` are
    the beginnings of words that say the same; `body` are places on one, which say little beside a question; `told` are
    the patterns of sentences that have what is measured."""

    asks: re.Pattern[str]
    little: re.Pattern[str]
    somebody: re.Pattern[str]
    body: frozenset[str]
    doing: re.Pattern[str]
    done: re.Pattern[str]
    light: re.Pattern[str]
    same_doing: tuple[tuple[str, ...], ...]
    told: dict[Measure, re.Pattern[str]]
    same: dict[str, list[tuple[tuple[str, ...], Same]]]


def meant(words: Sequence[str], place: int) -> tuple[Same | None, int]:
    """What is said there in one of the ways that are known, and in how many words: the longest first, the word itself
    before one that begins like it, and of these the one that begins so for longest."""
    best: Same | None = None
    rank, length = (0, False, 0), 1
    for wanted, same in lists().same.get(words[place][:2], ()):
        taken, last = _places(wanted, words, place), wanted[-1]
        if not taken:
            continue
        if len(wanted) == 1 and last.endswith("*") and lists().asks.fullmatch(words[place]):
            continue  # "perdón" is no form of "perder"
        fit = len(wanted), not any(word.endswith("*") for word in wanted), len(last)
        if fit > rank:
            best, rank, length = same, fit, taken
    return best, length


def _places(wanted: Sequence[str], words: Sequence[str], place: int) -> int:
    """How many words from there on these are said in, whatever small one stands between two of them: "sacaron una
    muela". None: they are not."""
    at = place
    for number, one in enumerate(wanted):
        while number and at < len(words) and words[at] in _BETWEEN and not fits(one, words[at]):
            at += 1
        if at >= len(words) or not fits(one, words[at]):
            return 0
        at += 1
    return at - place


@cache
def lists() -> Lists:
    read, known = _read("asked_words"), _read("same_words")
    every = [Same(_ways(read[f"asks_{measure}"]), (), measure) for measure in Measure]
    every += [_same(line) for part in known.values() for line in part]
    doing, done, light = (
        re.compile(f"(?:{'|'.join(read[name].split())})(?:{_VERB})(?:{CLITIC})?") for name in ("doing", "done", "light")
    )
    asks, little, somebody = (_any_of(read[name]) for name in ("asks", "little", "somebody"))
    little = re.compile(f"{little.pattern}|{_any_of(read['irregular']).pattern}")
    same_doing = tuple(_ways(line) for line in read["same_doing"])
    told = {measure: re.compile(read[measure]) for measure in Measure}
    body = frozenset(read["body"].split())
    return Lists(asks, little, somebody, body, doing, done, light, same_doing, told, _by_beginning(every))


@cache
def listed_words() -> frozenset[str]:
    """Those that are a way to say something by themselves."""
    each = (wanted for line in lists().same.values() for wanted, _ in line)
    return frozenset(wanted[0].removesuffix("*") for wanted in each if len(wanted) == 1)


def _read(name: str) -> dict[str, str]:
    return tomllib.loads(files("booking.documents").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _same(line: str) -> Same:
    said, _, among = line.partition("^")
    ways, _, asked = said.partition("|")
    return Same(_ways(ways), _ways(asked), among=_ways(among))


def _by_beginning(every: Sequence[Same]) -> dict[str, list[tuple[tuple[str, ...], Same]]]:
    """By the first two letters of what is said, in the order of the lists."""
    found: dict[str, list[tuple[tuple[str, ...], Same]]] = defaultdict(list)
    for same in every:
        for way in (*same.ways, *same.asked):
            wanted = tuple(way.split())
            found[wanted[0][:2]].append((wanted, same))
    return found


def _ways(line: str) -> tuple[str, ...]:
    return tuple(_each(line))


def _each(line: str) -> Iterator[str]:
    return (way.strip() for way in line.split(",") if way.strip())


def _any_of(words: str) -> re.Pattern[str]:
    return re.compile("|".join(word.replace("*", "[a-z]*") for word in words.split()))
