"""What a doctor is told of their own work, and nobody else is."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from booking.appointments.appointment_changes import enter
from booking.conversation.replies import tool_texts
from booking.documents.library import Searcher
from booking.documents.missing_vectors import fill
from booking.models.medical_records import MedicalRecord
from booking.models.tool_answers import Done, ToolRefused, Why
from booking.runtime.services import toolbox
from booking.testing.same_vectors import SameVectors
from tests.tools.house import CLINIC, DESK, NOW, House, read_of

TOOL = "contexto_medico"
LATER = NOW + dt.timedelta(days=2)


def told(house: House, text: str, now: dt.datetime = NOW) -> tuple[Any, str]:
    answer = house.use("doctor", TOOL, now=now, **read_of(text))
    assert isinstance(answer, Done), answer
    return answer.result, tool_texts.answer(TOOL, answer.result)


def write_down(house: House) -> None:
    """Of Laura's two patients, and of Jorge's one."""
    with house.begin() as uow:
        for name, doctor, diagnosis, symptoms in (
            ("ana", 1, "Migraña con aura", "dolor de cabeza y luces"),
            ("leo", 1, "Gastritis", "ardor de estómago"),
            ("eva", 2, "Migraña sin aura", "dolor de cabeza"),
        ):
            patient_id = house.appointments[name].patient_id or 0
            uow.records.add(
                MedicalRecord(patient_id=patient_id, doctor_id=doctor, at=NOW, diagnosis=diagnosis, symptoms=symptoms)
            )
        uow.commit()


def test_the_last_patients_are_the_doctors_own(house: House) -> None:
    assert [one["nombre"] for one in told(house, "mis últimos pacientes")[0]["pacientes"]] == ["Leo Paz"]
    result, said = told(house, "¿quiénes fueron mis últimos pacientes?", LATER)
    assert [one["nombre"] for one in result["pacientes"]] == ["Ana Ruiz", "Leo Paz"], "the latest first, Eva never"
    assert said.startswith("Tus últimos pacientes:\n• Ana Ruiz · martes 24 de noviembre")


def test_figures_of_the_day_and_of_the_week(house: House) -> None:
    result, said = told(house, "¿cómo voy esta semana?")
    assert result["cifras"] == {
        "total_pacientes": 2, "citas_hoy": 1, "pendientes_hoy": 0, "citas_semana": 2, "atendidas_semana": 0,
    }  # fmt: skip
    today, week = said.split(" Esta semana: ")
    assert today == "📊 Hoy: 1 cita, de las que no falta ninguna."
    assert week == "2 citas, 0 ya atendidas. Tienes 2 pacientes en total."


def test_records_are_found_among_the_doctors_own(house: House) -> None:
    empty, said = told(house, "mis historiales parecidos a migraña con aura")
    assert (empty["historiales"], said) == ([], "No encuentro entre tus historiales ninguno que se parezca.")
    write_down(house)
    found, said = told(house, "mis historiales parecidos a migraña con aura")
    assert [one["paciente"] for one in found["historiales"]] == ["Ana Ruiz"]
    assert "Migraña con aura (dolor de cabeza y luces)" in said
    assert "Eva" not in said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mis historiales de Ana Ruiz", ["Migraña con aura"]),
        ("¿me muestras el historial de Ana Ruiz?", ["Migraña con aura"]),
        ("mis historiales de ruiz ana", ["Migraña con aura"]),
        ("mis historiales de Eva Sosa", []),  # another doctor's
        ("mis historiales de gastritis", ["Gastritis"]),
        ("¿tengo algún paciente con gastritis?", ["Gastritis"]),
        ("¿he tenido otra paciente que tuviera migraña?", ["Migraña con aura"]),
        ("¿he visto un caso como este de gastritis?", ["Gastritis"]),
        ("me ha tocado algún caso parecido a migraña con aura", ["Migraña con aura"]),
    ],
)
def test_a_patient_who_is_named_has_theirs_shown(house: House, text: str, found: list[str]) -> None:
    write_down(house)
    with house.begin() as uow:
        ana = house.appointments["ana"].patient_id or 0
        uow.records.add(MedicalRecord(patient_id=ana, doctor_id=2, at=NOW, diagnosis="De otro doctor", symptoms=""))
        uow.commit()
    assert [one["diagnostico"] for one in told(house, text)[0]["historiales"]] == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Ana", ["Migraña con aura"]),
        ("dolor de cabeza", ["Migraña con aura"]),
        ("dolor de espalda", []),
        ("estómago", ["Gastritis"]),
    ],
)
def test_one_word_may_name_a_patient_and_that_something_hurts_is_nothing_alike(
    house: House, query: str, found: list[str]
) -> None:
    write_down(house)
    answer = house.use("doctor", TOOL, que="historiales", busqueda=query)
    assert isinstance(answer, Done)
    assert [one["diagnostico"] for one in answer.result["historiales"]] == found  # type: ignore[union-attr,index,call-overload]


def test_where_nothing_is_written_down_the_visits_are_told(house: House) -> None:
    """Those of the doctor who asks, with the reason that was given."""
    with house.begin() as uow:
        for name, doctor, hour in (("leo", 1, 12), ("eva", 2, 13)):
            patient, start = house.appointments[name].patient_id or 0, NOW.replace(hour=hour)
            enter(uow, CLINIC, doctor, patient, start, NOW, DESK, reason="Dolor de espalda")
        uow.commit()
    result, said = told(house, "mis historiales de Leo Paz", LATER)
    assert (result["de"], [one["paciente"] for one in result["visitas"]]) == (["Leo Paz"], ["Leo Paz"])
    assert said.startswith("No has apuntado nada de Leo Paz.")
    assert "Dolor de espalda" in said
    assert [one["paciente"] for one in told(house, "mis historiales de la espalda", LATER)[0]["visitas"]] == ["Leo Paz"]
    assert told(house, "mis historiales de Eva Sosa", LATER)[0]["visitas"] == [], "another doctor's"


def test_records_are_found_by_meaning_where_there_is_a_model(house: House) -> None:
    write_down(house)
    embedder = SameVectors({"jaqueca": "migraña"})
    assert fill(house.begin, embedder, of=lambda uow: uow.records) == 3
    by_meaning = House(house.begin, toolbox(house.begin, seconds=60, documents=Searcher(embedder)), house.appointments)
    found, _ = told(by_meaning, "mis historiales parecidos a jaqueca aura")
    assert [one["paciente"] for one in found["historiales"]] == ["Ana Ruiz"]


@pytest.mark.parametrize("who", ["patient", "staff", "admin", "doctor of nobody"])
@pytest.mark.parametrize("what", ["pacientes", "cifras", "historiales"])
def test_nobody_but_a_doctor_is_told(house: House, who: str, what: str) -> None:
    write_down(house)
    refused = house.use(who, TOOL, que=what, busqueda="migraña")
    assert refused == ToolRefused(tool=TOOL, why=Why.NOT_ALLOWED)


def test_the_same_on_postgresql(postgres_house: House) -> None:
    write_down(postgres_house)
    found, _ = told(postgres_house, "mis historiales parecidos a migraña con aura")
    assert [one["paciente"] for one in found["historiales"]] == ["Ana Ruiz"]
    assert [one["nombre"] for one in told(postgres_house, "mis últimos pacientes", LATER)[0]["pacientes"]] == [
        "Ana Ruiz",
        "Leo Paz",
    ]
    assert told(postgres_house, "¿cómo voy?")[0]["cifras"]["total_pacientes"] == 2
