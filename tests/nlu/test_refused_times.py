"""What will not do, whatever it is told in, is read as what "pero que no sea" and "con Salas no" refuse."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability, RescheduleAppointment, StartBooking, Unknown
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

CONDITIONS = ("con tal de que", "con tal que", "siempre y cuando", "siempre que", "mientras", "a condición de que")


def _wish(text: str, state: State = State.IDLE) -> StartBooking | CheckAvailability:
    said = meant(parse(text, context(state)))
    [wish] = [one for one in said if isinstance(one, StartBooking | CheckAvailability)]
    return wish


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("limit", ["no sea muy temprano", "no sea lunes", "sea en la tarde", "no caiga en viernes"])
def test_a_condition_bounds_the_wish(condition: str, limit: str) -> None:
    head = "quiero cita la semana que entra,"
    assert _wish(f"{head} {condition} {limit}").when == _wish(f"{head} que {limit}").when


@pytest.mark.parametrize(
    "said",
    [
        "No conviene que la consulta sea lunes ni martes, los demás días da igual",
        "no quiero que sea lunes ni martes, los otros días sí",
        "que la cita no me caiga lunes ni martes, el resto de la semana está bien",
    ],
)
def test_days_that_will_not_do(said: str) -> None:
    when = _wish(said).when
    days = [one for one in when.candidates if one.date_to and one.date_to <= dt.date(2026, 11, 30)] if when else []
    assert [one.date_to for one in days] == [dt.date(2026, 11, 29)]


@pytest.mark.parametrize(
    "said",
    [
        "Que la cita no se me ponga en la tarde, la que sea en la mañana está bien",
        "que no me la pongan en la tarde, en la mañana la que sea",
    ],
)
def test_a_part_of_the_day_that_will_not_do(said: str) -> None:
    assert _wish(said).when == _wish("quiero cita en la mañana").when


@pytest.mark.parametrize("said", ["pero que no sea ni hoy ni mañana", "siempre y cuando no sea hoy ni mañana"])
def test_neither_today_nor_tomorrow(said: str) -> None:
    when = _wish(f"cita para esta semana {said}").when
    assert when
    assert when.when
    assert (when.when.date_from, when.when.date_to) == (dt.date(2026, 11, 26), dt.date(2026, 11, 29))


@pytest.mark.parametrize("never", ["mejor no me agende", "no quiero", "paso", "ni me apunte"])
def test_a_doctor_who_will_not_do(never: str) -> None:
    wish = _wish(f"si es con el doctor Salas {never}, con cualquiera de las doctoras sí")
    assert (wish.doctor, wish.not_with) == (None, ("Dr. Jorge Salas",))


@pytest.mark.parametrize("never", ["ni loca", "ni de chiste", "ni loco jaja", "ni pensarlo"])
@pytest.mark.parametrize("head", ["el jueves", "nombre el jueves"])
def test_a_day_on_no_account(head: str, never: str) -> None:
    refused = _wish("el jueves no puedo, deme otro día", State.SLOT_SELECTION).when
    assert refused
    assert _wish(f"{head} {never} deme otro día", State.SLOT_SELECTION).when == refused


@pytest.mark.parametrize("said", ["que mi cita no sea en la tarde", "tengo cita el lunes, no quiero que sea temprano"])
def test_of_one_that_there_is_no_other_is_begun(said: str) -> None:
    said_of_it = meant(parse(said, context(State.IDLE)))
    assert not any(isinstance(one, StartBooking) for one in said_of_it), said_of_it
    assert any(isinstance(one, RescheduleAppointment | Unknown) for one in said_of_it), said_of_it


@pytest.mark.parametrize(
    "why", ["porque llego tarde", "porque tomo el camión y llego tarde", "es que siempre llego tarde"]
)
def test_why_an_hour_will_not_do_is_no_delay(why: str) -> None:
    when = _wish(f"busco cita, pero tempranito no porque {why}").when
    assert when
    assert when.when
    assert when.when.time_from == dt.time(12)
