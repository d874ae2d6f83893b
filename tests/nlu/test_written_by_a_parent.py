"""Who writes for a child or partner, and says so, books for them by their name; nobody else is put down as them."""

from __future__ import annotations

import pytest

from booking.intents import ProvideCustomerData, StartBooking
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

HERE = context(State.IDLE)
WRITERS = (
    "soy el papá de {}",
    "le habla Martha, la mamá de {}",
    "Hola, soy la abuelita de {}",
    "habla la esposa de {}",
)
WISHES = (
    "quiero una cita para él el viernes",
    "¿lo puede checar el doctor el viernes?",
    "quiero que lo vean el viernes",
)


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("name", ["Mateo", "Iker Soto"])
def test_they_are_the_patient(writer: str, wish: str, name: str) -> None:
    said = parse(f"{writer.format(name)}, {wish}", HERE).intents
    assert any(getattr(one, "when", None) for one in said)
    assert [(one.name, one.for_other) for one in said if isinstance(one, ProvideCustomerData)] == [(name, True)]


@pytest.mark.parametrize(
    "text",
    [
        "Soy la mamá de Iker y quiero una cita",
        "soy la mamá de un niño, que lo vean el lunes",
        "soy hija de la señora Carmen, quiero cita para mí y le llevo fruta",
        "soy la esposa del doctor Salas, lo puede ver",
    ],
)
def test_nobody_is_named_for_whom_it_is_not_said(text: str) -> None:
    assert not any(isinstance(one, ProvideCustomerData) and one.name for one in parse(text, HERE).intents)


def test_a_wish_beside_a_complaint_is_heard() -> None:
    (wish,) = (
        one
        for one in parse("nadie me contesta, quiero una cita para el viernes", HERE).intents
        if isinstance(one, StartBooking)
    )
    assert wish.when is not None
