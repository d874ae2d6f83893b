"""At a reminder of one appointment: who comes, and would be seen by another doctor, has that one moved to them at its
own time, and no new one; who makes sure of when or with whom it is, is told, and nothing changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AsTold, Attend, ListAppointments, RescheduleAppointment
from booking.models import Expected
from nlu.shortcuts import parse
from tests.nlu.known_visits import FIRST, knowing

THOSE = (AsTold(appointment_id=1, version=1),)
REMINDED = knowing(FIRST, expected=Expected(yes=Attend(those=THOSE), no=Attend(those=THOSE, coming=False)))
COMES = ["sí voy", "sí", "claro que sí", "sí ahí estaré", "ahí estaré", "sí puedo ir el martes", "a esa hora sí puedo"]
BUT = [" pero ", ", pero ", " aunque "]
WISHES = ["¿me puede atender {}?", "prefiero que me vea {}", "quiero con {}", "¿puede ser con {}?", "con {}"]
DOCTORS = ["la doctora", "la doctora Méndez", "el doctor Salas"]
TAGS = [" ¿verdad?", " verdad?", ", ¿cierto?", ", ¿no?", " verdad"]


@given(*map(st.sampled_from, (COMES, BUT, WISHES, DOCTORS)))
def test_with_another_doctor_it_is_the_same_appointment(comes: str, but: str, wish: str, doctor: str) -> None:
    (change,) = parse(comes + but + wish.format(doctor), REMINDED).intents
    assert isinstance(change, RescheduleAppointment)
    assert change.told == THOSE[0]
    assert change.when is None
    assert change.doctor or change.not_with


@given(st.sampled_from(["ok ", "sí, ", "", "va, "]), st.sampled_from([*DOCTORS]), st.sampled_from(TAGS))
def test_a_check_is_no_change(yes: str, doctor: str, tag: str) -> None:
    assert parse(f"{yes}con {doctor}{tag}", REMINDED).intents == (ListAppointments(),)


@pytest.mark.parametrize("text", ["mejor con la doctora, ¿no?", "¿puede ser con la doctora verdad?"])
def test_what_is_wished_for_is_no_check(text: str) -> None:
    assert not any(isinstance(one, ListAppointments) for one in parse(text, REMINDED).intents)


def test_another_day_is_not_that_one() -> None:
    (change,) = parse("puedo ir el jueves pero con la doctora", REMINDED).intents
    assert getattr(change, "told", None) is None
