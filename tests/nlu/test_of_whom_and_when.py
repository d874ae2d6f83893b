"""Whose an appointment is and when, where a word might be taken for something else: "las dos" of two people, a day that
is only told of, an appointment that somebody else made, a number that is an option's or a day's."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import (
    AnyIntent,
    CheckAvailability,
    ListAppointments,
    SelectSlot,
    StartBooking,
    Unknown,
)
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

TWO = dt.time(14)


def intents(text: str, state: State = State.IDLE) -> tuple[AnyIntent, ...]:
    return meant(parse(text, context(state)))


def wishes(text: str) -> list[StartBooking | CheckAvailability]:
    said = parse(text, context(State.IDLE)).intents
    return [i for i in said if isinstance(i, StartBooking | CheckAvailability) and i.when is not None]


@pytest.mark.parametrize(
    "text",
    [
        "para mi esposa y para mi, el viernes las dos",
        "mi mamá y yo queremos ir las dos el viernes",
        "quiero cita el viernes para mi mamá, podemos entrar las dos?",
    ],
)
def test_the_two_of_them_is_no_hour_and_is_asked(text: str) -> None:
    assert all(wish.when.when is None or wish.when.when.time_from != TWO for wish in wishes(text) if wish.when)
    assert any(isinstance(intent, Unknown) for intent in intents(text))


@pytest.mark.parametrize("text", ["cita para mi mamá y mi hermana el viernes a las dos", "cita el viernes las dos"])
def test_two_o_clock_is_one(text: str) -> None:
    (wish,) = wishes(text)
    assert wish.when is not None
    assert wish.when.when is not None
    assert wish.when.when.time_from == TWO


@pytest.mark.parametrize("lead", ["", "quiero una cita, ", "cita con Salas para mi hijo, "])
@pytest.mark.parametrize("that", ["de eso", "de esa fecha", "de ese día por favor"])
@pytest.mark.parametrize("side", ["antes", "después"])
def test_a_day_told_of_is_never_the_one_wished_for(lead: str, side: str, that: str) -> None:
    (wish,) = wishes(f"{lead}me voy el 12, {side} {that}")
    when = wish.when.when if wish.when else None
    assert when is not None
    day = dt.date(2026, 12, 12)
    bounds = (when.date_from, when.date_to)
    assert bounds == ((None, day - dt.timedelta(1)) if side == "antes" else (day + dt.timedelta(1), None))


@pytest.mark.parametrize(
    "made", ["mi hija ya me sacó una cita", "mi hijo me hizo cita con ustedes", "me agendaron una cita"]
)
@pytest.mark.parametrize(
    "unknown", ["pero no me dijo cuándo", "y no sé qué día", "no me dijeron a qué hora, me puede decir"]
)
@pytest.mark.parametrize("lead", ["", "buenas tardes, habla Francisco Lerma, "])
def test_one_that_others_made_is_looked_up(lead: str, made: str, unknown: str) -> None:
    assert intents(f"{lead}{made} {unknown}") == (ListAppointments(),)


@pytest.mark.parametrize("more", [", quiero cancelarla", ", y quiero otra para el viernes"])
def test_what_is_wanted_besides_is_no_look_up(more: str) -> None:
    assert intents(f"mi hija me sacó una cita y no me dijo cuándo{more}") != (ListAppointments(),)


def test_a_number_concluded_from_what_was_said_is_asked() -> None:
    for either in ("entonces el 2", "el 2"):
        (asked,) = intents(either, State.SLOT_SELECTION)
        assert isinstance(asked, CheckAvailability)
        assert asked.when is not None
        assert asked.when.ambiguous
    for plainly in ("la 2", "entonces la 2"):
        assert intents(plainly, State.SLOT_SELECTION) == (SelectSlot(option=2),)
