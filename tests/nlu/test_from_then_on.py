"""A wish that is counted from an hour of one's own is bounded by it, in whatever words it is counted."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CheckAvailability, RescheduleAppointment, StartBooking, Unknown, When
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

FREE = (
    "salgo de trabajar a las 4",
    "me desocupo a las 4",
    "trabajo de 8 a 4",
    "mi horario de trabajo: de 8 a 4 toda la semana",
    "en mi trabajo no dejan salir antes de las 4",
    "no me dejan salir antes de las 4",
    "se me desocupa el día hasta las 4",
    "laboro hasta las 4",
    "chambeo hasta las 4",
    "si salgo a las 4",
)
AFTER = (
    ", ¿qué habría después?",
    ", así que la cita tendría que ser después de eso",
    ", tendría que ser después",
    ", busco cita después de esa hora",
    ", de ahí en adelante cualquier hora",
    ", ¿hay algo?",
    ", ¿a qué hora me podrían recibir?",
)
BEFORE = (
    "entro a las 11, tendría que ser antes",
    "como entro a las 11 a trabajar, necesito una cita que sea antes",
    "si entro a trabajar a las 11, ¿qué habría antes?",
)


def _wish(text: str) -> When | None:
    said = meant(parse(text, context(State.IDLE)))
    [when] = [one.when for one in said if isinstance(one, StartBooking | CheckAvailability)]
    return when.when if when else None


@given(st.sampled_from(FREE), st.sampled_from(AFTER))
def test_from_when_they_are_free(own: str, counted: str) -> None:
    assert _wish(own + counted) == When(time_from=dt.time(16))


@pytest.mark.parametrize("said", BEFORE)
def test_until_they_begin(said: str) -> None:
    assert _wish(said) == When(time_to=dt.time(11))


@pytest.mark.parametrize(
    "said",
    [
        "trabajo de 7 a 3 así que tendría que ser después, ¿el lunes hay?",
        "salgo a las 3 el lunes, ¿a qué hora me podrían recibir?",
        "recojo a mis hijos a las 3, después de eso cualquier hora el lunes",
        "me desocupo a las 3, búsqueme algo el lunes de ahí pa delante",
    ],
)
def test_on_the_day_that_is_said(said: str) -> None:
    assert _wish(said) == When(date_from=dt.date(2026, 11, 30), date_to=dt.date(2026, 11, 30), time_from=dt.time(15))


@pytest.mark.parametrize(
    "allows", ["mi patrón dice que me da permiso nomás", "mi jefa me da permiso", "solo me dan permiso"]
)
def test_when_they_are_allowed_to_leave(allows: str) -> None:
    wish = _wish(f"{allows} de 9 a 11, consígame algo el miércoles")
    assert wish
    assert (wish.date_from, wish.time_from, wish.time_to) == (dt.date(2026, 11, 25), dt.time(9), dt.time(11))


@pytest.mark.parametrize(
    "said",
    [
        "mi cita es a las 3 pero salgo a las 4, ¿puede ser después?",
        "tengo cita a las 10 y entro a las 9, que sea antes",
    ],
)
def test_of_one_that_there_is_no_other_is_begun(said: str) -> None:
    said_of_it = meant(parse(said, context(State.IDLE)))
    assert all(isinstance(one, RescheduleAppointment | Unknown) for one in said_of_it), said_of_it


@pytest.mark.parametrize(
    "said",
    [
        "cita el lunes saliendo de la comida como de 3 en adelante",
        "cita el lunes como de 3 en adelante",
        "cita el lunes como a partir de las 3",
    ],
)
def test_about_an_hour_and_later_begins_at_it(said: str) -> None:
    assert _wish(said) == When(date_from=dt.date(2026, 11, 30), date_to=dt.date(2026, 11, 30), time_from=dt.time(15))


@pytest.mark.parametrize(
    "who", ["me dijeron que pidiera la cita por aquí", "me mandaron que sacara cita por este medio"]
)
def test_who_was_sent_here_asks_for_one(who: str) -> None:
    assert _wish(f"{who}, el lunes de 4 a 7") == _wish("cita el lunes de 4 a 7")


@pytest.mark.parametrize("though", ["aunque refunfuñe", "aunque no quiera", "aunque se enoje"])
def test_though_they_may_not_like_it(though: str) -> None:
    assert _wish(f"quiero que lo vean el lunes en la tarde {though}") == _wish("cita el lunes en la tarde")
