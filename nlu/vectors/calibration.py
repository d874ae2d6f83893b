"""From which cosine on a model says that a text is about a question, measured on pairs of both whose answer is known."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from booking.models.documents import Vector

_WRONG: Final = 0.01
"""Of pairs that have nothing to do with each other, so many may be taken for alike."""
_BEYOND: Final = 0.005
_LEAST, _MOST = 0.05, 0.999


class Calibrated(NamedTuple):
    """`threshold`: a cosine that hardly any two texts reach that have nothing to do with each other; `knows`: the share
    of those that belong together which reach it. A model that does not know Spanish knows next to none."""

    threshold: float
    knows: float


def calibrated(
    of_questions: Callable[[Sequence[str]], Sequence[Vector]], of_texts: Callable[[Sequence[str]], Sequence[Vector]]
) -> Calibrated:
    """Of whoever makes these vectors, each of length one."""
    pairs = _pairs()
    questions, texts = of_questions([one for one, _ in pairs]), of_texts([other for _, other in pairs])
    alike = [_cosine(one, other) for one, other in zip(questions, texts, strict=True)]
    apart = sorted(
        (_cosine(one, other) for n, one in enumerate(questions) for m, other in enumerate(texts) if n != m),
        reverse=True,
    )
    least = apart[int(len(apart) * _WRONG)]
    threshold = min(max(round(least + _BEYOND, 3), _LEAST), _MOST)
    return Calibrated(threshold, sum(cosine > least + _BEYOND for cosine in alike) / len(alike))


def _cosine(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@cache
def _pairs() -> tuple[tuple[str, str], ...]:
    read = tomllib.loads(files("nlu").joinpath("same_meaning.toml").read_text(encoding="utf-8"))
    return tuple((str(one), str(other)) for one, other in read["pairs"])
