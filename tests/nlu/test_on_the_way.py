"""Who says when they arrive, and has an appointment then, comes late or in time; of late ones reception hears."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import HumanReason, RequestHuman, Thank
from tests.nlu.known_visits import NOW, read

TODAY = NOW.replace(hour=12)
ARRIVES = (
    "llego",
    "ya voy en camino, llego",
    "voy para allá llego",
    "ando llegando",
    "estoy en el tráfico, llego como",
    "llegamos",
)


@given(st.sampled_from(ARRIVES), st.integers(-60, 120), st.booleans())
def test_late_by_so_much_or_in_time(arrives: str, minutes: int, at: bool) -> None:
    then = TODAY + dt.timedelta(minutes=minutes)
    text = f"{arrives} {'a las ' if at else ''}{then.hour}:{then.minute:02d}"
    late = RequestHuman(reason=HumanReason.LATE, minutes=minutes)
    assert read(text, TODAY) == ((late,) if minutes > 0 else (Thank(),)), text


@pytest.mark.parametrize(
    "text", ["no llego a las 12", "si llego 12:20 no pasa nada", "llego a las 2 a mi casa, quiero una cita"]
)
def test_what_is_said_otherwise_is_nobody_late(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) and one.minutes for one in read(text, TODAY))


def test_of_one_that_has_begun_reception_decides() -> None:
    assert read("llego 10:20") == (RequestHuman(reason=HumanReason.LATE),)
