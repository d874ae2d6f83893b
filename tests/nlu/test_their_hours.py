"""The hours of whom an appointment is for bound a wish as one's own do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import StartBooking
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

KIN = ("mi papá", "mi hijo", "mi suegra", "mi abuelita")
THEY = ("él", "ella", "")
SAID = (
    ("no puede en la tarde", "no puedo en la tarde"),
    ("nomás puede los martes", "nomás puedo los martes"),
    ("solo puede por la mañana", "solo puedo por la mañana"),
    ("no puede los lunes", "no puedo los lunes"),
    ("sale a las 2", "salgo a las 2"),
    ("entra a las 11", "entro a las 11"),
)


@given(
    kin=st.sampled_from(KIN),
    they=st.sampled_from(THEY),
    said=st.sampled_from(SAID),
    joint=st.sampled_from((",", " pero")),
)
def test_theirs_is_read_as_ones_own(kin: str, they: str, said: tuple[str, str], joint: str) -> None:
    theirs, own = said
    head = f"quiero una cita para {kin} la próxima semana{joint} "
    heard, wanted = (parse(head + one, context(State.IDLE)) for one in (f"{they} {theirs}".strip(), f"yo {own}"))
    when, expected = ([i.when for i in read.intents if isinstance(i, StartBooking)] for read in (heard, wanted))
    assert when, heard
    assert when == expected, heard
    assert heard.sure is wanted.sure


@given(kin=st.sampled_from(KIN), said=st.sampled_from(SAID))
def test_who_brings_them_bounds_it_too(kin: str, said: tuple[str, str]) -> None:
    heard, wanted = (
        parse(f"una cita el jueves o el martes, {one}", context(State.IDLE)) for one in (f"{kin} {said[0]}", said[1])
    )
    assert [getattr(i, "when", None) for i in heard.intents] == [getattr(i, "when", None) for i in wanted.intents]


@pytest.mark.parametrize("text", ["mi mamá no puede el jueves", "mi hijo sale a las 2"])
def test_of_a_visit_that_there_is_it_says_nothing_yet(text: str) -> None:
    assert not parse(text, context(State.IDLE)).sure


def test_what_a_doctor_does_is_no_hour_of_theirs() -> None:
    heard = parse("quiero cita con el doctor Salas, él no puede los martes?", context(State.IDLE))
    assert not heard.sure or not any(getattr(i, "when", None) for i in heard.intents)
