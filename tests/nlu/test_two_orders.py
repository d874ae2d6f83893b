"""One of two appointments falls and the other is moved, in one message: the first is understood, the other is left over
in its words, and neither has what was said of the other."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelAppointment, RescheduleAppointment
from nlu.shortcuts import parse
from tests.nlu.known_visits import NOW, knowing

FIRST, SECOND = NOW.replace(day=15, hour=17, minute=30), NOW.replace(day=22)
HERE = knowing(FIRST, SECOND, visits_of=("Noé Vega", "Alma Ruiz"))
ENDED = st.sampled_from(
    ["cancela la del 15", "la del 15 cancélala", "cancela la primera", "la del 15 ya no", "cancela la de Noé"]
)
MOVED = st.sampled_from(
    [
        "la del 22 pásala al jueves",
        "pasa la del 22 al jueves",
        "la segunda pásala al miércoles a las 5",
        "la del 22 al jueves",
        "la de Alma al jueves",
    ]
)


@given(ENDED, MOVED, st.sampled_from([" y ", ", y ", " pero ", ", "]))
def test_what_falls_is_not_moved(ended: str, moved: str, joint: str) -> None:
    said = parse(f"{ended}{joint}{moved}", HERE)
    (change,) = said.intents
    assert isinstance(change, CancelAppointment)
    day = change.when.when.date_from if change.when and change.when.when else None
    assert day == dt.date(2026, 12, 15) or (change.whose and change.whose.name == "Noé")
    assert moved.split()[1] in " ".join(said.unread)


@given(ENDED, st.sampled_from(["pasa la del 22 al jueves", "la del 22 muévela al jueves"]))
def test_what_is_moved_does_not_fall(ended: str, moved: str) -> None:
    said = parse(f"{moved} y {ended}", HERE)
    (change,) = said.intents
    assert isinstance(change, RescheduleAppointment)
    assert change.of is not None
    assert change.of.when is not None
    assert change.of.when.date_from == dt.date(2026, 12, 22)
    assert said.unread


@pytest.mark.parametrize(
    "text",
    [
        "cancela la del 15 y dame otra el jueves",
        "cancela mi cita del 15",
        "pasa la del 22 al jueves",
        "no canceles la del 15, pásala al jueves",
    ],
)
def test_one_order_is_one(text: str) -> None:
    assert not any("22" in left for left in parse(text, HERE).unread)
    assert len(parse(text, HERE).intents) == 1
