"""A doctor of the demo asks in their chat what doctors ask, and is shown what is theirs: of nobody else's patient."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine

from booking.conversation.remembering import Rememberer
from booking.documents.library import Searcher
from booking.intents import ListAppointments
from booking.models import Grant, Role, Status
from booking.runtime.services import toolbox
from booking.testing.clinic import Clinic
from booking.testing.same_vectors import SameVectors
from booking.testing.world import OPENING_DAY, clinic_on
from nlu.shortcuts import Shortcuts
from storage.demo import DOCTORS, load_demo
from storage.unit_of_work import SqlUnitOfWorkFactory

MEANINGS = {"lumbago": "lumbalgia", "azúcar": "glucosa", "rinitis": "alergia"}
ILLS = ("lumbago", "lumbalgia", "hipertensión", "glucosa en ayunas", "estornudos", "sin hallazgos", "migraña")


@pytest.fixture
def demo(engine: Engine) -> Clinic:
    load_demo(engine, OPENING_DAY, ZoneInfo("America/Tijuana"))
    clinic = clinic_on(SqlUnitOfWorkFactory(engine), Shortcuts())
    clinic.engine.tools = toolbox(clinic.begin, seconds=60, documents=Searcher(SameVectors(MEANINGS)))
    Rememberer(clinic.begin, clinic.clock, SameVectors(MEANINGS)).remember()
    for doctor in DOCTORS:
        clinic.mean(doctor.name, ListAppointments())
        with clinic.begin() as uow:
            person = uow.conversations.get(clinic.conversations[doctor.name]).person
            uow.staff.grant(person.id, Grant(role=Role.DOCTOR, doctor_id=doctor.id), clinic.clock.now())
            uow.commit()
    return clinic


def test_what_was_written_down_is_of_visits_that_are_over_and_has_its_vectors(demo: Clinic) -> None:
    with demo.begin() as uow:
        visits = {one.id: one for one in uow.appointments.list(statuses=[Status.COMPLETED])}
        found = [one for id in range(1, 13) for one in uow.records.of_patient(id)]
        made = uow.records.vectors("same") if uow.records.has_vectors() else None
    assert len(found) >= 6
    for one in found:
        visit = visits[one.appointment_id or 0]
        assert (visit.patient_id, visit.doctor_id) == (one.patient_id, one.doctor_id)
    assert {one.doctor_id for one in found} == {doctor.id for doctor in DOCTORS}
    assert made in (None, (len(found), len(found)))


def test_each_doctor_is_shown_their_own_and_nobody_elses(demo: Clinic) -> None:
    with demo.begin() as uow:
        names = {p.id: p.name for p in uow.patients.get_many(range(1, 13))}
        records = [one for id in names for one in uow.records.of_patient(id)]
    shown = 0
    for doctor in DOCTORS:
        own = {(names[one.patient_id], one.diagnosis) for one in records if one.doctor_id == doctor.id}
        others = {name for name in names.values() if name not in {name for name, _ in own}}
        for ill in ILLS:
            said = demo.say(doctor.name, f"mis historiales parecidos a {ill}").text
            assert not [name for name in others if name in said], said
            shown += sum(f"{name} · " in said and diagnosis in said for name, diagnosis in own)
        for name in others:
            told = demo.say(doctor.name, f"mis historiales de {name}").text
            assert told.startswith(("No encuentro", f"No has apuntado nada de {name}")), told
    assert shown > 6


def test_by_meaning_too(demo: Clinic) -> None:
    with demo.begin() as uow:
        if not uow.records.has_vectors():
            pytest.skip("this PostgreSQL has no extension for vectors")
        back = [one for id in range(1, 13) for one in uow.records.of_patient(id) if "Lumbalgia" in one.diagnosis]
    whose = next(doctor.name for doctor in DOCTORS if doctor.id == back[0].doctor_id)
    assert "Lumbalgia" in demo.say(whose, "mis historiales parecidos a lumbago mecánico").text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("mis últimos pacientes", "Tus últimos pacientes:"),
        ("¿quiénes fueron los últimos que vi?", "Tus últimos pacientes:"),
        ("¿cómo voy hoy?", "📊 Hoy:"),
        ("¿cómo voy esta semana?", "Esta semana:"),
        ("¿cuántos pacientes he atendido esta semana?", "Esta semana:"),
        ("¿qué citas tengo hoy?", "lunes 23 de noviembre"),
        ("mi agenda de hoy", "lunes 23 de noviembre"),
        ("¿he tenido casos parecidos a lumbalgia?", "Historiales tuyos"),
    ],
)
def test_what_a_doctor_asks_is_answered_in_the_chat(demo: Clinic, asked: str, told: str) -> None:
    assert told in demo.say("Dra. Laura Méndez", asked).text


@pytest.mark.parametrize("asked", ["mis últimos pacientes", "mis historiales parecidos a lumbalgia", "¿cómo voy hoy?"])
def test_who_is_no_doctor_is_told_nothing_of_it(demo: Clinic, asked: str) -> None:
    said = demo.say("Rosa", asked)
    assert not [key for key in said.keys if key.startswith("tool")]
    assert "Lumbalgia" not in said.text
