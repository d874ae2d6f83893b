"""`turnero personal` and `turnero tools`."""

from __future__ import annotations

import re

import pytest

from booking.access.identification import enrol
from booking.desk.tool_use import NEXT_STEPS
from booking.models import Role
from booking.models.tool_answers import Why
from tests.admin.conftest import Stage
from tools.catalog import CATALOG

NUMBER = "5216641112222"


def test_a_code_is_bound_to_a_number_and_shown_once(any_stage: Stage) -> None:
    any_stage.chat("hola", number=NUMBER)
    said = any_stage.run("personal", "alta", "doctor", "--telefono", NUMBER, "--doctor", "Laura", "--hasta", "mañana")
    assert said.exit_code == 0, said.output
    code = re.search(r"alta (\d{8})", said.stdout)
    assert code
    with any_stage.begin() as uow:
        person = uow.staff.find("+526641112222")
        assert person is not None
        grant = enrol(uow, person, code.group(1), any_stage.wired.clock.now())
        uow.commit()
    assert grant is not None
    assert (grant.role, grant.doctor_id) == (Role.DOCTOR, 1)
    assert grant.until is not None
    listed = any_stage.run("personal", "listar")
    assert "Laura" in listed.stdout
    assert "6641112222" not in listed.stdout
    assert any_stage.run("personal", "baja", "doctor", "--telefono", NUMBER).exit_code == 0
    assert any_stage.run("personal", "baja", "doctor", "--telefono", NUMBER).exit_code == 1


def test_a_number_without_its_country_is_of_this_one_and_enrols_by_chat(any_stage: Stage) -> None:
    said = any_stage.run("personal", "alta", "personal", "--telefono", "664 111 2222")
    assert said.exit_code == 0, said.output
    assert "+526641112222" in said.stdout
    code = re.search(r"alta (\d{8})", said.stdout)
    assert code
    any_stage.chat("hola", number=NUMBER)
    answered = any_stage.chat(f"alta {code.group(1)}", number=NUMBER).stdout
    assert "dado de alta" in answered
    assert any_stage.run("personal", "baja", "personal", "--telefono", "664 111 2222").exit_code == 0


def test_the_first_administrator_is_made_by_code_too(stage: Stage) -> None:
    assert "+526649998877" in stage.run("personal", "alta", "admin").stdout


def test_a_wrong_invitation_is_refused(stage: Stage) -> None:
    assert stage.run("personal", "alta", "doctor", "--telefono", NUMBER).exit_code == 2
    assert stage.run("personal", "alta", "personal", "--telefono", NUMBER, "--doctor", "1").exit_code == 2
    assert stage.run("personal", "alta", "jefe", "--telefono", NUMBER).exit_code == 2
    assert stage.run("personal", "alta", "personal", "--telefono", "hola").exit_code == 2
    over = ("--telefono", NUMBER, "--hasta", "2020-01-01")
    assert stage.run("personal", "alta", "personal", *over).exit_code == 2


def test_tools_are_listed_with_what_a_model_sees(stage: Stage) -> None:
    assert [tool["name"] for tool in stage.json("tools", "listar")] == [tool.name for tool in CATALOG]
    assert "cancelar_cita_medica" in stage.run("tools", "listar").stdout


def test_a_tool_that_writes_is_proposed_before_it_is_done(any_stage: Stage) -> None:
    given = ("tools", "usar", "crear_paciente_medico", "nombre=Iris Luna", "telefono=664 123 4567")
    assert any_stage.run(*given).exit_code == 0
    with any_stage.begin() as uow:
        assert not uow.patients.search("iris")
    assert any_stage.run(*given, "--si").exit_code == 0
    with any_stage.begin() as uow:
        assert [p.phone for p in uow.patients.search("iris")] == ["+526641234567"]


BLOCK = "actualizar_disponibilidad_doctor"
ODD: tuple[tuple[tuple[str, ...], int, str], ...] = (
    (("borrar_todo",), 1, "No existe la herramienta «borrar_todo». Véalas con: turnero tools listar"),
    (("x" * 10_000_000,), 1, "No existe la herramienta «xxx"),
    ((), 2, "Falta"),
    (("datetime", "Tokio"), 2, "«Tokio» no es CAMPO=VALOR"),
    (("datetime", '{"timezone": "Tokio"}'), 2, "no es CAMPO=VALOR"),
    (("datetime", "zona=Tokio"), 2, "«zona» no es un parámetro. Hay: timezone."),
    (("datetime", "=Tokio"), 2, "no es un parámetro"),
    (("datetime", "timezone=Tokio", "timezone=Londres"), 2, "está dos veces"),
    (("datetime", f"timezone={'x' * 10_000_000}"), 2, "es demasiado largo"),
    (("datetime", "timezone=Macondo"), 1, "No conozco ese lugar. Escriba una ciudad"),
    (
        ("find_next_available", "max_results=azul"),
        1,
        "Falta «max_results», o no se entiende: cuántos. Escriba: max_results=…",
    ),
    (("find_next_available", "max_results=-1"), 1, "Falta «max_results»"),
    (("check_availability", "date=azul"), 1, "Falta «date»"),
    (("buscar_pacientes_doctor",), 1, "Falta «busqueda»"),
    (("cancelar_cita_medica", "paciente=Nadie Nunca"), 1, "No encontré esa cita. Véalas con: turnero citas listar"),
    (
        ("agendar_cita_medica_completa", "paciente_nombre=Nadie", "fecha_hora_inicio=mañana a las 10", "doctor=laura"),
        1,
        "No encontré a ese paciente. Búsquelo con: turnero tools usar buscar_pacientes_doctor",
    ),
    (
        ("check_availability", "date=mañana", "--doctor", "Laura", "doctor=Salas"),
        1,
        "Véalos con: turnero doctores listar",
    ),
    ((BLOCK, "cuando=ayer", "doctor=laura"), 1, "ya pasó. Escriba un día y una hora por venir."),
    (("cancelar_cita_medica", "paciente=\x00", "cuando=mañana"), 1, "No se hizo. "),
    ((BLOCK, "cuando=mañana", "doctor=Nadie"), 1, "No encontré a ese doctor. Véalos con: turnero doctores listar"),
    ((BLOCK, "cuando=mañana"), 1, "«doctor» puede ser: Dra. Laura Méndez; Dr. Jorge Salas. Escriba doctor="),
    ((BLOCK, "dias_semana=lunes", "horario=azul", "doctor=laura"), 1, "Falta «horario»"),
    (("datetime", "--doctor", "Nadie"), 2, "no hay tal doctor"),
    (("datetime", "--cual"), 2, "No existe la opción --cual"),
)


