"""Clinics to test in: a small one to collide in (two doctors, few free times), and one as large as the demo's.

On fakes; PostgreSQL can be seeded alike.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from booking.intents import VisitType
from booking.models import Clinic as ClinicRecord
from booking.models import Doctor, Opening, Policy, VisitLength
from booking.ports import IntentExtractor, UnitOfWorkFactory
from booking.testing.clinic import Clinic
from booking.testing.fakes.memory import MemoryDatabase
from booking.testing.frozen_clock import FrozenClock

ZONE = "America/Tijuana"
PEOPLE = ("Ana", "Beto", "Caro")
"""Who writes to a test clinic, unless a test says otherwise."""
OPENING_DAY = dt.datetime(2026, 11, 23, 8, 0, tzinfo=ZoneInfo(ZONE))
"""A Monday, 08:00 in Tijuana: where the clock of a test clinic starts."""


@dataclass(frozen=True)
class Seed:
    """What a database needs before its first message."""

    clinic: ClinicRecord
    doctors: tuple[Doctor, ...]
    openings: tuple[Opening, ...]
    visits: tuple[VisitLength, ...] = ()


def small_seed() -> Seed:
    """Dra. Uno works 09:00-10:30 each weekday, Dr. Dos 10:00-10:30 on Mondays and Tuesdays; horizon a week."""
    openings = [Opening(doctor_id=1, weekday=day, start=dt.time(9), end=dt.time(10, 30)) for day in range(5)]
    openings += [Opening(doctor_id=2, weekday=day, start=dt.time(10), end=dt.time(10, 30)) for day in range(2)]
    return Seed(
        clinic=ClinicRecord(
            name="Clínica de Prueba",
            zone=ZONE,
            address="Av. Revolución 1, Tijuana",
            policy=Policy(horizon_days=7, min_notice_minutes=30, offer_size=3),
        ),
        doctors=(Doctor(id=1, name="Dra. Uno"), Doctor(id=2, name="Dr. Dos")),
        openings=tuple(openings),
    )


def demo_seed() -> Seed:
    """The doctors and hours of `turnero db demo` under another name, without appointments: half hours, sixty days."""
    laura, jorge, paula = 1, 2, 3
    weekdays, tuesday, thursday, saturday = range(5), 1, 3, 5
    hours = [(laura, day, 9, 14) for day in weekdays] + [(laura, day, 16, 19) for day in weekdays]
    hours += [(jorge, day, 8, 14) for day in range(saturday + 1)]
    hours += [(paula, day, 15, 20) for day in (tuesday, thursday)]
    return Seed(
        clinic=ClinicRecord(
            name="Clínica Demo",
            zone=ZONE,
            address="Av. Revolución 1234, Zona Centro, Tijuana",
            phone="+52 664 123 4567",
        ),
        doctors=(
            Doctor(id=laura, name="Dra. Laura Méndez", specialty="Medicina general"),
            Doctor(id=jorge, name="Dr. Jorge Salas", specialty="Medicina general"),
            Doctor(id=paula, name="Dra. Paula Ríos", specialty="Dermatología"),
        ),
        openings=tuple(
            Opening(doctor_id=doctor, weekday=day, start=dt.time(begin), end=dt.time(end))
            for doctor, day, begin, end in hours
        ),
    )


def visits_seed() -> Seed:
    """The demo's clinic, where a first visit takes an hour and patients are asked whether it is one."""
    demo = demo_seed()
    policy = demo.clinic.policy.model_copy(update={"ask_visit": True})
    lengths = (VisitLength(visit=VisitType.FIRST, minutes=60), VisitLength(visit=VisitType.FOLLOW_UP, minutes=30))
    return replace(demo, clinic=demo.clinic.model_copy(update={"policy": policy}), visits=lengths)


def specialist_seed() -> Seed:
    """The demo's clinic, where the dermatologist gets only patients who ask for her."""
    demo = demo_seed()
    doctors = tuple(d.model_copy(update={"by_turn": d.specialty != "Dermatología"}) for d in demo.doctors)
    return replace(demo, doctors=doctors)


def memory_clinic(seed: Seed | None = None, reader: IntentExtractor | None = None) -> Clinic:
    """A clinic on fakes."""
    seed = seed or small_seed()
    database = MemoryDatabase().seed(seed.clinic, seed.doctors, seed.openings, visits=seed.visits)
    return clinic_on(database, reader)


def clinic_on(begin: UnitOfWorkFactory, reader: IntentExtractor | None = None) -> Clinic:
    """A clinic on any database that was seeded already; its clock stands on the opening day."""
    return Clinic(begin=begin, clock=FrozenClock(OPENING_DAY), reader=reader)
