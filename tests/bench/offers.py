"""What the first times offered cost where many doctors have many days, beside looking at every time there is."""

from __future__ import annotations

import datetime as dt
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine as Database
from sqlalchemy import insert, text
from sqlalchemy.orm import Session

from booking.models import Clinic, Doctor, Opening, Policy
from booking.scheduling import offers
from booking.scheduling.fair_turn import of_the_turn
from booking.scheduling.search import SearchResult, search, search_ranges
from storage.base import make_engine
from storage.seed import seed
from storage.tables import AppointmentRow, PatientRow
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.bench.clinic import NOW, ZONE
from tests.bench.report import percentile, table, verdict

GOAL_MS = 1.5
"""Of CPU and waiting for the database together, for the first times of 50 doctors over 60 days."""

DOCTORS = 50
DAYS = 60
_SLOT = dt.timedelta(minutes=30)
_OPENS, _CLOSES = 8, 18


def time_offers(url: str, tries: int) -> None:
    """Table: the first times offered at several degrees of fullness, found as a conversation finds them (the soonest,
    and those spread over a day) and by looking at all; raises AssertionError where the two differ."""
    database = make_engine(url, pool_size=1)
    rows = []
    for taken in (0.0, 0.6, 0.95, 0.999):
        _fill(database, taken)
        ours, naive = _took(database, offers_of, tries), _took(database, every_time, max(tries // 10, 3))
        spread = _took(database, spread_of, tries)
        met = verdict(ours[0] < GOAL_MS)
        rows.append((f"{taken:.1%} taken", *ours, naive[0], naive[0] / ours[0], spread[2] + spread[3], met))
    columns = ("", "p50", "p95", "CPU", "server's", "all times, p50", "times as much", "spread, CPU of both", "")
    table(f"First times of {DOCTORS} doctors × {DAYS} days, ms (goal: p50 under {GOAL_MS:g})", columns, rows)
    database.dispose()


class _Calendar:
    """Where one search looks."""

    def __init__(self, database: Database) -> None:
        self._begin = SqlUnitOfWorkFactory(database)

    @contextmanager
    def open(self) -> Iterator[None]:
        with self._begin() as uow:
            self.schedules = uow.schedules
            self.clinic = uow.schedules.clinic()
            yield


def offers_of(at: _Calendar) -> SearchResult:
    """As a conversation finds them."""
    return offers.find(at.schedules, at.clinic, None, NOW)


def spread_of(at: _Calendar) -> SearchResult:
    """Likewise, for who does not ask for the soonest ones."""
    return offers.find(at.schedules, at.clinic, None, NOW, spread=True)


def every_time(at: _Calendar) -> SearchResult:
    """By reading all days."""
    calendar = at.schedules.calendar(*search_ranges(None, at.clinic, NOW)[-1], NOW)
    calendar = calendar._replace(doctors=of_the_turn(calendar.doctors, None))
    return search(calendar, at.clinic, None, NOW)


def _took(
    database: Database, find: Callable[[_Calendar], SearchResult], tries: int
) -> tuple[float, float, float, float]:
    """Median and 95th percentile of the time, medians of our CPU and of the server's; in ms."""
    took, busy, served = [], [], []
    at = _Calendar(database)
    with database.connect() as connection:
        spent = Path(f"/proc/{connection.scalar(text('SELECT pg_backend_pid()'))}/schedstat")
    for number in range(tries + 1):
        with at.open():
            serving, began, worked = _nanoseconds(spent), time.perf_counter(), time.thread_time()
            found = find(at)
            if number:  # the first one warms
                took.append((time.perf_counter() - began) * 1000)
                busy.append((time.thread_time() - worked) * 1000)
                served.append((_nanoseconds(spent) - serving) / 1_000_000)
            if number == 1 and find is every_time:
                assert found == offers_of(at), "an offer differs from what looking at every time finds"
    return percentile(took, 50), percentile(took, 95), percentile(busy, 50), percentile(served, 50)


def _nanoseconds(spent: Path) -> int:
    """What a process has had of the processor."""
    return int(spent.read_text().split()[0])


def _fill(database: Database, share: float) -> None:
    """So many of all times are taken, at random but the same each time."""
    policy = Policy(horizon_days=DAYS, min_notice_minutes=60, buffer_minutes=0, holidays=None)
    clinic = Clinic(name="Clínica", zone=ZONE.key, opens=dt.time(_OPENS), closes=dt.time(_CLOSES), policy=policy)
    doctors = [Doctor(id=1000 + n, name=f"Dra. {n}") for n in range(DOCTORS)]
    hours = [
        Opening(doctor_id=doctor.id, weekday=day, start=dt.time(_OPENS), end=dt.time(_CLOSES), slot_minutes=30)
        for doctor in doctors
        for day in range(7)
    ]
    seed(database, clinic, doctors, hours)
    chosen = random.Random(7)
    every = [
        (doctor.id, start)
        for day in range(DAYS + 1)
        for half in range(2 * (_CLOSES - _OPENS))
        for start in [
            dt.datetime.combine(NOW.date() + dt.timedelta(days=day), dt.time(_OPENS), ZONE) + half * _SLOT,
        ]
        for doctor in doctors
    ]
    taken = chosen.sample(every, round(len(every) * share))
    with Session(database) as session, session.begin():
        session.query(AppointmentRow).filter(AppointmentRow.doctor_id >= 1000).delete()
        # Each has a patient of their own, so that nobody is in two places.
        known = session.query(PatientRow.id).filter(PatientRow.id >= 10**6).count()
        patients = [
            {"id": 10**6 + n, "name": f"Paciente {n}", "name_key": f"paciente {n}"} for n in range(known, len(taken))
        ]
        if patients:
            session.execute(insert(PatientRow), [row | {"created_at": NOW} for row in patients])
        if taken:
            session.execute(
                insert(AppointmentRow),
                [
                    {
                        "status": "programada", "start": start, "end": start + _SLOT, "doctor_id": doctor,
                        "patient_id": 10**6 + n, "visit": "primera_vez", "version": 1,
                        "created_at": NOW, "updated_at": NOW,
                    }
                    for n, (doctor, start) in enumerate(taken)
                ],
            )  # fmt: skip
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM ANALYZE citas_medicas")  # as the server itself does some minutes later
