"""A clause that only gives a reason changes nothing; what changes a wish is never set aside as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CancelBooking, CheckAvailability, Confirm, SelectSlot
from booking.models import State, UnderstandingContext
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

REASONS = (
    "que ya es quincena",
    "que ya salí de vacaciones",
    "que es cuando me traen",
    "porque me trae mi hija",
    "y ojalá no me hagan esperar tanto",
    "pero que no se tarden tanto",
    "hay mucha línea para cruzar",
    "confirmado por mi parte",
)
TURNS = (
    "pero que sea en la tarde",
    "pero mi esposo no puede",
    "si no hay otra",
    "mejor el martes",
    "con el doctor Salas no",
    "ya me dieron cita en el seguro",
    "o el viernes",
)
WISHES = ("el 15 de diciembre", "el jueves en la tarde", "la próxima semana")


def read(text: str, where: UnderstandingContext) -> tuple[AnyIntent, ...]:
    return meant(parse(text, where))


@given(st.sampled_from(WISHES), st.sampled_from(REASONS))
def test_a_reason_changes_no_wish(wish: str, reason: str) -> None:
    where = context(State.SLOT_SELECTION)
    told = read(f"{wish}, {reason}", where)
    assert [i for i in told if isinstance(i, CheckAvailability)] == [*read(wish, where)], told


@given(st.sampled_from(("la 2", "la segunda")), st.sampled_from(REASONS))
def test_a_reason_changes_no_choice(choice: str, reason: str) -> None:
    assert read(f"{choice}, {reason}", context(State.SLOT_SELECTION)) == (SelectSlot(option=2),)


@given(st.sampled_from(("la 2", "el 15 de diciembre")), st.sampled_from(TURNS))
def test_what_changes_a_wish_is_no_reason(wish: str, turn: str) -> None:
    where = context(State.SLOT_SELECTION)
    assert read(f"{wish}, {turn}", where) != read(wish, where)


@pytest.mark.parametrize("yes", ["sí", "va", "confirmo"])
def test_no_yes_comes_of_what_a_reason_stands_beside(yes: str) -> None:
    told = read(f"{yes}, ya me dieron cita en el seguro", context(State.CONFIRM))
    assert not any(isinstance(intent, Confirm) for intent in told)


@pytest.mark.parametrize("why", ["ya me dieron cita en el seguro", "me voy a ir a las similares"])
def test_who_gives_up_may_have_gone_elsewhere(why: str) -> None:
    assert read(f"ya no la voy a ocupar, {why}", context(State.CUSTOMER_DATA)) == (CancelBooking(),)
