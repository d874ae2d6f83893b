"""Of several appointments the one is meant that is with the doctor who is named."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.appointments import appointment_changes
from booking.models import Actor, ActorKind, Appointment
from booking.testing.clinic import Clinic, phone_of, read
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
NOW = dt.datetime(2026, 12, 8, 10, tzinfo=ZoneInfo(ZONE))
LAURA, SALAS, PAULA = 1, 2, 3
MADE = {
    PAULA: dt.datetime(2026, 12, 15, 17, 30, tzinfo=ZoneInfo(ZONE)),
    SALAS: dt.datetime(2026, 12, 17, 10, tzinfo=ZoneInfo(ZONE)),
}


@pytest.fixture
def clinic() -> Clinic:
    """Ana has one with Paula on Tuesday the 15th, and one with Jorge Salas on Thursday the 17th."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    with clinic.begin() as uow:
        patient = uow.patients.enter("Ana Luna", f"+{phone_of('Ana')}", None, NOW)
        for doctor, start in MADE.items():
            made = appointment_changes.enter(
                uow, uow.schedules.clinic(), doctor, patient.id, start, NOW, DESK, overbook=True, tell=None
            )
            assert isinstance(made, Appointment)
        uow.commit()
    clinic.say("Ana", "hola")
    return clinic


@pytest.mark.parametrize(
    "text",
    [
        "cancela mi cita con el doctor Salas",
        "no voy a poder ir a la cita que tengo con el dr salas",
        "quiero cancelar la del doctor Salas porfa",
        "cancele la que tengo el jueves con Salas",
    ],
)
def test_the_one_with_the_doctor_who_is_named_is_cancelled(clinic: Clinic, text: str) -> None:
    said = clinic.say("Ana", text)
    assert said.keys[-1] == "cancel_proposal"
    assert "17" in read(said.messages[-1])


def test_the_one_with_the_doctor_who_is_named_is_moved(clinic: Clinic) -> None:
    said = clinic.say("Ana", "la cita que tengo con la doctora Ríos cámbiela al viernes 18")
    assert said.keys[-1] in ("move_offer", "offer_others")
    assert "Ríos" in read(said.messages[-1])


def test_whom_it_is_to_be_with_then_says_nothing_of_which(clinic: Clinic) -> None:
    said = clinic.say("Ana", "quiero mover mi cita con la doctora Méndez")
    assert said.keys[-1] == "which_appointment"


def test_one_with_a_doctor_they_have_none_with_is_asked_about(clinic: Clinic) -> None:
    said = clinic.say("Ana", "cancela mi cita con la doctora Méndez")
    assert said.keys[-1] == "which_appointment"
    assert "No encuentro una cita por venir con Dra. Laura Méndez" in read(said.messages[-1])


@pytest.mark.parametrize("text", ["¿a qué hora es mi cita con la doctora Méndez?", "¿a qué hora me toca el 16?"])
def test_that_there_is_none_as_was_asked_is_said(clinic: Clinic, text: str) -> None:
    said = clinic.say("Ana", text)
    assert said.keys[-1] == "my_appointments"
    assert "No encuentro una cita" in read(said.messages[-1])


def test_only_those_with_the_doctor_are_told(clinic: Clinic) -> None:
    said = read(clinic.say("Ana", "¿a qué hora es mi cita con el doctor Salas?").messages[-1])
    assert "17" in said
    assert "Ríos" not in said
