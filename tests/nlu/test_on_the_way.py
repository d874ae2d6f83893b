"""Who says when they arrive, and has an appointment then, comes late or in time; of late ones reception hears."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AskQuestion, HumanReason, RequestHuman, Thank
from tests.nlu.known_visits import NOW, read

TODAY = NOW.replace(hour=12)
ARRIVES = (
    "llego",
    "ya voy en camino, llego",
    "voy para allá llego",
    "ando llegando",
    "estoy en el tráfico, llego como",
    "llegamos",
)


@given(st.sampled_from(ARRIVES), st.integers(-60, 120), st.booleans())
def test_late_by_so_much_or_in_time(arrives: str, minutes: int, at: bool) -> None:
    then = TODAY + dt.timedelta(minutes=minutes)
    text = f"{arrives} {'a las ' if at else ''}{then.hour}:{then.minute:02d}"
    late = RequestHuman(reason=HumanReason.LATE, minutes=minutes)
    assert read(text, TODAY) == ((late,) if minutes > 0 else (Thank(),)), text


@pytest.mark.parametrize(
    "text", ["no llego a las 12", "si llego 12:20 no pasa nada", "llego a las 2 a mi casa, quiero una cita"]
)
def test_what_is_said_otherwise_is_nobody_late(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) and one.minutes for one in read(text, TODAY))


def test_of_one_that_has_begun_reception_decides() -> None:
    assert read("llego 10:20") == (RequestHuman(reason=HumanReason.LATE),)


NEXT = (NOW + dt.timedelta(days=2)).replace(hour=17, minute=30)
DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


@pytest.mark.parametrize(
    "text",
    ["llego 30 min tarde el {}", "el {} voy a llegar 30 minutos tarde", "¿puedo llegar 30 min tarde el {}?"],
)
def test_a_delay_on_a_day_that_is_named_is_of_that_day(text: str) -> None:
    said = text.format(DAYS[NEXT.weekday()])
    assert read(said, NEXT) == (RequestHuman(reason=HumanReason.LATE, minutes=30, day=NEXT.date()),), said


def test_an_hour_said_with_the_day_is_no_other_time_for_it() -> None:
    (late,) = read(f"llego tarde el {DAYS[NEXT.weekday()]}, como a las 6", NEXT)
    assert isinstance(late, RequestHuman)
    assert late.day == NEXT.date()


@pytest.mark.parametrize(
    "text",
    ["¿puedo llegar 20 minutos tarde?", "¿se puede llegar tarde?", "qué pasa si llego tarde?"],
)
def test_whether_one_may_be_late_is_asked_where_none_is_today(text: str) -> None:
    (asked,) = read(text, NEXT)
    assert isinstance(asked, AskQuestion)


def test_whether_one_may_be_late_today_is_told_to_reception() -> None:
    assert read("¿puedo llegar 20 minutos tarde?", TODAY) == (RequestHuman(reason=HumanReason.LATE, minutes=20),)


@pytest.mark.parametrize("text", ["avisa en mi trabajo que voy a llegar tarde", "dile a mi jefe que llego tarde"])
def test_what_others_are_to_hear_is_no_delay_here(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) for one in read(text, TODAY))
