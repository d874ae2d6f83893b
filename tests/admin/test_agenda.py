"""The day side by side, who waits in it, marks taken back, times as staff say them, closed days."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.admin.conftest import NOW, TUESDAY, Stage

NINE = dt.datetime.combine(TUESDAY, dt.time(9), NOW.tzinfo)


def at(stage: Stage, moment: dt.datetime) -> None:
    stage.wired.clock.set(moment)


def cells(stage: Stage, *words: str) -> dict[tuple[str, str], str]:
    """What the day has by doctor and hour."""
    day = stage.json("agenda", *words)
    return {(d["nombre"], c["inicio"][11:16]): c["estado"] for d in day["doctores"] for c in d["horas"]}


def test_a_day_shows_what_is_booked_free_and_why_not(any_stage: Stage) -> None:
    id = any_stage.book()
    any_stage.run("doctores", "bloquear", "1", "--desde", "2026-11-24 10:00", "--hasta", "2026-11-24 11:00")
    found = cells(any_stage, "--fecha", "mañana")
    laura = {hour: state for (who, hour), state in found.items() if who == "Dra. Laura Méndez"}
    assert laura == {
        "09:00": "programada",
        "09:30": "libre",
        "10:00": "no_atiende",
        "10:30": "no_atiende",
        "16:00": "libre",
        "16:30": "libre",
    }
    shown = any_stage.run("agenda", "--fecha", "mañana").stdout
    assert "Dr. Jorge Salas" in shown
    assert f"{id} Ana G." in shown
    assert "ausencia" in shown
    assert "Ruiz" not in shown


def test_who_is_here_waits_until_the_visit_begins(any_stage: Stage) -> None:
    id = str(any_stage.book())
    at(any_stage, NINE - dt.timedelta(minutes=20))
    assert any_stage.run("citas", "llego", id).exit_code == 0
    at(any_stage, NINE - dt.timedelta(minutes=6))
    assert "llegó 08:40, espera 14 min" in any_stage.run("agenda").stdout
    assert "llegó 08:40" in any_stage.run("citas", "listar").stdout
    any_stage.run("citas", "inicia", id)
    assert "espera" not in any_stage.run("agenda").stdout


def test_a_narrow_screen_has_a_list(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.book()
    monkeypatch.setenv("COLUMNS", "30")
    lines = stage.run("agenda", "--fecha", "mañana").stdout.splitlines()
    assert any(line.startswith("  09:00  ") and line.endswith("Ana G.") for line in lines)
    assert "  libre: 09:30 10:00 10:30 16:00 16:30" in lines
    assert "Hora" not in "".join(lines)


def test_a_week_begins_on_monday_and_on_sunday_is_the_one_to_come(stage: Stage) -> None:
    assert stage.json("agenda", "--semana")[0]["fecha"] == "2026-11-23"
    at(stage, NOW + dt.timedelta(days=6))
    assert [day["fecha"] for day in stage.json("agenda", "--semana")][::6] == ["2026-11-30", "2026-12-06"]
    assert stage.json("agenda", "--semana", "--fecha", "hoy")[0]["fecha"] == "2026-11-23"


def marked(stage: Stage, id: str) -> tuple[str, bool]:
    row = stage.json("citas", "ver", id)
    return row["estado"], "llego" in row


def test_marks_are_taken_back_one_by_one(any_stage: Stage) -> None:
    id = str(any_stage.book())
    at(any_stage, NINE - dt.timedelta(minutes=10))
    for minute, (mark, then) in enumerate(
        (("llego", "programada"), ("inicia", "en_curso"), ("completa", "completada"))
    ):
        at(any_stage, NINE + dt.timedelta(minutes=minute))
        any_stage.run("citas", mark, id)
        assert marked(any_stage, id) == (then, True)
    refused = any_stage.run("citas", "llego", id, "--deshacer")
    assert refused.exit_code == 1
    assert "lo último que pasó" in refused.stderr
    for mark, state in (
        ("completa", ("en_curso", True)),
        ("inicia", ("programada", True)),
        ("llego", ("programada", False)),
    ):
        assert any_stage.run("citas", mark, id, "--deshacer").exit_code == 0
        assert marked(any_stage, id) == state
        at(any_stage, any_stage.wired.clock.now() + dt.timedelta(minutes=1))
        if mark != "llego":  # what was undone can be done anew
            any_stage.run("citas", mark, id)
            any_stage.run("citas", mark, id, "--deshacer")
    events = [event["que"] for event in any_stage.json("citas", "ver", id)["eventos"]]
    assert events[-1] == "deshecha"


def test_a_visit_that_had_no_arrival_has_none_once_taken_back(any_stage: Stage) -> None:
    id = str(any_stage.book())
    at(any_stage, NINE)
    any_stage.run("citas", "inicia", id)
    any_stage.run("citas", "inicia", id, "--deshacer")
    assert marked(any_stage, id) == ("programada", False)


def test_who_did_come_after_all_has_their_time_back_unless_it_is_taken(any_stage: Stage) -> None:
    id = str(any_stage.book())
    at(any_stage, NINE + dt.timedelta(minutes=1))
    any_stage.run("citas", "no-asistio", id)
    any_stage.run("citas", "no-asistio", id, "--deshacer")
    assert marked(any_stage, id) == ("programada", False)
    any_stage.run("citas", "no-asistio", id)
    with any_stage.begin() as uow:
        gone = uow.appointments.get(int(id))
        other = uow.patients.enter("Luis Soto", None, None, NOW, None)
        uow.appointments.add(gone.slot, gone.doctor_id, other.id, "primera_vez", None, NOW)
        uow.commit()
    refused = any_stage.run("citas", "no-asistio", id, "--deshacer")
    assert refused.exit_code == 1
    assert "ya lo ocupa otra" in refused.stderr
    assert marked(any_stage, id) == ("no_asistio", False)


def test_nobody_arrives_hours_before(stage: Stage) -> None:
    id = str(stage.book())
    at(stage, NINE - dt.timedelta(hours=2, minutes=1))
    assert stage.run("citas", "llego", id).exit_code == 1
    at(stage, NINE - dt.timedelta(hours=2))
    assert stage.run("citas", "llego", id).exit_code == 0


def test_what_is_moved_may_be_overbooked(any_stage: Stage) -> None:
    taken = any_stage.book()
    id = str(any_stage.json("citas", "agendar", "--doctor=1", "--inicio=martes 10:00", "--nuevo=Luis Soto Paz")["id"])
    refused = any_stage.run("citas", "mover", id, "--inicio", "martes 9:00")
    assert refused.exit_code == 1
    assert "--sobrecupo" in refused.stderr
    moved = any_stage.json("citas", "mover", id, "--inicio", "martes 9:00", "--sobrecupo")
    assert (moved["inicio"][11:16], moved["sobrecupo"]) == ("09:00", True)
    event = any_stage.json("citas", "ver", id)["eventos"][-1]
    assert (event["que"], event["de"]["inicio"][11:16]) == ("sobrecupo", "10:00")
    assert any_stage.json("citas", "ver", str(taken))["inicio"] == moved["inicio"]
    back = any_stage.json("citas", "mover", id, "--inicio", "martes 10:00", "--sobrecupo")
    assert "sobrecupo" not in back, "a time that is free is had as any other"


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("mañana a las 4", "16:00"),
        ("el martes 9:30", "09:30"),
        ("24/11 9:00", "09:00"),
        ("mañana a las 10 y media", "10:30"),
    ],
)
def test_a_time_is_read_as_staff_say_it(stage: Stage, said: str, hour: str) -> None:
    made = stage.json("citas", "agendar", "--doctor=1", "--inicio", said, "--nuevo=Luis Soto Paz")
    assert made["inicio"][:16] == f"2026-11-24T{hour}"


def test_a_time_that_may_be_two_is_refused_with_both(stage: Stage) -> None:
    said = stage.run(
        "citas", "agendar", "--doctor=1", "--inicio=el martes o miércoles a las 4", "--nuevo=Luis Soto Paz"
    )
    assert said.exit_code == 2
    assert "24/11/2026 16:00 o 25/11/2026 16:00" in said.stderr


def test_closed_days_are_listed(any_stage: Stage) -> None:
    any_stage.run("horarios", "cerrar", "2026-12-24", "--motivo", "Nochebuena")
    any_stage.run("horarios", "abrir", "2026-12-25")
    found = {row["fecha"]: (row["abre"], row["motivo"]) for row in any_stage.json("horarios", "cerrados")}
    assert found["2026-12-24"] == (False, "Nochebuena")
    assert found["2026-12-25"][0] is True
    assert "Nochebuena" in any_stage.run("horarios", "cerrados").stdout
