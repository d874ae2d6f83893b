"""A weekday said of the day that a conversation is about ("el mismo miércoles", "el jueves siguiente", "el otro lunes")
is told by that day, and not by today."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.testing.clinic import Clinic
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.test_own_visits import NOW, clinic_with, live

NAMES = "lunes martes miércoles jueves viernes sábado".split()
DAYS = [dt.date(2026, 12, number) for number in (15, 16, 19, 21, 22)]


def wished(day: dt.date, *, hour: str = "") -> Clinic:
    """Ana wishes for a time on that day; with an hour it is held for her."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    clinic.say("Ana", f"quiero una cita el {day.day} de diciembre{hour}")
    if hour:
        clinic.say("Ana", "Ana Luna")
    return clinic


def told(day: dt.date) -> str:
    return f"{NAMES[day.weekday()]} {day.day} de"


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("hour", ["", " a las 10"])
def test_the_same_weekday_is_that_day(day: dt.date, hour: str) -> None:
    for which in ("el mismo", "ese", "ese mismo"):
        answer = wished(day, hour=hour).say("Ana", f"{which} {NAMES[day.weekday()]} pero a las 11")
        assert told(day) in answer.text.lower(), which


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("hour", ["", " a las 10"])
def test_the_next_such_weekday_comes_after_it(day: dt.date, hour: str) -> None:
    for number in (0, 3):
        after = day + dt.timedelta(days=(number - day.weekday() - 1) % 7 + 1)
        for which in (f"el {NAMES[number]} siguiente", f"el siguiente {NAMES[number]}"):
            assert told(after) in wished(day, hour=hour).say("Ana", which).text.lower(), which


@pytest.mark.parametrize("day", DAYS)
def test_the_other_one_of_that_weekday_is_a_week_later(day: dt.date) -> None:
    answer = wished(day, hour=" a las 10").say("Ana", f"el otro {NAMES[day.weekday()]}")
    assert told(day + dt.timedelta(weeks=1)) in answer.text.lower()


def test_the_other_one_takes_none_that_is_listed() -> None:
    clinic = wished(dt.date(2026, 12, 14))
    clinic.say("Ana", "el otro lunes a las 10")
    assert live(clinic) == []
    assert "21 de diciembre" in clinic.sent_to("Ana")[-1].model_dump_json()


def test_of_an_appointment_that_is_moved_it_is_counted_from_that() -> None:
    monday = dt.datetime(2026, 12, 14, 10, tzinfo=NOW.tzinfo)
    assert (
        told(dt.date(2026, 12, 17)) in clinic_with(monday).say("Ana", "mueve mi cita al jueves siguiente").text.lower()
    )


def test_with_nothing_spoken_of_it_is_counted_from_today() -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    assert clinic.say("Ana", "quiero una cita el otro lunes").keys[-1] == "ask_which_time"


def test_another_day_of_the_week_wished_for_is_of_that_week() -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    clinic.say("Ana", "quiero cita la otra semana")
    assert "jueves 17" in clinic.say("Ana", "el miércoles no puedo, mejor el jueves").text.lower()
