"""`turnero plantillas`: what is to be approved, and what WhatsApp made of it."""

from __future__ import annotations

import json

import pytest

from booking.conversation.replies.templates import TEMPLATES, Name
from booking.models import RemoteTemplate
from tests.admin.conftest import Stage


def approved() -> list[RemoteTemplate]:
    return [
        RemoteTemplate(
            name=name,
            language=one.language,
            status="APPROVED",
            category=one.category.upper(),
            body=one.body,
            buttons=tuple(button.title for button in one.buttons),
        )
        for name, one in TEMPLATES.items()
    ]


def test_all_that_has_to_be_submitted_is_listed(any_stage: Stage) -> None:
    rows = any_stage.json("plantillas", "listar")
    assert [row["nombre"] for row in rows] == list(Name)
    assert all(row["texto"].count("{{") == len(row["ejemplos"]) for row in rows)
    shown = any_stage.run("plantillas", "listar").stdout
    assert all(one.body in shown for one in TEMPLATES.values())


def test_nothing_differs(any_stage: Stage) -> None:
    any_stage.wired.remote = approved()
    assert any_stage.json("plantillas", "comprobar") == []
    assert {row["estado"] for row in any_stage.json("plantillas", "listar")} == {"APPROVED"}


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"name": "otra"}, "no existe en WhatsApp"),
        ({"language": "es"}, "no existe en WhatsApp"),
        ({"status": "REJECTED", "reason": "INVALID_FORMAT"}, "está REJECTED (INVALID_FORMAT)"),
        ({"status": "PENDING"}, "está PENDING"),
        ({"category": "MARKETING"}, "es MARKETING y no UTILITY"),
        ({"body": "Hola, {{1}}."}, "su texto es otro"),
        ({"buttons": ("Sí",)}, "sus botones son otros"),
    ],
)
def test_each_difference_has_its_next_step(any_stage: Stage, changed: dict[str, object], difference: str) -> None:
    first, *others = approved()
    any_stage.wired.remote = [first.model_copy(update=changed), *others]
    result = any_stage.run("plantillas", "comprobar", "--json")
    assert result.exit_code == 1
    (row,) = json.loads(result.stdout)
    assert (row["plantilla"], row["diferencia"]) == (first.name, difference)
    assert row["que_hacer"]
    told = any("cita_agendada" in detail for _, detail in any_stage.notices)
    assert told == bool({"status", "category"} & changed.keys())
