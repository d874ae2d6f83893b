"""An appointment for a relative and one for whoever writes, each with its time, are two, and none of it a choice."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import OWN, ProvideCustomerData, StartBooking
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Shortcuts
from tests.nlu.known_visits import DOCTORS, NOW

THEIRS = (
    "quiero una cita para mi papá",
    "cita para mi mamá",
    "agéndame para mi esposa",
    "ocupo una consulta para mi hijo",
)
JOINED = (", y yo", " y yo", " y para mí", " y a mí", ", y para mí")


@pytest.mark.parametrize(("theirs", "joined"), [*product(THEIRS, JOINED)])
def test_each_has_its_day_hour_and_doctor(theirs: str, joined: str) -> None:
    text = f"{theirs} el jueves a las 10 con la doctora Ríos{joined} el viernes a las 11 con Salas"
    context = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS, opens=dt.time(8), closes=dt.time(20))
    said = Shortcuts().understand(text, context).intents
    (first,) = (one for one in said if isinstance(one, StartBooking))
    assert any(isinstance(one, ProvideCustomerData) and one.for_other for one in said)
    assert (first.several, first.other) == (True, OWN)
    assert (first.doctor, first.other_doctor) == ("Dra. Paula Ríos", "Dr. Jorge Salas")
    whens = [reading.when for reading in (first.when, first.other_when) if reading]
    assert [(when.date_from, when.time_from) for when in whens if when] == [
        (dt.date(2026, 12, 10), dt.time(10)),
        (dt.date(2026, 12, 11), dt.time(11)),
    ]


@pytest.mark.parametrize("told", ["y yo lo llevo", "y yo pago", "y yo le explico al doctor"])
def test_what_the_writer_does_is_no_second_one(told: str) -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS)
    said = Shortcuts().understand(f"quiero cita para mi papá el jueves {told}", context).intents
    assert not any(isinstance(one, StartBooking) and one.several for one in said), said
