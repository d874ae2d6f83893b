"""«Las dos» where somebody has two appointments: both of them, and no hour."""

from __future__ import annotations

import pytest

from booking.intents import CancelAppointment, CancelBooking, CheckAvailability, Deny, ListAppointments
from booking.models import Purpose, State
from nlu.shortcuts import Rules
from tests.nlu.known_visits import FIRST, SECOND, read
from tests.nlu.messages import context

CANCELLING = {"state": State.CONFIRM, "purpose": Purpose.CANCEL}


@pytest.mark.parametrize(
    "text",
    [
        "no, mejor deja las dos",
        "no, que no canceles ninguna, las dos se quedan",
        "que se queden las dos",
        "mejor déjenme las dos como están",
        "deja las dos igual porfa",
        "no, deje ambas",
        "conserva las dos citas",
        "mantén las dos",
        "me quedo con las dos",
        "mejor quiero las dos",
        "no, las dos sí voy",
        "siempre sí vamos a ir a las dos",
        "no, las dos siguen igual",
        "no canceles ninguna de las dos",
        "no, ninguna de las dos",
        "ninguna cancela",
    ],
)
def test_both_stay_where_one_may_be_cancelled(text: str) -> None:
    assert read(text, FIRST, SECOND, **CANCELLING) == (Deny(),)


@pytest.mark.parametrize("text", ["las dos", "sí, las dos", "ambas", "son las dos"])
def test_both_are_cancelled_one_by_one(text: str) -> None:
    assert read(text, FIRST, SECOND, **CANCELLING) == (CancelAppointment(several=True),)


def test_not_both_is_none_of_them() -> None:
    said = read("las dos no, nomás esta", FIRST, SECOND, **CANCELLING)
    assert not any(isinstance(one, CancelAppointment | Deny) for one in said)


@pytest.mark.parametrize("text", ["no, mejor la dejo a las dos", "mejor a las dos", "para las dos"])
def test_an_hour_stays_one(text: str) -> None:
    said = read(text, FIRST, SECOND, **CANCELLING)
    assert all(isinstance(one, CheckAvailability) and one.when and one.when.when for one in said)


def test_of_one_appointment_it_is_an_hour() -> None:
    (said,) = read("mejor las dos", FIRST, **CANCELLING)
    assert isinstance(said, CheckAvailability)


@pytest.mark.parametrize("text", ["deja las dos", "las dos se quedan", "me quedo con las dos"])
def test_both_stay_with_nothing_under_way(text: str) -> None:
    assert read(text, FIRST, SECOND) == (ListAppointments(stay=True),)


@pytest.mark.parametrize(
    ("text", "purpose", "meant"),
    [
        ("cancela las dos", Purpose.CANCEL, CancelAppointment(several=True)),
        ("las dos por favor", Purpose.CANCEL, CancelAppointment(several=True)),
        ("ninguna, las dos se quedan", Purpose.CANCEL, CancelBooking()),
        ("ninguna, las dos se quedan", Purpose.MOVE, CancelBooking()),
        ("déjalas", Purpose.MOVE, CancelBooking()),
    ],
)
def test_both_of_those_to_be_picked_from(text: str, purpose: Purpose, meant: object) -> None:
    here = context(State.SLOT_SELECTION, "picking").model_copy(update={"purpose": purpose})
    assert Rules().understand(text, here).intents == (meant,)
