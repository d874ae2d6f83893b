"""Each tool is whole: its functions, its words in Spanish, and what staff write for it. What is not says so by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import Field

from booking.conversation.replies.texts import TOOLS, ToolText
from booking.conversation.replies.tool_texts import check
from booking.errors import InvalidTool
from booking.intents import Frozen, Reading
from tests.tools.house import asked_of
from tools.access import Access
from tools.catalog import CATALOG, Tool

BY_NAME = {tool.name: tool for tool in CATALOG}
READ, BLOCK = BY_NAME["buscar_pacientes_doctor"], BY_NAME["actualizar_disponibilidad_doctor"]


@pytest.mark.parametrize("tool", CATALOG, ids=lambda tool: tool.name)
def test_every_sample_is_read_as_its_tool(tool: Tool) -> None:
    for sample in tool.samples:
        assert [asked.tool for asked in asked_of(sample)] == [tool.name], sample


class Untold(Frozen):
    cuando: str


class Late(Frozen):
    hasta_cuando: Reading | None = None


class Colour(Frozen):
    color: str = Field(description="de qué color")


def coloured(access: Access, wanted: Colour) -> Colour:
    return wanted


def untyped(access: Access, wanted: Late) -> Frozen:
    return wanted


def late(access: Access, wanted: Late) -> Late:
    return wanted


@pytest.mark.parametrize(
    ("tool", "given", "wrong"),
    [
        (READ, {"samples": ()}, "no sample of what staff write"),
        (READ, {"roles": frozenset()}, "nobody may use it"),
        (READ, {"read": None}, "it needs a read, or a prepare and a perform"),
        (READ, {"prepare": BLOCK.prepare}, "it needs a read, or a prepare and a perform"),
        (BLOCK, {"perform": None}, "it needs a read, or a prepare and a perform"),
        (READ, {"read": late}, "read does not take PatientsWanted"),
        (READ, {"request": Late, "read": untyped}, "read gives Frozen, and not PatientsFound"),
        (BLOCK, {"result": Untold}, "perform gives AvailabilityDone, and not Untold"),
        (READ, {"request": Untold}, "its parameter cuando has no description"),
        (READ, {"request": Late, "result": Late, "read": late}, "hasta_cuando is words about time"),
    ],
)
def test_a_record_that_is_not_whole_cannot_be_made(tool: Tool, given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(InvalidTool, match=f"{tool.name}: .*{wrong}"):
        replace(tool, **given)


def test_the_tools_there_are_have_their_words() -> None:
    check(CATALOG)


def said(name: str, **changed: object) -> dict[str, ToolText]:
    return {**TOOLS, name: TOOLS[name].model_copy(update=changed)}


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        ({name: text for name, text in TOOLS.items() if name != "datetime"}, r"datetime: no \[tools.datetime\]"),
        ({**TOOLS, "borrar_todo": TOOLS["datetime"]}, "borrar_todo: .*there is no such tool"),
        (said("datetime", answer="Son las {hora}."), "datetime: {hora} of its answer is no field of LocalTime"),
        (said("datetime", answer="Cita: {state}."), "datetime: {state} .* reads estado, and LocalTime has no such"),
        (said("datetime", answer="Son las {ahora}."), "datetime: {ahora} of its answer needs a format"),
        (said("crear_paciente_medico", answer="{telefono}"), "crear_paciente_medico: {telefono} .* needs a format"),
        (said("datetime", answer="¿Algo más?"), "datetime: its answer asks"),
        (said("datetime", order="Ver la hora."), "datetime: it has an order in es.toml, and writes nothing"),
        (said("cancelar_cita_medica", order=""), "cancelar_cita_medica: it writes, and has no order"),
        (said("cancelar_cita_medica", order="Cancelar {cita}."), "cancelar_cita_medica: {cita} of its order is no"),
        (said("modificar_cita_medica", order={"move": "Mover."}), "modificar_cita_medica: its orders .* are move;"),
    ],
)  # fmt: skip
def test_words_that_do_not_fit_their_tool_are_named(texts: dict[str, ToolText], wrong: str) -> None:
    with pytest.raises(InvalidTool, match=wrong):
        check(CATALOG, texts)


def test_what_a_tool_needs_can_be_asked_for() -> None:
    others = [tool for tool in CATALOG if tool.name != "datetime"]
    needy = replace(BY_NAME["datetime"], request=Colour, result=Colour, read=coloured)
    with pytest.raises(InvalidTool, match=r"datetime: it needs color, and es.toml has no ask_color"):
        check([*others, needy], said("datetime", answer="{color}"))
