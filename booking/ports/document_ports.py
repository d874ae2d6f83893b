"""The clinic's documents: where they are kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Protocol

from booking.models.documents import Area, Candidates, Document, TextPart, Vector
from booking.ports.vector_ports import Vectored

Alternatives = Sequence[str]
"""Folded words of which any will do: "precio", "cuest*" (any ending), "rayos x" (both, in this order)."""


class Documents(Vectored, Protocol):
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
