"""What a conversation is offered: free times looked for in the stored calendar, from the nearest days on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from contextlib import suppress
from typing import Any
from zoneinfo import ZoneInfo

from booking.errors import NotCovered
from booking.intents import Reading
from booking.models import FIRST_VISIT, Appointment, Clinic, FreeSlot
from booking.ports import Schedules
from booking.scheduling.fair_turn import of_the_turn
from booking.scheduling.ranges import Range
from booking.scheduling.search import SearchResult, exact_start, search, search_ranges


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
    spread: bool = False,
    but: Collection[dt.datetime] = (),
) -> SearchResult:
    """Times as wished, else the nearest: what a search of all days to come finds. Where the wish points is read first,
    more days only if the answer depends on them, which is three statements at most. With the `doctor` of that name,
    who may no longer be here, and where they have nothing as wished, what others have beside; else with those whose
    turn it may be, and with none of those called as in `without`. The conversation's own hold and the appointment it is
    `moving` are in nobody's way; `spread` and `but` are as in `search`."""

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
        how: dict[str, Any] = {"after": after, "visit": visit, "moving": moving, "spread": spread, "but": but}
        others = calendar._replace(doctors=[d for d in of_the_turn(calendar.doctors, moving) if d.id != doctor_id])
        if doctor is None:
            return search(others, clinic, wish, now, **how)
        if doctor_id is None:
            return SearchResult()  # nobody else instead
        found = search(calendar, clinic, wish, now, doctor_id=doctor_id, **how)
        return found if found.found else with_others(found, search(others, clinic, wish, now, **how), wish, clinic)

    *near, everything = search_ranges(wish, clinic, now)
    for days in near:
        with suppress(NotCovered):
            return within(days)
    return within(everything)


def with_others(own: SearchResult, others: SearchResult, wish: Reading | None, clinic: Clinic) -> SearchResult:
    """Where the doctor asked for has nothing as wished: their nearest times and, beside them, what others have as
    wished. Of one hour which nobody has free, the others' times of that day, if the doctor has none on it."""
    size, zone, instant = clinic.policy.offer_size, ZoneInfo(clinic.zone), exact_start(wish, clinic)
    free = others.found
    if not free and instant:
        day = instant.astimezone(zone).date()
        own_day = any(f.slot.start.astimezone(zone).date() == day for f in own.others)
        free = () if own_day else tuple(f for f in others.others if f.slot.start.astimezone(zone).date() == day)
    if not free:
        return own
    room = size if not own.others else max(size // 2, 1)
    kept = _evenly(free, room)
    return own.model_copy(update={"elsewhere": kept, "others": own.others[: max(size - len(kept), 1)]})


def _evenly(slots: tuple[FreeSlot, ...], count: int) -> tuple[FreeSlot, ...]:
    """So many of them, the first one among them."""
    return tuple(slots[n * len(slots) // count] for n in range(count)) if len(slots) > count else slots
