"""Files of other programs in and out: what comes of each row, once."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from booking.desk import export_files, import_appointments, import_patients
from booking.models import Appointment, Status
from tests.admin.conftest import NOW, TUESDAY, Stage, _memory, _stage

PATIENTS = """Nombre;Apellido Paterno;Apellido Materno;Teléfono Celular;E-mail;Edad
Norma;Ayón;Ruiz;(664) 555-17-17;norma@x.mx;33
José Ángel;Peña;;044 664 555 1818;;
;;;6645551919;;
Rosa;Luz;;6.64123E+11;;
Rosa;Paz;;664 12;;
norma;ayon;RUIZ;+52 1 664 555 1717;;
"""
APPOINTMENTS = """Paciente,Teléfono,Fecha,Hora,Médico,Servicio,Notas,Duración
Norma Ayón Ruiz,664 555 1717,24/11/2026,9:00 a. m.,Méndez,Primera vez,Rodilla,45
Luis Roa,,24-nov-26,9:00,Laura,,,
Eva Luna,,11/24/2026,10:00,Salas,,,
Luis Roa,,24/11/2026,9:00,Salas,,,
Luis Roa,,24/11/2026,10:30,Nadie,,,
Luis Roa,,20/11/2026,10:00,Laura,,,
"""
CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//x//ES
BEGIN:VTIMEZONE
TZID:Pacific Standard Time
BEGIN:STANDARD
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
TZOFFSETFROM:-0700
TZOFFSETTO:-0800
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
TZOFFSETFROM:-0800
TZOFFSETTO:-0700
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:1
SUMMARY:Cita con Ana Gómez Ruiz - revisión
DESCRIPTION:tel. 664 123 4567
DTSTART;TZID=Pacific Standard Time:20261124T090000
DTEND;TZID=Pacific Standard Time:20261124T093000
END:VEVENT
BEGIN:VEVENT
UID:2
SUMMARY:Luis Roa (664 123 4568)
DTSTART:20261124T180000Z
END:VEVENT
BEGIN:VEVENT
UID:3
SUMMARY:Junta
DTSTART:20261124T100000
RRULE:FREQ=WEEKLY
END:VEVENT
BEGIN:VEVENT
UID:4
SUMMARY:Vacaciones
DTSTART;VALUE=DATE:20261124
END:VEVENT
END:VCALENDAR
"""


def names(stage: Stage) -> list[tuple[str, str | None]]:
    with stage.begin() as uow:
        return [(patient.name, patient.phone) for patient in uow.patients.search(limit=1000)]


def booked(stage: Stage) -> list[Appointment]:
    with stage.begin() as uow:
        return [one for one in uow.appointments.list() if one.status is not Status.HELD]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("separator", [";", ","])
def test_patients_come_in_once(stage: Stage, tmp_path: Path, encoding: str, separator: str) -> None:
    file = tmp_path / "pacientes.csv"
    file.write_bytes(PATIENTS.replace(";", separator).encode(encoding))
    first = stage.run("importar", "pacientes", str(file), "--si")
    assert "6 filas: 2 nuevas, 1 ya estaba, 3 no se importan" in first.stdout
    for said in ("Edad", "falta el nombre", "formato de texto", "le faltan cifras"):
        assert said in first.stdout
    assert names(stage) == [("Norma Ayón Ruiz", "+526645551717"), ("José Ángel Peña", "+526645551818")]
    assert "No hay nada nuevo" in stage.run("importar", "pacientes", str(file), "--si").stdout
    assert len(names(stage)) == 2


