"""An hour that is told by the one that is spoken of bounds another day, and is kept where it is to stay."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.testing.clinic import Clinic
from booking.testing.world import ZONE
from tests.engine.test_own_visits import LAURA, TUESDAY, clinic_with, live, shown
from tests.engine.test_whose_is_given_up import proposing


def hours_offered(clinic: Clinic) -> set[dt.time]:
    offer = clinic.conversation("Ana").offer
    assert offer is not None
    return {free.slot.start.astimezone(ZoneInfo(ZONE)).time() for free in offer.found}


@pytest.mark.parametrize("text", ["otro día después de esa hora", "mejor otro día, después de esa hora"])
def test_another_day_is_looked_for_from_that_hour_on(text: str) -> None:
    clinic = proposing("quiero cita el viernes a las 10", "Luis Cota Paz")
    clinic.say("Ana", text)
    assert min(hours_offered(clinic)) >= dt.time(10)
    assert len(hours_offered(clinic)) > 1


def test_it_is_so_of_the_only_appointment() -> None:
    clinic = clinic_with(TUESDAY.replace(hour=10, minute=0), doctor=LAURA)
    assert clinic.say("Ana", "otro día después de esa hora").keys[-1] == "move_or_another"
    clinic.tap("Ana", "Cambiarla")
    assert min(hours_offered(clinic)) >= dt.time(10)
    assert len(hours_offered(clinic)) > 1


@pytest.mark.parametrize(
    "text", ["mismo día y hora pero con la doctora Ríos", "el mismo día y la misma hora pero con la doctora Ríos"]
)
def test_both_are_kept_with_another_doctor(text: str) -> None:
    clinic = clinic_with(TUESDAY, doctor=LAURA)
    asked = clinic.say("Ana", text)
    assert asked.keys == ["move_proposal"]
    assert "5:30 p.m. a 6:00 p.m. con Dra. Paula Ríos" in shown(asked)
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]
