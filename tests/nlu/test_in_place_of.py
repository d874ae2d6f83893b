"""«A las 5 en vez de a las 4»: what is given up is when it is now. Beside a wish for an appointment how somebody comes
is noted, what the clinic may not have and a doubt are asked about, and "¿no?" asks for agreement alone."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import (
    CheckAvailability,
    Confirm,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
    Thank,
    Unknown,
    UnknownWhy,
)
from booking.models import Purpose, State
from nlu.shortcuts import Rules
from tests.nlu.known_visits import FIRST, read
from tests.nlu.messages import context

FRIDAY, TUESDAY, THURSDAY = (dt.date(2026, 12, day) for day in (11, 15, 10))


@pytest.mark.parametrize(
    ("text", "of", "new"),
    [
        ("mi cita del viernes a las 5 en vez de a las 4", (FRIDAY, 16), (FRIDAY, 17)),
        ("mi cita del viernes a las 5 en vez de las 4", (FRIDAY, 16), (FRIDAY, 17)),
        ("mi cita del martes mejor a las 12 en vez de las 10", (TUESDAY, 10), (TUESDAY, 12)),
        ("la del martes a las 12 en vez de a las 10", (TUESDAY, 10), (TUESDAY, 12)),
        ("pásala a las 5 en vez de a las 10", (None, 10), (None, 17)),
        ("quiero mi cita a las 5 en lugar de a las 4", (None, 16), (None, 17)),
        ("cámbiame al jueves en vez del martes", (TUESDAY, None), (THURSDAY, None)),
        ("mi cita el jueves en lugar del martes", (TUESDAY, None), (THURSDAY, None)),
    ],
)
def test_what_is_given_up_is_when_it_is_now(
    text: str, of: tuple[dt.date | None, int | None], new: tuple[dt.date | None, int | None]
) -> None:
    (said,) = read(text, FIRST)
    assert isinstance(said, RescheduleAppointment)
    for reading, (day, hour) in ((said.of, of), (said.when, new)):
        assert reading
        assert reading.when
        assert reading.when.date_from == day
        assert (reading.when.time_from.hour if reading.when.time_from else None) == hour


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("cita el jueves, uso silla de ruedas", "uso silla de ruedas"),
        ("cita el jueves, ando en muletas", "ando en muletas"),
        ("cita para el jueves, mi mamá no oye", "mi mamá no oye"),
        ("cita el jueves, soy ciega y voy con perro guía", "soy ciega y voy con perro guía"),
    ],
)
def test_what_somebody_needs_is_noted(text: str, note: str) -> None:
    said = Rules().understand(text, context(State.IDLE)).intents
    assert any(isinstance(one, StartBooking) and one.when for one in said)
    assert [one.reason for one in said if isinstance(one, ProvideCustomerData)] == [note]


@pytest.mark.parametrize(
    "text",
    [
        "quiero cita el jueves, soy sordo necesito intérprete",
        "quiero cita el jueves, soy sorda y necesito intérprete de señas",
        "quiero cita el jueves, necesito rampa",
        "cita para el jueves, mi mamá no oye, ocupa intérprete",
        "quiero una cita para el jueves pero todavía no sé",
        "todavía no sé si el jueves o el viernes, quiero cita",
        "quizás el jueves, todavía no sé bien",
        "cita el lunes, aún no me decido",
        "una cita el martes, todavía no estoy segura",
    ],
)
def test_what_the_clinic_may_not_have_and_a_doubt_are_asked_about(text: str) -> None:
    (said,) = Rules().understand(text, context(State.IDLE)).intents
    assert isinstance(said, Unknown)
    assert said.why is UnknownWhy.PARTLY


@pytest.mark.parametrize(
    "text", ["mi cita es el martes, no? la quiero para el viernes", "la mía es el martes, no? pásela al viernes"]
)
def test_a_tag_is_no_refusal(text: str) -> None:
    (said,) = read(text, FIRST)
    assert isinstance(said, RescheduleAppointment)
    assert said.when
    assert said.when.when
    assert said.when.when.date_from == FRIDAY


def test_a_tag_asks_for_agreement() -> None:
    assert isinstance(read("es el martes, no?", FIRST)[0], ListAppointments)
    (said,) = Rules().understand("hay para mañana, no?", context(State.IDLE)).intents
    assert isinstance(said, CheckAvailability)


@pytest.mark.parametrize("text", ["esa mero", "esa merito", "ese mero, gracias", "esa mera"])
def test_that_one_exactly_is_a_yes_to_what_is_proposed(text: str) -> None:
    here = context(State.CONFIRM).model_copy(update={"purpose": Purpose.BOOK})
    assert Rules().understand(text, here).intents == (Confirm(),)


@pytest.mark.parametrize(
    "text", ["Dios se lo pague", "gracias por todo, Dios se lo pague", "que Dios la bendiga, gracias"]
)
def test_a_blessing_thanks(text: str) -> None:
    assert Rules().understand(text, context(State.IDLE)).intents == (Thank(),)
