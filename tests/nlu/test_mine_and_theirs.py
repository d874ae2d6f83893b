"""An appointment for a relative and one for whoever writes, each with its time, are two, and none of it a choice."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import OWN, ProvideCustomerData, RescheduleAppointment, StartBooking, Whose
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.known_visits import DOCTORS, FIRST, NOW, SECOND, read

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
    said = Rules().understand(text, context).intents
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
    said = Rules().understand(f"quiero cita para mi papá el jueves {told}", context).intents
    assert not any(isinstance(one, StartBooking) and one.several for one in said), said


@pytest.mark.parametrize(
    "text",
    [
        "quiero cita para mí y para mi marido, yo el jueves y él el viernes",
        "cita para mí y mi hermana, el jueves yo y el viernes ella",
        "quiero cita para mí y para mi mamá, jueves y viernes en la mañana",
    ],
)
def test_as_many_days_as_there_are_appointments_are_one_for_each(text: str) -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS, opens=dt.time(8), closes=dt.time(20))
    (first,) = (one for one in _understood(text, context) if isinstance(one, StartBooking))
    whens = [reading.when for reading in (first.when, first.other_when) if reading]
    assert [when.date_from for when in whens if when] == [dt.date(2026, 12, 10), dt.date(2026, 12, 11)]


def test_days_of_which_one_will_do_are_a_choice() -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS, opens=dt.time(8), closes=dt.time(20))
    (first,) = (
        one for one in _understood("dos citas, el jueves o el viernes", context) if isinstance(one, StartBooking)
    )
    assert first.when is not None
    assert len(first.when.candidates) == 2
    assert first.other_when is None


def _understood(text: str, context: UnderstandingContext) -> tuple[object, ...]:
    """What is read, or said to be understood of it."""
    said = Rules().understand(text, context).intents
    return tuple(one for each in said for one in (getattr(each, "understood", ()) or (each,)))


@pytest.mark.parametrize("beside", ["para ir junto con mi mamá", "para ir con mi mamá"])
@pytest.mark.parametrize("change", ["cámbiame la mía al viernes {}", "¿se puede cambiar la mía al viernes {}?"])
def test_who_comes_along_is_not_whose_it_is(change: str, beside: str) -> None:
    known = {"visits_of": ("Ana Ruiz", "Rosa Luna"), "others_visits": (SECOND,)}
    (one,) = read(change.format(beside), FIRST, SECOND, **known)
    assert isinstance(one, RescheduleAppointment)
    assert one.whose == Whose(own=True)
