"""What is to be as it was before, wherever there is something to go back to: an appointment that is spoken of stays,
what was done is proposed to be undone, and a booking gets the time back that it had, by a yes of its own."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import clinic_with, live, shown

TUESDAY = dt.datetime(2026, 12, 15, 16, tzinfo=ZoneInfo(ZONE))
BACK = [
    "como estaba",
    "déjela como estaba",
    "regréseme con el de antes",
    "no, me quedo con la de antes",
    "aah bueno, entonces como estaba",
    "oiga me la cambió de hora! yo no pedí eso, déjela como estaba",
    "no ya déjala a las 4",
    "mejor a la hora que tenía",
]


@pytest.mark.parametrize("back", [*BACK, "mejor déjala", "no ya déjala"])
@pytest.mark.parametrize("asked", [("quiero cita el martes 15 a las 5",), ("cambia mi cita a las 5",)])
def test_what_is_asked_about_stays(asked: tuple[str, ...], back: str) -> None:
    clinic = clinic_with(TUESDAY)
    for text in asked:
        assert clinic.say("Ana", text).keys[-1] in ("move_or_another", "move_proposal")
    assert clinic.say("Ana", back).keys == ["unchanged"]
    assert clinic.say("Ana", "sí").keys == ["nothing_pending"]
    assert live(clinic) == [TUESDAY]
    check_all(clinic)


@pytest.mark.parametrize("back", [one for one in BACK if "ya déjala" not in one])
@pytest.mark.parametrize("done", ["cambia mi cita a las 5", "cancela mi cita"])
def test_what_was_done_is_undone_by_another_yes(done: str, back: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", done)
    clinic.say("Ana", "sí")
    stands = live(clinic)
    assert stands != [TUESDAY]
    asked = clinic.say("Ana", back)
    assert asked.keys[-1] in ("move_proposal", "proposal")
    assert "4:00 p.m." in shown(asked)
    assert live(clinic) == stands
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]
    check_all(clinic)


@pytest.mark.parametrize("back", [*BACK, "no no, las 4 estaba bien"])
def test_a_booking_gets_the_time_back_that_it_had(back: str) -> None:
    clinic = clinic_with()
    for text in ("quiero una cita el martes 15 a las 4", "Ana Luna", "mejor a las 6"):
        asked = clinic.say("Ana", text)
    assert "6:00 p.m." in shown(asked)
    asked = clinic.say("Ana", back)
    assert asked.keys == ["proposal"]
    assert "4:00 p.m." in shown(asked)
    assert live(clinic) == []
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]
    check_all(clinic)


def test_the_time_before_that_somebody_else_has_meanwhile_is_looked_for() -> None:
    clinic = clinic_with()
    for text in ("quiero una cita el martes 15 a las 4 con Ríos", "Ana Luna", "mejor a las 6"):
        clinic.say("Ana", text)
    for text in ("quiero una cita el martes 15 a las 4 con Ríos", "Beto Paz", "sí"):
        clinic.say("Beto", text)
    assert live(clinic) == [TUESDAY]
    assert clinic.say("Ana", "mejor como estaba").keys[-1] == "offer_others"
    assert live(clinic) == [TUESDAY]
    check_all(clinic)


@pytest.mark.parametrize(
    "text", ["déjala a las 6 mejor", "mejor a las 6", "no la dejes a las 4, a las 6", "me quedo con el de las 6"]
)
def test_another_hour_goes_nowhere_back(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", "cambia mi cita a las 5")
    assert clinic.say("Ana", text).keys[-1] != "unchanged"
    assert live(clinic) == [TUESDAY]


@pytest.mark.parametrize("text", ["como estaba", "déjala como estaba", "no, me quedo con la de antes"])
def test_with_nothing_to_go_back_to_nothing_is_changed(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    assert "proposal" not in clinic.say("Ana", text).keys[-1]
    assert live(clinic) == [TUESDAY]
