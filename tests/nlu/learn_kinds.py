"""Learns the weights of the likely kinds: `python -m tests.nlu.learn_kinds` writes `nlu/likely_kinds.bin`.

From the example messages of `data` and from `data/kinds.tsv`, which people wrote who had not read the rules: the state,
the kinds that a careful receptionist would call right, the message.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from booking.models import State
from nlu import likely_kinds
from tests.nlu import messages

DATA = Path(__file__).parent / "data"
WEIGHTS = Path(likely_kinds.__file__).with_suffix(".bin")
_SHORT = {
    "start": "book",
    "check": "book",
    "data": "data",
    "cancel": "cancel",
    "drop": "drop",
    "move": "move",
    "list": "list",
    "ask": "ask",
    "select": "select",
    "recall": "recall",
    "human": "human",
    "confirm": "confirm",
    "deny": "deny",
}
"""The kinds as the example messages write them."""
_ROUNDS, _STEP, _DECAY = 8, 0.3, 3e-4
_OF_STRANGERS = 2.0
"""How much more a message of theirs weighs: they wrote as patients do, and most examples were written for rules."""


class Labelled(NamedTuple):
    """A message, where it is read, and every kind that is right."""

    state: State
    text: str
    kinds: frozenset[str]


def of_examples() -> list[Labelled]:
    """Those that the rules are held to."""
    return [
        Labelled(one.state, one.text, frozenset(filter(None, map(_kind, one.meaning.split(" + ")))))
        for one in messages.examples()
    ]


def of_strangers() -> list[Labelled]:
    """Those of people who had not read the rules."""
    lines = (line.split("\t") for line in (DATA / "kinds.tsv").read_text(encoding="utf-8").splitlines())
    return [
        Labelled(State(state), text.replace("\\n", "\n"), frozenset(kinds.replace("attend", "list attend").split()))
        for state, kinds, text in lines
    ]


def _kind(meaning: str) -> str | None:
    first, _, rest = meaning.partition(" ")
    return _SHORT.get(rest.lstrip("(").partition(" ")[0].rstrip(")") if first == "partly" else first)


def learned(examples: Sequence[Labelled], strangers: Sequence[Labelled]) -> Any:
    """A row of weights a kind."""
    rows = [*examples, *strangers]
    row_weights = [1.0] * len(examples) + [_OF_STRANGERS] * len(strangers)
    rng = np.random.default_rng(0)
    found = [likely_kinds.features(row.text, row.state) for row in rows]
    often = Counter(feature for features in found for feature in features)
    places = [np.array(sorted({*likely_kinds.places(one for one in features if often[one] > 1)})) for features in found]
    right = np.array([[kind in row.kinds for kind in likely_kinds.KINDS] for row in rows], dtype=float)
    weights = np.zeros((likely_kinds.PLACES, len(likely_kinds.KINDS)))
    steps = np.full_like(weights, 1e-6)
    for _ in range(_ROUNDS):
        for n in rng.permutation(len(rows)):
            here = places[n]
            root = np.sqrt(len(here))
            likely = 1 / (1 + np.exp(-weights[here].sum(axis=0) / root))
            slope = (likely - right[n]) * row_weights[n] / root + _DECAY * weights[here]
            steps[here] += slope * slope
            weights[here] -= _STEP * slope / np.sqrt(steps[here])
    return weights.T


def as_bytes(weights: Any) -> bytes:
    """The weights as they are kept."""
    return (np.clip(np.rint(weights * likely_kinds.SCALE), -127, 127) + likely_kinds.NONE).astype(np.uint8).tobytes()


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    examples, strangers = of_examples(), of_strangers()
    WEIGHTS.write_bytes(as_bytes(learned(examples, strangers)))
    print(f"{len(examples)} examples, {len(strangers)} messages of others, {WEIGHTS.stat().st_size:,} bytes: {WEIGHTS}")


if __name__ == "__main__":
    main()
