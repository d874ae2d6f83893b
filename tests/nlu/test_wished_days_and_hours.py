"""Days and hours that are wished for beside what is told of one's own: all of them, and what bounds them."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability, StartBooking, When
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import context


def wished(text: str) -> list[When]:
    said = Rules().parse(text, context(State.IDLE)).intents
    (one,) = (one for one in said if isinstance(one, StartBooking | CheckAvailability))
    assert one.when is not None
    return [one.when.when] if one.when.when else [*one.when.candidates]


def days(text: str) -> list[int]:
    return [when.date_from.day for when in wished(text) if when.date_from]


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("tengo libre jueves y viernes, en la mañana", [26, 27]),
        ("quisiera agendar, tengo libre el 1 y el 3 de diciembre", [1, 3]),
        ("tengo el jueves libre y el viernes, ¿hay cita?", [26, 27]),
        ("descanso el jueves y quiero cita el viernes", [27]),
        ("una cita para mi novia el martes que viene en la mañana", [1]),
        ("una cita para mi novia el martes que entra en la tarde", [1]),
        ("hay algo ahorita en la tarde?", [24]),
        ("tienen lugar al rato en la tarde?", [24]),
        ("me puede ver ahorita a las 12?", [24]),
    ],
)
def test_days(text: str, on: list[int]) -> None:
    assert days(text) == on


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("cita mañana a cualquier hora pero antes de las 11 que entro a clases", None, 11),
        ("cita mañana antes de las 9 q entro a trabajar", None, 9),
        ("quiero cita el jueves después de las 5 que salgo de la oficina", 17, None),
        ("salgo a las 5, solo puedo después de las 6, ¿qué hay el miércoles?", 18, None),
        ("cita esta semana, puras tardes", 14, 20),
        ("hay lugar el 7 de diciembre? puras mañanas", 8, 14),
    ],
)
def test_hours(text: str, begin: int | None, end: int | None) -> None:
    (when,) = wished(text)
    assert not when.exact
    assert (when.time_from, when.time_to) == (begin and dt.time(begin), end and dt.time(end))


def test_what_somebody_does_then_may_be_why_it_will_not_do() -> None:
    said = Rules().parse("a las 9 que entro a trabajar no puedo, quiero cita mañana", context(State.IDLE))
    assert "9, 0" not in f"{[getattr(one, 'when', None) for one in said.intents]}"
