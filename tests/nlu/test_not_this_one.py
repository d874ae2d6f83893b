"""A day of this week that is refused behind a weekday is none that is looked for; a month said apart from its day is of
it; what follows a call for a moment is heard; a doctor who is refused is no wish for the one before."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AskQuestion, CheckAvailability, RequestHuman, SelectSlot, Smalltalk, StartBooking
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import NOW, context

DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado")


def when(text: str, state: State = State.IDLE) -> dt.date | None:
    wishes = [
        one for one in parse(text, context(state, "")).intents if isinstance(one, StartBooking | CheckAvailability)
    ]
    found = wishes[0].when.when if len(wishes) == 1 and wishes[0].when else None
    return found.date_from if found else None


@given(
    st.sampled_from(DAYS),
    st.sampled_from(["el {}, no este", "quiero cita el {}, pero no este", "el {}, no este que viene"]),
    st.sampled_from([State.IDLE, State.SLOT_SELECTION]),
)
def test_the_one_of_this_week_is_not_looked_for(day: str, form: str, state: State) -> None:
    coming = when(f"el {day}", State.IDLE)
    later = when(form.format(day), state)
    assert coming is not None
    assert later == coming + dt.timedelta(days=7 if coming < NOW.date() + dt.timedelta(days=7) else 0), form


@pytest.mark.parametrize(
    "text", ["este martes no, el jueves", "el martes no puedo", "el martes", "el martes no este ocupado"]
)
def test_another_no_moves_no_day_a_week_on(text: str) -> None:
    day = when(text)
    assert day is None or day <= NOW.date() + dt.timedelta(days=7)


@given(
    st.sampled_from(["enero", "febrero"]),
    st.sampled_from(["podría ser el 15? pero de {}", "el 15, de {}", "el día 15, perdón, de {}", "para el 15. De {}"]),
)
def test_a_month_said_apart_is_of_its_day(month: str, form: str) -> None:
    assert when(form.format(month)) == dt.date(NOW.year + 1, {"enero": 1, "febrero": 2}[month], 15)


@pytest.mark.parametrize("lead", ["espera ", "espera, ", "no espera, ", "oye espérame, ", "un momento, "])
def test_what_follows_a_call_for_a_moment_is_heard(lead: str) -> None:
    asked = parse(f"{lead}¿cuánto cuesta?", context(State.SLOT_SELECTION, "")).intents
    assert any(isinstance(one, AskQuestion) for one in asked)
    assert all(isinstance(one, Smalltalk) for one in parse("espera", context(State.SLOT_SELECTION, "")).intents)


@pytest.mark.parametrize("no", ["no", "pero no", "menos", "que no sea"])
def test_the_doctor_of_before_who_is_refused_is_not_sought(no: str) -> None:
    said = parse(f"mañana a las 9 {no} con la que me vio la otra vez", context(State.IDLE, "")).intents
    assert not any(getattr(one, "like", None) for one in said)
    assert not any(getattr(one, "like", None) for each in said for one in getattr(each, "understood", ()))


@pytest.mark.parametrize(
    "text", ["¿y si me muevo al viernes siguiente?", "me muevo de ciudad", "me mueve la cita al lunes"]
)
def test_who_moves_is_not_dying(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) for one in parse(text, context(State.IDLE, "")).intents)


def test_a_choice_behind_a_call_for_a_moment_is_one() -> None:
    assert SelectSlot(option=3) in parse("no espera, mejor la 3", context(State.SLOT_SELECTION, "")).intents
