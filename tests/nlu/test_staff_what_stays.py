"""What staff say is to stay, beside what they order, is nothing to be done, and no part of the order."""

from __future__ import annotations

import pytest

from booking.intents import Unknown, UnknownWhy, UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.known_visits import DOCTORS, NOW

HERE = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS, role=Role.STAFF)
BESIDE = (
    "{} y deja la de Dayana",
    "{}, la de Dayana no",
    "deja la de Dayana y {}",
    "la de Dayana déjala y {}",
    "{} pero deja la de Dayana",
)


@pytest.mark.parametrize("way", BESIDE)
@pytest.mark.parametrize("order", ["cancela la de Yael", "mueve la de Yael al jueves a las 4"])
def test_it_is_the_order_alone(way: str, order: str) -> None:
    alone = Rules().understand(order, HERE).intents
    assert all(isinstance(one, UseTool) for one in alone)
    assert Rules().understand(way.format(order), HERE).intents == alone


@pytest.mark.parametrize(
    "text", ["cancela la de Karen, tiene que ser la segunda", "cancela la de Karen, debe ser la otra"]
)
def test_which_it_must_be_is_no_story(text: str) -> None:
    (said,) = Rules().understand(text, HERE).intents
    assert isinstance(said, Unknown)
    assert said.why is UnknownWhy.ORDER_PARTLY


@pytest.mark.parametrize("part", ["la mañana", "en la mañana", "antes de las 10", "temprano", "el miércoles"])
@pytest.mark.parametrize(
    "order", ["bloquea la semana que entra", "agenda a Lucía Márquez el lunes", "mueve la cita de Ana Luna al jueves"]
)
@pytest.mark.parametrize("but", [" que no sea ", ", pero que no sea ", " menos "])
def test_what_it_is_not_to_be_is_not_ordered(order: str, part: str, but: str) -> None:
    """A time that is refused is never the one that is ordered: the rest is said back without it."""
    said = Rules().understand(order + but + part, HERE).intents
    assert not any(isinstance(one, UseTool) for one in said), said
