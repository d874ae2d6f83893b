"""What is stored is heard of: taken apart at once, by whoever is left, and without anybody asking again and again."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, text

from booking.errors import DatabaseUnavailable
from booking.testing.contracts.contract_world import NOW
from storage.arrivals import Arrivals
from storage.mailbox import Mailbox

PATIENCE = 60.0


@contextmanager
def listening(url: str, split: Callable[[], bool]) -> Iterator[None]:
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(Arrivals(url, split).run(stop),))
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)
        assert not thread.is_alive()
        loop.close()


class Calls:
    """Counts calls; each gives the next of `answers`, or True."""

    def __init__(self, *answers: bool | Exception) -> None:
        self.count = 0
        self._answers = list(answers)

    def __call__(self) -> bool:
        self.count += 1
        answer = self._answers.pop(0) if self._answers else True
        if isinstance(answer, Exception):
            raise answer
        return answer

    def wait(self, count: int) -> None:
        end = time.monotonic() + PATIENCE
        while self.count < count:
            assert time.monotonic() < end, f"{self.count} calls of {count}"
            time.sleep(0.01)


def test_each_arrival_is_heard_of_and_nothing_else_asks(database: str, engine: Engine) -> None:
    calls, mailbox = Calls(), Mailbox(engine)
    with listening(database, calls):
        calls.wait(1)  # what waited before
        for n in range(3):
            assert calls.count == 1 + n
            mailbox.keep([(NOW, b"{}"), (NOW, b"{}")])
            calls.wait(2 + n)


def test_a_connection_that_is_cut_and_a_database_that_is_away_are_survived(database: str, engine: Engine) -> None:
    calls, mailbox = Calls(DatabaseUnavailable(), KeyError("a bug")), Mailbox(engine)
    with listening(database, calls):
        calls.wait(3)
        with engine.connect() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE backend_type = 'client backend' AND datname = current_database() AND query LIKE 'LISTEN%'"
                )
            )
        calls.wait(4)  # on the new connection, for what came meanwhile
        mailbox.keep([(NOW, b"{}")])
        calls.wait(5)


def test_while_another_is_at_it_it_asks_again(database: str) -> None:
    """Who is at it may die there."""
    calls = Calls(False, False)
    with listening(database, calls):
        calls.wait(3)


def test_a_cut_connection_of_the_mailbox_is_made_anew(engine: Engine) -> None:
    mailbox = Mailbox(engine)
    mailbox.keep([(NOW, b"one")])
    with engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    mailbox.keep([(NOW, b"two")])
    with engine.connect() as connection:
        assert connection.scalars(text("SELECT cuerpo FROM entregas_webhook ORDER BY id")).all() == [b"one", b"two"]
