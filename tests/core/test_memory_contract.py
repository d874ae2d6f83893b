"""The fakes keep the contract of storage, and what only they promise: forks, snapshots, faults, no waiting."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.errors import DatabaseUnavailable, ServiceUnavailable
from booking.intents import Confirm, Greet, Understanding, Unknown
from booking.models import (
    Appointment,
    DeliverClass,
    OutboxItem,
    OutText,
    ProcessChat,
    Role,
    State,
    Status,
    UnderstandingContext,
)
from booking.ports import NotSent, Sent, UnitOfWorkFactory
from booking.testing.contracts import SEED, Deferred, UnitOfWorkContract
from booking.testing.contracts.contract_world import ANA, BETO, DAY, NOW, accept, booked, chat, hold, slot
from booking.testing.fakes import (
    Faults,
    FrozenClock,
    MemoryDatabase,
    RecordingSender,
    ScriptedExtractor,
    WouldBlock,
)


@pytest.fixture
def database() -> MemoryDatabase:
    return MemoryDatabase().seed(*SEED)


class TestMemoryContract(UnitOfWorkContract):
    @pytest.fixture
    def begin(self, database: MemoryDatabase) -> UnitOfWorkFactory:
        return database

    @pytest.fixture
    def deferred(self, database: MemoryDatabase) -> Deferred:
        return lambda: [(job.name, job.model_dump()["conversation_id"]) for job, _ in database.jobs]


class TestContractUnderFaults(TestMemoryContract):
    """Wrapped for faults, and with none scripted, nothing is different."""

    @pytest.fixture
    def begin(self, database: MemoryDatabase) -> UnitOfWorkFactory:
        return Faults().around(database)


def test_a_fork_is_a_world_of_its_own(database: MemoryDatabase) -> None:
    chat_id = chat(database)
    fork = database.fork()
    assert fork.snapshot() == database.snapshot()
    assert fork.digest() == database.digest()
    booked(fork, slot(1), chat_id)
    assert fork.digest() != database.digest()
    with database() as uow:
        assert uow.appointments.list() == []


def test_a_snapshot_stands_still_and_may_leave_tables_out(database: MemoryDatabase) -> None:
    before = database.snapshot()
    chat_id = chat(database)
    assert database.snapshot() != before
    messages = ("conversations", "identities", "messages", "wamids", "waiting")
    assert database.snapshot(but=messages) == {k: v for k, v in before.items() if k not in messages}
    same, other = database.digest(but=["jobs"]), database.digest()
    with database() as uow:
        uow.jobs.defer(DeliverClass(conversation_id=chat_id), NOW)
        uow.commit()
    assert database.digest(but=["jobs"]) == same
    assert database.digest() != other


def test_a_turn_that_was_rolled_back_leaves_the_same_snapshot(database: MemoryDatabase) -> None:
    chat_id = chat(database)
    before = database.snapshot()
    with database() as uow:
        hold(uow, slot(1), chat_id)
        uow.jobs.defer(DeliverClass(conversation_id=chat_id), NOW)
    assert database.snapshot() == before


def test_where_postgresql_would_wait_the_fake_says_so(database: MemoryDatabase) -> None:
    ana, beto = chat(database), chat(database, BETO)
    with database() as one, database() as other:
        one.conversations.lock(ana)
        other.conversations.lock(beto)
        with pytest.raises(WouldBlock):
            other.conversations.lock(ana)
        hold(one, slot(1), ana)
        with pytest.raises(WouldBlock):
            hold(other, slot(1.25), beto)
        hold(other, slot(1.5), beto)
        one.appointments.lock_turn()
        with pytest.raises(WouldBlock):
            other.appointments.lock_turn()
        one.commit()
        other.appointments.lock_turn()
        other.conversations.lock(ana)


def test_jobs_are_taken_in_order(database: MemoryDatabase) -> None:
    accepted = accept(database, "w1")
    with database() as uow:
        first = ProcessChat(conversation_id=accepted.conversation_id, message_id=1, urgent=True)
        second = DeliverClass(conversation_id=accepted.conversation_id)
        uow.jobs.defer(first, NOW, NOW + dt.timedelta(seconds=1))
        uow.jobs.defer(second, NOW)
        uow.commit()
    assert database.take_jobs() == [(first, dt.timedelta(seconds=1)), (second, dt.timedelta())]
    assert database.jobs == []


def test_staff_may_overbook(database: MemoryDatabase) -> None:
    chat_id = chat(database)
    squeezed = Appointment(id=1, status=Status.CONFIRMED, slot=slot(1), doctor_id=11, patient_id=1)
    database.seed_appointment(squeezed, overbooked=True)
    booked(database, slot(1), chat_id)
    with database() as uow:
        assert [b.doctor_id for b in uow.schedules.calendar(NOW, NOW + DAY, NOW).busy] == [11, 11]


def test_roles_can_be_given(database: MemoryDatabase) -> None:
    chat_id = chat(database)
    database.set_role(chat_id, Role.DOCTOR, 11)
    with database() as uow:
        assert uow.conversations.get(chat_id).person.role_at(NOW) is Role.DOCTOR


def test_a_scripted_fault_strikes_once_and_nothing_is_stored(database: MemoryDatabase) -> None:
    chat_id = chat(database)
    faults = Faults()
    begin = faults.around(database)
    before = database.snapshot()
    faults.break_nth("appointments.hold", 2)
    with pytest.raises(DatabaseUnavailable), begin() as uow:  # noqa: PT012
        assert hold(uow, slot(1), chat_id)
        hold(uow, slot(2), chat_id)
    assert database.snapshot() == before
    assert faults.calls["appointments.hold"] == 2
    assert not faults.waiting
    booked(begin, slot(1), chat_id)


@pytest.mark.parametrize("late", [False, True])
def test_a_commit_may_be_lost_before_or_after_it_was_made(database: MemoryDatabase, late: bool) -> None:
    faults = Faults()
    faults.break_next("commit", late=late)
    with pytest.raises(DatabaseUnavailable), faults.around(database)() as uow:  # noqa: PT012
        uow.notices.add("handoff", None, "", NOW)
        uow.commit()
    with database() as uow:
        assert len(uow.notices.list()) == late


def test_a_transaction_may_fail_to_begin(database: MemoryDatabase) -> None:
    faults = Faults()
    faults.break_next("begin", TimeoutError())
    with pytest.raises(TimeoutError), faults.around(database)():
        pass
    faults.break_next("begin")
    faults.mend()
    with faults.around(database)():
        pass


CONTEXT = UnderstandingContext(now=NOW, state=State.IDLE)


def test_the_extractor_says_its_script_and_then_nothing() -> None:
    faults = Faults()
    scripted = ScriptedExtractor([Greet(), Understanding(intents=(Greet(), Confirm()))])
    extractor = faults.wrap("extractor", scripted)
    faults.break_nth("extractor.understand", 2)
    assert extractor.understand("hola", CONTEXT).intents == (Greet(),)
    with pytest.raises(ServiceUnavailable):
        extractor.understand("sí", CONTEXT)
    assert len(extractor.understand("sí", CONTEXT).intents) == 2
    assert extractor.understand("?", CONTEXT).intents == (Unknown(),)
    assert [text for text, _ in scripted.heard] == ["hola", "sí", "?"]
    reader = ScriptedExtractor(lambda text, context: Understanding(intents=(Confirm(),)))
    assert reader.understand("sí", CONTEXT).intents == (Confirm(),)


def test_the_sender_remembers_and_fails_when_told() -> None:
    item = OutboxItem(id=1, token="t", conversation_id=1, to=ANA, content=OutText(body="hola"), created_at=NOW)
    sender = RecordingSender()
    sender.fail(NotSent("busy", 131056), None)
    assert sender.send(item) == NotSent("busy", 131056)
    assert sender.send(item) == Sent("wamid.sent-1")
    sender.acknowledge("w1")
    assert (sender.sent, sender.refused, sender.acknowledged) == ([item], [item], ["w1"])


def test_the_clock_moves_only_when_told() -> None:
    clock = FrozenClock(NOW)
    assert clock.now() == clock.now() == NOW
    assert clock.advance(DAY) == NOW + DAY
    clock.set(NOW)
    assert clock.now() == NOW
    with pytest.raises(ValueError, match="zone"):
        clock.set(dt.datetime(2026, 1, 1))  # noqa: DTZ001
