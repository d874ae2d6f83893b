"""What a model's call cost is stored, and nothing of what was said."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text

from booking.testing.world import clinic_on
from nlu.extractor import ModelExtractor, Provider
from nlu.shortcuts import Shortcuts
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.engine.on_postgres import entered
from tests.nlu.providers import Providers, providers, refuses, says

UNSURE = "fíjese que mi cuñado anda malo de la espalda y nomás puede el martes por la tarde saliendo del jale"
ITEM = {
    "intent": "check_availability",
    "when_text": "el martes por la tarde",
    "option_text": None,
    "name": None,
    "patient": None,
    "query": None,
    "tool": None,
    "arguments": [],
}


@pytest.fixture
def server() -> Iterator[Providers]:
    with providers() as running:
        yield running


def test_every_call_is_stored_without_a_word_of_what_was_said(engine: Engine, server: Providers) -> None:
    entered(engine)
    both = (
        Provider("deepseek/deepseek-flash", "key", server.deepseek),
        Provider("anthropic/claude-sonnet-4-6", "key", server.claude),
    )
    clinic = clinic_on(SqlUnitOfWorkFactory(engine), ModelExtractor(Shortcuts(), both, 30))
    good, gone = says(json.dumps({"items": [ITEM]})), refuses(404)
    server.answering = lambda request: (good if request.is_claude else gone)(request)
    clinic.say("Ana", "hola")
    clinic.say("Ana", UNSURE)
    with engine.connect() as connection:
        rows = [dict(row._mapping) for row in connection.execute(text("SELECT * FROM clasificaciones_llm ORDER BY id"))]
    refused, answered = rows
    assert (refused["modelo"], refused["resultado"]) == ("deepseek/deepseek-flash", "refused")
    assert (answered["modelo"], answered["resultado"]) == ("anthropic/claude-sonnet-4-6", "ok")
    assert (answered["tokens_entrada"], answered["tokens_salida"]) == (11, 7)
    assert (answered["fuente"], answered["clasificacion"], answered["confianza"]) == ("model", "medica", 1.0)
    assert answered["tiempo_respuesta_ms"] >= 0
    told = {word for word in UNSURE.split() if len(word) > 4}
    assert not any(word in str(value) for row in rows for value in row.values() for word in told)
