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
    " ado ada ados adas ido ida idos idas to ta ara aran are aremos aria arian era eran ere eria ira iran ire iria"
    " dra dran dria ase iese iera ieran ga gan go".split()
)


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
    the patterns of sentences that have what is measured; `advice` is that of questions which want a doctor's word,
    `of_the_clinic` of those which want none whatever ails who asks."""

    asks: re.Pattern[str]
    little: re.Pattern[str]
    somebody: re.Pattern[str]
    body: frozenset[str]
    doing: re.Pattern[str]
    done: re.Pattern[str]
    light: re.Pattern[str]
    same_doing: tuple[tuple[str, ...], ...]
    told: dict[Measure, re.Pattern[str]]
    advice: re.Pattern[str]
    of_the_clinic: re.Pattern[str]
    same: dict[str, list[tuple[tuple[str, ...], Same]]]


def meant(words: Sequence[str], place: int) -> tuple[Same | None, int]:
    """What is said there in one of the ways that are known, and in how many words: the longest first, the word itself
    before one that begins like it, and of these the one that begins so for longest."""
    best: Same | None = None
    rank, length = (0, False, 0), 1
    for wanted, same in lists().same.get(words[place][:2], ()):
        here, last = words[place : place + len(wanted)], wanted[-1]
        if len(here) < len(wanted) or not all(map(fits, wanted, here)):
            continue
        if len(wanted) == 1 and last.endswith("*") and lists().asks.fullmatch(words[place]):
            continue  # "perdón" is no form of "perder"
        fit = len(wanted), not any(word.endswith("*") for word in wanted), len(last)
        if fit > rank:
            best, rank, length = same, fit, len(wanted)
    return best, length


@cache
def lists() -> Lists:
    read, known = _read("asked_words"), _read("same_words")
    every = [Same(_ways(read[f"asks_{measure}"]), (), measure) for measure in Measure]
    every += [_same(line) for part in known.values() for line in part]
    doing, done, light = (
        re.compile(f"(?:{'|'.join(read[name].split())})(?:{_VERB})(?:{CLITIC})?") for name in ("doing", "done", "light")
    )
    same_doing = tuple(_ways(line) for line in read["same_doing"])
    advice = re.compile("|".join(read["advice"]))
    clinic = re.compile(read["of_the_clinic"])
    told = {measure: re.compile(read[measure]) for measure in Measure}
    asks, little, somebody = (_any_of(read[name]) for name in ("asks", "little", "somebody"))
    body = frozenset(read["body"].split())
    return Lists(
        asks, little, somebody, body, doing, done, light, same_doing, told, advice, clinic, _by_beginning(every)
    )


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
