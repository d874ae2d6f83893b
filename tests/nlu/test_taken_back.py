"""What is taken back is not chosen, and what is only said of a time neither; whose opting out it is."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AnyIntent, HumanReason, OptOut, ProvideCustomerData, RequestHuman, SelectSlot, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules

ZONE = dt.timezone(dt.timedelta(hours=-8))
OFFERED = UnderstandingContext(
    now=dt.datetime(2026, 11, 25, 10, tzinfo=ZONE),
    state=State.SLOT_SELECTION,
    offered=tuple(dt.datetime(2026, 11, 26, hour, tzinfo=ZONE) for hour in (15, 16, 17)),
    opens=dt.time(8),
    closes=dt.time(20),
)
IDLE = OFFERED.model_copy(update={"state": State.IDLE, "offered": ()})


def read(text: str, context: UnderstandingContext = OFFERED) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, context).intents


@pytest.mark.parametrize("mark", [", no perdon ", " no perdón ", ", digo ", " no espera "])
def test_the_time_said_last_is_meant(mark: str) -> None:
    assert read(f"a las 3{mark}a las 4") == (SelectSlot(option=2),)


def test_a_number_put_right_by_a_pardon_and_a_pardon_that_is_a_courtesy() -> None:
    assert read("la 1, perdón la 2") == (SelectSlot(option=2),)
    assert read("perdón, la 2") == (SelectSlot(option=2),)


@pytest.mark.parametrize(
    "said", ["a las 3 es muy tarde", "las 3 es hora de comida", "las tres de la tarde es hora pico"]
)
def test_what_is_said_of_a_time_does_not_take_it(said: str) -> None:
    assert not any(isinstance(intent, SelectSlot) for intent in read(said))


@pytest.mark.parametrize("said", ["a las 3 es perfecto", "a las 3 es la mejor", "a las 3 está bien"])
def test_what_is_praised_is_taken(said: str) -> None:
    assert read(said) == (SelectSlot(option=1),)


def test_somebody_else_who_is_given_up_opts_nobody_out() -> None:
    staff = IDLE.model_copy(update={"role": Role.STAFF})
    assert not any(isinstance(intent, OptOut) for intent in read("no contesta, ¿la doy de baja?", staff))
    assert read("denme de baja") == (OptOut(),)


def test_a_request_to_write_it_down_is_no_surname() -> None:
    (named,) = read("apunta: Delia Margarita Soto", OFFERED.model_copy(update={"state": State.CUSTOMER_DATA}))
    assert isinstance(named, Unknown) or named == ProvideCustomerData(name="Delia Margarita Soto")


def test_the_clinics_own_words_of_an_emergency_are_heard() -> None:
    context = IDLE.model_copy(update={"emergency_words": ("Se le botó la férula",)})
    call = read("oiga a mi niño se le boto la ferula", context)[0]
    assert isinstance(call, RequestHuman)
    assert call.reason is HumanReason.URGENT
    assert not any(isinstance(i, RequestHuman) for i in read("oiga a mi niño se le boto la ferula"))
