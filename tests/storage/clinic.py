"""A clinic of two doctors, and the few things that tests of the storage do all the time."""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from sqlalchemy import Engine, text

from booking.models import Clinic, Content, Doctor, Hold, Identity, IdentityKind, InboundMessage, Opening, Slot, Text
from booking.ports import Accepted
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory

NOW = dt.datetime(2026, 11, 24, 18, 0, tzinfo=dt.UTC)  # 10:00 in Tijuana
TEN_MINUTES = dt.timedelta(minutes=10)
_WAITING = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND backend_type = 'client backend' AND cardinality(pg_blocking_pids(pid)) > 0"
)
DOCTORS = (Doctor(id=1, name="Dra. Uno"), Doctor(id=2, name="Dr. Dos", weight=2))


def open_clinic(engine: Engine) -> None:
    """Both doctors work from 08:00 to 14:00 every day."""
    openings = [
        Opening(doctor_id=doctor.id, weekday=day, start=dt.time(8), end=dt.time(14))
        for doctor in DOCTORS
        for day in range(7)
    ]
    seed(engine, Clinic(name="Prueba", zone="America/Tijuana"), DOCTORS, openings)


def slot(hours: float, minutes: int = 30) -> Slot:
    """A slot that begins so many hours from NOW."""
    start = NOW + dt.timedelta(hours=hours)
    return Slot(start=start, end=start + dt.timedelta(minutes=minutes))


def wa(value: str) -> Identity:
    return Identity(kind=IdentityKind.WA_ID, value=value)


def bsuid(value: str) -> Identity:
    return Identity(kind=IdentityKind.BSUID, value=value)


def message(wamid: str, *sender: Identity, content: Content | None = None) -> InboundMessage:
    return InboundMessage(
        wamid=wamid,
        phone_number_id="1",
        sender=sender or (wa("526641112233"),),
        sent_at=NOW,
        content=content or Text(body="hola"),
    )


def accept(begin: SqlUnitOfWorkFactory, wamid: str, *sender: Identity) -> Accepted:
    with begin() as uow:
        accepted = uow.inbox.accept(message(wamid, *sender), NOW)
        uow.commit()
    assert accepted
    return accepted


def chat(begin: SqlUnitOfWorkFactory, number: int = 1) -> int:
    """The conversation of a person of that number."""
    return accept(begin, f"wamid.{number}", wa(f"52664111{number:04d}")).conversation_id


def patient(begin: SqlUnitOfWorkFactory, conversation_id: int, name: str = "Ana Torres") -> int:
    with begin() as uow:
        person = uow.conversations.get(conversation_id).person
        found = uow.patients.find_or_create(person.id, name, person.phone, NOW)
        uow.commit()
    return found.id


def hold(begin: SqlUnitOfWorkFactory, conversation_id: int, where: Slot, doctor_id: int = 1) -> Hold | None:
    with begin() as uow:
        held = uow.appointments.hold(where, doctor_id, conversation_id, NOW, NOW + TEN_MINUTES)
        uow.commit()
    return held


def until_it_waits(engine: Engine, other: Future[Any]) -> None:
    """Until somebody waits for a lock in this database, on whose server other tests work too, or the other call has
    ended without."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        while not other.done() and not connection.scalar(_WAITING):
            time.sleep(0.01)


def at_once(calls: Sequence[Callable[[], object]]) -> list[object]:
    """Each call in a thread of its own, all let go together. What they return or raise, in their order."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        start.wait()
        return call()

    with ThreadPoolExecutor(max_workers=len(calls)) as threads:
        running = [threads.submit(run, call) for call in calls]
    return [one.exception() or one.result() for one in running]
