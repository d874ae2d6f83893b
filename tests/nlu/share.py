"""How many turns of written conversations need a model: `python -m tests.nlu.share [-v]`.

Counts every turn of the scripted conversations (tests/conversations) and of `data/dialogues.txt` through the engine:
those whose words the deterministic reading was not sure of would ask a model, taps and sure readings do not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from booking.testing.clinic import Clinic
from booking.testing.world import demo_seed, memory_clinic
from tests.kit.played import SCRIPTS, played, unsure
from tests.nlu.counting import Counting

HERE = Path(__file__).parent


@dataclass
class Share:
    """Turns handled, and the texts that would have gone to a model."""

    turns: int
    asked: list[str]

    @property
    def of_all(self) -> float:
        return len(self.asked) / self.turns


def scripted() -> Share:
    """Over tests/conversations."""
    turns = sum(len(played(path).records) for path in SCRIPTS)
    return Share(turns, [text for path in SCRIPTS for text in unsure(path)])


def written() -> Share:
    """Over `data/dialogues.txt`."""
    turns, asked = 0, []
    for lines in dialogues():
        counting = Counting()
        clinic: Clinic = memory_clinic(demo_seed(), counting)
        for line in lines:
            clinic.say("Ana", line)
        turns, asked = turns + len(clinic.records), asked + counting.unsure
    return Share(turns, asked)


def dialogues() -> Iterator[list[str]]:
    """The messages of each conversation."""
    whole = (HERE / "data" / "dialogues.txt").read_text(encoding="utf-8")
    for block in whole.split("\n\n")[1:]:
        yield block.strip("\n").split("\n")


def main() -> int:
    for name, share in (("scripted conversations", scripted()), ("dialogues", written())):
        print(f"{name:24} {share.turns:4} turns, {len(share.asked):3} would ask a model ({share.of_all:.1%})")
        if "-v" in sys.argv:
            print(*(f"    {text!r}" for text in share.asked), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
