"""An appointment for another that is wanted with something about one's own is kept until that is done, or left as it
is, and then asked about with what was said of it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import clinic_with, live, shown

TUESDAY = dt.datetime(2026, 12, 15, 16, tzinfo=ZoneInfo(ZONE))
NEXT_WEEK = TUESDAY + dt.timedelta(days=7)


@pytest.mark.parametrize("order", ["cancela la mía y {}", "{} y cancela la mía"])
def test_in_place_of_what_falls(order: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", order.format("aparta esa misma hora para mi mamá"))
    assert live(clinic) == [TUESDAY]
    done = clinic.say("Ana", "sí")
    assert done.keys == ["cancelled", "other_one"]
    assert "tu mamá" in shown(done)
    assert "martes 15 de diciembre a las 4:00" in shown(done)
    for text in ("sí", "Rosa Soto Paz", "sí"):
        done = clinic.say("Ana", text)
    assert live(clinic) == [TUESDAY]
    assert "Rosa Soto Paz" in shown(done)
    check_all(clinic)


@pytest.mark.parametrize("answer", ["sí", "no"])
def test_whether_it_falls_or_stays_the_other_is_asked_about(answer: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", "cancela mi cita y aparta una para mi mamá el viernes a las 11")
    done = clinic.say("Ana", answer)
    assert done.keys[-1] == "other_one"
    assert "viernes" in shown(done)
    check_all(clinic)


def test_a_name_said_before_the_yes_is_the_others() -> None:
    clinic = clinic_with(TUESDAY)
    for text in ("cancela la mía y aparta esa misma hora para mi mamá", "Rosa Soto"):
        asked = clinic.say("Ana", text)
    assert asked.keys[-1] == "cancel_proposal"
    assert "Rosa" in shown(clinic.say("Ana", "sí"))


def test_it_waits_while_one_of_several_is_picked() -> None:
    clinic = clinic_with(TUESDAY, NEXT_WEEK)
    asked = clinic.say("Ana", "cancela mi cita y aparta una para mi mamá el viernes a las 11")
    assert asked.keys[-1] == "which_appointment"
    assert "one_by_one" in asked.keys
    for text in ("la 1", "sí"):
        done = clinic.say("Ana", text)
    assert done.keys == ["cancelled", "other_one"]
    assert live(clinic) == [NEXT_WEEK]
    check_all(clinic)


def test_with_nothing_to_cancel_it_is_made_at_once() -> None:
    clinic = clinic_with()
    clinic.say("Ana", "cancela mi cita y aparta una para mi mamá el viernes a las 11")
    done = clinic.say("Ana", "Rosa Soto Paz")
    assert done.keys == ["proposal"]
    assert "Rosa Soto Paz" in shown(done)
    check_all(clinic)
