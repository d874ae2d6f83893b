"""What somebody is said to want is the wish of who writes it, whatever word to wait stands before; a yes that others
are said to give is none."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Confirm, Smalltalk
from booking.models import Purpose, State, UnderstandingContext
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

CONFIRM = context(State.CONFIRM).model_copy(update={"purpose": Purpose.BOOK})
NAMING = context(State.CUSTOMER_DATA)
WAITS = st.sampled_from(["", "espera, ", "espere ", "permítame, ", "un segundito, ", "un momento ", "deme un minuto, "])
SAYS = st.sampled_from(
    ["mi jefe dice que", "dice mi marido que", "me dicen que", "mi mamá me dijo que", "dice ella que"]
)
RATHER = st.sampled_from(["mejor", "es mejor", "sería mejor", "siempre mejor", "prefiere"])
WISHES = st.sampled_from(["la de las 6 y media", "el miércoles a la misma hora", "en la tarde", "temprano", "el 23"])
AGREES = st.sampled_from(["sí", "está bien", "sí la confirme", "ok"])


@given(st.sampled_from([CONFIRM, NAMING]), WAITS, SAYS, RATHER, WISHES)
def test_it_is_the_wish(at: UnderstandingContext, waits: str, says: str, rather: str, wish: str) -> None:
    alone = meant(parse(f"mejor {wish}", at))
    assert meant(parse(f"{waits}{says} {rather} {wish}", at)) == alone
    assert not any(isinstance(one, Smalltalk) for one in alone)


@given(WAITS, SAYS, AGREES)
def test_a_yes_of_others_is_none(waits: str, says: str, yes: str) -> None:
    assert not any(isinstance(one, Confirm) for one in meant(parse(f"{waits}{says} {yes}", CONFIRM)))


def test_right_after_a_booking_too() -> None:
    made = context(State.IDLE, "made").model_copy(
        update={"visits": (dt.datetime(2026, 12, 1, 16, tzinfo=CONFIRM.now.tzinfo),)}
    )
    assert meant(parse("dice mi marido que mejor el viernes", made)) == meant(parse("mejor el viernes", made))
