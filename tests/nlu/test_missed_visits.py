"""Who did not come and wants another in its place; what only people can do; visits that are only spoken of."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import (
    CancelAppointment,
    ListAppointments,
    RequestHuman,
    RescheduleAppointment,
    StartBooking,
    Unknown,
)
from tests.nlu.known_visits import FIRST, NOW, SECOND, read

MISSED = ("no pude ir el miércoles", "falté ayer", "no alcancé a llegar el lunes", "se me pasó mi cita")
AGAIN = ("me la puede volver a agendar?", "me la reagendan", "quiero otra cita", "me dan otra")


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("missed", MISSED)
@pytest.mark.parametrize("visits", [(), (FIRST, SECOND)])
def test_a_new_one_is_wished_for_and_no_other_is_touched(
    missed: str, again: str, visits: tuple[dt.datetime, ...]
) -> None:
    assert read(f"perdón {missed}, {again}", *visits) == (StartBooking(),)


def test_the_day_of_the_new_one_is_not_the_one_told_of() -> None:
    [wish] = read("no pude ir ayer, me dan otra para el jueves", FIRST, SECOND)
    assert isinstance(wish, StartBooking)
    assert wish.when is not None
    assert wish.when.when is not None
    assert wish.when.when.date_from == dt.date(2026, 12, 10)


def test_who_cannot_come_to_one_that_is_to_come_books_no_other() -> None:
    assert not any(
        isinstance(one, StartBooking) for one in read("no puedo ir el miércoles 23, quítamela", FIRST, SECOND)
    )


@pytest.mark.parametrize(
    "text",
    [
        "mi cita del día 15 y la del 23 son para mí verdad?",
        "la del 15 y la del 23 son mías?",
        "la del 23 es con la doctora Ríos, verdad?",
        "la cita del 15 y la del 23 son del mismo doctor?",
        "la del 15 es a la 1, verdad?",
        "mi cita del 15 ¿es con la doctora Méndez o con el doctor Salas?",
        "y la del 15 con quién es?",
        "la del 23 de diciembre si atienden? es nochebuena",
        "la del martes ya la pagué?",
        "mi cita es el sábado a las 10",
    ],
)
def test_visits_that_are_only_spoken_of_are_shown(text: str) -> None:
    (said,) = read(text, FIRST, SECOND)
    assert said.model_copy(update={"of": None}) == ListAppointments()


@pytest.mark.parametrize(
    "text", ["la del 15 y la del 23 son mías?", "la cita del 15 y la del 23 son del mismo doctor?"]
)
def test_of_two_that_are_spoken_of_none_is_meant_alone(text: str) -> None:
    assert read(text, FIRST, SECOND) == (ListAppointments(),)


@pytest.mark.parametrize(
    "text", ["la del 23 pásala a nombre de mi hija Valeria", "cambie la del 23 a nombre de mi esposo"]
)
def test_another_name_on_a_visit_is_for_people_to_change(text: str) -> None:
    assert read(text, FIRST, SECOND) == (RequestHuman(),)


@pytest.mark.parametrize(
    "text", ["dile a mi hija Mónica que la cita ya quedó", "avísale a mi esposo que ya tengo cita"]
)
def test_a_message_to_a_relative_is_no_wish(text: str) -> None:
    assert read(text, FIRST) == read(text) == (Unknown(),)


def test_a_doctor_of_a_day_that_is_past_is_no_wish_for_that_day() -> None:
    [wish] = read("quiero volver con el doctor que me vio el 12 de noviembre")
    assert isinstance(wish, StartBooking)
    assert wish.when is None
    assert wish.like is not None
    assert wish.like.doctor


@pytest.mark.parametrize("text", ["siempre no voy hoy", "hoy siempre no voy", "ya no voy hoy"])
def test_the_day_that_was_said_is_the_one_that_is_cancelled(text: str) -> None:
    [cancelled] = read(text, FIRST)
    assert isinstance(cancelled, CancelAppointment)
    assert cancelled.when is not None
    assert cancelled.when.when is not None
    assert cancelled.when.when.date_from == dt.date(2026, 12, 8)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("se me pasó la cita de ayer, me la pueden cambiar para otro día", 1),
        ("no fui a mi cita de ayer, ¿me la cambian al viernes?", 1),
        ("no pude ir antier a mi cita, me la cambian al viernes", 2),
    ],
)
def test_who_wants_a_missed_one_moved_means_none_to_come(text: str, days: int) -> None:
    [moved] = read(text, FIRST, SECOND)
    assert isinstance(moved, RescheduleAppointment)
    assert moved.of is not None
    assert moved.of.when is not None
    assert moved.of.when.date_from == NOW.date() - dt.timedelta(days=days)


@pytest.mark.parametrize(
    "text",
    [
        "el lunes no pude ir, pásame la cita del jueves al viernes",
        "el jueves pasado no pude ir, cambien mi cita del jueves al viernes",
    ],
)
def test_the_one_that_is_named_beside_it_is_meant(text: str) -> None:
    [moved] = read(text, FIRST, SECOND)
    assert isinstance(moved, RescheduleAppointment)
    assert moved.of is not None
    assert moved.of.when is not None
    assert moved.of.when.date_from == dt.date(2026, 12, 10)
