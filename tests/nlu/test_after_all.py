"""The day of the appointment, named after a no, takes a move back; any other day is a wish."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelBooking
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

_DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_STAYS = ("ay no, siempre el {}", "no, siempre sí el {}", "no, mejor déjala el {}", "no no, siempre la del {}, gracias")


@given(st.integers(1, 20), st.sampled_from(_STAYS), st.integers(0, 6))
def test_the_day_it_has_leaves_it_and_no_other_does(ahead: int, words: str, named: int) -> None:
    moving = context(State.CONFIRM, "moving")
    visit = moving.now + dt.timedelta(days=ahead)
    known = moving.model_copy(update={"visits": (visit,), "visits_of": ("Ana Ruiz",)})
    said = parse(words.format(_DAYS[named]), known).intents
    assert (said == (CancelBooking(),)) == (visit.weekday() == named)


@given(st.integers(0, 6))
def test_without_a_no_it_takes_nothing_back(ahead: int) -> None:
    one = context(State.SLOT_SELECTION, "picking one")
    visit = one.now + dt.timedelta(days=ahead)
    known = one.model_copy(update={"visits": (visit,), "visits_of": ("Ana Ruiz",)})
    day = _DAYS[visit.weekday()]
    assert parse(f"no, el {day}", known).intents == (CancelBooking(),)
    assert parse(f"la del {day}", known).intents != (CancelBooking(),)
