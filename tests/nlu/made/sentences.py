"""Sentences made from meanings: their text, the request to the reader, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from nlu.parse_lines import answer
from tests.nlu.made.expected import Verdict, judge
from tests.nlu.made.lexicon import Half, tokens
from tests.nlu.made.meanings import DOCTORS, Act, Meaning, draw
from tests.nlu.made.typos import Typo, misspelt
from tests.nlu.made.wording import worded

SHARE_OF_TYPOS = 0.25


@dataclass(frozen=True)
class Made:
    """One sentence and its meaning."""

    meaning: Meaning
    text: str
    typo: Typo | None = None

    @property
    def request(self) -> dict[str, Any]:
        """As `turnero nlu parse` takes it."""
        return {
            "id": "made",
            "text": self.text,
            "now": self.meaning.now.isoformat(),
            "state": self.meaning.state,
            "offered": [start.isoformat() for start in self.meaning.offered],
            "role": "patient",
            "doctors": list(DOCTORS),
        }

    @cached_property
    def answer(self) -> dict[str, Any]:
        return answer(self.request)

    @property
    def verdict(self) -> Verdict:
        return judge(self.meaning, self.text, self.answer)

    @property
    def features(self) -> tuple[str, ...]:
        """What the sentence is made of, apart from its act."""
        m = self.meaning
        wish = m.wish
        found = {
            f"day: {wish.day.kind}" if wish.day else "": wish.day,
            f"part: {wish.part}" if wish.part else "": wish.part,
            f"clock: {wish.clock.kind}" if wish.clock else "": wish.clock,
            "exception": wish.excepts,
            "doctor": m.doctor,
            "not that doctor": m.but_doctor,
            "relative": m.relative,
            "of that day": m.of,
            f"story: {m.story.kind}" if m.story else "": m.story,
            f"typo: {self.typo}" if self.typo else "": self.typo,
        }
        return tuple(name for name, there in found.items() if there and name)


def made(meaning: Meaning, rng: Random, typo: Typo | None = None) -> Made:
    """The meaning in words, misspelt if a typo is named and finds a place."""
    text = worded(meaning, rng)
    if typo is None:
        return Made(meaning, text)
    wrong = misspelt(text, typo, rng, frozenset(tokens(f"{meaning.name or ''} {meaning.wrong or ''}")))
    return Made(meaning, wrong, typo if wrong != text else None)


def sentences(seed: int, count: int, half: Half = Half.SHOWN, act: Act | None = None) -> Iterator[Made]:
    """So many sentences, always the same for a seed."""
    for number in range(count):
        rng = Random(f"{seed}/{half}/{number}")
        meaning = draw(rng, half, act)
        yield made(meaning, rng, rng.choice(tuple(Typo)) if rng.random() < SHARE_OF_TYPOS else None)
