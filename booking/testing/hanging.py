"""What hangs: a model that answers nobody until it is let go, and an embedder that tells when it is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from booking.models.documents import Vector
from booking.testing.same_vectors import SameVectors

PATIENCE = 60.0
"""Seconds after which even what hangs comes to its end: a test that forgot it ends."""


@dataclass
class HangingModel:
    """What embedders use of a model. `loaded` is how it is had; `said` is what it was asked for."""

    let_go: threading.Event = field(default_factory=threading.Event)
    said: list[str] = field(default_factory=list)

    def loaded(self, name: str) -> HangingModel:
        return self

    def encode(self, sentences: list[str], **options: Any) -> list[Vector]:
        self.said += sentences
        self.let_go.wait(PATIENCE)
        return SameVectors().of_texts(sentences)


class WatchedVectors(SameVectors):
    """Calls `seen` whenever a vector is made."""

    def __init__(self, seen: Callable[[], object], meanings: Mapping[str, str] | None = None) -> None:
        super().__init__(meanings)
        self._seen = seen

    def of_question(self, text: str, seconds: float) -> Vector | None:
        self._seen()
        return super().of_question(text, seconds)

    def of_texts(self, texts: Sequence[str]) -> list[Vector]:
        self._seen()
        return super().of_texts(texts)
