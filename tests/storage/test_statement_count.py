"""What a turn says of its statements is what went over the wire, in whichever thread it was asked."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

from psycopg.pq import Trace
from sqlalchemy import Engine, event

from booking import statement_count
from booking.conversation import in_time
from booking.ports import LookupRequest, Passage
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.bench.clinic import KINDS, Bench
from tests.storage.clinic import open_clinic

_SAID = re.compile(r'^F\t\d+\t(?:Execute\b|Query\t "(?!BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|;?"))', re.M)
"""A statement in libpq's own trace: executed by its name, or said in full; the frame of a transaction is none."""


class Wire:
    """What libpq sends from now on, as it writes it down itself.
    https://www.postgresql.org/docs/current/libpq-control.html#LIBPQ-PQTRACE"""

    def __init__(self, engine: Engine, path: Path) -> None:
        self._path = path
        path.touch()
        event.listen(engine, "connect", self._trace)
        engine.dispose()

    def _trace(self, connection: Any, _record: object) -> None:
        connection.pgconn.trace(os.open(self._path, os.O_WRONLY | os.O_APPEND))
        connection.pgconn.set_trace_flags(Trace.SUPPRESS_TIMESTAMPS)

    def mark(self) -> int:
        return self._path.stat().st_size

    def since(self, mark: int) -> int:
        """How many statements."""
        return len(_SAID.findall(self._path.read_bytes()[mark:].decode(errors="replace")))


def test_each_turn_tells_what_it_sent(database: str, tmp_path: Path) -> None:
    bench = Bench(database)
    wire = Wire(bench.database, tmp_path / "sent")
    with bench.begin() as uow:
        uow.schedules.clinic()  # what a connection begins with is no turn's
    person, told = bench.person(), []
    for kind in KINDS:
        chat, message = bench.receive(person, kind)
        before = wire.mark()
        bench.engine.process(chat, message)
        with bench.begin() as uow:
            sent = wire.since(before)
            told.append((uow.turns.list(chat)[-1].statements, sent))
    bench.database.dispose()
    assert all(said == sent for said, sent in told), told
    assert min(sent for _, sent in told) >= 3


class _AsksTheDatabase:
    """Knowledge that is looked for in two statements."""

    def __init__(self, begin: SqlUnitOfWorkFactory) -> None:
        self._begin = begin

    def answer(self, query: str, request: LookupRequest) -> Passage | None:
        with self._begin() as uow:
            uow.schedules.doctors()
            uow.staff.list()
        return None


def test_what_services_ask_in_threads_of_their_own_counts(begin: SqlUnitOfWorkFactory, engine: Engine) -> None:
    open_clinic(engine)
    with statement_count.counted():
        in_time.documents(_AsksTheDatabase(begin), LookupRequest(1, 1, time.monotonic() + 30), "¿qué?")
        assert statement_count.so_far() == 2


def test_nothing_is_counted_where_nobody_counts(begin: SqlUnitOfWorkFactory, engine: Engine) -> None:
    open_clinic(engine)
    with begin() as uow:
        uow.schedules.doctors()
    assert statement_count.so_far() is None
    with statement_count.counted():
        assert statement_count.so_far() is None
