"""`turnero doctores` and `turnero horarios`."""

from __future__ import annotations

from tests.admin.conftest import Stage

LAURA = {"id": 1, "nombre": "Dra. Laura Méndez"}
JORGE = {"id": 2, "nombre": "Dr. Jorge Salas"}


def test_free_times_of_a_day(any_stage: Stage) -> None:
    rows = any_stage.json("horarios", "--fecha", "2026-11-24")
    assert rows[0] == {
        "inicio": "2026-11-24T09:00:00-08:00",
        "fin": "2026-11-24T09:30:00-08:00",
        "doctores": [LAURA, JORGE],
    }
    assert [row["inicio"][11:16] for row in rows] == ["09:00", "09:30", "10:00", "10:30", "16:00", "16:30"]


def test_what_is_booked_is_not_free(any_stage: Stage) -> None:
    any_stage.book()
    first = any_stage.json("horarios", "--fecha", "mañana")[0]
    assert (first["inicio"], first["doctores"]) == ("2026-11-24T09:00:00-08:00", [JORGE])


def test_days_from_today_and_of_one_doctor(stage: Stage) -> None:
    rows = stage.json("horarios", "--dias", "2", "--doctor", "salas")
    assert [row["inicio"] for row in rows] == ["2026-11-24T09:00:00-08:00", "2026-11-24T09:30:00-08:00"]
    assert {row["inicio"][:10] for row in stage.json("horarios", "--desde", "hoy", "--dias", "3")} == {
        "2026-11-23",
        "2026-11-24",
        "2026-11-25",
    }


def test_table_has_a_line_for_each_day_and_doctor(stage: Stage) -> None:
    shown = stage.run("horarios", "--fecha", "mañana").stdout
    assert "mar 24 nov 2026" in shown
    assert "09:00 09:30 10:00 10:30 16:00 16:30" in shown


def test_nothing_free_says_what_to_do(stage: Stage) -> None:
    result = stage.run("horarios", "--fecha", "2026-11-29")
    assert result.exit_code == 0
    assert "Nada libre" in result.stdout


def test_wrong_use(stage: Stage) -> None:
    both = stage.run("horarios", "--fecha", "hoy", "--desde", "hoy")
    assert (both.exit_code, "--fecha" in both.stderr) == (2, True)
    none = stage.run("horarios", "--dias", "0")
    assert (none.exit_code, "--dias: el mínimo es 1" in none.stderr) == (2, True)
    unread = stage.run("horarios", "--fecha", "32")
    assert (unread.exit_code, unread.stderr.startswith("--fecha: no entendí")) == (2, True)


def test_doctors(any_stage: Stage) -> None:
    assert any_stage.json("doctores", "listar")[1] == {
        "id": 2,
        "nombre": "Dr. Jorge Salas",
        "especialidad": "Pediatría",
        "consultorio": None,
        "activo": True,
        "peso": 1,
        "reparto": True,
        "horario": [{"dia": "mar", "inicio": "09:00", "fin": "10:00", "minutos": 30}],
    }
    shown = any_stage.run("doctores", "listar").stdout
    assert "lun–vie 09:00–11:00, 16:00–17:00" in shown
    assert any_stage.notices == [], "nothing of a patient was shown"
