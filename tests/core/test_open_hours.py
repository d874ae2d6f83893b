"""When there is consultation on a date, absences counted: as a count of its minutes, one by one, has it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from booking.models import Absence, Clinic, Doctor, Opening
from booking.scheduling.open_hours import closed_days, next_open, open_hours
from booking.testing.fakes.memory import MemoryDatabase

ZONE = ZoneInfo("America/Tijuana")
CLINIC = Clinic(name="Clínica", zone=ZONE.key)
DAY = dt.date(2026, 11, 25)
MIDNIGHT = dt.datetime.combine(DAY, dt.time(), ZONE)
HOURS = {1: (9, 14), 2: (8, 13), 3: (15, 20)}
HOUR = dt.timedelta(hours=1)

absences = st.lists(st.tuples(st.sampled_from(sorted(HOURS)), st.integers(-3, 23), st.integers(1, 12)), max_size=5)


@given(absences, st.integers(0, 23))
def test_a_date_s_hours_are_those_at_which_somebody_is_there(away: list[tuple[int, int, int]], hour: int) -> None:
    openings = [
        Opening(doctor_id=id, weekday=DAY.weekday(), start=dt.time(a), end=dt.time(b)) for id, (a, b) in HOURS.items()
    ]
    database = MemoryDatabase().seed(CLINIC, [Doctor(id=id, name=f"Dra. {id}") for id in HOURS], openings)
    with database() as uow:
        for doctor, start, length in away:
            span = MIDNIGHT + start * HOUR, MIDNIGHT + (start + length) * HOUR
            uow.rules.add(Absence(doctor_id=doctor, start=span[0], end=span[1]))
        uow.commit()
    there = [
        at
        for at in range(24)
        if any(a <= at < b and not any(d == id and s <= at < s + n for d, s, n in away) for id, (a, b) in HOURS.items())
    ]
    now = MIDNIGHT + hour * HOUR
    with database() as uow:
        told = open_hours(uow.schedules, CLINIC, DAY, now, weekly=False)
        coming = next_open(uow.schedules, CLINIC, now)
        closed = closed_days(uow.schedules, CLINIC, [DAY], now)
        usual = open_hours(uow.schedules, CLINIC, DAY, now, weekly=True)
    assert (told.opens, told.closes) == ((dt.time(there[0]), dt.time(there[-1] + 1)) if there else (None, None))
    assert closed == ([] if there else [DAY])
    assert (usual.opens, usual.closes) == (dt.time(8), dt.time(20)), "what holds in general"
    assert coming is not None
    assert (coming.date == DAY) == bool(there and there[-1] + 1 > hour)
