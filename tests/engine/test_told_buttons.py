"""A button under what was told of an appointment is of that appointment as it was told of."""

from __future__ import annotations

import pytest

from booking.conversation.replies.templates import TEMPLATES as TEMPLATES_OF
from booking.conversation.replies.templates import Name
from booking.intents import Confirm, Greet
from booking.models import (
    Status,
)
from booking.testing.clinic import buttons_of
from tests.engine.told_patient import NINE, prepared


@pytest.mark.parametrize("button", ["Cambiarla", "Cancelarla"])
@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("later", ["as it was", "moved", "cancelled"])
def test_a_button_is_of_the_appointment_as_it_was_told_of(button: str, written: bool, later: str) -> None:
    """Under a free message as under a template. A tap asks, and the yes does it; where the appointment has changed
    since, that is told, and nothing is done to any."""
    ana = prepared("move")
    if written:
        ana.clinic.mean("Ana", Greet())
    ana.move()
    ana.hears()
    sent = ana.clinic.sender.sent[-1].content
    taps = dict(buttons_of(sent)) if written else dict(zip(sent.payloads, TITLES, strict=True))
    payload = next(payload for payload, title in taps.items() if title == button)
    {"as it was": lambda: None, "moved": lambda: ana.move(3, NINE), "cancelled": ana.cancel}[later]()
    before = ana.appointment()
    tapped = ana.clinic.tap_payload("Ana", payload, button)
    assert ana.appointment() == before, "a tap is no yes"
    last = tapped.keys[-1]
    if later == "cancelled":
        assert last == "not_theirs"
    elif later == "moved":
        assert last == "since_changed"
        assert "Jueves 26 de noviembre" in tapped.text
    else:
        assert last == ("cancel_proposal" if button == "Cancelarla" else "offer_slots")
        if button == "Cancelarla":
            ana.clinic.mean("Ana", Confirm())
            assert ana.appointment().status is Status.CANCELLED
            assert ana.hears() == [], "they did it themselves"


TITLES = [button.title for button in TEMPLATES_OF[Name.MOVED].buttons]
