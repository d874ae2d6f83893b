"""Looking through the waiting list reads the calendar once for all who wait, and again only for whom something fits."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.ports import Calendar
from booking.testing.fakes.memory_calendar import MemorySchedules
from booking.testing.world import PEOPLE, memory_clinic
from tests.engine.waiting_room import Waits


def test_who_wants_none_of_what_is_free_costs_no_look_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = Waits(memory_clinic())
    for who in PEOPLE:
        waits.joins(who)
    waits.cancels(waits.at(9))
    for who in PEOPLE:
        waits.offers.run()
        waits.declines(who)
    looks: list[dt.datetime] = []
    reads = MemorySchedules.calendar

    def counted(self: MemorySchedules, start: dt.datetime, end: dt.datetime, now: dt.datetime) -> Calendar:
        looks.append(now)
        return reads(self, start, end, now)

    monkeypatch.setattr(MemorySchedules, "calendar", counted)
    assert waits.offers.run() == 0
    assert len(looks) == 1
