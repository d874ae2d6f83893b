"""Classes of plain sentences, by what they are made of: verbs in every mood, days set apart, unknown words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Confirm,
    Problem,
    Recall,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Thank,
    Unknown,
    When,
)
from booking.models import State
from nlu.choosing.choices import meets
from nlu.shortcuts import Rules
from nlu.when import read_spans
from tests.nlu.messages import context

NOW = context(State.IDLE).now
THURSDAY = 3
HOURS = (dt.time(8), dt.time(20))


def read(text: str, state: State = State.IDLE) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, context(state)).intents


def whens(text: str) -> set[When]:
    said = read_spans(text, NOW, hours=HOURS).reading
    return {said.when} if said.when else {*said.candidates}


@given(
    st.sampled_from(("quiero", "quisiera", "necesito", "ocupo", "ando ocupando", "estoy buscando", "favor de")),
    st.sampled_from(("agenden", "agendes", "aparten", "apartara", "den", "dieran", "consigan")),
    st.sampled_from(("una cita", "un espacio", "un lugarcito", "turno")),
)
def test_a_wish_is_one_in_every_mood(wish: str, verb: str, thing: str) -> None:
    assert any(isinstance(one, StartBooking) for one in read(f"{wish} que me {verb} {thing}"))


@given(
    st.permutations(("lunes", "martes", "jueves", "viernes")).map(lambda days: days[:2]),
    st.sampled_from(
        (", pero el {} solo en la tarde", "; el {} nada más en la tarde", ", pero si es el {} en la tarde")
    ),
)
def test_what_is_said_of_one_day_leaves_the_other(days: list[str], apart: str) -> None:
    free, bound = (next(iter(whens(f"el {day}"))) for day in days)
    afternoon = next(iter(whens(f"el {days[1]} en la tarde")))
    assert whens(f"el {days[0]} o el {days[1]}" + apart.format(days[1])) == {free, afternoon}
    assert bound.time_from is None


@given(
    st.sampled_from(("menos", "excepto", "salvo")),
    st.sampled_from(("que juego fut", "porque trabajo", "que no puedo", "")),
)
def test_a_day_that_is_excepted_is_so_whatever_the_reason(lead: str, why: str) -> None:
    refused = read_spans(f"cualquier día {lead} el viernes {why}", NOW, hours=HOURS).refused
    assert refused
    assert all(when.date_from and when.date_from.weekday() == 4 for when in refused)


UNKNOWN_TIMES = (
    "quiero una cita a partir de las cinco el inde",
    "quiero una cita para pasad mañana a las 4",
    "mejor pasado mañana entr las 2 y las 4",
    "quiero una cita el jevrs a las 10",
)


@pytest.mark.parametrize("text", UNKNOWN_TIMES)
@pytest.mark.parametrize("state", [State.IDLE, State.SLOT_SELECTION])
def test_a_word_that_nobody_knows_where_a_time_would_be_is_asked_about(text: str, state: State) -> None:
    (said,) = (one for one in read(text, state) if isinstance(one, Unknown))
    assert said.left


@given(st.sampled_from(("mi tía", "mi esposo", "mi suegra")), st.sampled_from(("llega", "trabaja", "sale", "regresa")))
def test_what_a_relative_does_then_is_no_time_for_an_appointment(who: str, does: str) -> None:
    said = read(f"{who} {does} el jueves a las 4", State.SLOT_SELECTION)
    assert not any(isinstance(one, SelectSlot) for one in said)
    for wish in (one.when for one in said if isinstance(one, CheckAvailability)):
        assert wish is not None
        ways = (wish.when,) if wish.when else wish.candidates
        told = [NOW + dt.timedelta(days=n) for n in range(15) if (NOW + dt.timedelta(days=n)).weekday() == THURSDAY]
        at_four = [day.replace(hour=16, minute=0) for day in told]
        assert wish.problem is Problem.UNREAD or not any(meets(way, start) for way in ways for start in at_four)


TOLD = ("me dijeron que el doctor Salas andaba de vacaciones", "ayer fui con el doctor Salas")


@pytest.mark.parametrize("told", TOLD)
def test_of_two_doctors_the_one_asked_for_is_meant(told: str) -> None:
    (wish,) = (one for one in read(f"{told} y quiero una cita con la doctora Ríos") if isinstance(one, StartBooking))
    assert wish.doctor == "Dra. Paula Ríos"
    (wish,) = (one for one in read(f"{told}. quiero cita pero no con la doctora Ríos") if isinstance(one, StartBooking))
    assert (wish.doctor, wish.not_with) == (None, ("Dra. Paula Ríos",))


@pytest.mark.parametrize("bound", ["después de las 3", "antes de las 5", "entre 4 y 6", "a partir de las 3"])
def test_a_bound_says_when_it_shall_be_and_not_which_it_is(bound: str) -> None:
    (moved,) = (one for one in read(f"cambia la cita de mi hermano {bound}") if isinstance(one, RescheduleAppointment))
    assert moved.of is None
    assert moved.when is not None


def kinds(text: str, state: State) -> Iterable[type[AnyIntent]]:
    return map(type, read(text, state))


@pytest.mark.parametrize(
    ("text", "state", "kind"),
    [
        ("Efectivamente, son mis datos", State.CONFIRM, Confirm),
        ("buenas tardes 👍", State.CONFIRM, Confirm),
        ("ya no voy a sacar cita", State.SLOT_SELECTION, CancelBooking),
        ("mil gracias por su apoyo", State.IDLE, Thank),
        ("¿con quién fui la última vez?", State.IDLE, Recall),
        ("qué doctor me vio en octubre", State.IDLE, Recall),
        ("el viernes me queda mejor", State.SLOT_SELECTION, CheckAvailability),
        ("la cita más temprano que tengan el sábado", State.IDLE, CheckAvailability),
        ("ya no, muchas gracias de todos modos", State.SLOT_SELECTION, CancelBooking),
        ("quería preguntarle si de casualidad tienen espacio el lunes", State.IDLE, CheckAvailability),
        ("cuál es la más cercana", State.IDLE, CheckAvailability),
        ("una persona de carne y hueso", State.IDLE, RequestHuman),
        ("jajaja qué risa", State.IDLE, Unknown),
    ],
)
def test_said_in_other_words(text: str, state: State, kind: type[AnyIntent]) -> None:
    assert kind in kinds(text, state)


@pytest.mark.parametrize("asks", ["me cobran algo?", "¿cobran por eso?"])
def test_what_is_asked_beside_a_cancellation_leaves_it_one(asks: str) -> None:
    said = read(f"quiero cancelar mi cita del sábado 5, {asks}")
    assert any(isinstance(one, CancelAppointment) for one in said)
    assert not any(isinstance(one, StartBooking) for one in said)


def test_the_doctor_of_an_appointment_that_goes_to_another_is_the_one_left() -> None:
    (moved,) = read("puedes moverme la cita del doctor Salas del sábado a otro doctor")
    assert isinstance(moved, RescheduleAppointment)
    assert (moved.doctor, moved.not_with, moved.another) == (None, ("Dr. Jorge Salas",), True)
    assert moved.of is not None
    (moved,) = read("mi cita es con el doctor Salas, pásala con otra doctora el martes")
    assert isinstance(moved, RescheduleAppointment)
    assert moved.of is None
    assert moved.when is not None


@pytest.mark.parametrize("why", ["se me atravesó el trabajo", "se me juntó una reunión", "se me complicó"])
def test_the_day_on_which_something_else_came_up_is_that_of_the_appointment(why: str) -> None:
    (moved,) = read(f"{why} el jueves, ¿me la pasa al viernes?")
    assert isinstance(moved, RescheduleAppointment)
    days = [one.when.date_from.weekday() for one in (moved.of, moved.when) if one and one.when and one.when.date_from]
    assert days == [3, 4]
