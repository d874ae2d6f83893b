"""An appointment for a relative that is told by one's own, the only one there is: on its day, at its hour, after it or
before it. Whatever else is said, it is none at another time."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CheckAvailability, ProvideCustomerData, StartBooking, When
from nlu.shortcuts import parse
from tests.nlu.known_visits import FIRST, knowing

HERE = knowing(FIRST)
BOOKS = [
    "quiero agendar a mi {}",
    "agéndame a mi {}",
    "apúntame a mi {}",
    "quiero una cita para mi {}",
    "una para mi {}",
]
WHO = ["hijo", "mamá", "esposo"]
TOLD = {
    "el mismo día que yo": (None, None, False),
    "a la misma hora que yo": (FIRST.time(), None, True),
    "después de mí": (FIRST.time(), None, False),
    "ahí mismo después de la mía": (FIRST.time(), None, False),
    "antes de mí": (None, FIRST.time(), False),
}  # fmt: skip


def wish(text: str) -> When:
    said = parse(text, HERE)
    assert not said.unread
    assert any(isinstance(one, ProvideCustomerData) and one.for_other for one in said.intents)
    (found,) = (one for one in said.intents if isinstance(one, StartBooking | CheckAvailability))
    assert found.when is not None
    assert found.when.when is not None
    return found.when.when


@given(st.sampled_from(BOOKS), st.sampled_from(WHO), st.sampled_from([*TOLD]))
def test_it_is_told_by_the_one_that_is(book: str, who: str, told: str) -> None:
    when = wish(f"{book.format(who)} {told}")
    assert (when.date_from, when.date_to) == (FIRST.date(), FIRST.date())
    assert (when.time_from, when.time_to, when.exact) == TOLD[told]


@given(st.sampled_from(BOOKS), st.sampled_from(WHO))
def test_an_hour_that_is_said_is_its_own(book: str, who: str) -> None:
    when = wish(f"{book.format(who)} el mismo día que yo a las 12")
    assert (when.date_from, when.time_from) == (FIRST.date(), dt.time(12))
