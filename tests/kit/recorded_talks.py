"""Talks over the whole application, recorded, so that two versions of the code can be compared byte for byte:

    .venv/bin/python -m tests.kit.recorded_talks record DIR --talks 500 --seed 7
    .venv/bin/python -m tests.kit.recorded_talks compare DIR            # plays the same talks on this code
    .venv/bin/python -m tests.kit.recorded_talks compare DIR OTHER      # two recordings

Signed webhooks go in, jobs run one by one in the queue's order, WhatsApp is `FakeMeta`, the clock is ours and no model
is asked. Who says what follows from the seed, the number of the talk and of the step, and what was shown: after a first
difference a talk may go its own way. With TURNERO_CORPORA set, people also say what its messages say. `compare` exits
with 1 where anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import difflib
import json
import logging
import multiprocessing
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import structlog
from sqlalchemy import create_engine, text

from booking.models import Appointment, Grant, Role, Slot, Sweep, sub_state_of
from booking.runtime.composition_root import App, opened
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_phone import Phone, Received
from booking.testing.decisions import Decisions
from booking.testing.world import demo_seed
from storage import embedded, migrate
from tests.e2e.house import NOW, ClockFile, settings_for
from tests.engine.on_postgres import emptied, entered
from tests.kit.talk_lines import corpus, words
from tests.postgres import address, application, as_application
from webhook.app import create_app

FILE = "talks.jsonl"
PATIENTS = ("Ana Torres", "Luis Herrera", "Sofía Castañeda", "Elena Ibarra")
PAUSES = (3, 20, 60, 60, 120) * 3 + (360, 660, 960, 1900, 3 * 3600, 13 * 3600, 25 * 3600)
"""Seconds before the next message: mostly few, now and then past the end of an offer, a hold, a call for a human."""


class Speaker(NamedTuple):
    """Somebody of a talk: their phone, and whose lines they say."""

    name: str
    phone: Phone
    voice: str


class Ids:
    """Ids in the order they are first seen, each kind from 1 on."""

    def __init__(self) -> None:
        self._seen: dict[str, dict[object, int]] = defaultdict(dict)

    def of(self, kind: str, id: object) -> int | None:
        seen = self._seen[kind]
        return None if id is None else seen.setdefault(id, len(seen) + 1)


class Talks:
    """The application at work on one database, and WhatsApp before it."""

    def __init__(
        self, app: App, meta: FakeMeta, clock: ClockFile, loop: asyncio.AbstractEventLoop, thread: ThreadPoolExecutor
    ) -> None:
        self.app, self.meta, self.clock, self._loop = app, meta, clock, loop
        self._tasks: dict[str, Any] = dict(app.queue.app(thread).tasks)
        self._ids, self._places = Ids(), dict[str, str]()

    def play(self, seed: int, number: int) -> Iterator[dict[str, Any]]:
        """One talk in a clinic of its own, message by message; then what it left in the books."""
        chance = Decisions(seed * 1_000_003 + number)
        entered(self.app.database, demo_seed())
        self.clock.set(NOW + dt.timedelta(days=chance.below(6), minutes=30 * chance.below(20)))
        self.meta.sent.clear()
        self._ids, self._places = Ids(), dict[str, str]()
        first = chance.one_of((Role.PATIENT,) * 7 + (Role.STAFF, Role.STAFF, Role.DOCTOR))
        people = [self._somebody("Ana", first, number)]
        if chance.once_in(3):
            people.append(self._somebody("Beto", Role.PATIENT, number))
        self._enter_appointments(chance, people)
        for step in range(4 + chance.below(7)):
            # A stream of its own for each step: a talk that went another way for a while may come back.
            now = Decisions((seed * 1_000_003 + number) * 1_009 + step + 1)
            who = people[-1] if now.once_in(4) else people[0]
            pause = now.one_of(PAUSES)
            self.clock.advance(seconds=pause)
            if pause >= 3600:
                self.app.queue.handlers[Sweep](Sweep())  # chats with a human may be over
            before = len(self.meta.sent)
            said = self._act(now, who)
            self.clock.advance(seconds=1)
            self._run_jobs()
            heard = [self._shown(message) for message in self.meta.sent[before:]]
            self._places[who.name] = place = self._place(who)
            yield {"talk": number, "at": self.clock.now().isoformat(), who.name: said, "heard": heard, "state": place}
        yield {"talk": number, **self._books()}

    def _somebody(self, name: str, role: Role, number: int) -> Speaker:
        """With a role: after a first word and with rights."""
        phone = self.meta.phone(f"52664{7_000_000 + 10 * number + len(name)}", name=name)
        if role is not Role.PATIENT:
            phone.say("hola")
            self._run_jobs()
            grant = Grant(role=role, doctor_id=1 if role is Role.DOCTOR else None)
            with self.app.begin() as uow:
                uow.staff.grant(uow.conversations.list(limit=1)[0].person.id, grant, self.clock.now())
                uow.commit()
        return Speaker(name, phone, "patient" if role is Role.PATIENT else "staff")

    def _enter_appointments(self, chance: Decisions, people: list[Speaker]) -> None:
        """Some of the next days are taken, at times by whoever will write."""
        zone, now = self.app.settings.zone, self.clock.now()
        known = [(name, f"+526645550{101 + n}") for n, name in enumerate(PATIENTS)]
        known += [(f"{who.name} Luna", f"+{who.phone.wa_id}") for who in people if chance.once_in(2)]
        with self.app.begin() as uow:
            for name, number in known:
                patient = uow.patients.enter(name, number, 1, now)
                for _ in range(1 + chance.below(2)):
                    start = dt.datetime.combine(now.date(), dt.time(9 + chance.below(4)), zone)
                    start += dt.timedelta(days=1 + chance.below(5))
                    slot = Slot(start=start, end=start + dt.timedelta(minutes=30))
                    uow.appointments.add(slot, 1 + chance.below(2), patient.id, "primera_vez", None, now)
            uow.commit()

    def _act(self, chance: Decisions, who: Speaker) -> str:
        """Tap something shown, send a photo, or write."""
        place, shown = self._places.get(who.name, "IDLE"), [m for m in who.phone.messages[-4:] if m.options]
        if shown and chance.below(10) < (2 if place == "IDLE" else 5):
            message = chance.one_of(shown) if chance.once_in(5) else shown[-1]
            option, title = chance.one_of(message.options)
            who.phone.tap_on(message, option)
            return f"[{title}]"
        said = words(chance, who.voice, place)
        if chance.once_in(30):
            who.phone.send("image", {"id": "1", "mime_type": "image/jpeg", "caption": said})
            return f"(photo) {said}"
        if chance.once_in(25):
            more = words(chance, who.voice, place)
            self.meta.deliver([who.phone.write("text", {"body": said}), who.phone.write("text", {"body": more})])
            return f"{said} / {more}"
        who.phone.say(said)
        return said

    def _run_jobs(self) -> None:
        """As a worker would, one after the other, until none is left."""
        next_one = "SELECT id FROM procrastinate_jobs WHERE status = 'todo' ORDER BY priority DESC, id LIMIT 1"
        taken = text(f"DELETE FROM procrastinate_jobs WHERE id = ({next_one}) RETURNING task_name, args")
        while True:
            with self.app.database.begin() as connection:
                job = connection.execute(taken).one_or_none()
            if job is None:
                return
            self._loop.run_until_complete(self._tasks[job.task_name](**job.args))

    def _place(self, who: Speaker) -> str:
        with self.app.begin() as uow:
            chats = [c for c in uow.conversations.list(limit=9) if str(who.phone.wa_id)[-10:] in str(c.person.phone)]
        return f"{sub_state_of(chats[0])}" if chats else "IDLE"

    def _shown(self, message: Received) -> dict[str, Any]:
        """What WhatsApp was sent: the ids of messages, drafts and people as the first, second … that were seen."""
        body = {key: value for key, value in message.body.items() if key != "biz_opaque_callback_data"}
        body["to"] = self._ids.of("person", message.to)
        if context := body.get("context"):
            body["context"] = {key: self._ids.of("message", value) for key, value in context.items()}
        plain = json.dumps(body, ensure_ascii=False)
        numbered = re.sub(r'"t1\|(\d+)\|', lambda found: f'"t1|{self._ids.of("draft", found[1])}|', plain)
        return dict(json.loads(numbered))

    def _books(self) -> dict[str, Any]:
        with self.app.begin() as uow:
            found = uow.appointments.list()
            names = {p.id: p.name for p in uow.patients.get_many([a.patient_id for a in found if a.patient_id])}
            events = [(a.id, event) for a in found for event in uow.events.list(a.id)]
        told = [
            f"{self._ids.of('appointment', id)}: {e.kind} {e.at.isoformat()} by {e.by.kind} {e.by.name}"
            f" {self._ids.of('actor', e.by.person_id)}, {e.after.status} {e.after.slot.start.isoformat()}"
            f" with {e.after.doctor_id}, {e.why}"
            for id, e in events
        ]
        return {"appointments": [self._told(a, names) for a in found], "events": told}

    def _told(self, one: Appointment, names: dict[int, str]) -> str:
        id, start, end = self._ids.of("appointment", one.id), one.slot.start.isoformat(), one.slot.end.isoformat()
        told = f"{id}: {one.status} {start} {end} with {one.doctor_id} for {names.get(one.patient_id or 0)}"
        return f"{told}, {one.visit}, {one.reason}" + (", overbooked" if one.overbooked else "")


@contextmanager
def talks_on(url: str, home: Path) -> Iterator[Talks]:
    """The application on a migrated database, whose rows it replaces."""
    clock, loop, door = ClockFile(home / "now"), asyncio.new_event_loop(), list[httpx.AsyncClient]()

    def post(body: bytes, headers: Mapping[str, str]) -> int:
        answer = door[0].post("http://turnero/webhook", content=body, headers=dict(headers))
        status = loop.run_until_complete(answer).status_code
        app.splitter.split()
        return status

    with FakeMeta(clock=clock.now, post=post) as meta, ThreadPoolExecutor(1) as thread, closing(loop):
        keys = {"deepseek_api_key": None, "anthropic_api_key": None}
        settings = settings_for(url, home, meta, turnero_clock_file=clock.path, **keys)
        with opened(settings) as app:
            secrets = {"app_secret": settings.whatsapp_app_secret, "verify_token": settings.whatsapp_verify_token}
            web = create_app(mailbox=app.mailbox, clock=app.clock, checks=app.health, **secrets)
            door.append(httpx.AsyncClient(transport=httpx.ASGITransport(web)))
            yield Talks(app, meta, clock, loop, thread)
            emptied(app.database)


def recorded(url: str, home: Path, numbers: Iterable[int], seed: int) -> list[str]:
    """The lines of these talks, on a database whose rows are replaced."""
    with talks_on(url, home) as talks:
        return [json.dumps(row, ensure_ascii=False) for number in numbers for row in talks.play(seed, number)]


def share(numbers: Sequence[int], seed: int) -> list[str]:
    """The same in a process of its own, with a server of its own."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        home.chmod(0o755)
        with embedded.server(home, owner=True, fast=True) as url:
            server = create_engine(address(url, "postgres"), isolation_level="AUTOCOMMIT")
            with server.connect() as connection:
                connection.execute(text("CREATE DATABASE talks"))
            server.dispose()
            migrate.upgrade(address(url, "talks"), application(url))
            return recorded(as_application(address(url, "talks")), home, numbers, seed)


