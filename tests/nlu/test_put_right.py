"""What is put right in one message: of a day or doctor the last counts; a cancellation taken back is asked about."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CheckAvailability, RescheduleAppointment, StartBooking, Unknown
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules

DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")
IDLE = UnderstandingContext(
    now=dt.datetime(2026, 11, 24, 10, tzinfo=dt.timezone(dt.timedelta(hours=-8))), state=State.IDLE, doctors=DOCTORS
)
WORDS = {"Dra. Laura Méndez": "la doctora Méndez", "Dr. Jorge Salas": "Salas", "Dra. Paula Ríos": "la Dra. Ríos"}


def read(text: str) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, IDLE).intents


@given(
    st.sampled_from(DOCTORS),
    st.sampled_from(DOCTORS),
    st.sampled_from(("no, con", "no, mejor con", "digo, con", "perdón, con", "bueno no, con")),
)
def test_the_doctor_who_comes_last_is_meant(first: str, last: str, joint: str) -> None:
    assume(first != last)
    (said,) = read(f"quiero una cita con {WORDS[first]}, {joint} {WORDS[last]}")
    assert isinstance(said, StartBooking | CheckAvailability)
    assert said.doctor == last


@pytest.mark.parametrize("lead", ["pásala para", "pásala", "muévela para"])
@pytest.mark.parametrize(
    ("first", "last", "day"), [("el lunes 7", "el martes 8", 8), ("el martes 15", "el jueves 17", 17)]
)
def test_the_day_that_comes_last_is_meant(lead: str, first: str, last: str, day: int) -> None:
    (said,) = read(f"{lead} {first}, no, {last}")
    assert isinstance(said, RescheduleAppointment)
    assert said.when is not None
    assert said.when.when is not None  # type: ignore[union-attr]
    assert said.when.when.date_from == dt.date(2026, 12, day)  # type: ignore[union-attr]


@pytest.mark.parametrize("verb", ["vea", "atienda", "revise", "cheque"])
def test_a_doctor_who_is_to_see_somebody_is_asked_for_or_refused(verb: str) -> None:
    (wanted,) = read(f"quiero que me {verb} Salas")
    (refused,) = read(f"no quiero que me {verb} Salas")
    assert isinstance(wanted, StartBooking | CheckAvailability)
    assert wanted.doctor == "Dr. Jorge Salas"
    assert isinstance(refused, StartBooking | CheckAvailability)
    assert (refused.doctor, refused.not_with) == (None, ("Dr. Jorge Salas",))


@pytest.mark.parametrize("text", ["ya no voy a ir el viernes, siempre sí voy", "no puedo ir el jueves, bueno sí puedo"])
def test_a_cancellation_that_is_taken_back_is_asked_about(text: str) -> None:
    (said,) = read(text)
    assert isinstance(said, Unknown)
