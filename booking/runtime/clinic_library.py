"""The clinic's documents as a process asks them: with the model that makes vectors where one is, and without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from booking.errors import DatabaseUnavailable
from booking.intents import ModelCall, Source
from booking.settings import Settings

if TYPE_CHECKING:
    from booking.documents.library import Library
    from booking.runtime.composition_root import App
    from nlu.vectors.embeddings import SentenceEmbedder

_KNOWS_SPANISH = 0.3
"""A model that recognises less is of little use."""


class Embeddings(NamedTuple):
    """How the search by meaning is: ok, absent (not installed, turned off) or error, and that in words for staff; by
    which model, where one is asked for, and how many passages have their vector. `quoted`: whether a model says which
    passage answers; None where that is wanted and no model can be asked. `remembered`, `records`: how many have theirs
    of what is remembered and of what doctors wrote down, as (made, texts), where it was counted. `backend`: what runs
    the model."""

    state: str
    said: str
    model: str | None = None
    made: int = 0
    passages: int = 0
    quoted: bool | None = False
    remembered: tuple[int, int] | None = None
    records: tuple[int, int] | None = None
    backend: str | None = None


def embedder_of(settings: Settings) -> SentenceEmbedder | None:
    """None: what loads the clinic's model is not installed, or the clinic wants none. Nothing is loaded."""
    from nlu.vectors.embeddings import OFF, SentenceEmbedder, installed

    model = settings.embeddings_model
    if model == OFF or not installed(model):
        return None
    return SentenceEmbedder(model, settings.embeddings_threshold)


def library(app: App) -> Library:
    """What answers from the documents; with a model that quotes what answers where the clinic wants that."""
    from booking.documents.library import Library
    from nlu.words.spelling import is_spanish

    if not asks_model(app):
        return Library(app.begin, app.embedder, is_spanish)
    from nlu.model.quoting_model import ModelQuoter

    def keep(conversation_id: int, calls: Sequence[ModelCall]) -> None:
        with app.begin() as uow:
            uow.model_calls.add(conversation_id, calls, Source.MODEL, app.clock.now())
            uow.commit()

    return Library(app.begin, app.embedder, is_spanish, ModelQuoter(app.reader.models), keep)


def asks_model(app: App) -> bool:
    """Whether a model says which passage answers: the clinic wants it, and has one that can be asked."""
    return app.settings.documents_ask_model and app.reader.has_models


def fetch(settings: Settings) -> None:
    """Have the model on this machine. Raises ServiceUnavailable."""
    from nlu.vectors import embeddings

    embeddings.fetch(settings.embeddings_model)


def fill_vectors(app: App, told: Callable[[int, int], None] | None = None) -> int:
    """Of passages and of what doctors wrote down; `told` hears of passages. How many were made; none without a model.
    Raises ServiceUnavailable."""
    from booking.documents.missing_vectors import fill

    if app.embedder is None:
        return 0
    passages = fill(app.begin, app.embedder, told) if told else fill(app.begin, app.embedder)
    return passages + fill(app.begin, app.embedder, of=lambda uow: uow.records)


def state_of(app: App, is_there: Callable[[str], bool] | None = None) -> Embeddings:
    """Without loading a model, every vector counted. `is_there`: whether the files of one are on this machine. Raises
    DatabaseUnavailable."""
    quoted = None if app.settings.documents_ask_model and not app.reader.has_models else asks_model(app)
    found = _searched(app, is_there)._replace(quoted=quoted)
    if found.state != "ok" or found.model is None:
        return found
    with app.begin() as uow:
        remembered, records = uow.episodes.vectors(found.model), uow.records.vectors(found.model)
    also = f"de lo recordado, {remembered[0]} de {remembered[1]}; de historiales, {records[0]} de {records[1]}"
    return found._replace(
        said=f"{found.said}. Los demás se hacen en segundo plano: {also}", remembered=remembered, records=records
    )


def _searched(app: App, is_there: Callable[[str], bool] | None) -> Embeddings:
    from storage.base import unavailable

    model = app.settings.embeddings_model
    with unavailable(), app.begin() as uow:
        kept = uow.documents.has_vectors()
        made, passages = uow.documents.vectors(model)
    words = f"{passages} pasajes, que se buscan por palabras"
    if app.embedder is None:
        said = f"{words}. Para buscar también por sentido: make embeddings"
        return Embeddings("absent", said, passages=passages)
    wrong = _not_there(app.embedder, model, is_there)
    if wrong is None and not kept:
        wrong = "a PostgreSQL le falta la extensión vector; después, turnero db upgrade"
    if wrong is not None:
        return Embeddings("error", f"{words}: {wrong}", model, made, passages)
    from nlu.vectors.embeddings import backend

    runs = backend(model)
    said = f"{made} de {passages} pasajes con su vector, de {model} ({runs}){_understands(app.embedder.knows)}"
    return Embeddings("ok", said, model, made, passages, backend=runs)


def _not_there(embedder: SentenceEmbedder, model: str, is_there: Callable[[str], bool] | None) -> str | None:
    """Why it cannot be had; None where it can."""
    from nlu.vectors.embeddings import on_disk

    if embedder.failed is None and (is_there or on_disk)(model):
        return None
    failed = embedder.failed or f"el modelo {model} no está en esta máquina"
    return f"{failed}. Traiga el modelo: turnero documentos modelo --descargar"


def _understands(knows: float | None) -> str:
    """How well a model that was measured as it was loaded knows Spanish."""
    if knows is None:
        return ""
    little = "; casi no sabe español: use otro" if knows < _KNOWS_SPANISH else ""
    return f". De lo dicho con otras palabras reconoce {knows:.0%}{little}"


def embeddings_check(app: App) -> str:
    """The state alone, for /readyz; error where the database does not say."""
    try:
        return _searched(app, None).state
    except DatabaseUnavailable:
        return "error"
