"""`Crowded`: a clinic with so many of its times taken, and what is asked of it. For the fakes and for PostgreSQL."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from booking.intents import Reading
from booking.models import FIRST_VISIT, LIVE, Appointment, Clinic, DateOverride, Doctor, Opening, Policy, Status
from booking.ports import Schedules, UnitOfWork
from booking.scheduling import offers
from booking.scheduling.availability import free_slots
from booking.scheduling.fair_turn import of_the_turn
from booking.scheduling.search import SearchResult, search
from booking.testing.fakes.memory import MemoryDatabase
from tests.core.test_availability_search import DAY, MONDAY, ZONE, wishes

FIRST = dt.datetime.combine(MONDAY, dt.time(), ZONE)
WEEK = 7 * 48
"""Half hours."""
OCCUPANCIES = tuple(range(0, 101, 10))
CLINIC = Clinic(
    name="Clínica",
    zone=ZONE.key,
    policy=Policy(horizon_days=21, min_notice_minutes=60, buffer_minutes=0, holidays=None),
)
DOCTORS = (
    Doctor(id=1, name="Dra. Uno"),
    Doctor(id=2, name="Dr. Dos"),
    Doctor(id=3, name="Dra. Tres", by_turn=False),
)


def _hours(doctor: int, days: range, start: int, end: int, cap: int | None = None) -> list[Opening]:
    at = {"start": dt.time(start), "end": dt.time(end), "daily_cap": cap}
    return [Opening(doctor_id=doctor, weekday=day, **at) for day in days]


OPENINGS = (
    *_hours(1, range(5), 9, 13),
    *_hours(1, range(5), 16, 18),
    *_hours(2, range(6), 8, 12, cap=5),
    *_hours(3, range(1, 4, 2), 22, 23),
)
OVERRIDES = (
    *(DateOverride(doctor_id=doctor, date=MONDAY + 9 * DAY) for doctor in (1, 2, 3)),  # nobody works
    DateOverride(doctor_id=1, date=MONDAY + 13 * DAY, start=dt.time(7), end=dt.time(9)),  # on a Sunday
)


class Asked(NamedTuple):
    """What a search for free times is asked."""

    now: dt.datetime
    wish: Reading | None
    doctor: str | None
    without: tuple[str, ...]
    after: dt.datetime | None
    moving: int | None
    """Of the appointments, the one at this place, if there are so many."""
    spread: bool
    but: tuple[int, ...]
    """Of the first times, those at these places will not do."""


questions = st.builds(
    Asked,
    now=st.integers(0, WEEK - 1).map(lambda halves: FIRST + dt.timedelta(minutes=30 * halves)),
    wish=st.none() | wishes,
    doctor=st.none() | st.sampled_from([doctor.name for doctor in DOCTORS] + ["Dr. Nadie"]),
    without=st.just(()) | st.sampled_from([(DOCTORS[0].name,), tuple(doctor.name for doctor in DOCTORS)]),
    after=st.none() | st.integers(0, 20 * 48).map(lambda halves: FIRST + dt.timedelta(minutes=30 * halves)),
    moving=st.none() | st.integers(0, 400),
    spread=st.booleans(),
    but=st.just(()) | st.lists(st.integers(0, 30), max_size=5).map(tuple),
)


@cache
def appointments(occupancy: int) -> tuple[Appointment, ...]:
    """So many of a hundred of the times that anybody could take, by start."""
    empty = MemoryDatabase().seed(CLINIC, DOCTORS, OPENINGS, OVERRIDES)
    with empty() as uow:
        calendar = uow.schedules.calendar(FIRST, FIRST + 30 * DAY, FIRST)
    roomy = CLINIC.model_copy(update={"policy": CLINIC.policy.model_copy(update={"horizon_days": 29})})
    every = [
        (f.slot, doctor) for f in free_slots(calendar, roomy, FIRST, FIRST + 30 * DAY, FIRST) for doctor in f.doctor_ids
    ]
    chance = Random(occupancy)
    return tuple(
        Appointment(id=n, status=Status.BOOKED, slot=slot, doctor_id=doctor, patient_id=1)
        for n, (slot, doctor) in enumerate(every, start=1)
        if chance.random() * 100 < occupancy
    )


@cache
def in_memory(occupancy: int) -> MemoryDatabase:
    """That clinic on the fakes; only to be read."""
    database = MemoryDatabase().seed(CLINIC, DOCTORS, OPENINGS, OVERRIDES)
    for appointment in appointments(occupancy):
        database.seed_appointment(appointment)
    return database


def offer_is_that_of_a_search_of_everything(uow: UnitOfWork, taken: tuple[Appointment, ...], asked: Asked) -> None:
    """Raises AssertionError where the offer is another than one from a calendar of all days to come, or holds a time
    that its doctor has not free."""
    moving = taken[asked.moving] if asked.moving is not None and asked.moving < len(taken) else None
    now = asked.now.astimezone(dt.UTC)
    found = offers.find(
        uow.schedules,
        CLINIC,
        asked.wish,
        now,
        doctor=asked.doctor,
        without=asked.without,
        after=asked.after,
        moving=moving,
        spread=asked.spread,
        but=_but(asked),
    )
    assert found == _naive(uow.schedules, asked, now, moving)
    stored = [a for a in uow.appointments.list(statuses=sorted(LIVE)) if moving is None or a.id != moving.id]
    for free in (*found.found, *found.others, *found.elsewhere):
        for doctor in free.doctor_ids:
            assert not [a for a in stored if a.doctor_id == doctor and _overlap(a, free.slot.start, free.slot.end)]


def _but(asked: Asked) -> tuple[dt.datetime, ...]:
    return tuple((asked.now + dt.timedelta(minutes=30 * place)).astimezone(dt.UTC) for place in asked.but)


def _naive(schedules: Schedules, asked: Asked, now: dt.datetime, moving: Appointment | None) -> SearchResult:
    whole = schedules.calendar(now, now + 30 * DAY, now, except_appointment=moving.id if moving else None)
    doctors = [doctor for doctor in whole.doctors if doctor.name not in asked.without]
    named = next((doctor for doctor in doctors if doctor.name == asked.doctor), None)
    if asked.doctor is not None and named is None:
        return SearchResult()

    def among(these: Sequence[Doctor]) -> SearchResult:
        calendar, how = whole._replace(doctors=these), {"after": asked.after, "moving": moving}
        return search(calendar, CLINIC, asked.wish, now, visit=FIRST_VISIT, spread=asked.spread, but=_but(asked), **how)

    others = [doctor for doctor in of_the_turn(doctors, moving) if doctor != named]
    if named is None:
        return among(others)
    own = among([named])
    return own if own.found else offers.with_others(own, among(others), asked.wish, CLINIC)


def _overlap(appointment: Appointment, start: dt.datetime, end: dt.datetime) -> bool:
    return appointment.slot.start < end and start < appointment.slot.end