def record(talks: int, seed: int) -> list[str]:
    """The lines of a recording, made by two processes; the first line says how."""
    context, numbers = multiprocessing.get_context("spawn"), range(1, talks + 1)
    halves = numbers[: talks // 2], numbers[talks // 2 :]
    with ProcessPoolExecutor(2, context) as pool:
        first, second = pool.map(share, halves, (seed, seed))
    return [json.dumps({"talks": talks, "seed": seed, "corpus": bool(corpus())}), *first, *second]


def differences(before: list[str], after: list[str]) -> list[str]:
    """Of each talk that differs, what was heard before its first difference and the difference, readably."""

    def by_talk(lines: list[str]) -> dict[int, list[dict[str, Any]]]:
        rows = [json.loads(line) for line in lines[1:]]
        return {number: [row for row in rows if row["talk"] == number] for number in {row["talk"] for row in rows}}

    def shown(rows: list[dict[str, Any]]) -> list[str]:
        return json.dumps(rows, ensure_ascii=False, indent=1).splitlines()

    told, old, new = [], by_talk(before), by_talk(after)
    for number in sorted({*old, *new}):
        left, right = old.get(number, []), new.get(number, [])
        if left != right:
            at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), 0)
            lines = difflib.unified_diff(shown(left[at : at + 1]), shown(right[at : at + 1]), lineterm="", n=4)
            told.append("\n".join([f"talk {number}, step {at + 1}", *list(lines)[2:]]))
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("directory", type=Path)
    parser.add_argument("other", type=Path, nargs="?")
    parser.add_argument("--talks", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    path, began = given.directory / FILE, time.perf_counter()
    before = path.read_text(encoding="utf-8").splitlines() if given.what == "compare" else []
    made = json.loads(before[0]) if before else {"talks": given.talks, "seed": given.seed}
    other = (given.other / FILE).read_text(encoding="utf-8").splitlines() if given.other else None
    after = other or record(made["talks"], made["seed"])
    print(f"{made['talks']} talks, {len(after) - 1} lines, {time.perf_counter() - began:.0f} s", file=sys.stderr)
    if given.what == "record":
        given.directory.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(after) + "\n", encoding="utf-8")
        return 0
    told = [f"made otherwise: {before[0]} and {after[0]}"] * (before[0] != after[0]) + differences(before, after)
    print("\n\n".join(told[:5]), f"{len(told)} of {made['talks']} talks differ", sep="\n\n")
    return int(before != after)


if __name__ == "__main__":
    sys.exit(main())
