"""The clinic's documents: where they are kept, and what tells which texts are about the same."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Protocol

from booking.models.documents import Area, Candidates, Document, EmbeddingModel, TextPart, Vector

Alternatives = Sequence[str]
"""Folded words of which any will do: "precio", "cuest*" (any ending), "rayos x" (both, in this order)."""


class Embedder(Protocol):
    """Turns texts into vectors of length one. Its first use may take seconds, for the model is loaded by then."""

    @property
    def name(self) -> str:
        """The model's, without loading it."""
        ...

    def model(self) -> EmbeddingModel:
        """Raises ServiceUnavailable where it cannot be had."""
        ...

    def of_question(self, text: str, seconds: float) -> Vector | None:
        """What somebody asks. None: it was not there in so many seconds, or cannot be had; never raises."""
        ...

    def of_texts(self, texts: Sequence[str]) -> Sequence[Vector]:
        """What is looked for by questions. Raises ServiceUnavailable."""
        ...


class Documents(Protocol):
    """`documentos` and `pasajes`."""

    def put(
        self,
        name: str,
        area: Area,
        file: str,
        digest: str,
        parts: Sequence[TextPart],
        now: dt.datetime,
        who: str | None = None,
    ) -> Document:
        """A document in place of the one of its name, whose passages and vectors go. Its version is one more."""
        ...

    def list(self) -> Sequence[Document]:
        """Those that answer, by area and name."""
        ...

    def remove(self, document_id: int) -> int:
        """Nothing is left of it, of its passages and of their vectors; how many passages there were."""
        ...

    def search(
        self,
        groups: Sequence[Alternatives],
        vector: Vector | None,
        model: str | None,
        most: int,
        area: Area | None = None,
        seconds: float | None = None,
    ) -> Candidates:
        """The passages that have most of these groups of words, and those whose vectors of that model are nearest; at
        most so many of each. `seconds`: what takes longer raises DatabaseUnavailable."""
        ...

    def words(self) -> frozenset[str]:
        """Every folded word of four letters or more that stands in a passage."""
        ...

    def has_vectors(self) -> bool:
        """Whether this database can keep vectors."""
        ...

    def without_vector(self, model: str, most: int) -> Sequence[tuple[int, str]]:
        """Passages that have no vector of that model, by id, and what is to be turned into one."""
        ...

    def put_vectors(self, model: EmbeddingModel, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Of passages that there still are; in place of those of another model."""
        ...

    def vectors(self, model: str) -> tuple[int, int]:
        """How many passages have a vector of that model, and how many passages there are."""
        ...
