"""All of a message was understood, and it may not be what is meant: it is said back, and a yes is waited for."""

from __future__ import annotations

from booking.intents import CancelAppointment, Unknown, UnknownWhy
from booking.testing.clinic import read
from booking.testing.invariants import check_all
from tests.engine.test_left_aside import TUESDAY
from tests.engine.test_own_visits import clinic_with, live

PERHAPS = Unknown(why=UnknownWhy.PARTLY, understood=(CancelAppointment(),), unsure=True)


def test_it_is_said_back_as_it_was_understood() -> None:
    clinic = clinic_with(TUESDAY)
    told = clinic.mean("Ana", PERHAPS)
    assert told.keys == ["partly"]
    assert read(told.messages[-1]).startswith("Te entendí: *cancelar tu cita*. ¿Sigo así?")


def test_a_yes_goes_on_with_it() -> None:
    clinic = clinic_with(TUESDAY)
    clinic.mean("Ana", PERHAPS)
    assert clinic.say("Ana", "sí").keys == ["cancel_proposal"]
    assert live(clinic) == [TUESDAY]
    check_all(clinic)


def test_a_no_does_nothing_and_it_is_to_be_said_otherwise() -> None:
    clinic = clinic_with(TUESDAY)
    clinic.mean("Ana", PERHAPS)
    assert clinic.say("Ana", "no, así no").keys == ["say_otherwise"]
    assert live(clinic) == [TUESDAY]
    check_all(clinic)
