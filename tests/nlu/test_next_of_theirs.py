"""Two appointments go one by one: when the first is done, the next one is asked for, as it was said to be."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CancelAppointment, RescheduleAppointment
from booking.models import LastTouched, Touched
from tests.engine.test_own_visits import TUESDAY, clinic_with, live, shown
from tests.nlu.known_visits import FIRST, NOW, SECOND, THIRD, read

NEXT = (
    "la siguiente",
    "la otra",
    "y la otra",
    "ahora la otra por favor",
    "falta la otra",
    "la que sigue",
    "ok, la siguiente",
)
CANCELLED = LastTouched(start=FIRST, at=NOW, how=Touched.CANCELLED)
MOVED = LastTouched(start=THIRD, at=NOW, before=FIRST)


@pytest.mark.parametrize("text", NEXT)
def test_it_is_what_was_done_to_the_one_before(text: str) -> None:
    (said,) = read(text, SECOND, touched=CANCELLED)
    assert isinstance(said, CancelAppointment)
    assert said.when
    assert said.when.when
    assert said.when.when.date_from == SECOND.date()
    (said,) = read(text, SECOND, THIRD, touched=MOVED)
    assert isinstance(said, RescheduleAppointment)
    assert said.of
    assert said.of.when
    assert said.of.when.date_from == SECOND.date()


@pytest.mark.parametrize("text", NEXT)
def test_with_none_left_or_one_just_booked_it_ends_nothing(text: str) -> None:
    booked = LastTouched(start=FIRST, at=NOW)
    for visits, touched in (((), CANCELLED), ((FIRST, SECOND), booked), ((FIRST, SECOND), None)):
        said = read(text, *visits, touched=touched)
        assert not any(isinstance(one, CancelAppointment | RescheduleAppointment) for one in said)


def test_both_are_cancelled_one_by_one() -> None:
    clinic = clinic_with(TUESDAY, TUESDAY + dt.timedelta(days=1))
    for text in ("cancela las dos", "1", "sí"):
        said = clinic.say("Ana", text)
    assert said.keys == ["cancelled"]
    assert "miércoles" in shown(clinic.say("Ana", "la siguiente"))
    assert live(clinic) == [TUESDAY + dt.timedelta(days=1)]
    clinic.say("Ana", "sí")
    assert live(clinic) == []
