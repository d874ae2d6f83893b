"""One of the times on screen, in a sentence of more than it; what refuses one or asks of it takes none."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import SelectSlot
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import ZONE, context

TIMES = ((11, 30, 8, 30), (12, 1, 10, 30), (12, 2, 16, 0))  # Monday, Tuesday, Wednesday
LISTED = context(State.SLOT_SELECTION).model_copy(
    update={"offered": tuple(dt.datetime(2026, *one, tzinfo=ZONE) for one in TIMES)}
)
FRAMES = st.sampled_from(
    [
        "si sigue libre {} me quedo con ese",
        "si no lo han apartado, {}",
        "¿me puede dejar {}?",
        "me gustaría que me guardara {}",
        "mi señora dice que le gusta más {}",
        "a mi mamá le conviene más {}",
        "mi hija prefiere {}",
        "{} se ajusta a mi horario",
        "que quede apartado {}",
    ]
)
ONES = {"el del martes": 2, "el de las 4": 3, "el primero": 1}


@given(FRAMES, st.sampled_from(sorted(ONES)))
def test_it_is_chosen(frame: str, one: str) -> None:
    said = parse(frame.format(one), LISTED)
    assert said.sure
    assert not said.unread
    assert said.intents[-1] == SelectSlot(option=ONES[one])  # "a mi mamá le conviene más": for whom, too


@pytest.mark.parametrize(("text", "option"), [
    ("entre el del lunes y el del miércoles me quedo con el primero", 1),
    ("entre el del lunes y el de las 4 prefiero el más tarde", 3),
    ("mi jefe me da chance el primero de diciembre, así que agarro ese", 2),
    ("el del martes, ese día descanso y puedo llevar a mi mamá sin prisas", 2),
])  # fmt: skip
def test_which_one_it_is(text: str, option: int) -> None:
    assert meant(parse(text, LISTED)) == (SelectSlot(option=option),)


@pytest.mark.parametrize("text", [
    "dice mi esposo que la del martes no le acomoda", "mi hija no puede la segunda", "no, el martes", "¿el martes?",
    "perdón, era el martes", "martes o miércoles", "el martes con la doctora Ríos",
    "el día primero",
    "entre la primera y la segunda cuál es mejor?", "no puedo el martes, así que agarro ese",
    "me gustaría que me dejara pensarlo",
])  # fmt: skip
def test_nothing_is_chosen(text: str) -> None:
    assert not any(isinstance(one, SelectSlot) for one in meant(parse(text, LISTED)))
