"""A PostgreSQL without the extension `vector`, with a model there all the same: everything is found by its words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from sqlalchemy import Engine, text

from booking.admin.check_command import search
from booking.conversation.remembering import Rememberer
from booking.documents.missing_vectors import fill
from booking.intents import RequestHuman
from booking.models.documents import Vector
from booking.runtime.clinic_library import state_of
from booking.runtime.composition_root import App
from booking.settings import Settings
from booking.testing.clinic import Clinic
from booking.testing.same_vectors import SameVectors
from booking.testing.world import memory_clinic
from nlu.vectors.embeddings import SentenceEmbedder
from storage.vectors import TABLES
from tests.documents.library import load
from tests.engine.test_what_hangs import (
    BEFORE,
    QUESTION,
    RECORDS,
    SAYS,
    books_all_the_same,
    on_postgres,
    with_services,
)


class Broken(SameVectors):
    """It is there, and what it is asked fails."""

    def of_question(self, text: str, seconds: float) -> Vector | None:
        return None


@pytest.mark.parametrize("embedder", [SameVectors(), Broken()])
def test_without_the_extension_words_find_and_the_booking_goes_on(
    engine: Engine, owner_engine: Engine, embedder: SameVectors
) -> None:
    with owner_engine.begin() as connection:
        for table in TABLES:
            connection.execute(text(f"DROP TABLE IF EXISTS {table}"))
    clinic = with_services(on_postgres(engine), embedder)
    load(clinic.begin)
    for keys in books_all_the_same(clinic, QUESTION):
        assert "answer_document" in keys
    assert SAYS in clinic.say("Ana", QUESTION).text
    assert "Migraña con aura" in clinic.say("Uno", RECORDS).text
    assert Rememberer(clinic.begin, clinic.clock, embedder).remember() > 0
    assert clinic.say("Ana", BEFORE).keys[0] in ("recalled", "no_memory")
    assert fill(clinic.begin, embedder) == 0
    told = state_of(app(clinic, SentenceEmbedder("any")), lambda name: True)
    assert (told.state, "le falta la extensión vector" in told.said) == ("error", True)


def app(clinic: Clinic, embedder: SentenceEmbedder | None) -> App:
    """As much of one as the state of the search is told by."""
    settings = Settings(_env_file=None, embeddings_model="any")  # type: ignore[call-arg]
    return cast(App, SimpleNamespace(begin=clinic.begin, settings=settings, embedder=embedder))


def test_the_state_of_the_search_tells_what_is_on() -> None:
    clinic = memory_clinic()
    load(clinic.begin)
    absent = state_of(app(clinic, None))
    assert (absent.state, absent.model, "make embeddings" in absent.said) == ("absent", None, True)
    nowhere = state_of(app(clinic, SentenceEmbedder("any")), lambda name: False)
    assert (nowhere.state, nowhere.model) == ("error", "any")
    assert "el modelo any no está en esta máquina" in nowhere.said
    assert "turnero documentos modelo --descargar" in nowhere.said
    on = state_of(app(clinic, SentenceEmbedder("any")), lambda name: True)
    assert (on.state, on.made, on.passages) == ("ok", 0, absent.passages)
    assert (on.remembered, on.records) == ((0, 0), (0, 0))
    clinic.mean("Ana", RequestHuman())
    assert Rememberer(clinic.begin, clinic.clock).remember() == 1
    said = state_of(app(clinic, SentenceEmbedder("any")), lambda name: True)
    assert (said.remembered, "de lo recordado, 0 de 1;" in said.said) == ((0, 1), True)
    Rememberer(clinic.begin, clinic.clock, SameVectors(name="any")).remember()
    made = state_of(app(clinic, SentenceEmbedder("any")), lambda name: True)
    assert (made.remembered, "1 of 1 lines of memory, 0 of 0 records" in search(made)) == ((1, 1), True)
    load(clinic.begin, SameVectors(name="any"))
    assert state_of(app(clinic, SentenceEmbedder("any")), lambda name: True).made == absent.passages
