"""An offer ends with what it was made for: another doctor, one who will not do, another type of visit."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability, Reading, SelectSlot, StartBooking, VisitType, When
from booking.models import State
from booking.models.draft_parts import hold_of
from booking.testing.world import memory_clinic

MORNING_OR_EVENING = Reading(
    candidates=tuple(When(date_from=day, date_to=day) for day in (dt.date(2026, 11, 24), dt.date(2026, 11, 26))),
    ambiguous=True,
)


@pytest.mark.parametrize(
    "asked",
    [
        CheckAvailability(when=MORNING_OR_EVENING, not_with=("Dra. Uno",)),
        CheckAvailability(when=MORNING_OR_EVENING, doctor="Dra. Uno"),
        CheckAvailability(when=MORNING_OR_EVENING, visit=VisitType.FOLLOW_UP),
    ],
)
def test_a_time_offered_before_is_not_taken_for_what_was_asked_since(asked: CheckAvailability) -> None:
    """The day asked for is not clear, so nothing new is offered yet; the old list is still on the phone."""
    clinic = memory_clinic()
    clinic.mean("Ana", StartBooking())
    assert clinic.mean("Ana", asked).keys[-1] == "ask_which_time"
    clinic.mean("Ana", SelectSlot(option=1))
    assert clinic.conversation("Ana").state is State.SLOT_SELECTION
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert hold_of(draft) is None
