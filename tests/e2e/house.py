"""The whole application as it runs: webhook on a socket, worker, PostgreSQL, and a fake of Meta before it."""

from __future__ import annotations

import datetime as dt
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from sqlalchemy import text
from starlette.routing import BaseRoute

from booking.models import Appointment, Conversation, State, Status, Sweep, TurnRecord
from booking.runtime.composition_root import App, load_demo, opened
from booking.runtime.serving import working
from booking.settings import Settings
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_phone import Phone
from booking.testing.checked_sender import CheckedSender
from storage.base import Base
from storage.phones import canonical
from tests.webhook.serving import served
from webhook.app import create_app

NOW = dt.datetime.fromisoformat("2026-11-24T10:00:00-08:00")
"""A Tuesday in Tijuana."""

PATIENCE = 90.0
"""Seconds after which something that was to happen did not."""


def settings_for(url: str, home: Path, meta: FakeMeta, **others: object) -> Settings:
    """What an operator would set, with a short pause; `.env` is not read."""
    values: dict[str, Any] = {
        "database_url": SecretStr(url),
        "turnero_home": home,
        "whatsapp_app_secret": SecretStr(meta.app_secret),
        "whatsapp_verify_token": SecretStr(meta.verify_token),
        "whatsapp_access_token": SecretStr(meta.token),
        "whatsapp_phone_number_id": meta.phone_number_id,
        "whatsapp_api_base_url": meta.base_url,
        "turn_pause_ms": 50,
        "worker_threads": 8,
    }
    return Settings(_env_file=None, **(values | others))


