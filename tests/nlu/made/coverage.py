"""How much of the written messages the made ones could say: `python -m tests.nlu.made.coverage [-v]`.

Two rules, by label. *words*: every word of a patient's message (without accents; numbers, weekdays, months and names
count as one word each) is in some made sentence: what the grammar could reach at most. *pairs*: so is every pair of
neighbouring words: near to what it does reach.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from tests.nlu.made.lexicon import Half, tokens, words
from tests.nlu.made.meanings import draw
from tests.nlu.made.sentences import made
from tests.nlu.made.typos import Typo

ROOT = Path(__file__).resolve().parents[3]
SENTENCES = 30_000
"""Of each half: after so many hardly a new pair is seen."""


def rows() -> list[dict[str, Any]]:
    """The patients' messages."""
    folder = os.environ.get("TURNERO_CORPORA") or str(ROOT / "../shared/corpora")
    lines = ((ROOT / folder).resolve() / "messages_es.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["role"] == "patient"]


def alike(text: str, names: frozenset[str]) -> list[str]:
    """The words of a text, those that are one of many made the same."""
    same = dict.fromkeys(tokens(" ".join(words("days.weekdays"))), "lunes")
    same |= dict.fromkeys(tokens(" ".join(words("days.months"))), "enero")
    found: list[str] = []
    for word in tokens(text):
        one = "0" if word.removesuffix("am").removesuffix("pm").isdigit() else "rosa" if word in names else word
        one = same.get(one, one)
        if not (one == "rosa" and found[-1:] == ["rosa"]):  # a name is one word, however long
            found.append(one)
    return found


def said() -> tuple[set[str], set[tuple[str, str]]]:
    """The words and the pairs of words of many made sentences."""
    singles, pairs = set[str](), set[tuple[str, str]]()
    for half in Half:
        for number in range(SENTENCES):
            rng = Random(f"{half}/{number}")
            meaning = draw(rng, half)
            text = made(meaning, rng, rng.choice((None, None, *Typo))).text
            found = alike(text, frozenset(tokens(f"{meaning.name or ''} {meaning.wrong or ''}")))
            singles.update(found)
            pairs.update(pairwise(found))
    return singles, pairs


def main() -> None:
    singles, pairs = said()
    count, by_words, by_pairs = Counter[str](), Counter[str](), Counter[str]()
    for row in rows():
        kind = row["expect"]["intent"][0]
        found = alike(row["text"], frozenset(tokens(row["expect"].get("name") or "")))
        missing = [f"{a} {b}" for a, b in pairwise(found) if (a, b) not in pairs] + [
            w for w in found if w not in singles
        ]
        count[kind] += 1
        by_words[kind] += all(word in singles for word in found)
        by_pairs[kind] += not missing
        if "-v" in sys.argv and missing:
            print(f"{row['id']}  {', '.join(missing)}")
    for kind, n in [*count.most_common(), ("all", count.total())]:
        reached = [c.total() if kind == "all" else c[kind] for c in (by_words, by_pairs)]
        print(f"{kind:26}{n:4}  words {reached[0] / n:4.0%}  pairs {reached[1] / n:4.0%}")


if __name__ == "__main__":
    main()
