"""Who has an appointment on the day that they wish for is asked whether that one is meant; whoever says that it is
another one, or somebody else's, is not."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AnyIntent, CheckAvailability, ListAppointments, RescheduleAppointment, StartBooking, Unknown
from nlu.model.extractor import ModelExtractor
from nlu.shortcuts import Rules
from tests.nlu import known_visits
from tests.nlu.known_visits import FIRST as MINE
from tests.nlu.known_visits import knowing

CONTEXT = knowing(MINE)


def read(text: str, **known: object) -> tuple[AnyIntent, ...]:
    return known_visits.read(text, **{"visits": (MINE,), **known})


def looks(intents: tuple[AnyIntent, ...]) -> bool:
    said = [*intents, *(one for intent in intents if isinstance(intent, Unknown) for one in intent.understood)]
    return any(isinstance(one, StartBooking | CheckAvailability) for one in said)


WISHES = [
    "quiero una cita el martes 15 a las 12",
    "el 15 a las 12 por favor",
    "quiero el 15 en la tarde",
    "¿qué horarios tiene el martes 15?",
    "una cita el 15 con la doctora Méndez",
    "cita el 15 a las 10",
]


@pytest.mark.parametrize("text", WISHES)
def test_the_day_of_an_appointment_is_asked_about(text: str) -> None:
    assert looks(read(text, visits=()))
    (asked,) = read(text)
    assert isinstance(asked, RescheduleAppointment)
    assert asked.unsure
    assert asked.of is not None
    assert asked.of.when is not None
    assert asked.of.when.date_from == MINE.date()
    (before,) = read(text, visits=())
    assert isinstance(before, StartBooking | CheckAvailability)
    assert (asked.when, asked.doctor) == (before.when, before.doctor)


@pytest.mark.parametrize(
    "text",
    [
        "el martes salgo tarde, ¿puede ser a las 5?",
        "el martes 15 trabajo, ¿el sábado?",
        "en vez del martes el miércoles",
        "mejor el 16",
        "mejor el miércoles",
    ],
)
def test_a_time_beside_that_of_an_appointment_is_asked_about(text: str) -> None:
    (asked,) = read(text)
    assert isinstance(asked, RescheduleAppointment)
    assert asked.unsure


@pytest.mark.parametrize(
    "text",
    [
        "quiero otra cita el 15 a las 12",
        "quiero una cita para mi hijo Leo Luna el 15 a las 12",
        "ahora una para mí el 15 a las 12",
        "quiero también una cita el 15 a las 12",
    ],
)
def test_another_one_is_looked_for_without_a_question(text: str) -> None:
    assert looks(read(text))


@pytest.mark.parametrize("text", ["quiero una cita el 16 a las 12", "quiero una cita", "una cita lo antes posible"])
def test_another_day_is_looked_for_without_a_question(text: str) -> None:
    assert read(text) == read(text, visits=())


@pytest.mark.parametrize("text", WISHES)
def test_somebody_elses_appointment_is_none_of_the_writers(text: str) -> None:
    assert read(text, others_visits=(MINE,)) == read(text, visits=())


@pytest.mark.parametrize("text", WISHES)
def test_of_two_that_day_nobody_knows_which(text: str) -> None:
    assert looks(read(text, visits=(MINE, MINE + dt.timedelta(hours=2))))


@pytest.mark.parametrize("text", WISHES)
def test_whatever_reads_it(text: str) -> None:
    assert ModelExtractor(Rules(), (), 1.0).understand(text, CONTEXT).intents == read(text)


BARE = ("entonces {}", "{} por favor", "¿y {}?", "me queda {}", "quiero ir {}", "¿tienen {}?", "¿me das {}?", "{}")
ELSEWHEN = ("el sábado", "el sábado a las 10", "mañana", "el viernes en la tarde")


@pytest.mark.parametrize("time", ELSEWHEN)
@pytest.mark.parametrize("said", BARE)
def test_of_a_bare_time_of_who_has_one_it_is_asked_whether_that_is_to_be_moved(said: str, time: str) -> None:
    (one,) = read(said.format(time))
    assert isinstance(one, RescheduleAppointment)
    assert one.unsure
    assert one.when


@pytest.mark.parametrize("time", ELSEWHEN)
@pytest.mark.parametrize(
    "said", ["quiero cita {}", "agéndame {}", "¿qué horarios hay {}?", "otra {}", "{} para mi hijo", "una consulta {}"]
)
def test_a_new_one_that_is_spoken_of_is_not_asked_about(said: str, time: str) -> None:
    assert not any(isinstance(one, RescheduleAppointment) for one in read(said.format(time)))


def test_who_takes_leave_until_another_day_is_told_when_it_is() -> None:
    assert any(isinstance(one, ListAppointments) for one in read("nos vemos el sábado"))
    assert not any(isinstance(one, ListAppointments) for one in read("nos vemos el martes"))
    assert not any(isinstance(one, ListAppointments) for one in read("hasta luego"))


@pytest.mark.parametrize("text", ["¿hay algo antes?", "oiga, ¿tienen algo antes?", "hay lugar antes"])
def test_something_earlier_is_asked_about_too(text: str) -> None:
    (asked,) = read(text)
    assert isinstance(asked, RescheduleAppointment)
    assert asked.unsure
    assert asked.when is not None
    assert asked.when.anchor is not None
    assert (asked.when.anchor.days, asked.when.anchor.onward) == (-1, True)