class ClockFile:
    """TURNERO_CLOCK_FILE: stands still until a test moves it; then this is done."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.when_moved: Callable[[], object] = lambda: None
        self.begin_at(NOW)

    def set(self, at: dt.datetime) -> None:
        self.begin_at(at)
        self.when_moved()

    def begin_at(self, at: dt.datetime) -> None:
        # Written aside and renamed: a reader never finds half of it.
        draft = self.path.with_suffix(".draft")
        draft.write_text(at.isoformat(), encoding="utf-8")
        draft.rename(self.path)
        self.at = at

    def advance(self, **durations: float) -> None:
        self.set(self.at + dt.timedelta(**durations))

    def now(self) -> dt.datetime:
        return self.at


class House:
    """A clinic that is open: people write to it by phone, and tests look into its books."""

    _numbers = itertools.count(6_000_000)

    def __init__(self, app: App, meta: FakeMeta, clock: ClockFile, checked: CheckedSender) -> None:
        self.app, self.meta, self.clock = app, meta, clock
        self._checked, self._templates = checked, list(meta.templates)
        clock.when_moved = self.sweep

    # --- people --------------------------------------------------------------------------------------

    def phone(self, name: str | None = None) -> Phone:
        """Somebody who has never written before."""
        return self.meta.phone(f"52664{next(self._numbers)}", name=name)

    def says(self, phone: Phone, words: str) -> str:
        """Write, and read the answer."""
        return phone.ask(lambda p: p.say(words), PATIENCE)

    def taps(self, phone: Phone, title: str) -> str:
        """Tap, and read the answer."""
        return phone.ask(lambda p: p.tap(title), PATIENCE)

    # --- books ---------------------------------------------------------------------------------------

    def conversation(self, phone: Phone) -> Conversation:
        with self.app.begin() as uow:
            number = canonical(phone.wa_id or "")
            return next(c for c in uow.conversations.list(limit=1000) if c.person.phone == number)

    def state(self, phone: Phone) -> State:
        return self.conversation(phone).state

    def turns(self, phone: Phone) -> list[TurnRecord]:
        with self.app.begin() as uow:
            return list(uow.turns.list(self.conversation(phone).id))

    def rows(self, phone: Phone) -> list[str]:
        """The rows of the table that took the triggers of the last turn."""
        return [step.row for step in self.turns(phone)[-1].steps]

    def appointments(self, phone: Phone) -> list[Appointment]:
        """What is booked by this person, for whomever."""
        with self.app.begin() as uow:
            return list(uow.appointments.list(person_id=self.conversation(phone).person.id))

    def holds(self) -> list[Appointment]:
        with self.app.begin() as uow:
            return list(uow.appointments.list(statuses=[Status.HELD]))

    def local(self, at: dt.datetime) -> str:
        """An instant as the clinic's wall clock and calendar show it."""
        return at.astimezone(self.app.settings.zone).strftime("%Y-%m-%d %H:%M")

    def offered(self, phone: Phone) -> list[str]:
        """The offered times, in order."""
        offer = self.conversation(phone).offer
        return [self.local(found.slot.start) for found in offer.found] if offer else []

    def contents(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table of ours, but for when upkeep last ran: it does while nothing happens."""
        with self.app.database.connect() as connection:
            return {
                table.name: sorted((tuple(row) for row in connection.execute(table.select())), key=repr)
                for table in Base.metadata.sorted_tables
                if table.name != "trabajos_periodicos"
            }

    def jobs(self) -> int:
        """Jobs of conversations that wait or run, and deliveries that nobody has taken apart."""
        with self.app.database.connect() as connection:
            return (
                connection.scalar(
                    text(
                        "SELECT count(*) + (SELECT count(*) FROM entregas_webhook)"
                        " FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
                        " AND task_name IN ('turnero.process', 'turnero.deliver', 'turnero.tell')"
                    )
                )
                or 0
            )

    def sweep(self) -> None:
        """Have the worker look at once what has become due, as it does by itself every five seconds."""
        with self.app.begin() as uow:
            uow.jobs.defer_all([(Sweep(), None)], self.clock.now())
            uow.commit()

    def running(self) -> int:
        """Jobs that run, those of the clock too."""
        with self.app.database.connect() as connection:
            return connection.scalar(text("SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'")) or 0

    def settle(self) -> None:
        """Wait until nothing is left to do."""
        wait_until(lambda: not self.jobs(), "the queue to be empty")

    def check_sent(self) -> None:
        """Every message that left was one that may be sent (`checked_sender`). Raises AssertionError."""
        broken = [*self._checked.broken]
        self._checked.broken.clear()
        assert not broken, broken

    def begin_anew(self) -> None:
        """The demo clinic as on the first morning. Nobody is at work any more on what was there: ids begin anew."""
        self.settle()
        self.meta.heal()
        self.meta.templates = list(self._templates)
        self.clock.begin_at(NOW)
        load_demo(self.app)
        wait_until(lambda: not self.running(), "jobs to end that began before")


def wait_until(what: Callable[[], object], said: str, seconds: float = PATIENCE) -> None:
    """Ask again and again. Raises AssertionError when it never comes true."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, f"waited {seconds:.0f} s for {said}"
        time.sleep(0.02)


@contextmanager
def open_house(url: str, home: Path, **others: object) -> Iterator[House]:
    """A migrated, empty database becomes the demo clinic, at work."""
    clock = ClockFile(home / "now")
    with FakeMeta(clock=clock.now) as meta:
        settings = settings_for(url, home, meta, turnero_clock_file=clock.path, **others)
        with opened(settings) as app, at_work(app, meta, clock) as (house, _):
            yield house


@contextmanager
def at_work(
    app: App, meta: FakeMeta, clock: ClockFile, routes: Sequence[BaseRoute] = ()
) -> Iterator[tuple[House, str]]:
    """The demo clinic with worker and webhook, and the address at which they are, with these routes beside them."""
    load_demo(app)
    app.sender = checked = CheckedSender(app.begin, app.clock, app.sender)
    web = create_app(
        mailbox=app.mailbox,
        clock=app.clock,
        checks=app.health,
        app_secret=app.settings.whatsapp_app_secret,
        verify_token=app.settings.whatsapp_verify_token,
        worker=lambda: working(app),
        routes=routes,
    )
    with served(web) as base:
        meta.webhook_url = f"{base}/webhook"
        yield House(app, meta, clock, checked), base
