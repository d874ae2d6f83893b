"""Rules edited at the desk, and what `turnero horarios --por-que` says of them."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.admin.conftest import NOW, Stage

TUESDAY = ("--fecha", "2026-11-24")


def times(stage: Stage, *options: str) -> list[str]:
    return [row["inicio"][11:16] for row in stage.json("horarios", *(options or TUESDAY), "--doctor", "1")]


def why(stage: Stage, *options: str) -> dict[str, tuple[str, str | None]]:
    rows = stage.json("horarios", *(options or TUESDAY), "--doctor", "1", "--por-que")
    return {row["inicio"][11:16]: (row["por_que"], row["detalle"]) for row in rows}


def test_hours_of_weekdays(any_stage: Stage) -> None:
    edit = ("doctores", "horario", "laura", "--dia", "mar", "--horas", "08:00-09:00", "--horas", "12:00-13:00")
    assert any_stage.run(*edit, "--minutos", "20").exit_code == 0
    assert times(any_stage) == ["08:00", "08:20", "08:40", "12:00", "12:20", "12:40"]
    assert times(any_stage, "--fecha", "2026-11-25")[0] == "09:00"
    assert any_stage.run("doctores", "horario", "1", "--dia", "martes", "--sin-horas").exit_code == 0
    assert times(any_stage) == []


def test_hours_of_a_date(any_stage: Stage) -> None:
    edit = ("doctores", "horario", "1", *TUESDAY)
    assert any_stage.run(*edit, "--horas", "20:00-21:00").exit_code == 0
    assert times(any_stage) == ["20:00", "20:30"]
    assert any_stage.run(*edit, "--sin-horas").exit_code == 0
    assert times(any_stage) == []
    assert any_stage.run(*edit).exit_code == 0
    assert times(any_stage)[0] == "09:00"


def test_absences_blocks_and_whom_they_touch(any_stage: Stage) -> None:
    id = any_stage.book()
    away = any_stage.json("doctores", "bloquear", "1", "--desde", "2026-11-24", "--motivo", "congreso")
    assert away["citas_afectadas"] == [id]
    assert times(any_stage) == []
    assert why(any_stage)["16:00"] == ("ausencia", "congreso")
    (name,) = [rule["regla"] for rule in away["reglas"] if rule["regla"].startswith("ausencia")]
    assert any_stage.run("doctores", "bloquear", "1", "--quitar", name).exit_code == 0
    for nobodys in (name, "ausencia-²", f"ausencia-{2**63}"):
        assert any_stage.run("doctores", "bloquear", "1", "--quitar", nobodys).exit_code == 1
    weekly = ("doctores", "bloquear", "1", "--dia", "mar", "--horas", "16:00-16:30", "--motivo", "junta")
    assert any_stage.run(*weekly).exit_code == 0
    assert times(any_stage) == ["09:30", "10:00", "10:30", "16:30"]
    assert why(any_stage) == {"09:00": ("ocupado", None), "16:00": ("bloqueo", "junta")}


@pytest.mark.parametrize(
    "edit",
    [
        ("doctores", "bloquear", "1", "--desde", "2026-11-24 08:00", "--hasta", "2026-11-24 09:10"),
        ("doctores", "bloquear", "1", "--dia", "mar", "--horas", "08:00-09:30"),
        ("doctores", "horario", "1", *TUESDAY, "--sin-horas"),
        ("doctores", "horario", "1", *TUESDAY, "--horas", "09:10-14:00"),
        ("doctores", "horario", "1", "--dia", "mar", "--sin-horas"),
        ("doctores", "horario", "1", "--dia", "mar", "--horas", "16:00-19:00"),
        ("doctores", "horario", "1", "--dia", "mar", "--horas", "16:00-19:00", "--hasta", "2026-12-31"),
        ("doctores", "activar", "1", "--no"),
        ("horarios", "cerrar", "2026-11-24"),
    ],
)
def test_whatever_closes_time_names_the_appointments_in_it(any_stage: Stage, edit: tuple[str, ...]) -> None:
    id = any_stage.book()
    shown = any_stage.run(*edit)
    assert shown.exit_code == 0, shown.output
    assert "siguen en pie" in shown.stdout
    assert f" {id} " in shown.stdout.split("siguen en pie")[1]
    again = any_stage.run(*edit)
    blocks = "bloquear" in edit  # a block is told of as the first time, however often it is made
    assert ("siguen en pie" in again.stdout) == blocks, "nothing more stands in its way than before"


def test_an_edit_that_touches_nothing_names_nothing(any_stage: Stage) -> None:
    any_stage.book()
    for edit in (
        ("doctores", "bloquear", "2", "--desde", "2026-11-24"),
        ("doctores", "bloquear", "1", "--dia", "mar", "--horas", "09:30-10:00"),
        ("doctores", "horario", "1", "--dia", "mar", "--horas", "08:00-09:30"),
        ("horarios", "cerrar", "2026-11-25"),
        ("horarios", "abrir", "2026-11-24"),
        ("doctores", "activar", "1"),
    ):
        shown = any_stage.run(*edit)
        assert (shown.exit_code, "siguen en pie" in shown.stdout) == (0, False), edit


def test_hours_of_some_dates_stand_in_for_the_usual_ones(any_stage: Stage) -> None:
    edit = ("doctores", "horario", "1", "--dia", "mar")
    week = ("--desde", "2026-11-23", "--hasta", "2026-11-29")
    assert any_stage.run(*edit, "--horas", "12:00-13:00", *week).exit_code == 0
    assert times(any_stage) == ["12:00", "12:30"]
    assert times(any_stage, "--fecha", "2026-12-01")[0] == "09:00"
    off = any_stage.run(*edit, "--sin-horas", *week)
    assert (off.exit_code, "turnero doctores bloquear 1 --dia mar --horas 00:00-24:00" in off.stderr) == (2, True)
    assert any_stage.run("doctores", "bloquear", "1", "--dia", "mar", "--horas", "00:00-24:00", *week).exit_code == 0
    assert times(any_stage) == []


def test_a_rule_is_put_in_the_place_of_another(any_stage: Stage) -> None:
    block = ("doctores", "bloquear", "1", "--dia", "mar", "--horas")
    (first,) = [r["regla"] for r in any_stage.json(*block, "09:00-10:00")["reglas"] if r["regla"][:4] == "bloq"]
    rules = any_stage.json(*block, "16:00-17:00", "--quitar", first)["reglas"]
    assert [r["inicio"] for r in rules if r["regla"].startswith("bloqueo")] == ["16:00:00"]


def test_to_leave_and_come_back_changes_nobodys_turn(any_stage: Stage) -> None:
    any_stage.book()
    order = any_stage.json("doctores", "turnos")["orden"]
    for again in ((), ("--no",), ("--no",), (), ()):
        assert any_stage.run("doctores", "activar", "2", *again).exit_code == 0
    assert any_stage.json("doctores", "turnos")["orden"] == order


def test_holidays_and_special_days(any_stage: Stage) -> None:
    christmas = ("--fecha", "2026-12-25")
    assert times(any_stage, *christmas) == []
    assert why(any_stage, *christmas)["09:00"] == ("clínica cerrada", "Navidad")
    assert any_stage.run("horarios", "abrir", "2026-12-25").exit_code == 0
    assert times(any_stage, *christmas)[0] == "09:00"
    assert any_stage.run("horarios", "cerrar", "2026-11-24", "--motivo", "inventario").exit_code == 0
    assert why(any_stage)["09:00"] == ("clínica cerrada", "inventario")
    assert any_stage.json("horarios", "reglas", "--feriados", "no")["feriados"] is None
    assert times(any_stage, "--fecha", "2027-01-01")[0] == "09:00"


def test_what_is_told_of_the_parking(any_stage: Stage) -> None:
    assert any_stage.json("horarios", "reglas")["silencio_desde"] == "21:00"
    quiet = any_stage.json("horarios", "reglas", "--silencio-desde", "10pm", "--silencio-hasta", "7:30")
    assert (quiet["silencio_desde"], quiet["silencio_hasta"]) == ("22:00", "07:30")
    assert any_stage.json("horarios", "reglas")["estacionamiento"] is None
    said = any_stage.json("horarios", "reglas", "--estacionamiento", "gratis, en el sótano")
    assert said["estacionamiento"] == "gratis, en el sótano"
    assert any_stage.json("horarios", "reglas", "--estacionamiento", "no")["estacionamiento"] is None


def test_policy(any_stage: Stage) -> None:
    shown = any_stage.json("horarios", "reglas", "--aviso", "1440", "--plazo", "3", "--cancelar", "12")
    assert (shown["aviso"], shown["plazo"], shown["cancelar"]) == (1440, 3, 12)
    assert why(any_stage, "--fecha", "2026-11-23")["16:00"] == ("aviso mínimo", None)
    assert why(any_stage, "--fecha", "2026-11-27")["09:00"] == ("fuera del plazo para agendar", None)
    assert any_stage.run("horarios", "reglas", "--feriados", "XX").exit_code == 2


def test_lengths_of_visits(any_stage: Stage) -> None:
    any_stage.run("horarios", "consultas", "revision", "--minutos", "60", "--nuevo")
    any_stage.run("horarios", "consultas", "revision", "--minutos", "15", "--doctor", "1", "--despues", "30")
    assert times(any_stage, *TUESDAY, "--tipo", "revision") == times(any_stage)
    ends = [row["fin"][11:16] for row in any_stage.json("horarios", *TUESDAY, "--tipo", "revision", "--doctor", "2")]
    assert ends == ["10:00"]
    any_stage.book()
    assert times(any_stage, *TUESDAY, "--tipo", "revision")[0] == "09:30"
    rows = any_stage.json("horarios", "consultas")
    assert [(row["doctor_id"], row["minutos"]) for row in rows] == [(None, 60), (1, 15)]


@pytest.mark.parametrize("words", [("horarios", "consultas", "zzz"), ("horarios", "--tipo", "zzz")])
def test_a_type_of_visit_is_not_made_by_a_slip_of_the_hand(any_stage: Stage, words: tuple[str, ...]) -> None:
    refused = any_stage.run(*words)
    assert (refused.exit_code, "Hay: primera_vez, seguimiento." in refused.stderr) == (2, True)
    assert any_stage.json("horarios", "consultas") == []


def test_one_hour_explained(any_stage: Stage) -> None:
    assert why(any_stage, *TUESDAY, "--hora", "13:00") == {"13:00": ("fuera de horario", None)}
    assert why(any_stage, *TUESDAY, "--hora", "09:10") == {"09:10": ("no es inicio de turno", None)}
    assert why(any_stage, *TUESDAY, "--hora", "09:00") == {}
    assert "no es inicio" in any_stage.run("horarios", *TUESDAY, "--por-que", "--hora", "09:10").stdout


def test_a_new_doctor(any_stage: Stage) -> None:
    any_stage.book()
    any_stage.wired.clock.set(NOW + dt.timedelta(minutes=1))
    new = any_stage.json("doctores", "agregar", "Dra. Eva Luna", "--especialidad", "Medicina familiar")["id"]
    order = {row["doctor_id"]: row["ajuste"] for row in any_stage.json("doctores", "turnos")["orden"]}
    assert order[new] == 0.5, "half of what two others have"
    assert any_stage.run("doctores", "activar", str(new), "--no").exit_code == 0
    assert new not in {row["doctor_id"] for row in any_stage.json("doctores", "turnos")["orden"]}
    again = any_stage.run("doctores", "agregar", " dra. EVA  luna")
    assert (again.exit_code, f"activar {new}" in again.stderr) == (1, True)
    assert any_stage.run("doctores", "agregar", " ").exit_code == 2


def test_a_specialist_has_a_part_in_the_turn_only_where_staff_say_so(any_stage: Stage) -> None:
    def order() -> set[int]:
        return {row["doctor_id"] for row in any_stage.json("doctores", "turnos")["orden"]}

    new = any_stage.json("doctores", "agregar", "Dr. Pío Sol", "--especialidad", "Cardiología")
    assert (new["reparto"], new["id"] in order()) == (False, False)
    assert "solo si los piden" in any_stage.run("doctores", "listar").stdout
    assert "Entra al reparto" in any_stage.run("doctores", "reparto", "pío").stdout
    assert new["id"] in order()
    assert "Solo recibe a quien pide" in any_stage.run("doctores", "reparto", "pío", "--no").stdout
    assert new["id"] not in order()
    for doctor in ("laura", "jorge"):
        alone = any_stage.run("doctores", "reparto", doctor, "--no").stdout
    assert "Nadie queda en el reparto" in alone
    assert new["id"] in order(), "the clinic does not refuse everybody"


def test_rules_read_as_at_a_desk(any_stage: Stage) -> None:
    shown = any_stage.run("doctores", "horario", "2", "--dia", "lun", "--horas", "9:00-12:00", "--desde", "2026-12-01")
    assert "lun 09:00–12:00" in shown.stdout
    assert "30 min, desde el 2026-12-01" in shown.stdout
    off = any_stage.run("doctores", "horario", "2", "--fecha", "2026-12-24", "--sin-horas").stdout
    assert "2026-12-24 sin horas" in off
    assert "por chat, hasta" in any_stage.run("horarios", "reglas").stdout


@pytest.mark.parametrize(
    "call",
    [
        ("doctores", "horario", "1", "--dia", "lun"),
        ("doctores", "horario", "1", "--dia", "nunca", "--sin-horas"),
        ("doctores", "horario", "1", "--horas", "09:00-10:00"),
        ("doctores", "horario", "1", "--dia", "lun", "--horas", "10:00-09:00"),
        ("doctores", "horario", "1", "--dia", "lun", "--horas", "09:00-11:00", "--horas", "10:00-12:00"),
        ("doctores", "bloquear", "1"),
        ("doctores", "bloquear", "1", "--dia", "lun"),
        ("doctores", "bloquear", "1", "--desde", "2026-12-02", "--hasta", "2026-12-01"),
        ("doctores", "bloquear", "1", "--hasta", "2026-12-01"),
        ("doctores", "bloquear", "1", "--dia", "mar", "--horas", "9-10", "--desde", "2026-12-31", "--hasta", "hoy"),
        ("doctores", "bloquear", "1", "--desde", "1900-01-01", "--hasta", "9999-12-31"),
        ("doctores", "horario", "1", *TUESDAY, "--horas", "09:00-10:00", "--minutos", "60"),
        ("doctores", "horario", "1", *TUESDAY, "--horas", "09:00-10:00", "--tope", "1"),
        ("doctores", "horario", "1", *TUESDAY, "--horas", "09:00-10:00", "--sin-horas"),
        ("doctores", "horario", "1", *TUESDAY, "--horas", "09:00-11:00", "--horas", "10:00-12:00"),
        ("doctores", "horario", "1", "--dia", "lun", "--horas", "09:00-10:00", "--sin-horas"),
        ("doctores", "horario", "1", "--dia", "lun", "--horas", "00:00-00:00"),
        ("doctores", "horario", "1", "--dia", "lunatico", "--horas", "09:00-10:00"),
        ("horarios", "--hora", "09:00"),
        ("horarios", "--desde", "9999-12-01", "--dias", "366"),
    ],
)
def test_wrong_use(stage: Stage, call: tuple[str, ...]) -> None:
    result = stage.run(*call)
    assert result.exit_code == 2, result.output


def test_whether_patients_are_asked_for_the_type_of_visit(stage: Stage) -> None:
    assert "no" in stage.run("horarios", "reglas").stdout.split("--preguntar-tipo")[1].split("\n")[0]
    stage.run("horarios", "reglas", "--preguntar-tipo")
    assert stage.json("horarios", "reglas")["preguntar_tipo"] is True


def test_a_rule_of_another_doctor_is_not_removed(any_stage: Stage) -> None:
    away = any_stage.json("doctores", "bloquear", "2", "--desde", "2026-12-01", "--hasta", "2026-12-02")
    (rule,) = [rule["regla"] for rule in away["reglas"] if rule["regla"].startswith("ausencia")]
    assert any_stage.run("doctores", "bloquear", "1", "--quitar", rule).exit_code == 1
    assert any_stage.run("doctores", "bloquear", "2", "--quitar", rule).exit_code == 0


@pytest.mark.parametrize("wild", [("--cancelar", "999999999999"), ("--plazo", "99999999"), ("--entre", "2000")])
def test_rules_beyond_reason_are_refused(any_stage: Stage, wild: tuple[str, str]) -> None:
    assert any_stage.run("horarios", "reglas", *wild).exit_code == 2
