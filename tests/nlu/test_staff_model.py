"""A model and the tools of staff: told only to those who have them, and harmless whatever it asks for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from booking.intents import Source, UseTool
from booking.models import Grant, Role, State, UnderstandingContext
from booking.runtime.services import model_extractor
from booking.settings import Settings
from booking.testing.world import demo_seed, memory_clinic
from nlu.model.extractor import ModelExtractor
from nlu.shortcuts import Rules
from tests.nlu.providers import Providers, providers, says
from tests.nlu.test_extractor import CONTEXT, item
from tools.catalog import CATALOG, for_role

TEXT = "ándale pues mija, a la señora Ruiz de los martes échale para el jueves a las 5 que le duele la rodilla"
STAFF = UnderstandingContext(
    now=CONTEXT.now, state=State.IDLE, role=Role.DOCTOR, opens=CONTEXT.opens, closes=CONTEXT.closes
)
BOOK = "agendar_cita_medica_completa"
GOOD = {"paciente_nombre": "Ruiz", "fecha_hora_inicio": "el jueves a las 5"}


@pytest.fixture(scope="module")
def server() -> Iterator[Providers]:
    with providers() as running:
        yield running


@pytest.fixture(params=[{"deepseek_api_key": "key"}, {"anthropic_api_key": "key"}], ids=["deepseek", "claude"])
def extractor(server: Providers, request: pytest.FixtureRequest) -> ModelExtractor:
    """As the composition root wires it, with the key of one provider only."""
    bases: dict[str, Any] = {"llm_primary_api_base": server.deepseek, "llm_fallback_api_base": server.claude}
    return model_extractor(Settings(llm_timeout_seconds=30, **bases, **request.param))


def wants(tool: str | None, given: dict[str, str]) -> str:
    return json.dumps({"items": [item("use_tool", tool=tool, arguments=given)]})


def asked_of(server: Providers) -> str:
    """Everything the last request said to the model, its schema of the answer aside."""
    _, body = server.asked[-1]
    return json.dumps([body["messages"], body.get("system", "")], ensure_ascii=False)


def test_the_text_is_one_that_the_deterministic_reading_leaves_open() -> None:
    assert not Rules().is_sure(TEXT, STAFF)


@pytest.mark.parametrize("role", [Role.DOCTOR, Role.STAFF, Role.ADMIN])
def test_staff_s_model_is_told_of_every_tool(server: Providers, extractor: ModelExtractor, role: Role) -> None:
    server.answering = says(wants(BOOK, GOOD))
    extractor.understand(TEXT, STAFF.model_copy(update={"role": role}))
    told = asked_of(server)
    assert all(tool.name in told and all(field in told for field in tool.fields) for tool in for_role(role))
    assert "doctor_id" not in told
    assert "paciente_id" not in told


def test_a_patient_s_model_is_told_of_none(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = says(wants(BOOK, GOOD))
    meant = extractor.understand(TEXT, STAFF.model_copy(update={"role": Role.PATIENT}))
    told = asked_of(server)
    assert not [
        tool.name for tool in CATALOG if tool.name in told and tool.name not in ("datetime", "check_availability")
    ]
    assert not any(isinstance(intent, UseTool) for intent in meant.intents)


def test_a_tool_is_used_with_the_words_of_the_message(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = says(wants(BOOK, GOOD))
    meant = extractor.understand(TEXT, STAFF)
    assert (meant.source, meant.intents) == (Source.MODEL, (UseTool(tool=BOOK, arguments=tuple(GOOD.items())),))


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("borrar_todo", {}),
        (None, GOOD),
        (BOOK, {**GOOD, "doctor_id": "2"}),
        (BOOK, {**GOOD, "paciente_id": "1"}),
        (BOOK, {"__class__": "Ruiz"}),
        ("alta_personal", {"codigo": "12345678"}),
    ],
)
def test_what_is_not_of_the_catalogue_falls_back(
    server: Providers, extractor: ModelExtractor, tool: str | None, given: dict[str, str]
) -> None:
    server.answering = says(wants(tool, given))
    meant = extractor.understand(TEXT, STAFF)
    assert meant.source is Source.FALLBACK
    assert meant.intents == Rules().understand(TEXT, STAFF).intents


def test_made_up_words_are_left_out(server: Providers, extractor: ModelExtractor) -> None:
    given = {"paciente_nombre": "Ruiz", "fecha_hora_inicio": "mañana a las 8", "motivo": "'; DROP TABLE citas_medicas"}
    server.answering = says(wants(BOOK, given))
    meant = extractor.understand(TEXT, STAFF)
    assert meant.intents == (UseTool(tool=BOOK, arguments=(("paciente_nombre", "Ruiz"),)),)
    server.answering = says(wants("modificar_cita_medica", {"paciente": "Ruiz", "estado": "borrada"}))
    meant = extractor.understand(TEXT, STAFF)
    assert meant.intents == (UseTool(tool="modificar_cita_medica", arguments=(("paciente", "Ruiz"),)),)


def test_what_a_model_asks_for_is_shown_before_it_is_done(server: Providers, extractor: ModelExtractor) -> None:
    clinic = memory_clinic(demo_seed(), reader=extractor)
    clinic.say("Laura", "hola")
    with clinic.begin() as uow:
        uow.staff.grant(
            clinic.conversation("Laura").person.id, Grant(role=Role.DOCTOR, doctor_id=1), clinic.clock.now()
        )
        uow.patients.enter("Rosa Ruiz", None, 1, clinic.clock.now())
        uow.commit()
    server.answering = says(wants(BOOK, GOOD))
    assert clinic.say("Laura", TEXT).keys == ["order_proposal"]
    assert clinic.stored().live == []
    clinic.say("Laura", "sí")
    assert [a.doctor_id for a in clinic.stored().live] == [1]
