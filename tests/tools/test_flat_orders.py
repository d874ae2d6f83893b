"""Orders stored by versions with one flat order for every tool are read, said and carried out as they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args
from zoneinfo import ZoneInfo

import pytest

from booking.conversation.replay import replay
from booking.conversation.replies import tool_texts
from booking.conversation.replies.proposal_texts import shown_order
from booking.models import (
    DRAFT,
    ORDER,
    AnyOrder,
    ClosureOrder,
    DayOrder,
    OverbookOrder,
    SeriesOrder,
    TurnRecord,
    UnwaitOrder,
    WaitOrder,
)
from booking.models.flat_orders import typed
from booking.models.tool_answers import ANSWER, Proposed
from tests.tools.house import House
from tests.tools.test_orders_by_chat import OF_A_DAY, ORDERS, clinic_with_orders

ZONE = ZoneInfo("America/Tijuana")
STORED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("flat_orders.json").read_text())
"""Orders as that version wrote them, what it gave the text of its proposal, and that text."""

LATER = {ClosureOrder, DayOrder, OverbookOrder, SeriesOrder, UnwaitOrder, WaitOrder}
"""Types that there were not yet."""
_NONE = {
    "doctor_id": None, "doctor": None, "patient_id": None, "patient": None, "phone": None, "appointment": None,
    "before": None, "slot": None, "status": None, "kind": "primera_vez", "reason": None, "weekdays": [], "hours": [],
    "affected": 0,
}  # fmt: skip


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: str(stored["said"])[:40])
def test_it_says_what_it_said(stored: dict[str, Any]) -> None:
    order = ORDER.validate_python(stored["order"])
    shown: Any = shown_order(order, ZONE)
    assert tool_texts.order(shown) == stored["said"]
    assert typed(stored["shown"]) == shown, "so that a replay finds the reply that went out"
    assert ORDER.validate_json(ORDER.dump_json(order)) == order


def test_of_each_type_one_was_stored() -> None:
    assert {type(ORDER.validate_python(stored["order"])) for stored in STORED} == {*get_args(AnyOrder)} - LATER


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: str(stored["said"])[:40])
def test_drafts_and_answers_that_hold_it_are_read(stored: dict[str, Any]) -> None:
    at = "2026-11-23T16:00:00Z"
    proposal = {"version": 1, "made_at": at, "asked_by": at, "terms": {"order": stored["order"]}}
    draft = DRAFT.validate_python({"purpose": "staff", "order": stored["order"], "proposal": proposal})
    assert draft.kind == "ordering"
    assert draft.proposal is not None
    assert draft.proposal.terms is not None
    assert draft.proposal.terms.order == draft.order, "a yes to it still does it"
    answer = ANSWER.validate_python({"type": "proposed", "order": stored["order"], "then": []})
    assert isinstance(answer, Proposed)
    assert answer.order == draft.order


@pytest.mark.parametrize(
    ("tool", "said", "given"),
    [
        ("cancelar_cita_medica", "cancelada", {"paciente": "Ana"}),
        ("modificar_cita_medica", "programada", {"paciente": "Ana", "nueva_fecha_hora": "jueves a las 10"}),
        ("agendar_cita_medica_completa", "programada", {"paciente_nombre": "Leo", "fecha_hora_inicio": "jueves 10 am"}),
    ],
)
def test_it_is_carried_out(house: House, tool: str, said: str, given: dict[str, str]) -> None:
    proposed = house.use("staff", tool, doctor="Laura", **given)
    assert isinstance(proposed, Proposed), proposed
    done = house.done("staff", Proposed(order=ORDER.validate_python(_flat(proposed.order.model_dump(mode="json")))))
    assert done.type == "done"
    assert done.result["estado"] == said


@pytest.mark.parametrize("order", [order for order in ORDERS if order not in OF_A_DAY])
def test_a_turn_that_was_logged_with_it_replays(order: str) -> None:
    clinic = clinic_with_orders()
    for text in (order, "sí"):
        clinic.say("Rosa", text)
    with clinic.begin() as uow:
        chat = clinic.conversation("Rosa").id
        turns = uow.turns.list(chat)[-2:]
        sent = {item.id: item.content for item in uow.outbox.list(chat)}
    for turn in turns:
        stored = _flattened(turn.model_dump(mode="json"))
        assert '"weekdays": []' in json.dumps(stored), "no order in it"
        record = TurnRecord.model_validate(stored)
        assert replay(record).equals(record, [sent[id] for id in record.outbox_ids])


def _flat(order: dict[str, Any]) -> dict[str, Any]:
    """An order as those versions wrote it."""
    flat = {**_NONE, **{name: value for name, value in order.items() if name in {"tool", *_NONE}}}
    flat["affected"] = order.get("affected", order.get("namesakes", 0))
    if order.get("frees"):
        flat["status"] = "cancelada"
    return flat


def _flattened(value: Any) -> Any:
    """The same with every order in it flat."""
    if isinstance(value, dict):
        kinds = {order.model_fields["type"].default for order in get_args(AnyOrder)}
        if value.get("type") in kinds and "tool" in value:
            return _flat(value)
        return {name: _flattened(inner) for name, inner in value.items()}
    return [_flattened(inner) for inner in value] if isinstance(value, list) else value
