"""Reads of one message: side by side, in order, none spoiling another."""

from __future__ import annotations

import datetime as dt
import threading
from dataclasses import replace

from booking import statement_count
from booking.intents import Frozen, UseTool
from booking.models import Grant, Role
from booking.models.tool_answers import Done, ToolRefused, Why
from booking.testing.colleagues import employ
from booking.testing.world import memory_clinic
from tests.engine.two_worlds import seed
from tests.tools.house import CALLERS, CLINIC, NOW, House
from tools.access import Access
from tools.catalog import DESK, Tool
from tools.toolbox import Toolbox


class Nothing(Frozen):
    """No parameter, no result."""


def tool(name: str, read: object) -> Tool:
    return Tool(name, name, Nothing, Nothing, DESK, (name,), read=read)  # type: ignore[arg-type]


def test_the_same_tool_twice_keeps_order_and_answers(postgres_house: House) -> None:
    calls = [
        ("datetime", {"timezone": "Tokio"}),
        ("buscar_citas_por_periodo", {"cuando": "mañana"}),
        ("datetime", {"timezone": "Londres"}),
    ]
    tokyo, tomorrow, london = postgres_house.tools.ask(CLINIC, CALLERS["doctor"], NOW, calls)
    assert isinstance(tokyo, Done)
    assert isinstance(london, Done)
    assert isinstance(tomorrow, Done)
    assert (tokyo.result["lugar"], london.result["lugar"]) == ("Tokio", "Londres")


def test_five_reads_run_at_once(postgres_house: House) -> None:
    """Each waits until all five have begun: one after another they would never end."""
    together = threading.Barrier(5)

    def wait(access: Access, request: Nothing) -> Nothing:
        together.wait(timeout=60)
        return request

    box = replace(postgres_house.tools, catalog=(tool("espera", wait),), seconds=60)
    answers = box.ask(CLINIC, CALLERS["staff"], NOW, [("espera", {})] * 5)
    assert answers == [Done(tool="espera", result={})] * 5


def test_what_they_ask_of_the_database_counts_for_whoever_asks(postgres_house: House) -> None:
    def asked(times: int) -> int | None:
        with statement_count.counted():
            calls = [("buscar_citas_por_periodo", {"cuando": "mañana"})] * times
            postgres_house.tools.ask(CLINIC, CALLERS["doctor"], NOW, calls)
            return statement_count.so_far()

    one = asked(1)
    assert one is not None
    assert asked(3) == 3 * one


def test_a_read_that_fails_or_is_late_spoils_no_other(postgres_house: House) -> None:
    released, ended = threading.Event(), threading.Event()

    def late(access: Access, request: Nothing) -> Nothing:
        released.wait(60)
        ended.set()
        return request

    def broken(access: Access, request: Nothing) -> Nothing:
        raise ZeroDivisionError

    def well(access: Access, request: Nothing) -> Nothing:
        return request

    catalog = (tool("tarda", late), tool("falla", broken), tool("bien", well))
    box = replace(postgres_house.tools, catalog=catalog, seconds=8)
    answers = box.ask(CLINIC, CALLERS["staff"], NOW, [("tarda", {}), ("falla", {}), ("bien", {}), ("nada", {})])
    assert not ended.is_set(), "nobody waits for the one that is late"
    assert answers == [
        ToolRefused(tool="tarda", why=Why.LATE),
        ToolRefused(tool="falla", why=Why.FAILED),
        Done(tool="bien", result={}),
        ToolRefused(tool="nada", why=Why.NOT_ALLOWED),
    ]
    released.set()


def test_a_right_that_ends_while_it_is_used_tells_nothing() -> None:
    """The answers are there, and the right to them is not any more when the turn is written."""
    clinic = memory_clinic(seed())
    clinic.say("Alma", "hola")
    employ(clinic, "Alma", Grant(role=Role.DOCTOR, doctor_id=1, until=clinic.clock.now() + dt.timedelta(minutes=5)))
    with clinic.begin() as uow:
        uow.patients.enter("Zyxw Secreta", None, 1, clinic.clock.now())
        uow.commit()
    asked = [UseTool(tool="buscar_pacientes_doctor", arguments=(("busqueda", name),)) for name in ("zyxw", "secreta")]
    assert clinic.mean("Alma", *asked).text.count("Zyxw") == 2
    tools = clinic.engine.tools
    assert isinstance(tools, Toolbox)

    class Slow(Toolbox):
        def ask(self, *given):  # type: ignore[no-untyped-def]
            answers = super().ask(*given)
            assert all(isinstance(answer, Done) for answer in answers)
            clinic.advance(minutes=10)
            return answers

    clinic.engine.tools = Slow(tools.begin, tools.read_time, tools.canonical, tools.read_repeats)
    came = clinic.mean("Alma", *asked)
    assert came.keys == ["not_understood"]
    assert "Zyxw" not in came.text


def test_a_write_is_none_of_the_reads(house: House) -> None:
    before = house.everything()
    calls = [("cancelar_cita_medica", {"paciente": "ana", "cuando": "mañana"})]
    assert house.tools.ask(CLINIC, CALLERS["staff"], NOW, calls) == [
        ToolRefused(tool="cancelar_cita_medica", why=Why.NOT_NOW)
    ]
    assert house.everything() == before
