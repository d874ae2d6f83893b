"""`turnero citas`: JSON to the letter, masked tables, filters, cancelling."""

from __future__ import annotations

import pytest

from tests.admin.conftest import NOW, Stage


def test_json_is_whole_and_exact(any_stage: Stage) -> None:
    """The shape that other programs read."""
    id = any_stage.book()
    (row,) = any_stage.json("citas", "listar")
    patient_id = row["paciente"]["id"]
    assert isinstance(patient_id, int)
    assert row == {
        "id": id,
        "estado": "programada",
        "inicio": "2026-11-24T09:00:00-08:00",
        "fin": "2026-11-24T09:30:00-08:00",
        "doctor": {"id": 1, "nombre": "Dra. Laura Méndez"},
        "paciente": {"id": patient_id, "nombre": "Ana Gómez Ruiz", "telefono": "+526641112222", "correo": None},
        "tipo": "primera_vez",
        "motivo": None,
        "version": row["version"],
    }
    shown = any_stage.json("citas", "ver", str(id))
    (event,) = shown.pop("eventos")
    assert [one["minutos"] for one in shown.pop("recordatorios")] == [4320, 1440, 120]
    assert shown == row
    assert (event["que"], event["quien"]["tipo"], event["de"]) == ("agendada", "paciente", None)
    assert (event["a"]["inicio"], event["a"]["doctor_id"]) == (row["inicio"], 1)


def test_use_of_json_is_recorded(any_stage: Stage) -> None:
    id = any_stage.book()
    before = len(any_stage.notices)
    any_stage.json("citas", "ver", str(id))
    any_stage.run("citas", "listar")
    (kind, detail), *rest = any_stage.notices
    assert len(rest) == before, "a table is no export"
    assert kind == "json_export"
    assert detail.startswith(f"citas ver {id} ")


@pytest.mark.parametrize("command", [("citas", "listar"), ("citas", "ver", "{id}")])
def test_tables_mask_personal_data(stage: Stage, command: tuple[str, ...]) -> None:
    id = stage.book()
    shown = stage.run(*(word.format(id=id) for word in command)).stdout
    assert "Ana G." in shown
    assert "···2222" in shown
    for hidden in ("Gómez", "Ruiz", "664111"):
        assert hidden not in shown


def test_holds_only_when_asked_for(any_stage: Stage) -> None:
    """A hold has no patient yet."""
    any_stage.chat("martes 9")
    assert any_stage.json("citas", "listar") == []
    (hold,) = any_stage.json("citas", "listar", "--estado", "apartada")
    assert hold["estado"] == "apartada"
    assert hold["paciente"] is None
    assert any_stage.run("citas", "listar", "--estado", "apartada").exit_code == 0


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("--desde 2026-11-24 --hasta 2026-11-24", True),
        ("--desde mañana", True),
        ("--hasta hoy", False),
        ("--desde 2026-11-25", False),
        ("--doctor 1", True),
        ("--doctor mendez", True),
        ("--doctor salas", False),
        ("--estado programada", True),
        ("--estado PROGRAMADA --estado cancelada", True),
        ("--estado cancelada", False),
        ("--paciente gomez", True),
        ("--paciente '+52 1 664 111 2222'", True),
        ("--paciente 6641112223", False),
        ("--paciente Juan", False),
    ],
)
def test_filters(stage: Stage, options: str, found: bool) -> None:
    import shlex

    stage.book()
    assert bool(stage.json("citas", "listar", *shlex.split(options))) is found


def test_patient_by_number(any_stage: Stage) -> None:
    any_stage.book()
    (row,) = any_stage.json("citas", "listar")
    assert any_stage.json("citas", "listar", "--paciente", str(row["paciente"]["id"])) == [row]
    assert any_stage.json("citas", "listar", "--paciente", "999999") == []


def test_table_begins_today_and_json_does_not(stage: Stage) -> None:
    id = stage.book()
    stage.wired.clock.set(NOW.replace(day=26))
    assert "Ana G." not in stage.run("citas", "listar").stdout
    assert "Ana G." in stage.run("citas", "listar", "--desde", "ayer", "--desde", "2026-11-01").stdout
    assert [row["id"] for row in stage.json("citas", "listar")] == [id]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--desde", "algún día"], "no entendí la fecha"),
        (["--estado", "libre"], "no es un estado"),
        (["--doctor", "House"], "Elija entre: 1 Dra. Laura Méndez, 2 Dr. Jorge Salas"),
        (["--doctor", "Dr"], "puede ser más de uno"),
        (["--desde", "mañana", "--hasta", "hoy"], "termina antes de --desde"),
        (["--todo"], "No existe la opción --todo. Vea: turnero citas listar --help"),
    ],
)
def test_wrong_use_is_told_in_spanish(stage: Stage, options: list[str], said: str) -> None:
    result = stage.run("citas", "listar", *options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_cancel_after_a_yes(any_stage: Stage) -> None:
    id = any_stage.book()
    result = any_stage.run("citas", "cancelar", str(id), "--motivo", "Lo pidió por teléfono", stdin="Sí\n")
    assert result.exit_code == 0, result.output
    assert "cancelada" in result.stdout
    assert any_stage.json("citas", "ver", str(id))["estado"] == "cancelada"
    assert any(row["inicio"] == "2026-11-24T09:00:00-08:00" for row in any_stage.json("horarios", "--doctor", "1"))


@pytest.mark.parametrize("answer", ["no\n", "\n", "", "yes\n"])
def test_anything_but_a_yes_cancels_nothing(stage: Stage, answer: str) -> None:
    id = stage.book()
    result = stage.run("citas", "cancelar", str(id), stdin=answer)
    assert result.exit_code == 1
    assert "No se canceló nada" in result.stderr
    assert stage.json("citas", "ver", str(id))["estado"] == "programada"


def test_cancel_without_asking(stage: Stage) -> None:
    id = stage.book()
    assert stage.run("citas", "cancelar", str(id), "--si").exit_code == 0
    again = stage.run("citas", "cancelar", str(id), "--si")
    assert again.exit_code == 1
    assert "ya está cancelada" in again.stderr


def test_what_cannot_be_cancelled_is_refused(any_stage: Stage) -> None:
    any_stage.chat("martes 9")
    (hold,) = any_stage.json("citas", "listar", "--estado", "apartada")
    held = any_stage.run("citas", "cancelar", str(hold["id"]), "--si")
    assert (held.exit_code, "se libera solo" in held.stderr) == (1, True)
    missing = any_stage.run("citas", "cancelar", "424242", "--si")
    assert (missing.exit_code, "turnero citas listar" in missing.stderr) == (1, True)
    assert any_stage.run("citas", "ver", "424242").exit_code == 1


def test_a_change_while_staff_decide_is_refused(stage: Stage) -> None:
    """What was shown is what is cancelled, or nothing is."""
    from booking.admin.operating_user import at_the_desk
    from booking.desk import change_appointments
    from booking.desk.desk_errors import DeskRefused

    id = stage.book()
    with stage.begin() as uow:
        row = change_appointments.to_cancel(uow, id)
    stage.run("citas", "cancelar", str(id), "--si")
    with stage.begin() as uow, pytest.raises(DeskRefused, match="cambió mientras tanto"):
        change_appointments.cancel(uow, row, None, NOW, at_the_desk())
