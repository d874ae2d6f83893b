"""A threshold is measured where none is known: hardly anything that is unrelated reaches it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from booking.models.documents import Vector
from nlu.vectors.calibration import calibrated
from nlu.vectors.embeddings import SentenceEmbedder

SIZE = 64


@dataclass
class Model:
    """Of the pairs that it is asked it knows a share, and sees that much alike in everything."""

    share: float
    common: float
    seen: list[int] = field(default_factory=list)

    def of(self, texts: Sequence[str]) -> list[Vector]:
        self.seen.append(len(texts))
        known = range(int(len(texts) * self.share))
        side = len(self.seen)
        return [self._vector(n if n in known else n + 1000 * side) for n in range(len(texts))]

    def encode(self, sentences: list[str], **options: Any) -> list[Vector]:
        return self.of(sentences)

    def _vector(self, meaning: int) -> Vector:
        drawn = random.Random(meaning)
        own = [drawn.gauss(0, 1) for _ in range(SIZE)]
        length = math.sqrt(sum(x * x for x in own))
        mixed = [math.sqrt(1 - self.common) * x / length for x in own] + [math.sqrt(self.common)]
        whole = math.sqrt(sum(x * x for x in mixed))
        return tuple(x / whole for x in mixed)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("common", [0.0, 0.3, 0.8])
def test_what_is_unrelated_stays_below_and_the_share_that_is_known_is_told(share: float, common: float) -> None:
    model = Model(share, common)
    found = calibrated(model.of, model.of)
    assert found.knows == pytest.approx(share, abs=0.1)
    many = [model._vector(5000 + n) for n in range(40)]  # texts that it was not measured with
    apart = [sum(a * b for a, b in zip(one, other, strict=True)) for one in many for other in many if one is not other]
    assert sum(cosine >= found.threshold for cosine in apart) <= 0.03 * len(apart)


def test_a_model_to_which_everything_is_the_same_knows_nothing() -> None:
    found = calibrated(lambda texts: [(1.0, 0.0)] * len(texts), lambda texts: [(1.0, 0.0)] * len(texts))
    assert found == (0.999, 0.0)


@pytest.mark.parametrize(
    ("name", "given", "threshold", "measured"),
    [
        ("paraphrase-multilingual-MiniLM-L12-v2", None, 0.7, False),
        ("/models/paraphrase-multilingual-MiniLM-L12-v2", None, 0.7, False),
        ("granite-embedding-107m-multilingual", 0.6, 0.6, False),
        ("granite-embedding-107m-multilingual", None, None, True),
        ("/models/mine", None, None, True),
    ],
)
def test_what_is_known_or_set_of_a_model_is_not_measured(
    name: str, given: float | None, threshold: float | None, measured: bool
) -> None:
    model = Model(1.0, 0.3)
    embedder = SentenceEmbedder(name, given, load=lambda _: model)
    made = embedder.model()
    embedder.close()
    assert (len(model.seen) > 1, embedder.knows is not None) == (measured, measured)
    assert made.threshold == threshold if threshold else 0.3 < made.threshold < 0.9
