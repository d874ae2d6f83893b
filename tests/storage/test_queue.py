"""Background work: stored with what it is about, in order and in time."""

from __future__ import annotations

import datetime as dt
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine, text

from booking.models import DeliverClass, Job, MessageClass, ProcessChat
from storage.queue import Queue
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import NOW, accept, open_clinic, wa
from tests.storage.queue_worker import Piece, Worker, defer, until


def jobs(engine: Engine) -> int:
    """Jobs of chats that wait. Periodic ones come by themselves at any moment, also while a worker stops."""
    of_chats = "status = 'todo' AND task_name IN ('turnero.process', 'turnero.deliver')"
    with engine.connect() as connection:
        return connection.scalar(text(f"SELECT count(*) FROM procrastinate_jobs WHERE {of_chats}")) or 0


def test_a_job_lives_and_dies_with_its_transaction(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    with begin() as uow:
        uow.jobs.defer(ProcessChat(conversation_id=1, message_id=1), NOW)
        uow.jobs.defer(DeliverClass(conversation_id=1), NOW)
    assert jobs(engine) == 0
    with begin() as uow:
        uow.jobs.defer(ProcessChat(conversation_id=1, message_id=1), NOW)
        uow.jobs.defer(DeliverClass(conversation_id=1), NOW)
        assert jobs(engine) == 0
        uow.commit()
    assert jobs(engine) == 2


def test_jobs_of_one_conversation_run_in_order_and_never_together(database: str, begin: SqlUnitOfWorkFactory) -> None:
    worker = Worker(database, takes=0.01)
    for message_id in range(30):
        defer(begin, message_id % 3, message_id)
    with worker.at_work():
        until(lambda: len(worker.done) == 30)
    assert not worker.overlapped
    for conversation in range(3):
        own = [message_id for c, message_id, _ in worker.done if c == conversation]
        assert own == sorted(own)


def test_a_job_that_waited_for_its_lock_runs_as_soon_as_it_is_free(database: str, begin: SqlUnitOfWorkFactory) -> None:
    worker = Worker(database, poll_seconds=3600, alone=True)
    with worker.at_work():
        for message_id in range(20):
            defer(begin, 1, message_id)
        until(lambda: len(worker.done) == 20)


def test_delayed_jobs_run_when_they_are_due(database: str, begin: SqlUnitOfWorkFactory) -> None:
    worker, due = Worker(database, poll_seconds=3600, alone=True), {}

    def one_after_another() -> bool:
        if len(worker.done) == len(due):
            due[len(due)] = defer(begin, len(due), len(due), dt.timedelta(milliseconds=300))
        return len(worker.done) == 8

    with worker.at_work():
        until(one_after_another)
    assert min(at - due[message_id] for _, message_id, at in worker.done) > -0.1


def test_a_tap_overtakes_texts_that_wait(database: str, begin: SqlUnitOfWorkFactory) -> None:
    worker = Worker(database)
    with worker.at_work():
        defer(begin, 1, 1, dt.timedelta(minutes=5))
        defer(begin, 1, 2, urgent=True)
        until(lambda: worker.done)
    assert worker.messages == [2]


def test_stopping_lets_a_running_job_finish(database: str, begin: SqlUnitOfWorkFactory, engine: Engine) -> None:
    finish = threading.Event()
    worker = Worker(database, until=finish)
    with worker.at_work():
        defer(begin, 1, 1)
        until(lambda: worker.together.get(1))
        assert worker.messages == []
        threading.Timer(0.5, finish.set).start()  # while it is being stopped
    assert worker.messages == [1]
    assert jobs(engine) == 0


def test_a_failing_job_is_kept_and_does_not_stop_the_worker(
    database: str, begin: SqlUnitOfWorkFactory, engine: Engine
) -> None:
    worker = Worker(database)

    def fail_once(job: Piece) -> None:
        if job.message_id == 1:
            raise ValueError("a bug")
        worker.done.append((job.conversation_id, job.message_id, time.time()))

    handlers = {Piece: fail_once, DeliverClass: worker.deliver}
    worker.queue = Queue(database, handlers=handlers, threads=4)
    with worker.at_work():
        defer(begin, 1, 1)
        defer(begin, 1, 2)
        with begin() as uow:
            uow.jobs.defer(DeliverClass(conversation_id=7), NOW)
            uow.commit()
        until(lambda: worker.messages == [2] and worker.delivered == [(7, MessageClass.REPLY)])
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed'")) == 1


def test_a_delivery_that_hangs_holds_up_no_other_class(database: str, begin: SqlUnitOfWorkFactory) -> None:
    """An offer that WhatsApp is slow to take, in the chat of somebody who waits for an answer."""
    answered = threading.Event()
    worker = Worker(database, until=answered)
    with worker.at_work():
        with begin() as uow:
            for message_class in (MessageClass.OFFER, MessageClass.REMINDER, MessageClass.REPLY):
                uow.jobs.defer(DeliverClass(conversation_id=7, message_class=message_class), NOW)
            uow.commit()
        until(lambda: worker.delivered == [(7, MessageClass.REPLY)])
        answered.set()
        until(lambda: len(worker.delivered) == 3)


STORED = """
INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, args, status)
VALUES ('turnero', 'turnero.process', 0, 'conversation:1', '{"conversation_id": 1, "message_id": 4}', 'todo'),
       ('turnero', 'turnero.deliver', 0, 'delivery:offer:3', '{"conversation_id": 3, "message_class": "offer"}',
        'todo'),
       ('turnero', 'turnero.deliver', 0, 'delivery:reply:2', '{"conversation_id": 2}', 'todo')
"""
"""Jobs as they lie in databases of versions that had a method for each kind."""


def test_jobs_that_an_older_version_left_are_done(database: str, engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text(STORED.replace(":", r"\:")))
    worker = Worker(database)
    with worker.at_work():
        until(lambda: worker.messages and len(worker.delivered) == 2)
    assert worker.messages == [4]
    assert sorted(worker.delivered) == [(2, MessageClass.REPLY), (3, MessageClass.OFFER)]


def test_what_is_stored_of_a_job_is_what_older_versions_take(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    """Two versions may work on one database for a while."""
    with begin() as uow:
        uow.jobs.defer(ProcessChat(conversation_id=1, message_id=4, urgent=True), NOW)
        uow.jobs.defer(DeliverClass(conversation_id=1, message_class=MessageClass.OFFER), NOW)
        uow.commit()
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT task_name, lock, priority, args FROM procrastinate_jobs ORDER BY id"))
        assert [tuple(row) for row in rows] == [
            ("turnero.process", "conversation:1", 10, {"conversation_id": 1, "message_id": 4}),
            ("turnero.deliver", "delivery:offer:1", 0, {"conversation_id": 1, "message_class": "offer"}),
        ]


class Fallible(Job):
    """A kind that is tried again."""

    name = "turnero.fallible"
    attempts = 2

    @property
    def lock(self) -> str:
        return "fallible"


def test_a_kind_may_be_tried_again_and_be_due_later(database: str, begin: SqlUnitOfWorkFactory) -> None:
    """A new kind is a type and a handler."""
    tries: list[float] = []

    def handle(job: Fallible) -> None:
        tries.append(time.time())
        if len(tries) == 1:
            raise ConnectionError

    worker = Worker(database)
    worker.queue = Queue(database, handlers={Fallible: handle}, threads=4)
    with begin() as uow:
        due = time.time() + 0.5
        uow.jobs.defer(Fallible(), NOW, NOW + dt.timedelta(seconds=0.5))
        uow.commit()
    with worker.at_work():
        until(lambda: len(tries) == 2)
    assert tries[0] > due - 0.1


class Reminding(Job):
    """A kind of which one waits at most."""

    name = "turnero.reminding"

    @property
    def lock(self) -> str:
        return "reminding"

    @property
    def once(self) -> str:
        return "reminding"


def test_what_several_processes_defer_is_done_once_when_it_is_due(
    database: str, begin: SqlUnitOfWorkFactory, engine: Engine
) -> None:
    """Two transactions at the same time: the second waits for the first and defers nothing, and its other changes are
    made."""
    due = time.time() + 1.0
    meet, done = threading.Barrier(2), []

    def defer_it(number: int) -> None:
        with begin() as uow:
            uow.notices.add("turn_failed", None, str(number), NOW)
            meet.wait(90)
            uow.jobs.defer(Reminding(), NOW, NOW + dt.timedelta(seconds=1))
            uow.commit()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(defer_it, range(2)))
    with begin() as uow:
        assert sorted(notice.detail for notice in uow.notices.list()) == ["0", "1"]
    workers = [Worker(database) for _ in range(2)]
    for worker in workers:
        worker.queue = Queue(database, handlers={Reminding: lambda job: done.append(time.time())}, threads=4)
    with workers[0].at_work(), workers[1].at_work():
        until(lambda: done)
        with begin() as uow:  # it may be deferred again once none waits
            uow.jobs.defer(Reminding(), NOW)
            uow.commit()
        until(lambda: len(done) == 2)
    assert done[0] > due - 0.2


def test_it_sweeps(database: str) -> None:
    worker = Worker(database)
    with worker.at_work():
        until(lambda: worker.sweeps)


def test_what_has_a_live_job_needs_no_sweep(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    open_clinic(engine)
    accepted = accept(begin, "1", wa("526641234567"))
    with begin() as uow:
        assert uow.inbox.conversations_waiting() == [accepted.conversation_id]
        job = ProcessChat(conversation_id=accepted.conversation_id, message_id=1)
        uow.jobs.defer(job, NOW, NOW + dt.timedelta(hours=1))
        assert uow.inbox.conversations_waiting() == []


def test_a_conversation_has_one_job_of_each_urgency_that_waits(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    """It is told of the newest message and put off with it; a look without a message changes nothing of that."""
    later, before = dt.timedelta(seconds=1), dt.datetime.now(dt.UTC)
    for message_id, at in ((1, NOW + later), (2, NOW + 3 * later), (3, NOW + 2 * later), (0, None)):
        with begin() as uow:
            uow.jobs.defer(ProcessChat(conversation_id=1, message_id=message_id), NOW, at)
            uow.commit()
    with begin() as uow:
        taps = [ProcessChat(conversation_id=chat, message_id=9, urgent=True) for chat in (2, 1, 1)]
        uow.jobs.defer_all([(tap, None) for tap in taps], NOW)
        uow.commit()
    with engine.connect() as connection:
        found = text("SELECT priority, args, scheduled_at FROM procrastinate_jobs ORDER BY id")
        texts, *others = connection.execute(found).all()
    assert texts[:2] == (0, {"conversation_id": 1, "message_id": 2})
    assert before + 3 * later <= texts.scheduled_at <= dt.datetime.now(dt.UTC) + 3 * later
    assert [tuple(other) for other in others] == [
        (10, {"conversation_id": chat, "message_id": 9}, None) for chat in (1, 2)
    ]


def test_what_is_stored_with_a_job_that_waits_already_is_seen_by_it(database: str, begin: SqlUnitOfWorkFactory) -> None:
    """The job is due while the transaction that changed it is open: it is not taken before the commit, and then at
    once, though nothing new was deferred."""
    with begin() as uow:
        uow.jobs.defer(ProcessChat(conversation_id=1, message_id=1), NOW)
        uow.commit()
    worker = Worker(database, poll_seconds=3600, alone=True)
    with begin() as uow:
        uow.jobs.defer(ProcessChat(conversation_id=1, message_id=2), NOW)
        with worker.at_work():
            with worker.looking():
                defer(begin, 2, 7)
            until(lambda: worker.messages == [7])
            uow.commit()
            until(lambda: len(worker.done) == 2)
    assert worker.messages == [7, 2]
