""" "Ahorita" and "al rato" are today where an appointment is wished for, and no time elsewhere."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CancelAppointment, CheckAvailability, RescheduleAppointment, StartBooking, When
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import NOW, context

HERE = context(State.IDLE)


@pytest.mark.parametrize("now", ["ahorita", "orita", "ahorita mismo", "al rato", "más al rato"])
@pytest.mark.parametrize(
    "wish",
    [
        "quiero una cita para {}",
        "¿tienen lugar {}?",
        "¿hay {} lugar?",
        "¿me pueden atender {}?",
        "¿habrá chance de que me vean {}?",
    ],
)
def test_it_is_today(wish: str, now: str) -> None:
    (found,) = (
        one for one in parse(wish.format(now), HERE).intents if isinstance(one, StartBooking | CheckAvailability)
    )
    assert found.when is not None
    assert found.when.when is not None
    assert (found.when.when.date_from, found.when.when.date_to) == (NOW.date(), NOW.date())


@pytest.mark.parametrize(
    "text",
    [
        "ahorita le digo",
        "ahorita no puedo",
        "ahorita voy llegando",
        "¿qué promociones tienen ahorita?",
        "al rato les hablo",
    ],
)
def test_elsewhere_it_is_no_time(text: str) -> None:
    assert not any(getattr(one, "when", None) for one in parse(text, HERE).intents)


TODAY = When(date_from=NOW.date(), date_to=NOW.date())


@pytest.mark.parametrize("text", ["no vamos a ir al rato", "al rato ya no puedo ir", "cancela la de al rato"])
def test_who_does_not_come_later_today_gives_up_todays(text: str) -> None:
    (found,) = parse(text, HERE).intents
    assert isinstance(found, CancelAppointment)
    assert found.when is not None
    assert found.when.when == TODAY


def test_what_is_moved_from_today_goes_to_the_other_day() -> None:
    (found,) = parse("no puedo ir al ratito, ¿se puede mañana?", HERE).intents
    assert isinstance(found, RescheduleAppointment)
    assert found.of is not None
    assert found.when is not None
    assert found.of.when == TODAY
    assert found.when.when is not None
    assert found.when.when.date_from == TODAY.date_from + dt.timedelta(days=1)


@pytest.mark.parametrize("text", ["quiero una cita oye", "no puedo ir, al rato aviso", "no puedo ir al rato te aviso"])
def test_what_is_no_time_of_an_appointment_gives_none(text: str) -> None:
    assert not any(getattr(one, "when", None) for one in parse(text, HERE).intents)


@pytest.mark.parametrize("text", ["cita para oi", "hay lugar oi"])
def test_as_it_is_misspelt_it_is_today(text: str) -> None:
    (found,) = (one for one in parse(text, HERE).intents if isinstance(one, StartBooking | CheckAvailability))
    assert found.when is not None
    assert found.when.when == TODAY
