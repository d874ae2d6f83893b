"""Texts that are kept with their vectors, in memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, Self, TypeVar

from booking.models.documents import EmbeddingModel, Vector
from booking.testing.fakes.memory_tables import View

StoredVector = tuple[str, Vector]
"""A vector, and of which model it is."""


class VectoredRow(Protocol):
    """A text: its id, what is made a vector of, and the vector it has."""

    @property
    def id(self) -> int: ...

    @property
    def said(self) -> str: ...

    @property
    def vector(self) -> StoredVector | None: ...

    def _replace(self, *, vector: StoredVector | None) -> Self: ...


Row = TypeVar("Row", bound=VectoredRow)


class MemoryVectored(ABC, Generic[Row]):
    """Implements `Vectored`. What is somebody's gets its vectors from the newest on."""

    _newest_first = True

    @abstractmethod
    def _kept(self) -> View[int, Row]:
        """The rows."""

    def has_vectors(self) -> bool:
        return True

    def without_vector(self, model: str, most: int) -> Sequence[tuple[int, str]]:
        missing = [row for row in self._kept().values() if row.vector is None or row.vector[0] != model]
        in_order = sorted(missing, key=lambda row: row.id, reverse=self._newest_first)
        return [(row.id, row.said) for row in in_order[:most]]

    def put_vectors(self, model: EmbeddingModel, vectors: Sequence[tuple[int, Vector]]) -> None:
        for id, vector in vectors:
            if row := self._kept().get(id):
                self._kept().put(id, row._replace(vector=(model.name, vector)))

    def vectors(self, model: str) -> tuple[int, int]:
        rows = list(self._kept().values())
        return sum(row.vector is not None and row.vector[0] == model for row in rows), len(rows)


def cosine(vector: Vector | None, model: str | None, stored: StoredVector | None) -> float | None:
    """Of a vector of that model to what is stored; None where either is not there, or of another model."""
    if vector is None or stored is None or stored[0] != model:
        return None
    return sum(a * b for a, b in zip(vector, stored[1], strict=True))
