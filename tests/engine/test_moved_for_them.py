"""What answers the news that the clinic moved or cancelled an appointment, by how it was: it is proposed to be so
again, at its hour on another day, or another day is looked for; nothing is done without its own yes."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.models import Status
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import Acts
from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import LAURA, SALAS, clinic_with, live, shown

TEN = dt.datetime(2026, 12, 10, 10, tzinfo=ZoneInfo(ZONE))
NINE = dt.datetime(2026, 12, 11, 9, tzinfo=ZoneInfo(ZONE))


def told(*, cancelled: bool = False) -> Clinic:
    """Thursday at ten with Laura was moved to Friday at nine with Salas, or cancelled, and Ana told."""
    clinic = clinic_with(TEN, doctor=LAURA)
    if cancelled:
        Acts(clinic).cancel_at_the_desk(1)
    else:
        Acts(clinic).move_at_the_desk(1, NINE.date(), NINE.time(), SALAS)
    clinic.tell_patients()
    return clinic


@pytest.mark.parametrize("first", [(), ("a esa hora no puedo",), ("yo no pedí eso",)])
@pytest.mark.parametrize(
    "back",
    [
        "pero yo la quiero con la doctora mendez como estaba",
        "déjenmela como estaba",
        "yo no pedí eso, regrésenmela al jueves",
        "regrésenmela",
        "mejor como estaba",
    ],
)
def test_it_is_proposed_to_be_as_it_was(first: tuple[str, ...], back: str) -> None:
    clinic = told()
    for text in first:
        assert clinic.say("Ana", text).keys == ["cannot_come"]
    assert clinic.say("Ana", back).keys[-1] == "move_proposal"
    assert live(clinic) == [NINE]
    clinic.say("Ana", "sí")
    assert live(clinic) == [TEN]
    assert [one.doctor_id for one in clinic.stored().live if one.status is not Status.HELD] == [LAURA]
    check_all(clinic)


@pytest.mark.parametrize("text", ["no puedo a las 9", "ay no puedo el viernes a las 9", "no me queda a esa hora"])
def test_an_hour_that_will_not_do_is_asked_about_before_anything_is_cancelled(text: str) -> None:
    clinic = told()
    assert clinic.say("Ana", text).keys == ["cannot_come"]
    assert live(clinic) == [NINE]


def test_after_a_reminder_as_it_was_leaves_it_alone() -> None:
    clinic = told()
    clinic.say("Ana", "está bien")
    assert clinic.say("Ana", "déjenmela como estaba").keys[-1] != "move_proposal"
    assert live(clinic) == [NINE]


@pytest.mark.parametrize(
    "text", ["el viernes a la misma hora", "que sea el viernes a la misma hora", "y el viernes misma hora?"]
)
def test_what_was_cancelled_is_looked_for_at_its_hour(text: str) -> None:
    clinic = told(cancelled=True)
    said = clinic.say("Ana", text)
    assert said.keys[-1] == "proposal"
    assert "viernes 11 de diciembre, de 10:00 a.m." in shown(said)
    assert "Laura" in shown(said)


@pytest.mark.parametrize(
    "text", ["bueno entonces para cuándo", "¿para cuándo hay?", "¿y qué día sería?", "ni modo, cuándo se puede?"]
)
def test_for_when_then_looks_for_times(text: str) -> None:
    clinic = told(cancelled=True)
    assert clinic.say("Ana", "pero por qué").keys == ["no_answer", "still_asked"]
    said = clinic.say("Ana", text)
    assert said.keys[-1] == "offer_slots"
    assert "Laura" in shown(said)
