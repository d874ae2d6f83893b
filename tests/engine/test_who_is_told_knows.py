"""Whatever staff do to an appointment, and however it is taken up and goes out: its patient knows how it stands."""

from __future__ import annotations

import datetime as dt
import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from booking.intents import Greet
from booking.models import (
    Slot,
    Status,
)
from booking.testing.world import OPENING_DAY
from tests.engine.told_patient import NINE, TEN, Patient

STEPS = ("move", "move, by telephone", "cancel", "told", "delivered", "writes", "a day")


@settings(max_examples=25)
@given(steps=st.lists(st.sampled_from(STEPS), max_size=8), first=st.booleans())
def test_who_is_told_knows_how_it_stands(steps: list[str], first: bool) -> None:
    """Whatever staff do, in whatever order it is taken up and goes out: what she heard last, from us or from whoever
    said it by telephone, is how the appointment stands; or it is cancelled, and she never heard of it."""
    ana = Patient()
    ana.enter(3, NINE, tell=first)
    knows: Slot | Status | None = None if first else ana.appointment().slot
    times = itertools.cycle([(3, TEN), (4, NINE), (4, TEN), (3, NINE)])
    for step in [*steps, "told", "delivered"]:
        over = ana.appointment().status is Status.CANCELLED or ana.now > OPENING_DAY + dt.timedelta(days=2)
        if step.startswith("move") and not over:
            ana.move(*_from_monday(ana, *next(times)), tell=step == "move")
            knows = ana.appointment().slot if step != "move" else knows
        elif step == "cancel" and not over:
            ana.cancel()
        elif step == "told":
            ana.clinic.tell_patients()
        elif step == "delivered":
            for said in ana.hears():
                knows = Status.CANCELLED if "cancelada" in said else _time_in(ana) if said != "bienvenida" else knows
        elif step == "writes":
            ana.clinic.mean("Ana", Greet())
        elif step == "a day":
            ana.clinic.advance(days=1)
    stands = ana.appointment()
    if stands.slot.start > ana.now:
        assert knows == stands.slot or (stands.status is Status.CANCELLED and knows in (None, Status.CANCELLED))


def _from_monday(ana: Patient, day: int, time: dt.time) -> tuple[int, dt.time]:
    """In so many days from the opening day on."""
    return day - (ana.now.date() - OPENING_DAY.date()).days, time


def _time_in(ana: Patient) -> Slot:
    """Of what was told last: by the version that its message is about."""
    item = ana.clinic.sender.sent[-1]
    with ana.clinic.begin() as uow:
        (events, now) = uow.events.list(ana.appointment().id), ana.appointment()
    assert item.about is not None
    return events[len(events) - 1 - (now.version - item.about.version)].after.slot
