"""Many people, few times, workers killed at random: on PostgreSQL, with the application's checks and without.

A few times and people by default; `TURNERO_PROFILE=nightly` runs fifty times with two hundred people each.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from sqlalchemy import Engine, text

from booking.appointments import holds
from booking.models import Clinic, Doctor, Hold, Opening, Policy, Slot
from booking.testing.profiles import PROFILE
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import NOW, chat
from tests.storage.scramble import Request, confirm, crowd, select

TIMES, PEOPLE, WORKERS, KILL_EVERY = (50, 200, 6, 100) if PROFILE == "nightly" else (6, 20, 3, 25)
LAPSE = dt.timedelta(minutes=10)
_OVERLAPS = """
SELECT count(*) FROM citas_medicas a JOIN citas_medicas b ON a.id < b.id
    AND a.estado <> 'cancelada' AND b.estado <> 'cancelada'
    AND a.inicio < b.fin AND b.inicio < a.fin AND a.{who} = b.{who}
"""


def open_clinic(engine: Engine) -> list[tuple[int, Slot]]:
    """Two doctors; the times that the crowd wants, two by two at the same hour with one doctor each."""
    doctors = [Doctor(id=1, name="Dra. Uno"), Doctor(id=2, name="Dr. Dos")]
    openings = [
        Opening(doctor_id=doctor.id, weekday=day, start=dt.time(8), end=dt.time(18))
        for doctor in doctors
        for day in range(7)
    ]
    seed(engine, Clinic(name="Prueba", zone="America/Tijuana", policy=Policy(holidays=None)), doctors, openings)
    first = NOW.replace(hour=16, minute=0) + dt.timedelta(days=1)  # 08:00 in Tijuana
    starts = [first + dt.timedelta(days=n // 20, minutes=30 * (n % 20)) for n in range((TIMES + 1) // 2)]
    slots = [Slot(start=start, end=start + dt.timedelta(minutes=30)) for start in starts]
    return [(doctor.id, slot) for slot in slots for doctor in doctors][:TIMES]


@pytest.mark.parametrize("checks", [True, False], ids=["checked", "database alone"])
def test_a_scramble_for_few_times(
    engine: Engine, owner_engine: Engine, database: str, begin: SqlUnitOfWorkFactory, checks: bool
) -> None:
    wanted = open_clinic(engine)
    chats = [chat(begin, number) for number in range(PEOPLE)]
    killed = 0

    def served(requests: list[Request]) -> list[dict[str, object]]:
        nonlocal killed
        options = {"checks": checks, "workers": WORKERS, "kill_every": KILL_EVERY, "seed": len(requests)}
        answers, dead = crowd(owner_engine, database, requests, **options)
        killed += dead
        assert all(answers), "nobody is left without an answer"
        return answers

    # Everybody wants every time; each has one doctor.
    answers = served([select(NOW, who, slot, doctor) for doctor, slot in wanted for who in chats])
    assert [sum("hold" in a for a in answers[i * PEOPLE : (i + 1) * PEOPLE]) for i in range(TIMES)] == [1] * TIMES
    asked = [(who, doctor, slot) for doctor, slot in wanted for who in chats]
    theirs = [
        (who, Hold.model_validate(a["hold"])) for (who, _, _), a in zip(asked, answers, strict=True) if "hold" in a
    ]

    # Half of those who hold say yes in time; the others when it has lapsed and everybody else may have it too.
    live, late = theirs[: TIMES // 2], theirs[TIMES // 2 :]
    soon = NOW + dt.timedelta(minutes=5)
    first = served([confirm(soon, who, hold) for who, hold in live])
    lapsed = NOW + LAPSE
    mixed: list[Request] = []
    for who, hold in late:
        others = [select(lapsed, other, hold.slot, hold.doctor_id) for other in chats if other != who]
        half = len(others) // (20 if mixed else 2)  # the holder of the first asks in the middle, the rest early
        mixed += [*others[:half], confirm(lapsed, who, hold), *others[half:]]
    second = served(mixed)

    with engine.connect() as connection:
        for who in ("doctor_id", "paciente_id"):
            assert connection.scalar(text(_OVERLAPS.format(who=who))) == 0
        booked = connection.scalar(text("SELECT count(*) FROM citas_medicas WHERE estado = 'programada'"))
        events = connection.scalar(text("SELECT count(*) FROM eventos_cita WHERE tipo = 'agendada'"))
    said = Counter("booked" if "booked" in a else a.get("refused", "hold") for a in first + second)
    assert said["booked"] == booked == events, "who was told so has an appointment, and nobody else"
    assert all(a.get("refused") in (None, "patient_busy") for a in first), "a live hold is honoured"
    assert killed > 0

    # Long afterwards no hold is in anybody's way: what is not booked can be taken.
    afterwards = lapsed + 2 * LAPSE
    with begin() as uow:
        clinic, newcomer = uow.schedules.clinic(), chats[-1]
        taken = {(a.doctor_id, a.slot) for a in uow.appointments.list() if a.patient_id}
        for doctor, slot in wanted:
            got = holds.take(uow, clinic, slot, newcomer, afterwards, [doctor])
            assert (got is None) == ((doctor, slot) in taken)
    print(
        f"\n{TIMES} times, {PEOPLE} people, {len(answers) + len(first) + len(second)} requests, {killed} killed: {said}"
    )


def test_no_one_is_ahead_by_more_than_one(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    """Equal weights and hours, nothing cancelled, as many at once as there are connections; each assignment went to
    the doctor whom the rule names."""
    doctors = [Doctor(id=n, name=f"Dr. {n}") for n in range(1, 6)]
    openings = [
        Opening(doctor_id=d.id, weekday=day, start=dt.time(8), end=dt.time(18)) for d in doctors for day in range(7)
    ]
    seed(engine, Clinic(name="Prueba", zone="America/Tijuana", policy=Policy(holidays=None)), doctors, openings)
    first = NOW.replace(hour=16, minute=0) + dt.timedelta(days=1)
    people = 500 if PROFILE == "nightly" else 100
    starts = [first + dt.timedelta(days=n // 20, minutes=30 * (n % 20)) for n in range(people)]
    chats = [chat(begin, number) for number in range(20)]

    def choose(n: int) -> None:
        with begin() as uow:
            slot = Slot(start=starts[n], end=starts[n] + dt.timedelta(minutes=30))
            assert holds.take(uow, uow.schedules.clinic(), slot, chats[n % len(chats)], NOW)
            uow.commit()

    with ThreadPoolExecutor(max_workers=16) as threads:
        list(threads.map(choose, range(people)))
    with begin() as uow:
        assigned = list(uow.appointments.assignments(limit=people))[::-1]
    assert len(assigned) == people
    for appointment, reason in assigned:
        loads = [s.load for s in reason.standings]
        assert max(loads) - min(loads) <= 1
        named = min(reason.standings, key=lambda s: (s.load / s.weight, s.doctor_id))
        assert appointment.doctor_id == named.doctor_id
    totals = sorted(sum(s.load for s in reason.standings) for _, reason in assigned)
    assert totals == list(range(people)), "no two counted the same"
    assert all(b - a == 1 for a, b in pairwise(totals))
    each = Counter(appointment.doctor_id for appointment, _ in assigned)
    assert max(each.values()) - min(each.values()) <= 1
