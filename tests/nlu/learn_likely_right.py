"""Learns how likely a claim is right: `python -m tests.nlu.learn_likely_right` writes `nlu/likely_right.toml`.

From `data/strangers.jsonl`, messages of people who had not read the rules with what is right of each, and from the
example messages, of which the rules read all rightly. How a message looks is learned for it without the fifth of the
strangers' that it is one of: of what was learned by heart nothing follows.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from booking.intents import Unknown
from nlu import likely_kinds, likely_right
from nlu.parse_lines import answer, context_of
from nlu.second_opinion import is_looked_at
from nlu.shortcuts import Rules, parse
from tests.nlu import learn_kinds, messages
from tests.nlu.corpus_score import CLINIC, Line, labels, wrong_with

STRANGERS = Path(__file__).parent / "data" / "strangers.jsonl"
WEIGHTS = Path(likely_right.__file__).with_suffix(".toml")
_FOLDS = 5
_OF_EXAMPLES = 0.2
"""How much one of the example messages weighs: the rules were written for them."""
_DECAY = 6.0


class Claim(NamedTuple):
    """The signs of a claim, whether it is right, and how much it weighs."""

    signs: dict[str, float]
    right: bool
    weight: float = 1.0


def claims() -> list[Claim]:
    """Those that the rules make of messages that are looked at."""
    return [*_of_strangers(), *_of_examples()]


def fold_of(text: str) -> int:
    return crc32(text.encode()) % _FOLDS


def _of_strangers() -> Iterator[Claim]:
    rows, examples, strangers = labels(STRANGERS), learn_kinds.of_examples(), learn_kinds.of_strangers()
    for fold in range(_FOLDS):
        weights = learn_kinds.as_bytes(
            learn_kinds.learned(examples, [one for one in strangers if fold_of(one.text) != fold])
        )
        for row in (row for row in rows if fold_of(row["text"]) == fold):
            if (claim := _claim(row, weights)) is not None:
                yield claim


def _claim(row: Line, weights: bytes) -> Claim | None:
    context = context_of({**CLINIC, **row})
    said = parse(row["text"], context)
    read = answer({**CLINIC, **row}, Rules())
    unsure = read["intent"]["kind"] == "unknown" or read["intent"].get("ambiguous")
    if unsure or not is_looked_at(said, context):
        return None
    looks = likely_kinds.Looks(row["text"], context.state, weights)
    return Claim(likely_right.signs(row["text"], said, looks, context), not wrong_with(row["expect"], read))


def _of_examples() -> Iterator[Claim]:
    for one in messages.examples():
        context = messages.context(one.state, one.about)
        said = parse(one.text, context)
        if is_looked_at(said, context) and not any(isinstance(intent, Unknown) for intent in said.intents):
            looks = likely_kinds.Looks(one.text, context.state)
            yield Claim(likely_right.signs(one.text, said, looks, context), True, _OF_EXAMPLES)


def learned(claims: Sequence[Claim], decay: float = _DECAY) -> dict[str, float]:
    """A weight a sign, and what is "always" there."""
    names = sorted({sign for claim in claims for sign in claim.signs})
    place = {name: n for n, name in enumerate(names)}
    found = np.zeros((len(claims), len(names) + 1))
    found[:, -1] = 1
    for row, claim in zip(found, claims, strict=True):
        for sign, value in claim.signs.items():
            row[place[sign]] = value
    right = np.array([claim.right for claim in claims], dtype=float)
    counts = np.array([claim.weight for claim in claims])
    decays = np.full(len(names) + 1, decay)
    decays[-1] = 0
    weights: Any = np.zeros(len(names) + 1)
    for _ in range(25):
        likely = 1 / (1 + np.exp(-found @ weights))
        curve = (
            (found * (counts * likely * (1 - likely))[:, None]).T @ found
            + np.diag(decays)
            + 1e-6 * np.eye(len(weights))
        )
        weights -= np.linalg.solve(curve, found.T @ (counts * (likely - right)) + decays * weights)
    return dict(zip([*names, "always"], map(float, weights), strict=True))


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    known = claims()
    weights = learned(known)
    lines = [f'"{name}" = {weight:.2f}' for name, weight in weights.items() if abs(weight) >= 0.005]
    WEIGHTS.write_text(
        "# Learned: python -m tests.nlu.learn_likely_right\n" + "\n".join(lines) + "\n", encoding="utf-8"
    )
    print(f"{len(known)} claims, {sum(not claim.right for claim in known)} wrong, {len(lines)} weights: {WEIGHTS}")


if __name__ == "__main__":
    main()
