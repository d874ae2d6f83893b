"""What turns texts into vectors, and what keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from booking.models.documents import EmbeddingModel, Vector


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


class Vectored(Protocol):
    """Texts that are kept with their vectors, each with that of one model; a vector goes with its text."""

    def has_vectors(self) -> bool:
        """Whether this database can keep vectors."""
        ...

    def without_vector(self, model: str, most: int) -> Sequence[tuple[int, str]]:
        """Those that have no vector of that model, by id, and what is to be turned into one."""
        ...

    def put_vectors(self, model: EmbeddingModel, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Of those that there still are; in place of those of another model."""
        ...

    def vectors(self, model: str) -> tuple[int, int]:
        """How many have a vector of that model, and how many there are."""
        ...
