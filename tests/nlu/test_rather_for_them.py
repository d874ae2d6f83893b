"""Another time for a relative who has one is asked about: nobody gets a second one who did not ask for it."""

from __future__ import annotations

import pytest

from booking.intents import ListAppointments, RescheduleAppointment
from tests.nlu.known_visits import FIRST, SECOND, read

KNOWN = {"visits_of": ("Ana Ruiz", "Rosa Luna"), "others_visits": (SECOND,)}


@pytest.mark.parametrize("who", ["mi mamá Rosa", "mi mamá", "mi mamá Rosa Luna"])
@pytest.mark.parametrize("then", ["mejor el lunes", "prefiere el lunes a las 10", "mejor el viernes en la tarde"])
def test_hers_may_be_meant(who: str, then: str) -> None:
    (one,) = read(f"{who} {then}", FIRST, SECOND, **KNOWN)
    assert isinstance(one, RescheduleAppointment)
    assert one.unsure
    assert one.whose is not None
    assert not one.whose.own
    assert one.when is not None


@pytest.mark.parametrize(
    "text", ["mi mamá Rosa mejor el lunes también una cita", "otra para mi mamá Rosa, mejor el lunes"]
)
def test_one_more_is_one_more(text: str) -> None:
    assert not any(isinstance(one, RescheduleAppointment) for one in read(text, FIRST, SECOND, **KNOWN))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("¿a qué hora va mi mamá Rosa?", "Rosa"),
        ("¿cuándo va mi mamá Rosa?", "Rosa"),
        ("mi mamá a qué hora va?", None),
        ("¿qué día tiene que ir mi mamá?", None),
    ],
)
def test_when_she_goes_is_looked_up(text: str, name: str | None) -> None:
    (one,) = read(text, FIRST, SECOND, **KNOWN)
    assert isinstance(one, ListAppointments)
    assert one.whose is not None
    assert (one.whose.own, one.whose.name) == (False, name)
