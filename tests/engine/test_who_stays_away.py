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


def asked_to_cancel(asked: Exchange) -> list[str]:
    return [key for key in asked.keys if key == "cancel_proposal" or key.startswith("which_")]


@pytest.mark.parametrize("text", ["mañana nomás voy yo", "nomás voy yo a la consulta, mi mamá no puede caminar"])
def test_what_is_only_told_asks_to_cancel_nothing(text: str) -> None:
    clinic = clinic_of(MINE, OF_ROSA)
    assert not asked_to_cancel(clinic.say("Ana", text))


def test_of_those_who_do_not_come_ones_own_is_never_asked_about() -> None:
    assert proposed(clinic_of(MINE, OF_ROSA).say("Ana", "ya no van a ir mis papás"), "Rosa Torres")


@pytest.mark.parametrize(
    "text",
    [
        "solo voy temprano, tarde no",
        "solo voy sola, acompañada no",
        "solo voy caminando, manejando no",
        "solo voy aqui, alla no",
        "solo voy yo, gracias no",
    ],
)
def test_a_word_that_is_nobody_cancels_nothing(text: str) -> None:
    assert not asked_to_cancel(clinic_of(MINE, OF_ROSA).say("Ana", text))


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("mañana solo voy yo, Rosa no", "Rosa Torres"),
        ("mañana solo va Rosa, yo no", "Ana Luna"),
        ("mañana solo va Pedro, Rosa no", "Rosa Torres"),
        ("mañana solo voy yo, mi hija mayor no", "Rosa Torres"),
    ],
)
def test_who_comes_may_be_told_by_a_name(text: str, whose: str) -> None:
    assert proposed(clinic_of(MINE, OF_ROSA).say("Ana", text), whose)


@pytest.mark.parametrize(
    "text",
    [
        "mis papás no van el jueves, cancele las dos",
        "los niños no pueden mañana, cancele todas",
        "mis hijos no pueden el lunes, cancela todas",
        "ellos no van el lunes, cancela las dos",
    ],
)
def test_on_a_day_with_none_of_theirs_nothing_of_ones_own_falls(text: str) -> None:
    clinic = clinic_of(LATER, ("Rosa Torres", LAURA, MONDAY.replace(day=16)))
    asked = clinic.say("Ana", text)
    assert "trouble" not in asked.keys
    assert not asked_to_cancel(asked)


@pytest.mark.parametrize("text", ["mis hijos no pueden mañana, cancela todas", "ellos no van, cancele sus citas"])
def test_the_only_one_of_theirs_falls_alone(text: str) -> None:
    assert proposed(clinic_of(MINE, OF_ROSA).say("Ana", text), "Rosa Torres")


@pytest.mark.parametrize("text", ["ya no podemos hoy, cancele las citas", "hoy no vamos, cancele las dos"])
def test_a_day_with_no_appointment_is_no_trouble(text: str) -> None:
    clinic = clinic_of(LATER, OF_ROSA)
    assert not {"trouble", "cancel_proposal"} & {*clinic.say("Ana", text).keys}
