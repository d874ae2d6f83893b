"""Of two messages of one burst the later one puts the earlier right."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import CheckAvailability, ProvideCustomerData, SelectSlot
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.known_visits import knowing
from tests.nlu.messages import ZONE

OFFERED = tuple(dt.datetime(2026, 12, 10, hour, tzinfo=ZONE) for hour in (8, 10, 11, 12))
MARKS = ("mejor {}", "{} mejor", "no, {}", "perdón, {}", "digo {}", "ay no, mejor {}", "bueno {}")
TIMES = (("a las 10", "a las 11"), ("la 2", "la 3"), ("la de las 10", "la de las 11"))


@pytest.mark.parametrize(("times", "mark"), [*product(TIMES, MARKS)])
def test_the_later_time_is_the_one(times: tuple[str, str], mark: str) -> None:
    first, second = times
    context = knowing(state=State.SLOT_SELECTION, offered=OFFERED)
    said = Rules().understand(f"{first}\n{mark.format(second)}", context).intents
    assert said == (SelectSlot(option=3),)


@pytest.mark.parametrize("mark", ["{}", "digo {}", "perdón {}", "no, {}"])
@pytest.mark.parametrize(
    ("first", "second"), [("Ana Luna", "Ana Laura Luna"), ("Luis", "Luis Toro Gil"), ("ana luna", "Ana Luna Paz")]
)
def test_the_later_name_is_the_whole_one(first: str, second: str, mark: str) -> None:
    said = Rules().understand(f"{first}\n{mark.format(second)}", knowing(state=State.CUSTOMER_DATA)).intents
    assert said == (ProvideCustomerData(name=second),)


@pytest.mark.parametrize(("text", "name"), [("Ana\nLuna", "Ana Luna"), ("Ana Laura\nLuna Paz", "Ana Laura Luna Paz")])
def test_a_name_in_two_messages_is_one(text: str, name: str) -> None:
    (said,) = Rules().understand(text, knowing(state=State.CUSTOMER_DATA)).intents
    assert isinstance(said, ProvideCustomerData)
    assert said.name == name


def test_two_times_without_a_word_between_are_asked_about() -> None:
    context = knowing(state=State.SLOT_SELECTION, offered=OFFERED)
    (said,) = Rules().understand("a las 10\na las 11", context).intents
    assert isinstance(said, CheckAvailability)
