"""When somebody was here, or did not come, is no day to come: it is neither wished for nor given up."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CancelAppointment, CheckAvailability, StartBooking, Unknown
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

BEFORE = ("el 8 de noviembre", "el 20 de enero", "el 3 de octubre", "el 15 de septiembre")
WAS = ("mi cita anterior fue", "mi última consulta fue", "la última vez fue", "mi cita pasada fue")
ABSENT = (
    "la semana pasada no pude ir",
    "ayer no pude llegar",
    "el lunes no pude ir",
    "no pude asistir",
    "ya no alcancé a llegar",
)
WISHES = ("quiero una cita para el viernes", "quisiera una cita el viernes", "necesito cita para el viernes")
FRIDAY = dt.date(2026, 11, 27)


def said(text: str) -> tuple[AnyIntent, ...]:
    return meant(parse(text, context(State.IDLE)))


def days(intents: tuple[AnyIntent, ...]) -> set[dt.date | None]:
    wishes = [part for i in intents for part in (i.understood if isinstance(i, Unknown) else (i,))]
    readings = [w.when for w in wishes if isinstance(w, StartBooking | CheckAvailability) and w.when]
    return {one.date_from for reading in readings for one in (reading.when, *reading.candidates) if one}


@given(st.sampled_from(WAS), st.sampled_from(BEFORE), st.sampled_from((", ", " y ", " ")), st.sampled_from(WISHES))
def test_when_the_last_one_was_is_no_wish(was: str, day: str, joint: str, wish: str) -> None:
    assert days(said(f"{was} {day}{joint}{wish}")) == {FRIDAY}


@given(st.sampled_from(WAS), st.sampled_from(BEFORE))
def test_what_was_asked_of_one_then_is_no_wish_for_that_day(was: str, day: str) -> None:
    assert days(said(f"{was} {day} y me dijo el doctor que volviera al mes")) == set()


@given(st.sampled_from(ABSENT), st.sampled_from((", ", " ")), st.sampled_from(WISHES))
def test_who_did_not_come_gives_nothing_up(absent: str, joint: str, wish: str) -> None:
    intents = said(f"{absent}{joint}{wish}")
    assert not any(isinstance(intent, CancelAppointment) for intent in intents)
    assert days(intents) <= {FRIDAY}
    assert any(isinstance(intent, StartBooking) for intent in intents)


@pytest.mark.parametrize("text", ["no voy a poder ir el viernes", "el viernes no puedo ir cancele mi cita por favor"])
def test_who_will_not_come_gives_it_up(text: str) -> None:
    assert any(isinstance(intent, CancelAppointment) for intent in said(text))


@pytest.mark.parametrize("text", ["quiero cita el 8 de diciembre", "la próxima cita sería el 8 de diciembre"])
def test_a_day_to_come_is_wished_for(text: str) -> None:
    assert days(said(text)) <= {dt.date(2026, 12, 8)}
