"""Who an appointment is for is named by a naming phrase or a name, and never by what they do."""

from __future__ import annotations

import pytest

from booking.intents import ProvideCustomerData
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context


@pytest.mark.parametrize(
    "text",
    [
        "Es para mi nieto, cumplió 3 años en octubre",
        "es para mi mamá, padece de presión",
        "es para mi hija, estudia en la tarde",
    ],
)
def test_what_a_relative_does_is_no_name(text: str) -> None:
    said = parse(text, context(State.CUSTOMER_DATA)).intents
    assert [one.name for one in said if isinstance(one, ProvideCustomerData)] == [None]


def test_who_is_called_so_outweighs_what_stands_beside_the_relative() -> None:
    text = "Es para mi nieto, cumplió 3 años en octubre. Se llama Mateo Verdugo Lara"
    (who,) = parse(text, context(State.CUSTOMER_DATA)).intents
    assert isinstance(who, ProvideCustomerData)
    assert (who.name, who.for_other) == ("Mateo Verdugo Lara", True)
