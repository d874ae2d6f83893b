"""Looking through the waiting list reads the calendar once for all who wait, and again only for whom something fits."""

from __future__ import annotations

from booking.conversation.waiting_offers import WaitingOffers
from booking.testing.faults import Faults
from booking.testing.world import PEOPLE, memory_clinic
from tests.engine.waiting_room import Waits


def test_who_wants_none_of_what_is_free_costs_no_look_of_their_own() -> None:
    waits = Waits(memory_clinic())
    for who in PEOPLE:
        waits.joins(who)
    waits.cancels(waits.at(9))
    for who in PEOPLE:
        waits.offers.run()
        waits.declines(who)
    counting = Faults()
    assert WaitingOffers(counting.around(waits.clinic.begin), waits.clinic.clock).run() == 0
    assert counting.calls["schedules.calendar"] == 1
