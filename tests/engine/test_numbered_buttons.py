"""The buttons under "¿Sigo así?" stand in an order: a number is one of them, and no hour."""

from __future__ import annotations

import pytest

from booking.testing.clinic import buttons_of
from booking.testing.invariants import check_all
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

SAID = ("{}", "la {}", "opción {}", "la opcion {} por favor")


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_number_is_the_button_at_its_place(said: str, place: int) -> None:
    typed, tapped = (memory_clinic(demo_seed(), Shortcuts()) for _ in range(2))
    for clinic in (typed, tapped):
        asked = clinic.say("Ana", "quiero una cita el jueves en inglés")
        assert asked.keys[-1] == "partly"
        assert len(buttons_of(asked.messages[-1])) == 3
    answer = typed.say("Ana", said.format(place))
    assert answer.text == tapped.tap("Ana", place).text
    assert not typed.stored().live, "a time was held"
    check_all(typed)


def test_what_is_no_place_among_them_is_a_time() -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Ana", "quiero una cita el jueves en inglés")
    assert clinic.say("Ana", "a la 1").keys == ["understood_now"]
    assert clinic.say("Ana", "sí").keys == ["ask_name"]
