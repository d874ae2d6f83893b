"""What a model's call cost is stored, and nothing of what was said unless the clinic keeps that."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text

from booking.models.retention import TEXTS_KEPT
from booking.settings import Settings
from booking.testing.world import clinic_on
from nlu.model.extractor import ModelExtractor
from nlu.model.models_asked import Provider
from nlu.shortcuts import Shortcuts
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.engine.on_postgres import entered
from tests.nlu.providers import Providers, providers, refuses, says

UNSURE = "fíjese que mi cuñado anda malo de la espalda y nomás puede el martes por la tarde saliendo del jale"
ITEM = {
    "intent": "check_availability",
    "values": [{"field": "when", "text": "el martes por la tarde"}],
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


@pytest.mark.parametrize("keep", [False, True])
def test_what_was_said_is_kept_only_where_the_clinic_says_so_and_not_for_ever(
    engine: Engine, server: Providers, keep: bool
) -> None:
    entered(engine)
    begin = SqlUnitOfWorkFactory(engine)
    provider = Provider("deepseek/deepseek-flash", "key", server.deepseek)
    clinic = clinic_on(begin, ModelExtractor(Shortcuts(), (provider,), 30, keep_texts=keep))
    server.answering = says(json.dumps({"items": [ITEM]}))
    clinic.say("Ana", f"{UNSURE}, mi número es 664 123 4567")
    with begin() as uow:
        [(_, at, call)] = uow.model_calls.list()
        assert call.text == (f"{UNSURE}, mi número es [TEL 1]" if keep else None)
        assert uow.model_calls.forget_texts(at) == 0
        assert uow.model_calls.forget_texts(at + TEXTS_KEPT) == keep
        [(_, _, call)] = uow.model_calls.list()
        assert call.text is None
        assert call.input_tokens == 11


def test_texts_are_not_kept_by_default() -> None:
    assert Settings(_env_file=None).llm_keep_texts is False
