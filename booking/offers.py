"""What a conversation is offered: free times looked for in the stored calendar, from the nearest days on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from booking.fair_turn import of_the_turn
from booking.intents import Reading
from booking.models import FIRST_VISIT, Appointment, Clinic
from booking.ports import Schedules
from booking.search import SearchResult, search, search_ranges


def find(
    schedules: Schedules,
    clinic: Clinic,
    wish: Reading | None,
    now: dt.datetime,
    *,
    doctor: str | None = None,
    without: Collection[str] = (),
    kind: str = FIRST_VISIT,
    after: dt.datetime | None = None,
    moving: Appointment | None = None,
    conversation_id: int | None = None,
) -> SearchResult:
    """Times as wished, else the nearest: where the wish points first, further only while that gave too little, which
    is three statements at most. With the `doctor` of that name, who may no longer be here; else with those whose turn
    it may be, and with none of those called as in `without`. The conversation's own hold and the appointment it is
    `moving` are in nobody's way."""
    result = SearchResult()
    for start, end in search_ranges(wish, clinic, now):
        calendar = schedules.calendar(
            start,
            end,
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
        result = search(calendar, clinic, wish, now, doctor_id=doctor_id, after=after, kind=kind, moving=moving)
        bounded = wish is not None and wish.when is not None and wish.when.date_to is not None
        if len(result.found) >= clinic.policy.offer_size or (result.found and (bounded or result.exact)):
            break
    return result