@pytest.mark.parametrize(("words", "code", "said"), ODD, ids=lambda value: str(value)[:40])
def test_what_a_tool_cannot_do_with_is_told_in_spanish(
    any_stage: Stage, words: tuple[str, ...], code: int, said: str
) -> None:
    result = any_stage.run("tools", "usar", *words, "--si")
    assert (result.exit_code, said in result.stderr) == (code, True), result.stderr[:500]
    assert len(result.stderr) < 1000
    assert result.stderr.count("\n") == 1


def test_every_reason_has_its_next_step() -> None:
    assert set(NEXT_STEPS) == {why.value for why in Why}


def test_what_shows_patients_is_on_record_and_what_reception_attends_to_is_not_crowded_by_it(any_stage: Stage) -> None:
    assert any_stage.run("tools", "usar", "datetime").exit_code == 0
    assert any_stage.run("tools", "usar", "buscar_pacientes_doctor", "busqueda=ana").exit_code == 0
    proposed = any_stage.run("tools", "usar", "crear_paciente_medico", "nombre=Iris Luna")
    assert proposed.exit_code == 0
    assert any_stage.json("chats", "avisos") == []
    kept = any_stage.json("chats", "avisos", "--accesos")
    assert [row["detalle"].rsplit(" ", 1)[0] for row in kept] == [
        "tools usar crear_paciente_medico",
        "tools usar buscar_pacientes_doctor",
    ]


def test_codes_that_wait_are_listed_without_the_code(any_stage: Stage) -> None:
    said = any_stage.run("personal", "alta", "doctor", "--telefono", NUMBER, "--doctor", "Laura")
    code = re.search(r"alta (\d{8})", said.stdout)
    assert code
    listed = any_stage.run("personal", "listar").stdout
    assert "por escribir su código, hasta" in listed
    assert "Laura" in listed
    assert "2222" in listed
    assert code.group(1) not in listed
    assert "6641112222" not in listed


def test_the_list_is_in_spanish_and_a_right_ends_with_its_last_day(any_stage: Stage) -> None:
    given = ("--telefono", NUMBER, "--hasta", "2026-12-31")
    any_stage.run("personal", "alta", "personal", *given)
    any_stage.run("personal", "alta", "doctor", "--telefono", "5216641113333", "--doctor", "Laura")
    listed = any_stage.run("personal", "listar").stdout
    assert "personal" in listed
    assert "staff" not in listed
    assert "31/12/2026" in listed
    assert "00:00" not in listed


def test_wrong_calls_of_the_list_are_told_in_spanish(stage: Stage) -> None:
    for words in (("listar", "todo"), ("enlistar",), ("listar", "--cual")):
        result = stage.run("tools", *words)
        assert (result.exit_code, "turnero" in result.stderr or "tools" in result.stderr) == (2, True)
        assert "No such" not in result.stderr


def test_what_is_done_unseen_names_its_patient_in_full(any_stage: Stage) -> None:
    id = any_stage.book()
    name = any_stage.json("citas", "ver", str(id))["paciente"]["nombre"]
    given = ("tools", "usar", "cancelar_cita_medica", "cuando=mañana")
    part = any_stage.run(*given, f"paciente={name.split()[0]}", "--si")
    assert (part.exit_code, f"sería {name}" in part.stderr) == (1, True)
    assert any_stage.json("citas", "ver", str(id))["estado"] == "programada"
    assert any_stage.run(*given, f"paciente={name}", "--si").exit_code == 0


def test_what_staff_hear_of_is_shown_and_changed(any_stage: Stage) -> None:
    before = any_stage.json("personal", "avisos")
    assert before == {
        "doctor": ["agendada", "movida", "cancelada", "retraso"],
        "doctor_dias": 1,
        "recepcion": ["cancelada", "retraso"],
        "recepcion_horas": 24,
        "manana": "08:00",
        "tarde": "19:00",
    }
    said = ("--doctor", "cancelada", "--doctor", "retraso", "--recepcion", "no", "--tarde", "no", "--doctor-dias", "0")
    after = any_stage.json("personal", "avisos", *said)
    changed = {"doctor": ["cancelada", "retraso"], "recepcion": ["no"], "tarde": "no", "doctor_dias": 0}
    assert after == before | changed
    assert any_stage.json("personal", "avisos") == after
    assert "resumen del fin del día: no" in any_stage.run("personal", "avisos").stdout
    wrong = any_stage.run("personal", "avisos", "--doctor", "llegada")
    assert wrong.exit_code != 0
    assert "agendada, movida, cancelada, retraso" in wrong.output
    assert "--manana" in any_stage.run("personal", "avisos", "--manana", "25:00").output
    assert any_stage.json("personal", "avisos") == after
