"""What was shown before what is held is got back by its place, wherever it is said, as a proposal; where nobody can
tell which is meant it is asked: the yes that follows books nothing else."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.models import FreeSlot
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import SALAS, clinic_with, live, shown

TEN = dt.datetime(2026, 12, 10, 10, tzinfo=ZoneInfo(ZONE))
FIRST = [
    "no, la primera opción",
    "no, la primera",
    "no entonces la que me dijo primero",
    "mejor la que me dio al principio",
]
OTHER = ["no mejor la otra", "la otra opción", "el otro horario estaba mejor"]


def after(*said: str, moves: bool = False) -> Clinic:
    """Thursday at ten is proposed, then what is said asks for other times."""
    clinic = clinic_with(*((TEN - dt.timedelta(days=1),) if moves else ()), doctor=SALAS)
    first = "pásala al jueves 10" if moves else "el jueves 10 a las 10 am con salas, soy Ana Luna"
    for text in (first, *said):
        assert clinic.say("Ana", text).keys[-1] == ("move_proposal" if moves else "proposal"), text
    return clinic


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("said", [*FIRST, *OTHER])
def test_of_two_it_is_the_one_before(said: str, moves: bool) -> None:
    clinic = after("y a las 11?", moves=moves)
    clinic.say("Ana", said)
    clinic.say("Ana", "sí")
    assert live(clinic) == [TEN]
    check_all(clinic)


@pytest.mark.parametrize("said", FIRST)
def test_of_three_the_first_is_the_first(said: str) -> None:
    clinic = after("y a las 11?", "y a las 12?")
    clinic.say("Ana", said)
    clinic.say("Ana", "sí")
    assert live(clinic) == [TEN]


@pytest.mark.parametrize(
    ("said", "hour"), [("no, la segunda", 11), ("la segunda opción", 11), ("mejor la tercera", 12), ("la primera", 10)]
)
def test_each_has_its_place_in_the_order_it_was_shown_in(said: str, hour: int) -> None:
    clinic = after("y a las 11?", "no, la primera", "y a las 12?")
    clinic.say("Ana", said)
    clinic.say("Ana", "sí")
    assert live(clinic) == [TEN.replace(hour=hour)]


@pytest.mark.parametrize("said", OTHER)
def test_of_three_it_is_asked_which_is_the_other(said: str) -> None:
    clinic = after("y a las 11?", "y a las 12?")
    asked = clinic.say("Ana", said)
    assert asked.keys[-1] == "ask_which_time"
    assert all(hour in shown(asked) for hour in ("10:00", "11:00"))
    clinic.say("Ana", "sí")
    assert live(clinic) == []


@pytest.mark.parametrize("said", [*FIRST, *OTHER, "mejor la segunda opción"])
def test_where_there_was_no_other_a_yes_books_nothing(said: str) -> None:
    clinic = after()
    clinic.say("Ana", said)
    clinic.say("Ana", "sí")
    assert live(clinic) == []
    check_all(clinic)


@pytest.mark.parametrize(
    ("said", "held"), [("ay no la 3", 3), ("la 1 sí estaba bien", 1), ("perdón, la tercera", 3), ("no, la 4", 4)]
)
def test_another_of_the_list_is_chosen_while_the_name_is_asked(said: str, held: int) -> None:
    clinic = clinic_with()
    offered = [found.slot.start for found in _offer(clinic, "quiero cita el viernes")]
    clinic.say("Ana", "la 2")
    assert clinic.say("Ana", said).keys[-1] in ("ask_name", "proposal")
    for text in ("Ana Luna", "sí"):
        clinic.say("Ana", text)
    assert [start.astimezone(dt.UTC) for start in live(clinic)] == [offered[held - 1].astimezone(dt.UTC)]


@pytest.mark.parametrize(
    "said", ["la primera de las de antes", "la que me dijo al principio", "la primera que me dio antes"]
)
def test_what_an_earlier_list_had_is_none_of_this_one(said: str) -> None:
    clinic = clinic_with()
    _offer(clinic, "quiero cita el viernes")
    _offer(clinic, "y el jueves?")
    clinic.say("Ana", said)
    for text in ("Ana Luna", "sí"):
        clinic.say("Ana", text)
    assert live(clinic) == []


def _offer(clinic: Clinic, text: str) -> list[FreeSlot]:
    clinic.say("Ana", text)
    offer = clinic.conversation("Ana").offer
    assert offer is not None
    return list(offer.found)


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize(
    ("said", "sooner"),
    [("un ratito antes", True), ("tantito antes", True), ("un ratito después", False), ("un poco más tarde", False)],
)
def test_a_little_before_or_after_is_counted_from_what_is_held(said: str, sooner: bool, named: bool) -> None:
    clinic = clinic_with()
    offered = _offer(clinic, "quiero cita el viernes 11")
    clinic.say("Ana", "la 2")
    if named:
        clinic.say("Ana", "Ana Luna")
    held = offered[1].slot.start
    after = _offer(clinic, said)
    assert all((found.slot.start < held) is sooner for found in after)
    assert {found.slot.start.date() for found in after} == {held.date()}
