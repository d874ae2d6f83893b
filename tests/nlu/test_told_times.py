"""What is only told beside a request: no time, day or doctor in it is what is asked for, however it is told."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
)
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.messages import context

IDLE = context(State.IDLE)
STORIES = (
    "mi vecina fue con ustedes en enero",
    "mi suegra vino el lunes",
    "se me inflama el pie en las tardes",
    "me duele la muela en las noches",
    "la semana pasada se me cayó una muela",
    "ayer me sacaron sangre",
    "ya me habían atendido hace dos años",
    "les marqué a las cinco y nadie contestó",
    "mi hermana me dijo que aquí contestan el domingo",
    "me comentaron que el doctor Salas andaba de vacaciones",
)
REQUESTS = (
    ("quiero una cita", StartBooking),
    ("necesito cambiar mi cita de mañana", RescheduleAppointment),
    ("quiero cancelar mi cita", CancelAppointment),
)


def read(text: str, where: UnderstandingContext = IDLE) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, where).intents


@given(st.sampled_from(STORIES), st.sampled_from(REQUESTS), st.booleans())
def test_what_is_told_gives_a_request_no_time_and_no_doctor(
    story: str, request_: tuple[str, type[AnyIntent]], first: bool
) -> None:
    words, kind = request_
    told = read(f"{story}. {words}" if first else f"{words}, {story}")
    alone = next(i for i in read(words) if isinstance(i, kind))
    for one in (i for i in told if isinstance(i, kind)):
        assert getattr(one, "when", None) == getattr(alone, "when", None), told
        assert getattr(one, "of", None) == getattr(alone, "of", None)
        assert getattr(one, "doctor", None) is None
    assert any(isinstance(i, kind | Unknown) for i in told)


@pytest.mark.parametrize("day", ["pasado mañana antes de la 1", "pasado mañana después de las 11"])
@pytest.mark.parametrize("wish", ["ocupo cita {} para mi hermana", "quiero agendar {}", "hay espacio {} para mi tía"])
def test_the_day_after_tomorrow_is_no_order_to_move(day: str, wish: str) -> None:
    assert any(isinstance(i, StartBooking | CheckAvailability) for i in read(wish.format(day)))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("quiero cita la otra semana pero el miércoles no puedo", {0, 1, 3, 4, 5, 6}),
        ("la semana que entra pero el viernes no", {0, 1, 2, 3, 5, 6}),
        ("la próxima semana, menos el lunes", {1, 2, 3, 4, 5, 6}),
    ],
)
def test_a_weekday_that_is_refused_is_one_of_the_days_wished_for(text: str, days: set[int]) -> None:
    (said,) = read(text)
    assert isinstance(said, StartBooking | CheckAvailability)
    assert said.when is not None
    left = set[int]()
    for when in (said.when.when, *said.when.candidates):
        if when and when.date_from and when.date_to:
            left |= {
                (when.date_from + dt.timedelta(n)).weekday() for n in range((when.date_to - when.date_from).days + 1)
            }
    assert left == days


@pytest.mark.parametrize("mark", ["", "?"])
def test_a_part_of_the_day_is_refused_in_a_question_too(mark: str) -> None:
    (said,) = read(f"hay lugar el viernes pero por la mañana no puedo{mark}")
    assert isinstance(said, CheckAvailability)
    assert said.when is not None
    assert said.when.when is not None
    assert said.when.when.time_from is not None
    assert said.when.when.time_from >= dt.time(12)


@pytest.mark.parametrize("verb", ["prefiero", "quiero", "que sea"])
def test_before_an_hour_is_not_as_before(verb: str) -> None:
    (said,) = read(f"{verb} el viernes antes de las 5 de la tarde", context(State.SLOT_SELECTION))
    assert isinstance(said, CheckAvailability)
    assert said.like is None
    assert said.when is not None
    assert said.when.when is not None
    assert (said.when.when.time_from, said.when.when.time_to) == (None, dt.time(17))


@pytest.mark.parametrize(
    ("text", "option"),
    [("la 3, no espérate, la 2", 2), ("la segunda... no espere, la tercera mejor", 3), ("la 3, no, la 2", 2)],
)
def test_of_two_choices_the_second_counts_where_the_first_is_taken_back(text: str, option: int) -> None:
    assert read(text, context(State.SLOT_SELECTION)) == (SelectSlot(option=option),)


def test_a_choice_before_a_no_is_none() -> None:
    assert not any(isinstance(i, SelectSlot) for i in read("la 2, no, gracias", context(State.SLOT_SELECTION)))


@pytest.mark.parametrize(
    ("text", "name", "other"),
    [
        ("Jesús Manuel, digo, José Manuel Iribe", "José Manuel Iribe", False),
        ("Ana López, perdón, Ana Lucía López", "Ana Lucía López", False),
        ("yo soy Norma pero la cita es de mi muchacho Édgar Iván Beltrán", "Édgar Iván Beltrán", True),
        ("es para mi viejo Raúl Toro", "Raúl Toro", True),
        ("es para mi sbrina Juan Carlos Peña", "Juan Carlos Peña", True),
    ],
)
def test_whose_name_it_is(text: str, name: str, other: bool) -> None:
    (said,) = read(text, context(State.CUSTOMER_DATA))
    assert said == ProvideCustomerData(name=name, for_other=other)


@pytest.mark.parametrize(
    "text", ["es para mi niña, se llaa Ana Sofía Ornelas", "la cita es para mi niet Guadalupe Cruz"]
)
def test_a_misspelt_word_is_no_part_of_a_name(text: str) -> None:
    (said,) = read(text, context(State.CUSTOMER_DATA))
    assert isinstance(said, ProvideCustomerData)
    assert said.for_other
    assert said.name in (None, "Guadalupe Cruz")


def test_who_it_is_not_is_no_name() -> None:
    (said,) = read("Juan Carlos Cruz Bautista no es mi nombre", context(State.CUSTOMER_DATA))
    assert not (isinstance(said, ProvideCustomerData) and said.name)


def test_one_oclock_for_somebody_is_an_hour() -> None:
    said = next(i for i in read("hay cita mañana a la una para mi hermana") if isinstance(i, CheckAvailability))
    assert said.when is not None
    assert said.when.when is not None
    assert said.when.when.time_from == dt.time(13)


def test_a_greeting_asks_nothing() -> None:
    where = context(State.CONFIRM)
    assert not any(isinstance(i, AskQuestion) for i in read("qué tal señorita, hace un mes me operaron. simón", where))


@pytest.mark.parametrize(
    ("text", "state", "kind"),
    [
        ("thursday please", State.SLOT_SELECTION, "select_slot"),
        ("the second one please", State.SLOT_SELECTION, "select_slot"),
        ("my name is Jonathan Reyes", State.CUSTOMER_DATA, "provide_customer_data"),
        ("that's right", State.CONFIRM, "confirm"),
        ("cancel my appointment", State.IDLE, "cancel_appointment"),
        ("do not cancel my appointment", State.IDLE, "list_appointments"),
        ("I have a headache and fever", State.IDLE, "unknown"),
    ],
)
def test_english_is_read_where_every_word_is_known(text: str, state: State, kind: str) -> None:
    assert read(text, context(state))[0].kind == kind
