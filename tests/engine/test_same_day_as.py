"""An appointment whose time is told by another one of theirs is the one that is moved; the other one stays."""

from __future__ import annotations

import pytest

from booking.testing.invariants import check_all
from tests.engine.test_one_not_another import HERS, MONDAY, OF_LUIS, clinic_of, shown
from tests.engine.test_own_visits import LAURA, live

OF_ROSA = ("Rosa Torres", LAURA, MONDAY.replace(day=17, hour=11))

MINE = [
    "la mía el mismo día que la de Rosa",
    "cámbieme la mía el mismo día que la de Rosa",
    "quiero la mía el mismo día que la de mi mamá",
    "pase la mía al mismo día de la de Rosa por favor",
    "quiero que la mía sea el mismo día que la de Rosa",
    "cambie mi cita para el mismo día que la de Rosa",
    "páseme la mía al día de la de Rosa Torres",
    "¿la mía el mismo día que la de Rosa?",
    "hola, ¿la mía el mismo día que la de Rosa?",
    "¿puede la mía el mismo día que la de Rosa?",
    "la mía, ¿el mismo día que la de Rosa?",
    "cambie mi cita al mismo día que Rosa Torres por favor",
    "cambie mi cita al mismo día que mi mamá gracias",
]


@pytest.mark.parametrize("text", MINE)
@pytest.mark.parametrize("listed", [False, True])
def test_ones_own_is_moved_to_the_day_of_hers(text: str, listed: bool) -> None:
    clinic = clinic_of(HERS, OF_ROSA)
    if listed:
        clinic.say("Ana", "quiero cambiar una cita")
    asked = clinic.say("Ana", text)
    assert asked.keys == ["move_proposal"]
    assert "Ana Luna" in shown(asked)
    clinic.say("Ana", "sí")
    assert live(clinic) == [MONDAY.replace(day=17), OF_ROSA[2]]
    check_all(clinic)


@pytest.mark.parametrize(
    ("text", "whose", "then"),
    [
        ("la de Rosa el mismo día que la mía", "Rosa Torres", "lunes 14 de diciembre, de 11:00"),
        ("la mía a la misma hora que la de Rosa", "Ana Luna", "lunes 14 de diciembre, de 11:00"),
        ("la mía el mismo día y hora que la de Rosa", "Ana Luna", "jueves 17 de diciembre, de 11:00"),
    ],
)
def test_the_one_that_is_spoken_of_first_is_moved(text: str, whose: str, then: str) -> None:
    told = shown(clinic_of(HERS, OF_ROSA).say("Ana", text))
    assert whose in told
    assert then in told


@pytest.mark.parametrize(
    "text", ["la mía el mismo día que la de mi mamá", "cambie mi cita al mismo día que la de Memo"]
)
def test_where_nobody_can_tell_nothing_is_proposed(text: str) -> None:
    asked = clinic_of(HERS, OF_ROSA, OF_LUIS).say("Ana", text)
    assert not {"move_proposal", "offer_slots"} & {*asked.keys}


@pytest.mark.parametrize(
    "text",
    [
        "cámbiela a la misma hora que siempre",
        "pásala a la misma hora de hoy",
        "cámbiela a la misma hora que la de siempre",
        "pásela a la misma hora que la de hoy",
        "pásela a la misma hora que tengo",
    ],
)
def test_a_time_that_is_nobodys_is_a_move_as_ever(text: str) -> None:
    asked = clinic_of(HERS, OF_ROSA).say("Ana", text)
    assert {"partly", "which_appointment"} & {*asked.keys}
    assert not {"not_understood", "move_proposal", "offer_slots"} & {*asked.keys}
