"""A time of somebody else's, said while an appointment waits for its yes, is kept for one more and moves nothing."""

from __future__ import annotations

import pytest

from booking.testing.invariants import check_all
from tests.engine.test_own_visits import clinic_with, live, shown

THEIRS = {
    "y mi hermana a las 10:30": "de tu hermana, el viernes 11 de diciembre a las 10:30",
    "y mi hermana Pina Gil a las 10:30": "de Pina, el viernes 11 de diciembre a las 10:30",
    "y mi mamá a las 11?": "de tu mamá, el viernes 11 de diciembre a las 11:00",
    "y a las 11:30 mi mamá": "de tu mamá, el viernes 11 de diciembre a las 11:30",
    "y mi esposo el martes": "de tu esposo, el martes 15 de diciembre",
    "mi mamá también a las 10:30": "de tu mamá, el viernes 11 de diciembre a las 10:30",
}


@pytest.mark.parametrize("text", THEIRS)
@pytest.mark.parametrize("named_first", [True, False])
def test_their_time_is_for_one_more(text: str, *, named_first: bool) -> None:
    clinic = clinic_with()
    clinic.say("Ana", "quiero cita el viernes a las 10")
    said = ("Lalo Gil", text) if named_first else (text, "Lalo Gil")
    kept = [clinic.say("Ana", each) for each in said]
    assert "10:00 a.m." in shown(kept[-1])
    done = clinic.say("Ana", "sí")
    assert [start.strftime("%d %H:%M") for start in live(clinic)] == ["11 10:00"]
    assert THEIRS[text] in shown(done)
    check_all(clinic)


def test_a_yes_and_their_time_are_both_heard() -> None:
    clinic = clinic_with()
    for said in ("quiero cita el viernes a las 10", "Lalo Gil"):
        clinic.say("Ana", said)
    done = clinic.say("Ana", "si y a las 11:30 mi mamá")
    assert [start.strftime("%d %H:%M") for start in live(clinic)] == ["11 10:00"]
    assert done.keys[0] == "booked"
    assert "11:30" in shown(done)
    check_all(clinic)


@pytest.mark.parametrize("text", ["mi esposa a las 10:30", "y mi mamá puede a las 10:30?"])
def test_what_may_be_this_ones_time_or_anothers_moves_nothing(text: str) -> None:
    clinic = clinic_with()
    for said in ("quiero cita el viernes a las 10", "Lalo Gil"):
        clinic.say("Ana", said)
    said = shown(clinic.say("Ana", text))
    assert "10:30 a.m. a 11:00" not in said
    assert "10:00 a.m. a 10:30" in said or "no hago nada todavía" in said
    check_all(clinic)


@pytest.mark.parametrize("text", ["mejor a las 10:30", "a las 10:30 porque mi mamá sale a las 9"])
def test_the_own_time_is_still_changed(text: str) -> None:
    clinic = clinic_with()
    for said in ("quiero cita el viernes a las 10", "Lalo Gil"):
        clinic.say("Ana", said)
    assert "one_by_one" not in clinic.say("Ana", text).keys
