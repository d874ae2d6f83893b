"""What a conversation is offered: free times looked for in the stored calendar, from the nearest days on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from contextlib import suppress

from booking.errors import NotCovered
from booking.intents import Reading
from booking.models import FIRST_VISIT, Appointment, Clinic
from booking.ports import Schedules
from booking.scheduling.fair_turn import of_the_turn
from booking.scheduling.ranges import Range
from booking.scheduling.search import SearchResult, search, search_ranges


def find(
    schedules: Schedules,
    clinic: Clinic,
    wish: Reading | None,
    now: dt.datetime,
    *,
    doctor: str | None = None,
    without: Collection[str] = (),
    visit: str = FIRST_VISIT,
    after: dt.datetime | None = None,
    moving: Appointment | None = None,
    conversation_id: int | None = None,
) -> SearchResult:
    """Times as wished, else the nearest: what a search of all days to come finds. Where the wish points is read first,
    more days only if the answer depends on them, which is three statements at most. With the `doctor` of that name,
    who may no longer be here; else with those whose turn it may be, and with none of those called as in `without`.
    The conversation's own hold and the appointment it is `moving` are in nobody's way."""

    def within(days: Range) -> SearchResult:
        calendar = schedules.calendar(
            *days,
            now,
            except_conversation=conversation_id,
            except_appointment=moving.id if moving else None,
        )
        if without:
            calendar = calendar._replace(doctors=[d for d in calendar.doctors if d.name not in without])
        doctor_id = next((d.id for d in calendar.doctors if d.name == doctor), None)
        if doctor is None:
            calendar = calendar._replace(doctors=of_the_turn(calendar.doctors, moving))
        elif doctor_id is None:
            return SearchResult()  # nobody else instead
        return search(calendar, clinic, wish, now, doctor_id=doctor_id, after=after, visit=visit, moving=moving)

    *near, everything = search_ranges(wish, clinic, now)
    for days in near:
        with suppress(NotCovered):
            return within(days)
    return within(everything)
