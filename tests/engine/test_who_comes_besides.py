"""Who is to come besides the one whose appointment waits for its yes is kept for after it, whatever that appointment
is, and never takes its place."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import clinic_with, live, shown

TUESDAY = dt.datetime(2026, 12, 15, 16, tzinfo=ZoneInfo(ZONE))
FIVE = TUESDAY.replace(hour=17)
BESIDES = [
    "agrega que también va mi esposo Raúl Mota a la misma hora",
    "agrega a mi esposo Raúl Mota a la misma hora",
    "también mi esposo Raúl Mota a la misma hora",
    "mi esposo Raúl también va a la misma hora",
]


@pytest.mark.parametrize("besides", BESIDES)
@pytest.mark.parametrize(
    "own", [("cambia mi cita a las 5",), ("quiero otra cita el martes 15 a las 5 con Méndez", "Ana Luna")]
)
def test_the_other_is_asked_about_once_the_first_is_done(own: tuple[str, ...], besides: str) -> None:
    clinic = clinic_with(TUESDAY)
    for text in own:
        clinic.say("Ana", text)
    kept = clinic.say("Ana", besides)
    assert kept.keys[0] == "one_by_one"
    assert "Raúl" not in shown(kept)
    assert live(clinic) == [TUESDAY]
    done = clinic.say("Ana", "sí")
    assert done.keys[-1] == "other_one"
    assert "Raúl" in shown(done)
    assert FIVE in live(clinic)
    check_all(clinic)


def test_a_name_said_then_is_the_others() -> None:
    clinic = clinic_with()
    for text in ("quiero cita el viernes a las 12", "Rene Duarte"):
        clinic.say("Ana", text)
    clinic.say("Ana", "mi hermana llega conmigo, ella tmb ocupa, a las 12:30")
    kept = clinic.say("Ana", "Rocio Duarte")
    assert "Rene Duarte" in shown(kept)
    assert "Rocio" not in shown(kept)
    asked = clinic.say("Ana", "sí")
    assert [start.strftime("%H:%M") for start in live(clinic)] == ["12:00"]
    assert "12:30" in shown(asked)
    assert "Rocio" in shown(asked)
    check_all(clinic)


@pytest.mark.parametrize("text", ["Rene Duarte Paz", "es para mi hermana Rocío Duarte", "mi hermana me acompaña"])
def test_with_nobody_besides_a_name_is_that_of_the_patient(text: str) -> None:
    clinic = clinic_with()
    for said in ("quiero cita el viernes a las 12", "Rene Duarte", text):
        answer = clinic.say("Ana", said)
    assert "one_by_one" not in answer.keys
    assert "other_one" not in clinic.say("Ana", "sí").keys
    check_all(clinic)


@pytest.mark.parametrize("besides", ["pero mi esposa también quiere", "y también va mi esposa"])
def test_with_a_yes_the_first_is_done_and_the_other_begun(besides: str) -> None:
    clinic = clinic_with()
    for text in ("quiero cita el viernes a las 12", "Rene Duarte"):
        clinic.say("Ana", text)
    done = clinic.say("Ana", f"si confirmo {besides}")
    assert done.keys[0] == "booked"
    assert [start.strftime("%H:%M") for start in live(clinic)] == ["12:00"]
    assert "11 de diciembre" in shown(done).split("¿")[0]
    check_all(clinic)
