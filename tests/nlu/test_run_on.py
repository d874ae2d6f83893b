"""What is dictated without a sign between sentences says what it says with them, or is asked about; no other time, and
never a yes or a choice."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CheckAvailability, Confirm, OptOut, RescheduleAppointment, SelectSlot, Unknown
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

STORIES = (
    "tengo cita a las 8 y no alcanzo",
    "mi jefe no me dio permiso",
    "no pude ir ayer a mi cita",
    "fíjese que se me complicó",
    "mi mamá amaneció con calentura",
)
ASKS = (
    "me la puede pasar a las 9 y media",
    "me la podría cambiar al viernes",
    "muévamela al lunes",
    "quiero cita el jueves",
)


def said(text: str, state: State = State.IDLE) -> tuple[AnyIntent, ...]:
    return meant(parse(text, context(state)))


@given(st.sampled_from(STORIES), st.sampled_from(ASKS))
def test_without_the_comma_it_is_the_same_or_asked(story: str, ask: str) -> None:
    paused, run_on = said(f"{story}, {ask}"), said(f"{story} {ask}")
    asked = any(isinstance(intent, Unknown) for intent in run_on)
    times = [getattr(intent, "when", None) for intent in run_on]
    assert asked or times == [getattr(intent, "when", None) for intent in paused]
    assert not any(isinstance(intent, Confirm | OptOut | SelectSlot) for intent in run_on)


def test_two_sentences_run_together() -> None:
    [moved] = said("tengo cita a las 8 y no alcanzo me la puede pasar a las 9 y media")
    assert isinstance(moved, RescheduleAppointment)
    assert moved.of is not None
    assert moved.when is not None
    assert moved.of != moved.when


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("ni lunes ni martes el miércoles", 2),
        ("entre semana no puedo el sábado a las 10", 5),
        ("el martes no puedo y el jueves", 3),
        ("el martes trabajo todo el día y el jueves", 3),
    ],
)
def test_the_day_behind_a_refusal_is_wished_for(text: str, day: int) -> None:
    [wish] = said(text, State.SLOT_SELECTION)
    assert isinstance(wish, CheckAvailability)
    assert wish.when is not None
    assert wish.when.when is not None
    found = wish.when.when
    assert isinstance(found.date_from, date)
    assert found.date_from == found.date_to
    assert found.date_from.weekday() == day


@pytest.mark.parametrize(
    "text", ["no puedo el martes y el jueves", "ni el martes ni el jueves", "el martes no puedo ni el jueves"]
)
def test_what_is_refused_with_it_stays_refused(text: str) -> None:
    for wish in said(text, State.SLOT_SELECTION):
        found = wish.when.when if isinstance(wish, CheckAvailability) and wish.when else None
        assert found is None or found.date_from != found.date_to or found.date_from is None


@pytest.mark.parametrize(
    ("text", "doctor"),
    [
        ("con la doctora Ríos y si no se puede con el doctor Salas para el viernes", "Ríos"),
        ("quisiera con la dra mendez y si no hay con ella con el dr salas, el viernes", "Méndez"),
        ("si el doctor Salas no tiene para mañana entonces con quien sea", "Salas"),
        ("con el doctor Salas, si no con cualquiera", "Salas"),
    ],
)
def test_the_first_doctor_is_looked_for(text: str, doctor: str) -> None:
    wishes = [intent for intent in said(text) if hasattr(intent, "doctor")]
    assert [doctor in (intent.doctor or "") for intent in wishes] == [True]


@pytest.mark.parametrize("text", ["con la doctora no con el doctor", "bueno pero con la doctora no con el doctor"])
def test_whoever_is_refused_without_a_name_is_not_chosen(text: str) -> None:
    [wish] = said(text, State.SLOT_SELECTION)
    assert isinstance(wish, CheckAvailability)
    assert wish.doctor is None
    assert "Salas" in "".join(wish.not_with)
