"""An embedder for tests that gives the same vectors wherever it runs: words of one meaning point the same way."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping, Sequence

from booking.models.documents import EmbeddingModel, Vector
from booking.models.folded_text import without_accents

DIMENSION = 256
THRESHOLD = 0.42


class SameVectors:
    """Implements `Embedder`. A vector is the sum of those of a text's words, by their first letters; `meanings` says
    which words are one, as a model that has read much would know."""

    def __init__(self, meanings: Mapping[str, str] | None = None, name: str = "same") -> None:
        self._meanings = {without_accents(word)[:5]: meant for word, meant in (meanings or {}).items()}
        self.name = name
        self.asked: list[str] = []

    def model(self) -> EmbeddingModel:
        return EmbeddingModel(name=self.name, dimension=DIMENSION, threshold=THRESHOLD)

    def of_question(self, text: str, seconds: float) -> Vector | None:
        self.asked.append(text)
        return self._of(text)

    def of_texts(self, texts: Sequence[str]) -> list[Vector]:
        return [self._of(text) for text in texts]

    def _of(self, text: str) -> Vector:
        found = [0.0] * DIMENSION
        for word in re.findall(r"[a-z0-9]{4,}", without_accents(text)):
            meant = self._meanings.get(word[:5], word[:5])
            digest = hashlib.sha256(meant.encode()).digest()
            for place in range(8):
                found[digest[place]] += 1.0 if digest[place + 8] & 1 else -1.0
        length = math.sqrt(sum(x * x for x in found))
        if not length:
            return (1.0, *(0.0 for _ in range(DIMENSION - 1)))
        return tuple(x / length for x in found)
