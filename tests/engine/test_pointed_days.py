"""A day told by the one on screen is counted from that, never from today; and who says another day than the one
proposed, however they come to it, is never booked on the old one by the yes that follows."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import SALAS, clinic_with, live

THURSDAY = dt.datetime(2026, 12, 10, 10, tzinfo=ZoneInfo(ZONE))
WEEK = dt.timedelta(days=7)
MONDAY = dt.datetime(2026, 12, 14, 10, tzinfo=ZoneInfo(ZONE))


def asked(*, moves: bool) -> Clinic:
    """A clinic with Thursday at ten proposed: to Ana who has nothing, or who has the Wednesday before."""
    clinic = clinic_with(*((THURSDAY - dt.timedelta(days=1),) if moves else ()), doctor=SALAS)
    clinic.say("Ana", "pásala al jueves 10" if moves else "el jueves 10 a las 10 am con salas, soy Ana Luna")
    return clinic


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        "no, el jueves que sigue",
        "no alcanzo, el jueves que sigue",
        "no, mejor el jueves que viene",
        "no, el siguiente jueves",
        "ah no, el de la otra semana",
        "mejor ocho días después",
        "mejor una semana después",
    ],
)
def test_it_is_counted_from_the_day_on_screen(said: str, moves: bool) -> None:
    clinic = asked(moves=moves)
    assert clinic.say("Ana", said).keys[-1] == ("move_proposal" if moves else "proposal")
    clinic.say("Ana", "sí")
    assert live(clinic) == [THURSDAY + WEEK]
    check_all(clinic)


def test_the_day_that_is_shown_may_be_named_again() -> None:
    clinic = clinic_with()
    for text in ("cita para el jueves que sigue", "el jueves que sigue a las 10", "Ana Luna", "sí"):
        clinic.say("Ana", text)
    assert live(clinic) == [THURSDAY]


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("lead", ["", "ah no espera ", "espérame ", "ando viendo que ", "ahorita te digo pero "])
@pytest.mark.parametrize("why", ["el jueves tengo clase", "el jueves es día de la virgen", "ese día trabajo"])
@pytest.mark.parametrize("same", ["", " a la misma hora"])
def test_a_yes_books_the_day_said_last(lead: str, why: str, same: str, moves: bool) -> None:
    clinic = asked(moves=moves)
    clinic.say("Ana", f"{lead}{why} mejor el lunes{same}")
    clinic.say("Ana", "sí")
    assert live(clinic) == [MONDAY]
    check_all(clinic)
