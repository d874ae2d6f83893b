"""That what one has is to be at another time, said outright, is a move, and nobody asks whether another one is meant;
at that question, who says that they cannot come then has answered it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import SALAS, clinic_with, live

TEN = dt.datetime(2026, 12, 10, 10, tzinfo=ZoneInfo(ZONE))
FRIDAY, WEEK = TEN + dt.timedelta(days=1), TEN + dt.timedelta(days=7)


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("quiero pasarme a las 12", TEN.replace(hour=12)),
        ("me quiero cambiar a las 12", TEN.replace(hour=12)),
        ("quiero pasarme al viernes", FRIDAY),
        ("me puedo pasar para el viernes?", FRIDAY),
        ("nos gustaría cambiarnos al viernes", FRIDAY),
        ("no voy a poder ese día, que sea el viernes", FRIDAY),
        ("no voy a poder ese día, que sea el jueves que sigue", WEEK),
        ("a esa hora no puedo, mejor el viernes", FRIDAY),
    ],
)
def test_it_is_proposed_as_a_move(text: str, then: dt.datetime) -> None:
    clinic = clinic_with(TEN, doctor=SALAS)
    assert clinic.say("Ana", text).keys[-1] == "move_proposal"
    assert live(clinic) == [TEN]
    clinic.say("Ana", "sí")
    assert live(clinic) == [then]
    check_all(clinic)


@pytest.mark.parametrize("text", ["quiero cita el jueves a las 12", "tienes el jueves a las 12?"])
def test_what_may_be_another_one_is_asked_about(text: str) -> None:
    clinic = clinic_with(TEN, doctor=SALAS)
    assert clinic.say("Ana", text).keys[-1] == "move_or_another"
    assert clinic.say("Ana", "sí").keys[-1] == "move_or_another"
    assert live(clinic) == [TEN]


@pytest.mark.parametrize("text", ["es que el jueves trabajo", "el jueves no puedo", "no voy a poder ese día"])
def test_who_cannot_come_then_changes_it(text: str) -> None:
    clinic = clinic_with(TEN, doctor=SALAS)
    assert clinic.say("Ana", "quiero cita el jueves a las 12").keys[-1] == "move_or_another"
    assert clinic.say("Ana", text).keys[-1] != "move_or_another"
    assert live(clinic) == [TEN]
    check_all(clinic)
