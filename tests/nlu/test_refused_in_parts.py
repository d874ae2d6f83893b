"""What is refused piece by piece is refused whole: a day and a part of every day, a part of the day that is wished for,
the hour that was wished for before; "not so early" is none that was early."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability, Shift
from booking.models import State
from nlu.shortcuts import Rules
from nlu.when import read_spans
from tests.engine.test_own_visits import clinic_with, shown
from tests.nlu.messages import NOW, context

HOURS = (dt.time(8), dt.time(20))
MONDAY = dt.date(2026, 11, 30)


@pytest.mark.parametrize("part", ["en la mañana", "temprano", "en la tarde"])
@pytest.mark.parametrize("joint", ["ni", "ni tampoco"])
def test_a_part_behind_days_is_refused_on_every_day(part: str, joint: str) -> None:
    said = read_spans(f"no puedo ni lunes ni miércoles {joint} {part}", NOW, hours=HOURS)
    days = {when.date_from for when in said.refused}
    assert None in days, "the part, on whichever day"
    assert MONDAY in days
    assert all(not (when.time_from or when.time_to) for when in said.refused if when.date_from)


@pytest.mark.parametrize(
    "text",
    [
        "cualquier día menos lunes y en la mañana no puedo",
        "menos el lunes y en la mañana tampoco",
        "ni lunes y en la mañana no",
    ],
)
def test_so_it_is_where_each_has_a_no_of_its_own(text: str) -> None:
    said = read_spans(text, NOW, hours=HOURS)
    assert {when.date_from for when in said.refused} >= {None, MONDAY}
    assert all(not (when.time_from or when.time_to) for when in said.refused if when.date_from)


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("el lunes no en la mañana", dt.time(14), None),
        ("el lunes no en la tarde", None, dt.time(14)),
        ("el lunes no en la mañana, en la tarde tampoco después de las 6", dt.time(14), dt.time(18)),
    ],
)
def test_of_the_day_that_is_named_a_part_is_refused(text: str, begin: dt.time | None, end: dt.time | None) -> None:
    (wish,) = Rules().understand(text, context(State.SLOT_SELECTION)).intents
    assert isinstance(wish, CheckAvailability)
    assert wish.when is not None
    assert wish.when.when is not None
    assert (wish.when.when.date_from, wish.when.when.date_to) == (MONDAY, MONDAY)
    assert (wish.when.when.time_from, wish.when.when.time_to) == (begin, end)


@pytest.mark.parametrize("text", ["no tan temprano", "no muy temprano", "que no sea tan temprano"])
def test_not_so_early_leaves_what_is_early_out_and_the_rest_in(text: str) -> None:
    clinic = clinic_with()
    clinic.say("Ana", "quiero cita el sábado 12")
    said = shown(clinic.say("Ana", text))
    assert "8:00 a.m." not in said
    assert "11:00 a.m." in said


def test_where_nothing_is_early_it_is_later_than_that() -> None:
    afternoon = tuple(dt.datetime.combine(MONDAY, dt.time(hour), NOW.tzinfo) for hour in (15, 16, 17))
    shows = context(State.SLOT_SELECTION).model_copy(update={"offered": afternoon})
    assert Rules().understand("no tan temprano", shows).intents == (CheckAvailability(shift=Shift.LATER),)


@pytest.mark.parametrize("text", ["nombre, a esa hora no, más al rato", "a esa hora no, más tarde", "más al rato"])
def test_the_hour_refused_while_nothing_is_on_screen_is_not_taken(text: str) -> None:
    clinic = clinic_with()
    assert clinic.say("Ana", "quiero cita con la dra fernandez el jueves 10 a las 10").keys == ["no_slots"]
    said = clinic.say("Ana", text)
    assert said.keys == ["offer_slots"]
    assert "10:30 a.m." in shown(said)
    assert "10:00 a.m.\n" not in shown(said)


@pytest.mark.parametrize("text", ["pues entonces para hoy más tarde", "hoy al rato", "hoy más al rato"])
def test_today_later_keeps_no_hour_that_was_said_before(text: str) -> None:
    clinic = clinic_with()
    clinic.say("Ana", "quiero cita mañana temprano")
    clinic.say("Ana", "la primera")
    said = clinic.say("Ana", text)
    assert "martes 8" in shown(said)
    assert "temprano" not in shown(said)
