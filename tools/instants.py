"""The one instant that an order is about: read from what was said, and what to say where it is not free."""

from __future__ import annotations

import datetime as dt
from itertools import islice

from booking.appointments import appointment_changes
from booking.intents import Problem, Reading, When
from booking.models import Appointment
from booking.models.tool_answers import Missing, Taken, Why
from booking.scheduling.availability import free_in
from booking.scheduling.search import exact_start, wish_ranges
from tools.access import Access, Stop

MOST_TOLD = 5
"""Free times that are told where another one was wanted."""


def not_free(access: Access, doctor_id: int, start: dt.datetime, visit: str, field: str) -> Stop:
    """To be raised: the doctor has not that time; another is asked for, and the nearest of that day are told."""
    date = start.astimezone(access.zone).date()
    slots = appointment_changes.open_on(access.uow, access.clinic, doctor_id, date, access.now, visit=visit)
    nearest = sorted(slots, key=lambda slot: abs(slot.start - start))[:MOST_TOLD]
    free = tuple(sorted(slot.start.astimezone(access.zone) for slot in nearest))
    doctor, more = access.doctor_names().get(doctor_id, ""), len(slots) > len(free)
    taken = Taken(doctor=doctor, at=start.astimezone(access.zone), free=free, more=more)
    return Stop(Missing(tool=access.tool, field=field, part="time" if free else "day", taken=taken))


def start_or_free(
    access: Access, when: Reading, field: str, doctor_id: int, visit: str, moved: Appointment | None = None
) -> dt.datetime:
    """The one instant that was said. Raises Stop: of a day without an hour, with what the doctor has free then."""
    try:
        return start_of(access, when, field, moved)
    except Stop as stop:
        asks, day = stop.why, when.when
        if not isinstance(asks, Missing) or asks.part != "time" or day is None or day.date_to != day.date_from:
            raise
        ranges = list(wish_ranges(when, access.clinic, access.now))
        if not ranges:
            raise
        calendar = access.uow.schedules.calendar(ranges[0].start, ranges[-1].end, access.now)
        found = free_in(calendar, access.clinic, ranges, access.now, doctor_id, visit)
        free = tuple(one.slot.start.astimezone(access.zone) for one in islice(found, MOST_TOLD + 1))
        doctor, more = access.doctor_names().get(doctor_id, ""), len(free) > MOST_TOLD
        then = Taken(doctor=doctor, at=None, free=free[:MOST_TOLD], more=more)
        raise Stop(asks.model_copy(update={"taken": then, "part": "time" if free else "day"})) from None


def first_free(access: Access, when: Reading, field: str, doctor_id: int, visit: str) -> dt.datetime:
    """The first time that the doctor has free then. Raises Stop: another day is asked for."""
    ranges = list(wish_ranges(when, access.clinic, access.now))
    if ranges:
        calendar = access.uow.schedules.calendar(ranges[0].start, ranges[-1].end, access.now)
        if found := next(free_in(calendar, access.clinic, ranges, access.now, doctor_id, visit), None):
            return found.slot.start
    raise Stop(Missing(tool=access.tool, field=field, part="day"))


def _another_day(said: When, moved: Appointment, access: Access) -> bool:
    """Whether one day was said, no hour, and the appointment is on another."""
    day = moved.slot.start.astimezone(access.zone).date()
    one = said.date_from is not None and said.date_from == said.date_to
    return one and said.date_from != day and said.time_from is None and said.time_to is None


_FAR = dt.timedelta(days=7)
"""So much earlier than an appointment to be moved, a day that was said without its month may be another one."""


def start_of(access: Access, when: Reading, field: str, moved: Appointment | None = None) -> dt.datetime:
    """The one instant that was said. Of an appointment that moves what is not said is as it has it: only a time of day
    is on its own day, and only another day is at its own hour."""
    if when.problem is Problem.PAST:
        raise access.no(Why.PAST)
    if moved is not None and when.when and when.when.exact and when.when.date_from is None:
        day = moved.slot.start.astimezone(access.zone).date()
        when = Reading(when=when.when.model_copy(update={"date_from": day, "date_to": day}))
    elif moved is not None and when.when is not None and _another_day(when.when, moved, access):
        hour = moved.slot.start.astimezone(access.zone).time().replace(tzinfo=None)
        when = when.model_copy(update={"when": when.when.model_copy(update={"time_from": hour, "exact": True})})
    start = exact_start(when, access.clinic)
    if start is None:
        says_day = when.when is not None and when.when.date_from is not None
        raise Stop(Missing(tool=access.tool, field=field, part="time" if says_day else "day"))
    if moved is not None and when.anchor is not None and start < moved.slot.start - _FAR:
        # "Al 23", of an appointment on 18 December, is hardly 23 November: the day is asked for, with its month.
        raise Stop(Missing(tool=access.tool, field=field, part="day"))
    if start < access.now:
        raise access.no(Why.PAST)
    return start
