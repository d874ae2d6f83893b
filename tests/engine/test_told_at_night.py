"""What waits for the morning to be told of an appointment, and what becomes of it meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from booking.intents import Greet
from booking.models import Actor, ActorKind, TellingState
from tests.engine.told_patient import NINE, Patient

HERSELF = Actor(kind=ActorKind.PATIENT)
MEANWHILE: dict[str, Callable[[Patient], None]] = {
    "she cancels": lambda ana: ana.cancel(by=HERSELF),
    "she moves it": lambda ana: ana.move(3, NINE, by=HERSELF),
    "moved by telephone": lambda ana: ana.move(3, NINE, tell=False),
    "cancelled by telephone": lambda ana: ana.cancel(tell=False),
}


@pytest.mark.parametrize("what", ["enter", "move", "late"])
@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_what_waits_for_the_morning_is_not_said_once_it_is_not_so(what: str, meanwhile: str) -> None:
    """Whoever changed it knows."""
    ana = _told_at_night(what)
    MEANWHILE[meanwhile](ana)
    ana.clinic.advance(hours=11)
    assert ana.hears() == []
    assert TellingState.WAITING not in ana.states()


@pytest.mark.parametrize("what", ["enter", "move", "late"])
@pytest.mark.parametrize("meanwhile", ["nothing", "confirmed"])
def test_what_waits_for_the_morning_and_is_so_is_said(what: str, meanwhile: str) -> None:
    ana = _told_at_night(what)
    if meanwhile == "confirmed":
        ana.confirm()
    ana.clinic.advance(hours=11)
    (heard,) = ana.hears()
    assert {"enter": "agendada", "move": "cambió", "late": "retraso"}[what] in heard


def _told_at_night(what: str) -> Patient:
    """At 21:30 of the opening day, of an appointment of Wednesday."""
    ana = Patient()
    if what != "enter":
        ana.enter(3, tell=False)
    ana.clinic.advance(hours=13, minutes=30)
    ana.clinic.mean("Ana", Greet())
    {"enter": lambda: ana.enter(2), "move": ana.move, "late": ana.late}[what]()
    assert ana.hears() == []
    return ana
