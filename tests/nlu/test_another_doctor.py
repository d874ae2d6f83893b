"""Who names a doctor and wants another one: that doctor is none of those asked for, and never the one."""

from __future__ import annotations

from itertools import product

import pytest

from booking.intents import CheckAvailability, StartBooking
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.known_visits import DOCTORS, NOW

NAMED = (
    "mi doctor de siempre es el Salas pero",
    "siempre me atiende el doctor Salas pero ahora",
    "siempre voy con Salas pero",
    "me toca con el doctor Jorge Salas,",
    "yo soy paciente de Salas pero",
    "el doctor Salas me ve,",
)
ANOTHER = ("quiero con otro", "prefiero con otro doctor", "quisiera una cita con otro", "mejor con otra doctora")
WHEN = ("", ", el jueves", " por favor")


@pytest.mark.parametrize(("named", "another"), [*product(NAMED, ANOTHER)])
def test_the_one_who_is_told_of_is_left_out(named: str, another: str) -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS)
    for when in WHEN:
        (said,) = Rules().understand(f"{named} {another}{when}", context).intents
        assert isinstance(said, StartBooking | CheckAvailability), said
        assert said.doctor is None
        assert "Dr. Jorge Salas" in said.not_with
        assert (said.when is not None) == ("jueves" in when)


@pytest.mark.parametrize("text", ["con otro, con el doctor Salas", "con otro doctor, quiero con Salas"])
def test_who_is_named_last_is_asked_for(text: str) -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS)
    said = Rules().understand(text, context).intents
    assert [getattr(one, "doctor", None) for one in said] == ["Dr. Jorge Salas"]
