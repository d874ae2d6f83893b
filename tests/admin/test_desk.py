"""The desk: entering, moving and marking appointments, overbooking, and what is told of it."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.admin.conftest import NOW, Stage

NINE = "2026-11-24T09:00:00-08:00"
DAY = ("--fecha", "2026-11-24")


def what(stage: Stage, id: int) -> list[str]:
    return [event["que"] for event in stage.json("citas", "ver", str(id))["eventos"]]


def test_the_course_of_a_visit(any_stage: Stage) -> None:
    id = str(any_stage.book())
    early = any_stage.run("citas", "no-asistio", id)
    assert (early.exit_code, "todavía no empieza" in early.stderr) == (1, True)
    unready = any_stage.run("citas", "completa", id)
    assert (unready.exit_code, "turnero citas inicia" in unready.stderr) == (1, True)
    any_stage.wired.clock.set(NOW + dt.timedelta(days=1))
    assert any_stage.run("citas", "llego", id).exit_code == 0
    assert any_stage.run("citas", "llego", id).exit_code == 1
    assert any_stage.run("citas", "no-asistio", id).exit_code == 1
    assert any_stage.json("citas", "inicia", id)["estado"] == "en_curso"
    assert any_stage.run("citas", "completa", id).exit_code == 0
    assert any_stage.run("citas", "inicia", id).exit_code == 1
    shown = any_stage.json("citas", "ver", id)
    assert [e["que"] for e in shown["eventos"]] == ["agendada", "llego", "iniciada", "completada"]
    last = shown["eventos"][-1]
    assert (last["quien"]["tipo"], last["de"]["estado"], last["a"]["estado"]) == ("personal", "en_curso", "completada")
    assert "completada" in any_stage.run("citas", "ver", id).stdout


def test_a_no_show(any_stage: Stage) -> None:
    id = str(any_stage.book())
    any_stage.wired.clock.set(NOW + dt.timedelta(days=1))
    assert any_stage.run("citas", "no-asistio", id).exit_code == 0
    assert any_stage.json("citas", "listar")[0]["estado"] == "no_asistio"
    assert any_stage.run("citas", "llego", id).exit_code == 1


def test_overbooking_is_explicit_and_recorded(any_stage: Stage) -> None:
    first = any_stage.book()
    any_stage.book("Leo Paz", number="5216641113333")
    enter = ("citas", "agendar", "--doctor", "laura", "--paciente", "leo", "--inicio", "2026-11-24 09:00")
    refused = any_stage.run(*enter)
    assert (refused.exit_code, "ocupado" in refused.stderr, "--sobrecupo" in refused.stderr) == (1, True, True)
    over = any_stage.json(*enter, "--sobrecupo", "--motivo", "dolor")
    assert (over["inicio"], over["doctor"]["id"], over["motivo"]) == (NINE, 1, "dolor")
    assert what(any_stage, over["id"]) == ["sobrecupo"]
    assert what(any_stage, first) == ["agendada"]


def test_staff_enter_and_move(any_stage: Stage) -> None:
    any_stage.book()
    added = any_stage.json("citas", "agendar", "--doctor", "1", "--paciente", "ana", "--inicio", "hoy 10:00")
    assert added["inicio"] == "2026-11-23T10:00:00-08:00", "the minimum notice does not bind staff"
    moved = any_stage.json("citas", "mover", str(added["id"]), "--inicio", "2026-11-25T16:30", "--motivo", "viaje")
    assert (moved["inicio"], moved["doctor"]["id"]) == ("2026-11-25T16:30:00-08:00", 1)
    event = any_stage.json("citas", "ver", str(added["id"]))["eventos"][-1]
    assert (event["que"], event["por_que"], event["de"]["inicio"]) == ("movida", "viaje", added["inicio"])
    busy = any_stage.run("citas", "mover", str(added["id"]), "--inicio", "2026-11-24 09:00", "--doctor", "salas")
    assert (busy.exit_code, "ya tiene otra cita" in busy.stderr) == (1, True)
    off = any_stage.run("citas", "mover", str(added["id"]), "--inicio", "2026-11-24 13:00")
    assert (off.exit_code, "fuera de horario" in off.stderr) == (1, True)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--paciente", "nadie"), "no hay tal paciente"),
        (("--inicio", "cuando sea"), "no entendí"),
        (("--inicio", "2027-03-14 02:30"), "cambia la hora"),
        (("--doctor", "House"), "no hay tal doctor"),
    ],
)
def test_wrong_use(stage: Stage, option: tuple[str, str], said: str) -> None:
    stage.book()
    given = {"--doctor": "1", "--paciente": "ana", "--inicio": "hoy 10:00"} | dict([option])
    result = stage.run("citas", "agendar", *(word for pair in given.items() for word in pair))
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr


def test_turns_are_explained(any_stage: Stage) -> None:
    any_stage.book()
    shown = any_stage.json("doctores", "turnos", "--explicar")
    assert [(row["doctor_id"], row["citas"]) for row in shown["orden"]] == [(2, 0), (1, 1)]
    (reason,) = shown["asignaciones"]
    assert (reason["razon"], reason["doctor_id"]) == ("turno", 1)
    assert [place["doctor_id"] for place in reason["lugares"]] == [1, 2]
    assert "le tocaba: Dra. Laura Méndez 0" in any_stage.run("doctores", "turnos", "--explicar").stdout
