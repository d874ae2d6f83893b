"""While somebody's appointment is proposed, another's that is to be cancelled takes nothing from it unasked."""

from __future__ import annotations

import pytest

from booking.models import Status
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts


def proposing(*said: str) -> Clinic:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    for text in said:
        clinic.say("Ana", text)
    return clinic


@pytest.mark.parametrize(
    "text",
    [
        "cancélenme la mía, la de mi hijo sí",
        "cancelen la mía, la de Iván sí la quiero",
        "mejor cancela la mía",
        "quiten la de Gloria, la de él sí",
        "cancela la de mi hijo, la mía sí",
    ],
)
def test_whose_is_to_be_cancelled_is_asked(text: str) -> None:
    clinic = proposing("quiero cita el viernes a las 9 con el doctor Salas", "Gloria Trejo Díaz", "sí")
    for one in ("otra para mi hijo el viernes a las 10 con el doctor Salas", "Iván Trejo"):
        clinic.say("Ana", one)
    before = {a.id for a in clinic.stored().live}
    assert len(before) == 2
    assert clinic.say("Ana", text).keys == ["doubt"]
    assert {a.id for a in clinic.stored().live} == before
    check_all(clinic)


def test_the_only_one_that_is_spoken_of_is_given_up() -> None:
    clinic = proposing("quiero cita el viernes a las 9 con el doctor Salas", "Gloria Trejo Díaz")
    assert clinic.say("Ana", "ya no, cancélala").keys == ["flow_cancelled"]


@pytest.mark.parametrize(
    "text",
    ["quiero la misma hora pero otro día", "mejor otro día a la misma hora", "el mismo horario pero otra fecha"],
)
@pytest.mark.parametrize("named", [False, True])
def test_the_same_hour_on_another_day_is_offered_and_that_day_let_go(text: str, named: bool) -> None:
    clinic = proposing("quiero cita el viernes a las 10", *(["Luis Cota Paz"] if named else []))
    (held,) = clinic.stored().live
    assert clinic.say("Ana", text).keys[-1] == "offer_slots"
    assert not clinic.stored().live
    offer = clinic.conversation("Ana").offer
    assert offer is not None
    for free in offer.found:
        assert free.slot.start.time() == held.slot.start.time()
        assert free.slot.start.date() > held.slot.start.date()
    clinic.say("Ana", "la 2")
    (now,) = clinic.stored().live
    assert (now.status, now.slot.start) == (Status.HELD, offer.found[1].slot.start)
    check_all(clinic)


FALLS = ["cancela la de mi papá", "quíteme la de Iván", "cancelen la de Iván por favor"]
STAYS = ["déjame la mía", "deja la mía", "deje la mía como está", "déjame mi cita igual"]


@pytest.mark.parametrize("falls", FALLS)
@pytest.mark.parametrize("stays", STAYS)
@pytest.mark.parametrize("order", ["{falls} y {stays}", "{stays} y {falls}", "{falls}, {stays}"])
def test_the_one_that_stays_is_not_among_those_that_fall(falls: str, stays: str, order: str) -> None:
    clinic = proposing("quiero cita el viernes a las 9 con el doctor Salas", "Gloria Trejo Díaz", "sí")
    for one in ("otra para mi papá el viernes a las 10 con el doctor Salas", "Iván Trejo", "sí"):
        clinic.say("Ana", one)
    asked = clinic.say("Ana", order.format(falls=falls, stays=stays))
    assert asked.keys[-1] in ("cancel_proposal", "which_appointment")
    assert asked.keys[-1] == "which_appointment" or "Iván" in asked.text


@pytest.mark.parametrize("text", ["cancela la de mi papá y déjame la mía", "mejor cancela esa", "cancela la de Iván"])
def test_it_is_cancelled_where_it_is_asked_whether_it_is_moved(text: str) -> None:
    clinic = proposing("cita para mi papá el viernes a las 10 con el doctor Salas", "Iván Trejo", "sí")
    assert clinic.say("Ana", "y para mí a la misma hora con otro doctor").keys == ["move_or_another"]
    assert clinic.say("Ana", text).keys == ["cancel_proposal"]
