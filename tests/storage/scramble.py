"""A crowd that wants few times, served by worker processes that are killed at random.

Requests stand in a table of the test's own. A worker takes one (`FOR UPDATE SKIP LOCKED`), does it through
`booking.appointments.appointment_changes` and stores the answer in the same transaction: whoever is killed leaves the
request to others.
"""

from __future__ import annotations

import datetime as dt
import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from booking.appointments import appointment_changes, holds
from booking.models import Appointment, Booking, Hold, Slot
from booking.ports import Calendar
from storage.base import make_engine
from storage.repositories.schedule_repository import SqlSchedules
from storage.unit_of_work import SqlUnitOfWork

TABLE = """
CREATE TABLE pedidos (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ahora timestamptz NOT NULL, conversacion bigint NOT NULL,
    que text NOT NULL, datos jsonb NOT NULL, respuesta jsonb
)
"""
_NEXT = text(
    "SELECT id, ahora, conversacion, que, datos FROM pedidos WHERE respuesta IS NULL"
    " ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1"
)
_ANSWER = text("UPDATE pedidos SET respuesta = CAST(:answer AS jsonb) WHERE id = :id")
_ASK = text("INSERT INTO pedidos (ahora, conversacion, que, datos) VALUES (:now, :chat, :what, CAST(:data AS jsonb))")
_LEFT = text("SELECT count(*) FROM pedidos WHERE respuesta IS NULL")


class Request(NamedTuple):
    """What somebody does, and when: "select" a time with a doctor, or "confirm" what is held."""

    now: dt.datetime
    conversation_id: int
    what: str
    data: dict[str, Any]


class AlwaysFree(SqlSchedules):
    """The application's own check, removed: nothing is ever busy."""

    def calendar(self, start: dt.datetime, end: dt.datetime, now: dt.datetime, **aside: int | None) -> Calendar:
        return super().calendar(start, end, now, **aside)._replace(busy=())


def select(now: dt.datetime, conversation_id: int, slot: Slot, doctor_id: int) -> Request:
    return Request(now, conversation_id, "select", {"slot": slot.model_dump(mode="json"), "doctor": doctor_id})


def confirm(now: dt.datetime, conversation_id: int, hold: Hold) -> Request:
    return Request(now, conversation_id, "confirm", {"hold": hold.model_dump(mode="json")})


def crowd(
    engine: Engine, url: str, requests: Sequence[Request], *, checks: bool, workers: int, kill_every: int, seed: int
) -> tuple[list[dict[str, Any]], int]:
    """The answers to all requests, in their order, and how many workers were killed on the way: one after every
    `kill_every` answers or so, whatever it is doing."""
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS pedidos"))
        connection.execute(text(TABLE))
    chance, fork, killed = random.Random(seed), multiprocessing.get_context("fork"), 0

    def started() -> Any:
        process = fork.Process(target=_work, args=(url, checks), daemon=True)
        process.start()
        return process

    running = [started() for _ in range(workers)]
    rows = [{"now": r.now, "chat": r.conversation_id, "what": r.what, "data": json.dumps(r.data)} for r in requests]
    with engine.begin() as connection:
        connection.execute(_ASK, rows)  # now that all are there: a fork of a large process takes a while
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            due = len(requests) - chance.randint(1, 2 * kill_every)
            while left := connection.scalar(_LEFT):
                time.sleep(0.02 * chance.random())
                assert all(process.is_alive() for process in running), "a worker died that nobody killed"
                if left > due:
                    continue
                due = left - chance.randint(1, 2 * kill_every)
                victim = chance.randrange(workers)
                os.kill(running[victim].pid, signal.SIGKILL)
                running[victim].join()
                killed += 1
                running[victim] = started()
            answers = list(connection.scalars(text("SELECT respuesta FROM pedidos ORDER BY id")))
    finally:
        for process in running:
            process.kill()
            process.join()
    return answers, killed


def _work(url: str, checks: bool) -> None:
    """Serve requests until killed."""
    engine = make_engine(url, pool_size=1)
    while True:
        try:
            with SqlUnitOfWork(engine) as uow:
                served = _serve(uow, checks)
                uow.commit()
            if not served:
                time.sleep(0.01)
        except OperationalError:
            time.sleep(0.01)  # a deadlock or a lock waited for too long: somebody takes the request again


def _serve(uow: SqlUnitOfWork, checks: bool) -> bool:
    session = uow._session
    if not checks:
        uow.schedules = AlwaysFree(session)
    row = session.execute(_NEXT).one_or_none()
    if row is None:
        return False
    clinic = uow.schedules.clinic()
    answer: Any
    if row.que == "select":
        wanted = Slot.model_validate(row.datos["slot"])
        held = holds.take(uow, clinic, wanted, row.conversacion, row.ahora, [row.datos["doctor"]])
        answer = {"hold": held.model_dump(mode="json")} if held else {"refused": "slot_taken"}
    else:
        person = uow.conversations.get(row.conversacion).person
        draft = Booking(doctor="x", name=f"P{row.conversacion}", hold=Hold.model_validate(row.datos["hold"]))
        booked = appointment_changes.book(uow, clinic, draft, person, row.conversacion, row.ahora)
        answer = {"booked": booked.id} if isinstance(booked, Appointment) else {"refused": booked.value}
    session.execute(_ANSWER, {"id": row.id, "answer": json.dumps(answer)})
    return True
