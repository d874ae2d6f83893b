"""The clinic's documents as a process asks them: with the model that makes vectors where one is, and without."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from booking.errors import DatabaseUnavailable
from booking.ports import UnitOfWorkFactory
from booking.settings import Settings

if TYPE_CHECKING:
    from booking.documents.library import Library
    from booking.runtime.composition_root import App
    from nlu.embeddings import SentenceEmbedder

_KNOWS_SPANISH = 0.3
"""A model that recognises less is of little use."""


class Embeddings(NamedTuple):
    """How the search by meaning is: ok, absent (not installed, turned off) or error, and that in words for staff."""

    state: str
    said: str


def embedder_of(settings: Settings) -> SentenceEmbedder | None:
    """None: the extra is not installed, or the clinic wants none. Nothing is loaded."""
    from nlu.embeddings import OFF, SentenceEmbedder, installed

    if settings.embeddings_model == OFF or not installed():
        return None
    return SentenceEmbedder(settings.embeddings_model, settings.embeddings_threshold)


def library(begin: UnitOfWorkFactory, embedder: SentenceEmbedder | None) -> Library:
    """What answers from the documents."""
    from booking.documents.library import Library
    from nlu.spelling import is_spanish

    return Library(begin, embedder, is_spanish)


def fetch(settings: Settings) -> None:
    """Have the model on this machine. Raises ServiceUnavailable."""
    from nlu import embeddings

    embeddings.fetch(settings.embeddings_model)


def fill_vectors(app: App, told: Callable[[int, int], None] | None = None) -> int:
    """Of passages and of what doctors wrote down; `told` hears of passages. How many were made; none without a model.
    Raises ServiceUnavailable."""
    from booking.documents.missing_vectors import fill

    if app.embedder is None:
        return 0
    passages = fill(app.begin, app.embedder, told) if told else fill(app.begin, app.embedder)
    return passages + fill(app.begin, app.embedder, of=lambda uow: uow.records)


def state_of(app: App) -> Embeddings:
    """Without loading a model. Raises DatabaseUnavailable."""
    from storage.base import unavailable

    with unavailable(), app.begin() as uow:
        kept = uow.documents.has_vectors()
        made, passages = uow.documents.vectors(app.settings.embeddings_model)
    words = f"{passages} pasajes, que se buscan por palabras"
    if app.embedder is None:
        return Embeddings("absent", f"{words}. Para buscar también por sentido: make embeddings")
    if app.embedder.failed is not None:
        return Embeddings(
            "error", f"{words}: {app.embedder.failed}. Traiga el modelo: turnero documentos modelo --descargar"
        )
    if not kept:
        return Embeddings("error", f"{words}: a PostgreSQL le falta la extensión vector; después, turnero db upgrade")
    said = f"{made} de {passages} pasajes con su vector, de {app.settings.embeddings_model}"
    return Embeddings("ok", f"{said}{_understands(app.embedder.knows)}")


def _understands(knows: float | None) -> str:
    """How well a model that was measured as it was loaded knows Spanish."""
    if knows is None:
        return ""
    little = "; casi no sabe español: use otro" if knows < _KNOWS_SPANISH else ""
    return f". De lo dicho con otras palabras reconoce {knows:.0%}{little}"


def embeddings_check(app: App) -> str:
    """The state alone, for /readyz; error where the database does not say."""
    try:
        return state_of(app).state
    except DatabaseUnavailable:
        return "error"
