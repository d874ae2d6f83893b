"""Texts of the clinic's own, cut into the passages that answer a question, and the vectors of these."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from pydantic import Field

from booking.intents import Frozen
from booking.models.persons import Moment

Vector = tuple[float, ...]
"""Of length one, so that the cosine of two is the sum of their products."""

LARGEST_FILE: Final = 20 * 1024 * 1024
"""Bytes of a file that is read."""
LONGEST_TEXT: Final = 2_000_000
"""Letters of a document: some 700 pages."""


class Area(StrEnum):
    """What a document is about. Of two that answer as well, the person is asked which area is meant."""

    SPECIALTY = "especialidad"
    PRICES = "precios"
    INSURANCE = "seguros"
    PREPARATION = "preparacion"
    LOCATION = "ubicacion"
    CARE = "cuidados"
    SERVICES = "servicios"
    OTHER = "otros"


class EmbeddingModel(Frozen):
    """What makes vectors. Two texts whose cosine is `threshold` or more are about the same, as that model sees it."""

    name: str
    dimension: int = Field(ge=1, le=4096)
    threshold: float = Field(gt=0, lt=1)


class Meaning(NamedTuple):
    """The vector of a question and the model that made it; neither where there is none, or not in time."""

    model: EmbeddingModel | None = None
    vector: Vector | None = None


WORDS_ALONE: Final = Meaning()


class TextPart(Frozen):
    """A passage as it is cut: under which headings, from the outermost in, and its words."""

    headings: tuple[str, ...] = ()
    text: str = Field(min_length=1)

    @property
    def heading(self) -> str:
        return " › ".join(self.headings)


class Document(Frozen):
    """A document that answers. `version` counts the times that one of this name was loaded; `digest` is the SHA-256 of
    what was read of its file, `passages` how many there are."""

    id: int
    name: str
    area: Area
    version: int
    file: str
    digest: str
    at: Moment
    loaded_by: str | None = None
    passages: int = 0


class NewDocument(NamedTuple):
    """One to be stored: its name, what it is about, its file, the SHA-256 of that, and its passages."""

    name: str
    area: Area
    file: str
    digest: str
    parts: Sequence[TextPart]


class StoredPassage(Frozen):
    """A passage with the document it stands in."""

    id: int
    document_id: int
    source: str
    area: Area
    at: Moment
    heading: str
    text: str


class Candidate(Frozen):
    """A passage that may answer. `matched` numbers the groups of words asked for that it has, `in_heading` those that
    its headings or its document's name have; `similarity` is the cosine to the question, where there is one."""

    passage: StoredPassage
    matched: frozenset[int] = frozenset()
    in_heading: frozenset[int] = frozenset()
    similarity: float | None = None


class Candidates(Frozen):
    """What a search found. `frequencies` says in how many passages each group of words stands, of `passages` in all."""

    found: tuple[Candidate, ...] = ()
    frequencies: tuple[int, ...] = ()
    passages: int = 0
