"""A clinic as it runs, in processes of its own on the embedded PostgreSQL, while everything that can die does."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from booking.runtime.composition_root import App, load_demo, opened
from booking.settings import Settings
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_faults import NUMBER_RATE, PAIR_RATE, UNAVAILABLE, Answer, Drop, Fault, Hang
from booking.testing.channel.meta_phone import Phone
from booking.testing.profiles import PROFILE
from tests.e2e.processes import PATIENCE, ROOT, Command, Server, persistent

FAULTS: tuple[Fault, ...] = (
    UNAVAILABLE,
    PAIR_RATE,
    NUMBER_RATE,
    Answer(),
    Drop(),
    Drop(taken=True),
    Hang(seconds=4, taken=True),
    Hang(seconds=4),
)


@dataclass
class House:
    """One run's clinic. `server` and `worker` are supervised: what died is started again."""

    app: App
    meta: FakeMeta
    server: Server
    worker: Command
    home: Path
    done: threading.Event = field(default_factory=threading.Event)

    def supervise(self) -> None:
        while not self.done.wait(0.1):
            for command in (self.server, self.worker):
                if not command.running and not self.done.is_set():
                    Command.start(command)

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """Asked again while the database is away."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with self.app.database.connect() as connection:
                    return [tuple(row) for row in connection.execute(text(statement))]
            except SQLAlchemyError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    # --- what can happen to it -----------------------------------------------------------------------

    def kill_server(self) -> None:
        """Its own worker lives on for as long as it takes to notice."""
        os.kill(self.server.pid, signal.SIGKILL)

    def kill_its_worker(self) -> None:
        with suppress(ProcessLookupError):
            for pid in self.server.workers:
                os.kill(pid, signal.SIGKILL)

    def kill_worker(self) -> None:
        os.kill(self.worker.pid, signal.SIGKILL)

    def kill_postgres(self) -> None:
        with suppress(FileNotFoundError, IndexError, ProcessLookupError):
            os.kill(int((self.home / "postgres" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def cut_a_connection(self) -> None:
        self._cut("ORDER BY random() LIMIT 1")

    def cut_all_connections(self) -> None:
        self._cut("")

    def _cut(self, which: str) -> None:
        with suppress(SQLAlchemyError), self.app.database.connect() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity WHERE"
                    " backend_type = 'client backend' AND datname = current_database()"
                    f" AND pid <> pg_backend_pid() {which}) AS them"
                )
            )


@dataclass
class Talker:
    """Somebody who books the n-th time they are offered on a day of their own choice, whatever happens."""

    name: str
    phone: Phone
    day: str
    option: str
    chance: random.Random
    wamids: list[str] = field(default_factory=list)

    def book(self) -> None:
        self._say(["hola", f"quiero una cita el {self.day}"], "Estos horarios están libres")
        self._say([self.option], "A nombre de quién")
        self._say([self.name], "¿Confirmo la cita?")
        self._say(["sí"], "quedó agendada")

    def _say(self, texts: list[str], answer: str) -> None:
        """Delivered once or more, in any order. What came before may come again: sending is at least once."""
        written = [self.phone.write("text", {"body": words}) for words in texts]
        self.wamids += [str(inbound.message["id"]) for inbound in written]
        self.chance.shuffle(written)
        self.phone.meta.deliver(written, times=self.chance.choice((1, 1, 2, 3)))
        self.phone.meta.wait(
            lambda: any(answer in said for said in self.phone.inbox), 2 * PATIENCE, f"{answer} in {self.phone.inbox}"
        )


def misfortunes(house: House, talkers: list[Talker], chance: random.Random) -> list[Callable[[], None]]:
    """What happens in one run, in order."""
    happen = [
        *[house.kill_server, house.kill_its_worker, house.kill_worker] * (2 if PROFILE == "nightly" else 1),
        house.kill_postgres,
        house.cut_all_connections,
        *[house.cut_a_connection] * 8,
    ]
    chance.shuffle(happen)
    for talker in chance.sample(talkers, len(talkers) // 2):
        # One each: several in a row make a message wait for minutes, which is as it should be.
        house.meta.fail(chance.choice(FAULTS), to=talker.phone.wa_id)
    return happen


def run(house: House, talkers: list[Talker], chance: random.Random) -> None:
    """Everybody talks, everything happens. Returns when the last has been answered and the last fault is over."""
    with ThreadPoolExecutor(len(talkers)) as pool:
        talks = [pool.submit(talker.book) for talker in talkers]
        for happens in misfortunes(house, talkers, chance):
            time.sleep(chance.uniform(0.1, 1.5))
            happens()
        for talk in talks:
            talk.result(4 * PATIENCE)
    house.meta.heal()


@contextmanager
def open_house(home: Path) -> Iterator[House]:
    """The demo clinic at work, on a database of its own; both processes find it in `home`."""
    home.chmod(0o755)
    with FakeMeta(post=persistent(lambda: server.url)) as meta:
        values: Mapping[str, str] = {
            "TURNERO_HOME": str(home),
            "WHATSAPP_APP_SECRET": meta.app_secret,
            "WHATSAPP_VERIFY_TOKEN": meta.verify_token,
            "WHATSAPP_ACCESS_TOKEN": meta.token,
            "WHATSAPP_PHONE_NUMBER_ID": meta.phone_number_id,
            "WHATSAPP_API_BASE_URL": meta.base_url,
            "WHATSAPP_TIMEOUT_SECONDS": "2",
            "TURN_PAUSE_MS": "50",
            "WORKER_THREADS": "8",
        }
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **values}
        server = Server(environment, home)
        worker = Command(environment, home, "worker")
        with opened(Settings(_env_file=None, **{name.lower(): value for name, value in values.items()})) as app:
            load_demo(app)
            server.start()
            worker.start()
            house = House(app, meta, server, worker, home)
            supervisor = threading.Thread(target=house.supervise, name="supervisor")
            supervisor.start()
            try:
                yield house
            finally:
                house.done.set()
                supervisor.join()
                server.stop()
                worker.stop()