def test_rows_that_lack_the_same_are_told_together(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "pacientes.csv"
    file.write_text(
        "nombre;telefono\n" + "".join(f"Ana {name};no tiene\n" for name in ("Vega", "Luz", "Ríos")) + "7;\n"
    )
    told = stage.run("importar", "pacientes", str(file), "--simular").stdout
    assert "2–4" in told
    assert told.count("le faltan cifras") == 1


def test_appointments_come_in_once(any_stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "citas.csv"
    file.write_text(APPOINTMENTS)
    tried = any_stage.run("importar", "citas", str(file), "--simular")
    assert (tried.exit_code, booked(any_stage), names(any_stage)) == (0, [], [])
    first = any_stage.run("importar", "citas", str(file), "--si")
    assert "6 filas: 2 nuevas, 4 no se importan" in first.stdout
    for said in ("el día va primero", "no hay tal doctor", "ya pasó", "ocupado", "queda de 30 minutos"):
        assert said in first.stdout
    one, other = booked(any_stage)
    assert {one.doctor_id, other.doctor_id} == {1, 2}
    assert "sin avisar" not in any_stage.run("citas", "listar").stdout  # their patients know of them
    assert {one.reason, other.reason} == {"Rodilla", None}
    assert "No hay nada nuevo" in any_stage.run("importar", "citas", str(file), "--si").stdout
    with any_stage.begin() as uow:
        (event,) = uow.events.list(one.id)
    assert event.by.name == "Recepción"


def test_what_was_moved_or_cancelled_since_is_not_brought_back(any_stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "citas.csv"
    file.write_text(APPOINTMENTS)
    any_stage.run("importar", "citas", str(file), "--si")
    moved, cancelled = sorted(booked(any_stage), key=lambda one: one.doctor_id)
    assert any_stage.run("citas", "mover", str(moved.id), "--inicio", "2026-11-25 10:00").exit_code == 0
    assert any_stage.run("citas", "cancelar", str(cancelled.id), "--si").exit_code == 0
    again = any_stage.run("importar", "citas", str(file), "--si")
    assert "cambió después" in again.stdout
    assert len(booked(any_stage)) == 3  # Luis gets the hour that was given up: his row was refused before
    assert [one.status for one in booked(any_stage) if one.id == cancelled.id] == [Status.CANCELLED]


def test_nothing_is_kept_without_a_yes(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "citas.csv"
    file.write_text(APPOINTMENTS)
    assert stage.run("importar", "citas", str(file), stdin="no\n").exit_code == 1
    assert (booked(stage), names(stage)) == ([], [])
    assert stage.run("importar", "citas", str(file), stdin="sí\n").exit_code == 0
    assert len(booked(stage)) == 2
    assert (
        "records_changed",
        "importar citas citas.csv: 6 filas: 2 nuevas, 4 no se importan · Recepción",
    ) in stage.notices


def test_what_does_not_fit_is_overbooked_only_when_asked(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "citas.csv"
    file.write_text(APPOINTMENTS)
    stage.run("importar", "citas", str(file), "--sobrecupo", "--si")
    assert [one.overbooked for one in booked(stage)].count(True) == 1


def test_a_calendar(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "citas.ics"
    file.write_text(CALENDAR.replace("\n", "\r\n"))
    lacking = stage.run("importar", "citas", str(file), "--si")
    assert "falta el doctor" in lacking.stdout
    first = stage.run("importar", "citas", str(file), "--doctor", "Laura", "--si")
    assert "4 filas: 2 nuevas, 2 no se importan" in first.stdout
    assert "se repite" in first.stdout
    assert "todo el día" in first.stdout
    assert names(stage) == [("Ana Gómez Ruiz", "+526641234567"), ("Luis Roa", "+526641234568")]
    assert [one.slot.start.astimezone(NOW.tzinfo).hour for one in booked(stage)] == [9, 10]
    assert "No hay nada nuevo" in stage.run("importar", "citas", str(file), "--doctor", "1", "--si").stdout


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "vac"), (b"a,b\n1,2\n", "Falta la columna"), (b"\x89PNG\x00\x01", "no es un archivo .csv")],
)
def test_what_is_no_table_is_refused(stage: Stage, tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "x.csv"
    file.write_bytes(content)
    refused = stage.run("importar", "pacientes", str(file), "--si")
    assert (refused.exit_code, why.casefold() in refused.stderr.casefold()) == (1, True)


NAMES = st.text(st.characters(categories=("Lu", "Ll", "Zs")), min_size=3, max_size=20).filter(
    lambda text: sum(c.isalpha() for c in text) > 1
)
PHONES = st.none() | st.integers(0, 999).map(lambda n: f"+52664555{n:04}")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(
    people=st.lists(st.tuples(NAMES, PHONES), max_size=6),
    taken=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7), st.sampled_from(["", "cancelar"])), max_size=6),
)
@pytest.mark.parametrize("kind", ["csv", "ics"])
def test_what_was_exported_adds_nothing(
    tmp_path: Path, kind: str, people: list[tuple[str, str | None]], taken: list[tuple[int, int, str]]
) -> None:
    stage = _stage(_memory())
    with stage.begin() as uow:
        ids = [uow.patients.enter(name, phone, None, NOW).id for name, phone in people]
        uow.commit()
    for who, half, then in taken:
        if ids:
            start = dt.datetime.combine(TUESDAY, dt.time(9), NOW.tzinfo) + dt.timedelta(minutes=30 * half)
            words = ("--paciente", str(ids[who % len(ids)]), "--inicio", start.isoformat(), "--sobrecupo")
            made = stage.run("citas", "agendar", "--doctor", "1", *words, "--json")
            if then and made.exit_code == 0:
                stage.run("citas", then, str(booked(stage)[-1].id), "--si")
    before = (names(stage), booked(stage))
    for what, ending in (("pacientes", "csv"), ("citas", kind)):
        file = str(tmp_path / f"{what}.{ending}")
        assert stage.run("exportar", what, file, "--si").exit_code == 0
        assert stage.run("importar", what, file, "--si").exit_code == 0
    assert (names(stage), booked(stage)) == before


def test_every_column_of_an_export_is_imported_or_is_said_why_not(stage: Stage, tmp_path: Path) -> None:
    stage.book()
    for what, columns, desk in (
        ("pacientes", export_files.PATIENTS, import_patients),
        ("citas", export_files.APPOINTMENTS, import_appointments),
    ):
        assert set(columns) <= {*desk.COLUMNS, *desk.NOT_TAKEN}
        assert set(desk.NOT_TAKEN) <= set(columns) - set(desk.COLUMNS)
        file = str(tmp_path / f"{what}.csv")
        stage.run("exportar", what, file)
        said = stage.run("importar", what, file, "--si").stdout
        assert "No se usan estas columnas" not in said
        for column, why in desk.NOT_TAKEN.items():
            assert f"La columna «{column}» no se importa: {why}." in said


def test_an_export_is_recorded_and_for_its_owner_alone(stage: Stage, tmp_path: Path) -> None:
    words = ("--nuevo", "=HYPERLINK(x)", "--inicio", "2026-11-24 10:00")
    assert stage.run("citas", "agendar", "--doctor", "1", *words).exit_code == 0
    stage.book()
    file = tmp_path / "citas.csv"
    assert stage.run("exportar", "citas", str(file), "--desde", "2026-11-24", "--hasta", "2026-11-24").exit_code == 0
    assert ("json_export", "exportar citas citas.csv Recepción") in stage.notices
    assert file.stat().st_mode & 0o077 == 0
    assert not [cell for cell in file.read_text("utf-8-sig").replace("\n", ",").split(",") if cell.startswith("=")]
    assert stage.run("exportar", "citas", str(file)).exit_code == 1
    assert stage.run("exportar", "pacientes", str(tmp_path / "p.ics")).exit_code == 2


@pytest.mark.parametrize("cut", [CALENDAR.rindex("END:VCALENDAR"), CALENDAR.rindex("DTSTART"), 40])
def test_a_calendar_that_was_cut_short_is_not_taken_for_an_empty_one(stage: Stage, tmp_path: Path, cut: int) -> None:
    (tmp_path / "citas.ics").write_text(CALENDAR[:cut])
    refused = stage.run("importar", "citas", str(tmp_path / "citas.ics"), "--si")
    assert (refused.exit_code, "incompleto" in refused.output) == (1, True)
    assert booked(stage) == []


@pytest.mark.parametrize("said", ["Agendado", "por confirmar", "Reservada", "PENDIENTE"])
def test_what_others_call_a_coming_appointment_is_one(stage: Stage, tmp_path: Path, said: str) -> None:
    file = tmp_path / "citas.csv"
    file.write_text(f"paciente;fecha;hora;doctor;estado\nLuis Roa;24/11/2026;10:00;Laura;{said}\n")
    assert "1 nueva" in stage.run("importar", "citas", str(file), "--si").stdout


def test_of_several_doctors_of_one_name_those_alone_are_offered(stage: Stage, tmp_path: Path) -> None:
    stage.run("doctores", "agregar", "Dr. Luis Méndez")
    file = tmp_path / "citas.csv"
    file.write_text("paciente;fecha;hora;doctor\nLuis Roa;24/11/2026;10:00;Méndez\n")
    told = " ".join(stage.run("importar", "citas", str(file), "--simular").stdout.split())
    assert "Laura Méndez" in told
    assert "Luis Méndez" in told
    assert "Salas" not in told


def test_a_file_that_is_not_there_is_told_in_spanish(stage: Stage, tmp_path: Path) -> None:
    assert "no existe" in stage.run("importar", "pacientes", str(tmp_path / "no.csv")).output
    assert "es una carpeta" in stage.run("importar", "pacientes", str(tmp_path)).output
