"""Who no longer comes because it is too late is no delay; and the day is kept of whose hour is asked for."""

from __future__ import annotations

import pytest

from booking.intents import CancelAppointment, HumanReason, ListAppointments, RequestHuman
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

IDLE = context(State.IDLE)


@pytest.mark.parametrize(
    "text",
    [
        "Se me hizo tarde, ya no llego", "ya no alcanzo", "ya ni para qué ir", "ya pasó la hora, ya no voy",
        "se me hizo bien tarde ya no alcanzo a llegar", "me quedé dormida, ya no llego", "ya no tiene caso ir",
        "disculpe, hay mucho tráfico, ya no alcanzo a llegar", "ya se me pasó, ya ni para qué voy",
        "Se me hizo tarde, ya no llego. Otro día saco otra.",
    ],
)  # fmt: skip
def test_it_is_read_as_who_cannot_come(text: str) -> None:
    said = parse(text, IDLE)
    assert said.sure
    assert said.intents == parse("ya no voy a poder ir", IDLE).intents == (CancelAppointment(),)


@pytest.mark.parametrize(
    "text", ["se me hizo tarde", "voy tarde pero ya llego", "ya no llego a tiempo", "se me hizo tarde, ya voy llegando"]
)
def test_who_comes_late_is_late(text: str) -> None:
    assert [one.reason for one in parse(text, IDLE).intents if isinstance(one, RequestHuman)] == [HumanReason.LATE]


@pytest.mark.parametrize(
    "text",
    [
        "ya se me pasó la hora",
        "¿ya no alcanzo?",
        "ya no alcanzo lugar",
        "ya no llego con la receta",
        "ya no fui",
        "ya no",
    ],
)
def test_nothing_else_gives_one_up(text: str) -> None:
    said = parse(text, IDLE)
    assert not (said.sure and any(isinstance(one, CancelAppointment) for one in said.intents))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("me puede recordar a qué hora es lo de mañana? perdí el mensaje", "2026-11-25"),
        ("cuándo era lo del jueves", "2026-11-26"), ("a qué hora tengo lo de pasado mañana", "2026-11-26"),
        ("lo del viernes a qué hora es", "2026-11-27"), ("con quién es lo del jueves", "2026-11-26"),
        ("a qué hora es la de mañana?", "2026-11-25"), ("me recuerda la hora de lo de mañana porfa", "2026-11-25"),
    ],
)  # fmt: skip
def test_the_day_of_what_is_asked_for_is_kept(text: str, day: str) -> None:
    said = parse(text, IDLE).intents
    listed = [one.of for one in said if isinstance(one, ListAppointments)]
    assert [str(of.when.date_from) for of in listed if of and of.when] == [day]


@pytest.mark.parametrize(
    "text", ["cuánto cuesta lo de mañana", "a qué hora abren mañana", "puedo cambiar lo de mañana?"]
)
def test_other_questions_stay_what_they_are(text: str) -> None:
    assert not any(isinstance(one, ListAppointments) for one in parse(text, IDLE).intents)
