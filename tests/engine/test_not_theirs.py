"""A button under a message about an appointment that is none of theirs to come: no change is claimed that was none, and
no other appointment is put in its place."""

from __future__ import annotations

import pytest

from booking.intents import AsTold, Attend, CancelAppointment, Confirm, RescheduleAppointment, SelectSlot
from booking.testing.world import memory_clinic
from tests.engine.answering import theirs
from tests.engine.waiting_room import Waits

ELSEWHERE = AsTold(appointment_id=10**6, version=1)


@pytest.mark.parametrize("has_one", [True, False])
@pytest.mark.parametrize(
    "tap",
    [
        CancelAppointment(told=ELSEWHERE),
        RescheduleAppointment(told=ELSEWHERE),
        Attend(those=(ELSEWHERE,)),
        Attend(those=(ELSEWHERE,), coming=False),
    ],
)
def test_nothing_is_claimed_and_no_other_appointment_offered(
    tap: CancelAppointment | RescheduleAppointment | Attend, has_one: bool
) -> None:
    waits = Waits(memory_clinic())
    if has_one:
        waits.books_friday("Ana")
    else:
        waits.clinic.say("Ana", "hola")
    before = theirs(waits.clinic)
    told = waits.clinic.tap_meaning("Ana", tap, None)
    assert "cambió" not in told.text
    assert "entre tus próximas citas" in told.text
    assert ("Hablar con alguien" in str(waits.clinic.sent_to("Ana")[-1].content)) == (
        has_one or not isinstance(tap, Attend)
    )
    for yes in (SelectSlot(option=1), Confirm(), Confirm()):
        waits.clinic.mean("Ana", yes)
    assert theirs(waits.clinic) == before
