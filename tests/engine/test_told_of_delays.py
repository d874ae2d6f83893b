"""That the doctor is late is told as often as it is said, and changes nothing."""

from __future__ import annotations

import pytest

from booking.intents import Greet
from booking.models import (
    TellingState,
)
from tests.engine.told_patient import ACTS, Patient, prepared


@pytest.mark.parametrize("wrote", [False, True])
def test_that_the_doctor_is_late_is_told_and_nothing_changes(wrote: bool) -> None:
    """As often as it is said; what has not gone out yet is said once, as it was said last."""
    ana = prepared("move")
    if wrote:
        ana.clinic.mean("Ana", Greet())
    before = ana.appointment()
    ana.late(20)
    ana.late(40)
    heard = ana.hears()
    if wrote:
        assert len(heard) == 1
        assert "Dra. Uno va con 40 minutos de retraso" in heard[0]
    else:
        assert heard == ["bienvenida", "doctor_retrasado"]
    ana.late(60)
    assert len(ana.hears()) == 1
    assert ana.appointment() == before
    assert ana.states() == [TellingState.SPOKEN, TellingState.OVERTAKEN, TellingState.WRITTEN, TellingState.WRITTEN]


@pytest.mark.parametrize("act", ["move", "cancel"])
@pytest.mark.parametrize("waits", [False, True])
def test_of_an_appointment_that_changes_nobody_hears_that_it_is_late(act: str, waits: bool) -> None:
    ana = prepared(act)
    ana.clinic.mean("Ana", Greet())
    ana.late()
    if waits:
        ana.clinic.tell_patients()
    ACTS[act](ana)
    (heard,) = ana.hears()
    assert "retraso" not in heard
    assert {"move": "cambió", "cancel": "cancelada"}[act] in heard


def test_a_change_and_that_it_is_late_are_both_told() -> None:
    ana = Patient()
    ana.clinic.mean("Ana", Greet())
    ana.enter()
    ana.late()
    first, second = ana.hears()
    assert "agendada" in first
    assert "retraso" in second
