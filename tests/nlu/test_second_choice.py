"""A second choice is read as one after "o", whatever joins it to the first; of two doctors the first is looked for."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelAppointment, CheckAvailability, StartBooking
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

FIRST = ("el jueves", "el lunes 14", "el sábado en la mañana")
SECOND = ("el viernes", "el martes 15", "el miércoles en la tarde")
IF = ("si", "nomás que", "salvo que", "en caso de que", "a menos que")
NONE = (
    "no hay",
    "no haya lugar",
    "ya no tengan espacio",
    "no se pueda",
    "esté lleno".replace("esté", "está"),
    "ya voló",
    "ese día no tienen",
    "ella no está",
    "ya lo tomaron",
    "definitivamente no se puede",
    "de plano no se arma",
    "está muy lleno",
)
ELSE = (
    "en su defecto",
    "de perdis",
    "de perdida",
    "como plan B",
    "de no haber",
    "no habiendo",
    "faltando lugar",
    "ya de plano",
    "de no",
    "en caso contrario",
    "de lo contrario",
)
THEN = ("", "entonces", "mejor", "denme", "me conformo con", "ahí sí", "apúnteme")
ANOTHER = (
    "a falta de ella",
    "en su defecto",
    "si está de vacaciones",
    "si anda llena",
    "salvo que no tenga lugar",
    "de no haber",
)
WHO = ("con quien esté", "con la que sea", "con Salas", "con el doctor Jorge Salas")


def _asked(text: str) -> list[StartBooking]:
    said = parse(text, context(State.IDLE))
    assert said.sure, (text, said)
    return [intent for intent in meant(said) if isinstance(intent, StartBooking)]


conditions = st.one_of(
    st.sampled_from(ELSE), st.builds(lambda when, none: f"{when} {none}", st.sampled_from(IF), st.sampled_from(NONE))
)


@given(
    st.sampled_from(FIRST),
    st.sampled_from(SECOND),
    conditions,
    st.sampled_from(THEN),
    st.sampled_from((", ", "; ", ", y ", " o ")),
)
def test_both_times_are_looked_for(first: str, second: str, condition: str, then: str, joint: str) -> None:
    said = f"quiero cita {first}{joint}{condition}, {then} {second}"
    either = f"quiero cita {first} o {second}"
    assert [i.when for i in _asked(said)] == [i.when for i in _asked(either)]


@given(
    st.sampled_from(FIRST[:2]),
    st.sampled_from(SECOND[:2]),
    st.sampled_from(("no hay lugar", "ya no caben", "no se arma", "ya se llenó")),
)
def test_it_may_be_told_before_or_after_both(first: str, second: str, none: str) -> None:
    either = _asked(f"quiero cita {first} o {second}")
    assert [i.when for i in _asked(f"quiero cita {first} o {second} si {none}")] == [i.when for i in either]
    assert [i.when for i in _asked(f"si {first} {none}, entonces {second}, pero quiero cita")] == [
        i.when for i in either
    ]


@given(st.sampled_from(ANOTHER), st.sampled_from(WHO), st.sampled_from((", ", "; ", ", y ")))
def test_the_first_doctor_is_looked_for(condition: str, who: str, joint: str) -> None:
    [wish] = _asked(f"quiero cita con la doctora Ríos{joint}{condition}, {who}")
    assert wish.doctor == "Dra. Paula Ríos"
    assert not wish.not_with


@pytest.mark.parametrize("otherwise", ELSE)
@pytest.mark.parametrize("refused", ["no puedo el lunes", "quiero cita pero no el lunes", "el lunes no puedo"])
def test_what_is_refused_is_no_first_choice(refused: str, otherwise: str) -> None:
    """Both were refused, or given back, where "o" stood between them."""
    said = parse(f"{refused}, {otherwise} el martes 1, quiero cita", context(State.IDLE))
    assert not any(isinstance(intent, CancelAppointment) for intent in said.intents)
    for wish in (intent.when for intent in meant(said) if isinstance(intent, StartBooking) and intent.when):
        days = [when.date_from for when in (wish.when, *wish.candidates) if when]
        assert days == [dt.date(2026, 12, 1)], (said, days)


def test_one_that_is_not_wanted_is_not_given_back_with_another() -> None:
    said = parse("no quiero cita el lunes, si está lleno el martes", context(State.IDLE))
    assert not said.sure or not any(isinstance(intent, CancelAppointment) for intent in said.intents)


@pytest.mark.parametrize(
    "first",
    [
        "Si no hay con la doctora Ríos el jueves",
        "Si con Ríos no hay el jueves",
        "Si la doctora Ríos no tiene el jueves",
        "En caso de que la Dra. Ríos no tenga lugar el jueves",
    ],
)
@pytest.mark.parametrize(
    "then", ["el viernes", "entonces que sea el viernes con ella", "apúnteme el viernes con ella misma"]
)
def test_of_one_doctor_who_is_named_in_the_condition(first: str, then: str) -> None:
    said = meant(parse(f"{first}, {then}", context(State.IDLE)))
    [wish] = [intent for intent in said if isinstance(intent, StartBooking | CheckAvailability)]
    assert wish.doctor == "Dra. Paula Ríos"
    assert wish.when
    assert [when.date_from for when in wish.when.candidates] == [
        dt.date(2026, 11, 26),
        dt.date(2026, 11, 27),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "el jueves, o el viernes si el jueves ya está lleno",
        "el jueves o el viernes si no hay lugar el jueves",
        "búsqueme el jueves primero y si está lleno el viernes",
        "ideal el jueves, pero si no el viernes también me sirve",
        "¿El jueves habrá? Si ya se llenó, apúnteme el viernes",
    ],
)
def test_the_first_may_be_named_again(said: str) -> None:
    intents = meant(parse(said, context(State.IDLE)))
    [wish] = [intent for intent in intents if isinstance(intent, StartBooking | CheckAvailability)]
    assert wish.when
    assert [when.date_from for when in wish.when.candidates] == [
        dt.date(2026, 11, 26),
        dt.date(2026, 11, 27),
    ]
