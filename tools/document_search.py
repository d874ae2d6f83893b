"""What the clinic's documents say, for those who work there."""

from __future__ import annotations

from pydantic import Field

from booking.documents.library import told
from booking.intents import Frozen
from tools.access import Access

_SECONDS = 3.0


class DocumentsWanted(Frozen):
    query: str = Field(min_length=2, max_length=400, description="lo que se busca, con las palabras de la pregunta")


class DocumentsFound(Frozen):
    texto: str | None
    fuente: str | None
    desde: str | None


def search(access: Access, wanted: DocumentsWanted) -> DocumentsFound:
    """The passage that answers; nothing where none does, and for what a doctor has to say."""
    passage = told(access.documents.search(access.uow, wanted.query, _SECONDS, meaning=access.meaning), asks=False)
    if passage is None:
        return DocumentsFound(texto=None, fuente=None, desde=None)
    return DocumentsFound(texto=passage.text, fuente=passage.source, desde=passage.since)
