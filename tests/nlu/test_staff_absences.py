"""A doctor who will not be there, and what is to become of the appointments then, as they say it."""

from __future__ import annotations

import pytest

from booking.intents import UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.staff_asked import NOW


@pytest.mark.parametrize(
    "text",
    [
        "No voy el viernes. Ofréceles otro horario.",
        "No voy a ir el viernes. Muévelos por favor",
        "El viernes no voy a estar.\nAvísales y ofréceles otro día.",
        "no vengo el viernes; reagéndalos",
        "no voy el viernes. que escojan otro horario",
        "el viernes no voy a poder ir, avísales y ofréceles otro día",
    ],
)
def test_an_absence_and_its_offer_are_one_order_in_however_many_sentences(text: str) -> None:
    (order,) = Rules().understand(text, UnderstandingContext(now=NOW, state=State.IDLE, role=Role.DOCTOR)).intents
    assert isinstance(order, UseTool)
    assert (order.tool, dict(order.arguments)["que"]) == ("cambiar_dia_doctor", "ofrecer")


@pytest.mark.parametrize("text", ["No voy el viernes. Cancela todo", "No voy el viernes. ¿Les ofreces otro horario?"])
def test_what_is_said_of_it_otherwise_is_no_offer(text: str) -> None:
    said = Rules().understand(text, UnderstandingContext(now=NOW, state=State.IDLE, role=Role.DOCTOR)).intents
    assert ("que", "ofrecer") not in [pair for one in said if isinstance(one, UseTool) for pair in one.arguments]
