"""A day is the clinic's, never London's: whatever its zone, a clinic whose wall clock shows the same says the same."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from zoneinfo import ZoneInfo

from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from booking.models import Grant, Opening, Role
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from booking.testing.fakes.memory import MemoryDatabase
from booking.testing.frozen_clock import FrozenClock
from booking.testing.profiles import a_share
from booking.testing.world import Seed, demo_seed
from nlu.shortcuts import Shortcuts
from storage.seed import seed as enter
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.engine.on_postgres import emptied

ZONES = ("Etc/GMT+8", "Etc/GMT+11", "Asia/Tokyo", "Pacific/Kiritimati")
"""Behind London and before it, by a fixed difference."""
MONDAY = dt.date(2026, 11, 23)

SAID = (
    "quiero una cita",
    "hoy",
    "mañana",
    "el miércoles",
    "el jueves en la tarde",
    "el viernes a las 17:00",
    "hoy a las 18:30",
    "pasado mañana a las 23:30",
    "de hoy a mañana",
    "más tarde",
    "otro día",
    "otros horarios",
    "1",
    "2",
    "Ana Torres",
    "sí",
    "no",
    "mis citas",
    "quiero cambiar mi cita de mañana",
    "cancela mi cita de hoy",
    "mejor el jueves",
    "¿abren mañana?",
    "¿abren hoy?",
    "qué citas tengo hoy",
    "qué citas hay mañana",
    "quién sigue",
    "bloquea mañana de 5 a 7",
    "qué horarios hay libres hoy",
)
"""By patients and by staff; each knows which of it is meant for them."""
WAITS = (1, 20, 90, 8 * 60)
"""Minutes that pass."""

steps = st.lists(
    st.tuples(st.sampled_from(["Ana", "Beto", "Rosa"]), st.sampled_from(SAID)) | st.sampled_from(WAITS),
    min_size=1,
    max_size=8,
)
walls = st.integers(0, 7 * 96 - 1).map(lambda n: dt.datetime.combine(MONDAY, dt.time()) + n * dt.timedelta(minutes=15))
BOOKED = [("Ana", "quiero una cita"), ("Ana", "1"), ("Ana", "Ana Torres"), ("Ana", "sí")]
"""What most of the rest is about."""


def seed_in(zone: str) -> Seed:
    """The demo's doctors, of whom one works till midnight and from it on, and sees five a day at most."""
    demo = demo_seed()
    late = [
        Opening(doctor_id=2, weekday=day, start=dt.time(start), end=dt.time(end), daily_cap=5)
        for day in range(7)
        for start, end in ((0, 2), (22, 0))
    ]
    policy = demo.clinic.policy.model_copy(update={"horizon_days": 3, "min_notice_minutes": 30})
    clinic = demo.clinic.model_copy(update={"zone": zone, "policy": policy})
    return replace(demo, clinic=clinic, openings=(*demo.openings, *late))


def in_memory(zone: str, wall: dt.datetime) -> Clinic:
    seed = seed_in(zone)
    database = MemoryDatabase().seed(seed.clinic, seed.doctors, seed.openings)
    return Clinic(database, FrozenClock(wall.replace(tzinfo=ZoneInfo(zone))), reader=Shortcuts())


def on_postgresql(engine: Engine, zone: str, wall: dt.datetime) -> Clinic:
    emptied(engine)
    seed = seed_in(zone)
    enter(engine, seed.clinic, seed.doctors, seed.openings)
    return Clinic(SqlUnitOfWorkFactory(engine), FrozenClock(wall.replace(tzinfo=ZoneInfo(zone))), reader=Shortcuts())


def told(clinic: Clinic, said: list[tuple[str, str] | int]) -> list[str]:
    """What everybody reads, in order."""
    clinic.say("Rosa", "hola")
    employ(clinic, "Rosa", Grant(role=Role.STAFF))
    texts = []
    for step in said:
        if isinstance(step, int):
            clinic.advance(minutes=step)
        else:
            texts.append(f"{step}: {clinic.say(*step).text}")
    return texts


AFTERNOON = dt.datetime.combine(MONDAY, dt.time(15, 30))
EVENING = dt.datetime.combine(MONDAY, dt.time(22, 45))


@settings(a_share(2))
@given(zone=st.sampled_from(ZONES), wall=walls, said=st.just(BOOKED) | steps, then=steps)
@example(zone=ZONES[0], wall=AFTERNOON, said=[("Ana", "quiero una cita")], then=[("Ana", "otro día")])
@example(zone=ZONES[0], wall=AFTERNOON, said=[("Ana", "quiero una cita")], then=[("Ana", "más tarde")])
@example(zone=ZONES[0], wall=AFTERNOON, said=BOOKED, then=[("Rosa", "¿qué citas hay hoy?"), ("Rosa", "¿quién sigue?")])
@example(zone=ZONES[0], wall=EVENING, said=BOOKED, then=[("Ana", "mis citas"), ("Rosa", "qué citas hay mañana")])
@example(zone=ZONES[2], wall=EVENING - dt.timedelta(hours=20), said=BOOKED, then=[("Beto", "¿abren hoy?")])
def test_a_clinic_says_the_same_in_every_zone(
    zone: str, wall: dt.datetime, said: list[tuple[str, str] | int], then: list[tuple[str, str] | int]
) -> None:
    script = [*said, *then]
    assert told(in_memory(zone, wall), script) == told(in_memory("UTC", wall), script)


def test_a_clinic_says_the_same_in_every_zone_on_postgresql(engine: Engine) -> None:
    @settings(a_share(10))
    @given(zone=st.sampled_from(ZONES), wall=walls, said=st.just(BOOKED) | steps, then=steps)
    def is_told(
        zone: str, wall: dt.datetime, said: list[tuple[str, str] | int], then: list[tuple[str, str] | int]
    ) -> None:
        script = [*said, *then]
        assert told(on_postgresql(engine, zone, wall), script) == told(in_memory("UTC", wall), script)

    is_told()
