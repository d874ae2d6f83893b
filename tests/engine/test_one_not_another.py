"""At a list of several appointments the one that is refused is never picked, whatever is said beside it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.appointments import appointment_changes
from booking.models import Appointment
from booking.testing.clinic import Clinic, phone_of
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.test_own_visits import DESK, LAURA, NOW, SALAS, shown

MONDAY = dt.datetime(2026, 12, 14, 10, tzinfo=ZoneInfo(ZONE))


def clinic_of(*theirs: tuple[str, int, dt.datetime], own: str | None = "Ana Luna") -> Clinic:
    """Staff have entered these with Ana's number: a name, a doctor, a time. She says her own, or only hello."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    with clinic.begin() as uow:
        for name, doctor, start in theirs:
            patient = uow.patients.enter(name, f"+{phone_of('Ana')}", None, NOW)
            made = appointment_changes.enter(
                uow, uow.schedules.clinic(), doctor, patient.id, start, NOW, DESK, overbook=True, tell=None
            )
            assert isinstance(made, Appointment), made
        uow.commit()
    clinic.say("Ana", "hola")
    if own:
        clinic.say("Ana", f"soy {own}")
    return clinic


HERS = ("Ana Luna", SALAS, MONDAY)
OF_ROSA = ("Rosa Torres", LAURA, MONDAY.replace(day=15, hour=11))
THAT_DAY = ("Rosa Torres", LAURA, MONDAY.replace(hour=11))
OF_LUIS = ("Luis Torres", LAURA, MONDAY.replace(day=16))

MAMAS = [
    "la del lunes no, la de mi mamá",
    "no, la del lunes no, la de mi mamá",
    "no la del lunes, la de mi mamá",
    "no, la mía no, la de mi mamá",
    "la mía no, la de mi mamá",
    "la de mi mamá, no la mía",
    "la mía no, cancela la de mi mamá",
    "la mía déjala, la de mi mamá",
    "la mía no, la otra",
    "la 1 no, la de mi mamá",
    "la primera no, la segunda",
    "esa no, la de mi mamá",
]
BY_NAME = ["la mía no, la de Rosa", "no, la del lunes no, la de Rosa", "no la mía, la de Rosa Torres por favor"]


@pytest.mark.parametrize("other", [OF_ROSA, THAT_DAY])
@pytest.mark.parametrize("text", [*MAMAS, *BY_NAME])
def test_mamas_is_proposed(text: str, other: tuple[str, int, dt.datetime]) -> None:
    clinic = clinic_of(HERS, other)
    clinic.say("Ana", "necesito cancelar una cita")
    asked = clinic.say("Ana", text)
    assert asked.keys == ["cancel_proposal"]
    assert "Rosa Torres" in shown(asked)


@pytest.mark.parametrize(
    "text",
    [
        "la mía no",
        "la mía no la de mi mamá",
        "la mía sí, la de mi mamá no",
        "la mía no, la de mi mamá sí",
        "no la mía, tampoco la de mi mamá",
        "la mía no, la mía",
    ],
)
def test_where_nobody_can_tell_it_is_asked_again(text: str) -> None:
    clinic = clinic_of(HERS, OF_ROSA)
    clinic.say("Ana", "necesito cancelar una cita")
    assert clinic.say("Ana", text).keys[-1] == "which_appointment"


@pytest.mark.parametrize("text", MAMAS[:5])
def test_of_two_others_it_is_asked_again(text: str) -> None:
    clinic = clinic_of(HERS, OF_ROSA, OF_LUIS)
    clinic.say("Ana", "necesito cancelar una cita")
    assert clinic.say("Ana", text).keys[-1] == "which_appointment"


@pytest.mark.parametrize("text", ["la mía no, la de mi mamá", "no, la de mi mamá"])
def test_whose_own_name_is_not_known_is_asked_again(text: str) -> None:
    clinic = clinic_of(HERS, OF_ROSA, own=None)
    clinic.say("Ana", "necesito cancelar una cita")
    assert clinic.say("Ana", text).keys[-1] == "which_appointment"


def test_it_is_so_of_one_to_be_moved() -> None:
    clinic = clinic_of(HERS, OF_ROSA)
    clinic.say("Ana", "quiero cambiar una cita")
    assert clinic.say("Ana", "la mía no, la de mi mamá").keys[-1] == "offer_slots"
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind == "move"
    assert draft.appointment.slot.start == OF_ROSA[2]
