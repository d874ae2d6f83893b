"""A wish with more questions than one turn answers: the wish is kept, and what is not answered is said."""

from __future__ import annotations

import pytest

from booking.testing.clinic import Clinic, read
from booking.testing.invariants import check_all
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

WISH = "quiero cita el jueves con Salas en la mañana y de paso cuánto cuesta, aceptan tarjeta y dónde me estaciono"


def first_words(text: str) -> tuple[Clinic, list[str], str]:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    came = clinic.say("Ana", text)
    check_all(clinic)
    return clinic, came.keys, "\n".join(read(message) for message in came.messages)


@pytest.mark.parametrize(
    "text", [WISH, "agéndame el lunes. ¿Tienen estacionamiento? ¿Cuánto cuesta? ¿Aceptan tarjeta?"]
)
def test_the_wish_is_kept_and_what_is_left_is_said(text: str) -> None:
    _, keys, shown = first_words(text)
    assert keys[-1] == "offer_slots"
    assert keys[-2] == "left_unanswered"
    assert "Me faltó contestarte «" in shown


def test_what_is_said_next_is_of_that_wish() -> None:
    clinic, _, _ = first_words(WISH)
    came = clinic.say("Ana", "a las 9 y si no a las 10")
    assert "Dr. Jorge Salas" in read(came.messages[-1])
    assert "jueves" in read(came.messages[-1])


def test_where_there_is_room_nothing_is_left() -> None:
    _, keys, _ = first_words("quiero cita el jueves, cuánto cuesta y aceptan tarjeta?")
    assert "left_unanswered" not in keys
    assert keys[-1] == "offer_slots"
