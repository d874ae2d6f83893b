"""Of several who have an appointment some come and some do not: what falls is the appointment of those who do not."""

from __future__ import annotations

import pytest

from booking.testing.clinic import Exchange
from tests.engine.test_one_not_another import MONDAY, clinic_of, shown
from tests.engine.test_own_visits import LAURA, SALAS, live

WEDNESDAY = MONDAY.replace(day=9)
MINE = ("Ana Luna", SALAS, WEDNESDAY)
OF_ROSA = ("Rosa Torres", LAURA, WEDNESDAY.replace(hour=11))
OF_LUIS = ("Luis Torres", LAURA, WEDNESDAY.replace(hour=12))
LATER = ("Ana Luna", SALAS, MONDAY)


def proposed(asked: Exchange, whose: str) -> bool:
    return asked.keys == ["cancel_proposal"] and whose in shown(asked)


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("mañana nomás voy yo, mi mamá ya no", "Rosa Torres"),
        ("mañana solo voy yo, mi mamá no va", "Rosa Torres"),
        ("nomás yo voy mañana, ella ya no", "Rosa Torres"),
        ("mañana nomás va mi mamá, yo ya no", "Ana Luna"),
    ],
)
def test_what_falls_is_of_who_does_not_come(text: str, whose: str) -> None:
    clinic = clinic_of(MINE, OF_ROSA)
    assert proposed(clinic.say("Ana", text), whose)
    clinic.say("Ana", "sí")
    (stays,) = live(clinic)
    assert stays == (WEDNESDAY if whose == "Rosa Torres" else OF_ROSA[2])


def test_whose_own_name_is_not_known_is_asked_which_of_that_day() -> None:
    clinic = clinic_of(MINE, OF_ROSA, ("Luis Torres", LAURA, MONDAY), own=None)
    asked = clinic.say("Ana", "mañana nomás voy yo, mi mamá ya no")
    assert asked.keys == ["which_appointment"]
    assert "Luis" not in shown(asked)


@pytest.mark.parametrize(
    "text",
    [
        "ya no van a ir mis papás, cancele las dos",
        "mis papás ya no van a ir, cancele las dos",
        "mis papás ya no van a poder ir, cancele sus citas por favor",
        "mañana ya no van a ir, cancele las dos",
    ],
)
@pytest.mark.parametrize("own", [False, True])
def test_all_of_those_who_do_not_come_fall_one_by_one(text: str, own: bool) -> None:
    clinic = clinic_of(OF_ROSA, OF_LUIS, *((LATER,) if own else ()))
    asked = clinic.say("Ana", text)
    assert asked.keys == ["which_first"]
    assert "Rosa Torres" in shown(asked)
    assert "Luis Torres" in shown(asked)
    assert "Ana Luna" not in shown(asked)


@pytest.mark.parametrize(
    "text", ["ya no van a ir mis papás", "mañana nomás voy yo", "nomás voy yo a la consulta, mi mamá no puede caminar"]
)
def test_what_is_only_told_cancels_nothing_unasked(text: str) -> None:
    clinic = clinic_of(MINE, OF_ROSA)
    clinic.say("Ana", text)
    assert live(clinic) == [WEDNESDAY, OF_ROSA[2]]
