"""All of one's appointments but one: what is set apart is never what is cancelled or moved."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import Unknown
from booking.models import State
from booking.testing.invariants import check_all
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.engine.test_own_visits import TUESDAY, clinic_with, live, shown
from tests.nlu.messages import context

MONDAY = TUESDAY + dt.timedelta(days=6)
APART = ["excepto la del {}", "menos la del {}", "salvo la del {}", "quitando la del {}"]
WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


@pytest.mark.parametrize("kept", [TUESDAY, MONDAY], ids=["first", "second"])
@pytest.mark.parametrize("every", ["todo", "mis citas"])
@pytest.mark.parametrize("apart", APART)
def test_the_one_set_apart_is_never_given_up(every: str, apart: str, kept: dt.datetime) -> None:
    clinic = clinic_with(TUESDAY, MONDAY)
    asked = clinic.say("Ana", f"cancela {every} {apart.format(WEEKDAYS[kept.weekday()])}")
    assert f"{kept.day} de diciembre" not in shown(asked)
    clinic.say("Ana", "sí")
    assert kept in live(clinic)
    check_all(clinic)


@pytest.mark.parametrize("kept", [TUESDAY, MONDAY], ids=["first", "second"])
@pytest.mark.parametrize("every", ["la", "cualquiera", "las"])
def test_the_one_that_it_is_not_to_be_is_not_given_up(every: str, kept: dt.datetime) -> None:
    clinic = clinic_with(TUESDAY, MONDAY)
    one = "sean" if every == "las" else "sea"
    asked = clinic.say("Ana", f"cancela {every} que no {one} la del {WEEKDAYS[kept.weekday()]}")
    assert f"{kept.day} de diciembre" not in shown(asked)
    clinic.say("Ana", "sí")
    assert kept in live(clinic)


def test_of_two_the_other_is_cancelled_by_a_yes() -> None:
    clinic = clinic_with(TUESDAY, MONDAY)
    asked = clinic.say("Ana", "cancela todo excepto la del martes")
    assert asked.keys == ["cancel_proposal"]
    assert live(clinic) == [TUESDAY, MONDAY]
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]


@pytest.mark.parametrize(
    "more",
    [(), (MONDAY, MONDAY + dt.timedelta(days=2)), (TUESDAY + dt.timedelta(days=7),)],
    ids=["none besides", "two besides", "two of them"],
)
def test_else_it_is_asked(more: tuple[dt.datetime, ...]) -> None:
    clinic = clinic_with(TUESDAY, *more)
    asked = clinic.say("Ana", "cancela todas menos la del martes")
    assert not {"cancel_proposal", "move_proposal"} & {*asked.keys}
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY, *more]


@pytest.mark.parametrize(
    "text",
    [
        "pásame todas menos la del martes",
        "pásame todas menos la de Ana al jueves",
    ],
)
def test_none_is_moved_that_is_not_to_be(text: str) -> None:
    (said,) = meant(parse(text, context(State.IDLE)))
    assert isinstance(said, Unknown)
    assert said.doubt
