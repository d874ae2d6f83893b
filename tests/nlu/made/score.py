"""How much of made sentences is read rightly: `python -m tests.nlu.made.score [--seed N] [--n 2000] [--half shown]`.

Precision: of what is claimed, the share rightly claimed; right: of what can be claimed, the share that is, rightly.
No words of the hidden half are ever printed.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable

from tests.nlu.made.claims import understood, windows
from tests.nlu.made.expected import KINDS, Outcome
from tests.nlu.made.lexicon import Half
from tests.nlu.made.sentences import Made, sentences


class Tally:
    """Outcomes of one class."""

    def __init__(self) -> None:
        self.made: list[Made] = []

    def count(self, outcome: Outcome) -> int:
        return sum(m.verdict.outcome is outcome for m in self.made)

    @property
    def claimable(self) -> int:
        return sum(m.meaning.act in KINDS for m in self.made)

    @property
    def precision(self) -> float:
        """1 where nothing is claimed."""
        claims = self.count(Outcome.RIGHT) + self.count(Outcome.WRONG)
        return self.count(Outcome.RIGHT) / claims if claims else 1.0

    @property
    def right(self) -> float:
        return self.count(Outcome.RIGHT) / self.claimable if self.claimable else 0.0

    @property
    def kept(self) -> float:
        """The share that does no harm: right, unsure, or nothing to act on."""
        return 1 - self.count(Outcome.WRONG) / len(self.made) if self.made else 1.0

    def line(self, name: str) -> str:
        n = len(self.made)
        numbers = [self.count(o) for o in (Outcome.RIGHT, Outcome.WRONG, Outcome.UNSURE, Outcome.OTHER)]
        cells = f"{n:6}" + "".join(f"{c:7}" for c in numbers)
        right = f"{self.right:6.1%}" if self.claimable else "     –"
        return f"{name:32}{cells}  {self.precision:6.1%}  {right}  {self.kept:6.1%}"


def tallied(found: Iterable[Made]) -> tuple[Tally, dict[str, Tally], dict[str, Tally]]:
    """All of them; by act; by what they are made of."""
    whole, acts, features = Tally(), defaultdict[str, Tally](Tally), defaultdict[str, Tally](Tally)
    for sentence in found:
        whole.made.append(sentence)
        acts[sentence.meaning.act].made.append(sentence)
        for feature in sentence.features or ("nothing beside",):
            features[feature].made.append(sentence)
    return whole, acts, features


def times(found: Iterable[Made]) -> dict[str, list[int]]:
    """Of the wishes about time without exceptions: how many, how many read exactly as meant, how many unsure."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for sentence in found:
        wish = sentence.meaning.wish
        if sentence.meaning.act not in KINDS or not wish.windows or wish.excepts:
            continue
        exact = any(windows(i) == frozenset(wish.windows) for i in understood(sentence.answer))
        names = [f"{n}" for n in sentence.features if n.startswith(("day:", "part:", "clock:"))]
        for name in ("all", *names):
            counts[name][0] += 1
            counts[name][1] += exact
            counts[name][2] += not exact and sentence.verdict.outcome is Outcome.UNSURE
    return counts


def report(half: Half, seed: int, count: int) -> None:
    whole, acts, features = tallied(sentences(seed, count, half))
    head = (
        f"{'':32}{'made':>6}{'right':>7}{'wrong':>7}{'unsure':>7}{'other':>7}  {'precis':>6}  {'right':>6}  {'kept':>6}"
    )
    print(f"\n== {half} half, seed {seed} ==\n{head}\n{whole.line('all')}")
    for title, by in (("act", acts), ("made of", features)):
        print(f"-- by {title}")
        for name, tally in sorted(by.items(), key=lambda item: item[1].kept):
            print(tally.line(name))
    print("-- time phrases: made, exact, unsure")
    for name, (n, exact, unsure) in sorted(times(whole.made).items(), key=lambda item: item[1][1] / item[1][0]):
        print(f"{name:32}{n:6}  {exact / n:6.1%}  {unsure / n:6.1%}")
    if half is Half.SHOWN:
        worst(acts)


def worst(acts: dict[str, Tally]) -> None:
    """Samples of the classes in which most is claimed wrongly."""
    print("-- worst classes")
    for name, tally in sorted(acts.items(), key=lambda item: -item[1].count(Outcome.WRONG))[:8]:
        print(f"{name}: {tally.count(Outcome.WRONG)} wrong")
        wrong = [m for m in tally.made if m.verdict.outcome is Outcome.WRONG]
        for sentence in wrong[:: max(1, len(wrong) // 3)][:3]:
            left = sentence.answer.get("left") or sentence.answer["intent"].get("left")
            print(f"   {sentence.verdict.why:28} {sentence.text!r}{f'  left: {left}' if left else ''}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=2000, help="sentences of each half")
    parser.add_argument("--half", choices=[*Half], action="append")
    asked = parser.parse_args()
    for half in asked.half or [*Half]:
        report(Half(half), asked.seed, asked.n)


if __name__ == "__main__":
    main()
