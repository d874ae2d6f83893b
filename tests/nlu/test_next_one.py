"""Right after an appointment was made for one person, what is said of another is about another appointment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CheckAvailability, RescheduleAppointment, StartBooking
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

MINE = [
    "para mí",
    "y para mí",
    "la mía",
    "y la mía",
    "ahora la mía",
    "yo",
    "y yo",
    "ahora yo",
    "una para mí",
    "a mí",
    "otra para mí",
]
TIMES = [
    "el viernes",
    "a las 12",
    "el viernes a las 10",
    "a la misma hora",
    "otro día",
    "más tarde",
    "una hora después",
]
HOW = [
    "{who} {when}",
    "{who} mejor {when}",
    "{who} pero {when}",
    "{who} que sea {when}",
    "{who}, {when}, por favor",
    "quiero {who} {when}",
]
OTHERS = ["mi mamá", "mi hijo", "mi esposa", "mi abuelita"]
KNOWN = context(State.IDLE, "made").model_copy(update={"made_for": "Ramón Lugo"})


def said(text: str, whose: str | None = "Ramón Lugo") -> tuple[AnyIntent, ...]:
    return parse(text, KNOWN.model_copy(update={"made_for": whose})).intents


def moves(intents: tuple[AnyIntent, ...]) -> bool:
    """Whether they move an appointment without asking first, of whomever it is."""
    return any(isinstance(i, RescheduleAppointment) and not i.unsure and i.whose is None for i in intents)


@given(st.sampled_from(MINE), st.sampled_from(TIMES), st.sampled_from(HOW), st.booleans())
def test_the_writers_own_is_a_new_one_after_somebody_elses(who: str, when: str, how: str, bare: bool) -> None:
    text = how.format(who=who, when=when)
    intents = said(text.translate(str.maketrans("áéíóú", "aeiou")) if bare else text)
    assert not moves(intents), text
    assert any(isinstance(i, StartBooking | CheckAvailability) for i in intents), text


@given(
    st.sampled_from(OTHERS),
    st.sampled_from(["para {}", "a {}", "la de {}", "y para {}", "otra para {}"]),
    st.sampled_from(TIMES),
    st.sampled_from(["", "mejor ", "que sea "]),
)
def test_somebody_else_without_a_name_moves_nobodys_unasked(who: str, form: str, when: str, change: str) -> None:
    assert not moves(said(f"{form.format(who)} {change}{when}"))
    assert not any(
        isinstance(i, RescheduleAppointment) and not i.unsure for i in said(f"{form.format(who)} {change}{when}")
    )


@pytest.mark.parametrize(
    "text",
    [
        "me falta la mía",
        "y la mía?",
        "quiero ir yo también",
        "lo mismo pero para mí",
        "otra más",
        "también quiero una yo",
    ],
)
def test_one_more_begins_another(text: str) -> None:
    assert any(isinstance(i, StartBooking) for i in said(text))


@pytest.mark.parametrize(
    "text", ["mejor el viernes", "muévela al viernes", "mejor pásala a las 12", "que sea a las 12"]
)
@pytest.mark.parametrize("whose", [None, "Ramón Lugo"])
def test_what_names_nobody_is_still_about_the_one_just_made(text: str, whose: str | None) -> None:
    assert any(isinstance(i, RescheduleAppointment) for i in said(text, whose))
