"""How many statements each step of a conversation takes. A step that needs more tells before production does."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, event

from booking.conversation.delivery import Delivery
from booking.models import MessageClass, OutText, ProcessChat, TurnRecord
from booking.testing.fakes import RecordingSender
from booking.testing.frozen_clock import FrozenClock
from storage.unit_of_work import SqlUnitOfWork, SqlUnitOfWorkFactory
from tests.storage.clinic import NOW, TEN_MINUTES, accept, bsuid, chat, message, open_clinic, patient, slot, wa


class Statements:
    """Counts what goes to the server; `at_most` is the limit of a block."""

    def __init__(self, engine: Engine) -> None:
        self.seen: list[str] = []
        event.listen(engine, "before_cursor_execute", lambda *given: self.seen.append(given[2]))

    @contextmanager
    def at_most(self, limit: int) -> Iterator[None]:
        self.seen.clear()
        yield
        assert len(self.seen) <= limit, self.seen


@pytest.fixture
def statements(engine: Engine) -> Statements:
    open_clinic(engine)
    return Statements(engine)


def test_intake(begin: SqlUnitOfWorkFactory, statements: Statements) -> None:
    with statements.at_most(5):
        accept(begin, "1", wa("526641234567"))
    with statements.at_most(2):
        accept(begin, "2", wa("526641234567"))
    with statements.at_most(2), begin() as uow:
        assert uow.inbox.accept(message("2", wa("526641234567")), NOW) is None
    accept(begin, "3", wa("526641234567"), bsuid("MX.1"))
    with statements.at_most(3):  # another name than last time: answers go there
        accept(begin, "4", bsuid("MX.1"))


def test_intake_of_several(begin: SqlUnitOfWorkFactory, statements: Statements) -> None:
    """However many: who they are and what they wrote, and where somebody is new the lock, another look and their
    entry."""
    known, new = ([wa(f"52664123{first}{n:03d}") for n in range(5)] for first in (1, 2))
    for n, one in enumerate(known):
        accept(begin, f"first.{n}", one)
    for each, senders, most in ((1, known, 2), (2, new, 5), (3, [*known, *new], 2)):
        with statements.at_most(most), begin() as uow:
            taken = uow.inbox.accept_all([(message(f"{each}.{one.value}", one), NOW) for one in senders])
            assert all(taken)
            uow.commit()


def test_a_booking_turn(begin: SqlUnitOfWorkFactory, statements: Statements) -> None:
    """Everything a turn that books does to the database, the job's own apart."""
    conversation_id = chat(begin)
    with begin() as uow:
        held = uow.appointments.hold(slot(3), 1, conversation_id, NOW, NOW + TEN_MINUTES)
        uow.commit()
    assert held
    with statements.at_most(12), begin() as uow:
        found = uow.conversations.at_hand(conversation_id, NOW)
        assert found
        conversation, pending, clinic = uow.conversations.lock(conversation_id), found.messages, found.clinic
        uow.schedules.calendar(slot(3).start, slot(3).end, NOW, except_conversation=conversation_id)
        renewed = uow.appointments.renew_hold(held, conversation_id, NOW + 2 * TEN_MINUTES)
        assert renewed
        who = uow.patients.find_or_create(conversation.person.id, "Ana", None, NOW)
        assert uow.appointments.book(renewed, conversation_id, who.id, "primera_vez", None, NOW)
        assert conversation.reply_to
        contents = [OutText(body="Listo"), OutText(body="Hasta pronto")]
        sent = uow.outbox.add(conversation_id, conversation.reply_to, contents, None, NOW)
        person = conversation.person.model_copy(update={"name": "Ana"})
        uow.conversations.save(conversation.model_copy(update={"person": person}), NOW)
        record = TurnRecord(
            conversation_id=conversation_id,
            number=1,
            at=NOW,
            message_ids=tuple(m.id for m in pending),
            intents=(),
            source="tap",
            clinic=clinic,
            before=conversation,
            steps=(),
            replies=(),
            outbox_ids=tuple(sent),
        )
        uow.turns.add(record)
        uow.commit()


@pytest.mark.parametrize(
    ("limit", "step"),
    [
        (1, lambda uow, c: uow.conversations.get(c)),
        (1, lambda uow, c: uow.conversations.at_hand(c, NOW)),
        (1, lambda uow, c: uow.jobs.defer_all([(ProcessChat(conversation_id=n), NOW) for n in (c, 7, 8)], NOW)),
        (1, lambda uow, c: uow.schedules.calendar(NOW, NOW + dt.timedelta(days=60), NOW)),
        (1, lambda uow, c: uow.appointments.tallies([1, 2], NOW)),
        (2, lambda uow, c: uow.appointments.hold(slot(1), 1, c, NOW, NOW + TEN_MINUTES)),
        (1, lambda uow, c: uow.appointments.list(person_id=1)),
        (1, lambda uow, c: uow.outbox.to_send(c, NOW, MessageClass.REPLY)),
        (1, lambda uow, c: uow.inbox.conversations_waiting()),
        (2, lambda uow, c: uow.turns.list(c)),
    ],
)
def test_steps(begin: SqlUnitOfWorkFactory, statements: Statements, limit: int, step: object) -> None:
    conversation_id = chat(begin)
    with begin() as uow, statements.at_most(limit):
        step(uow, conversation_id)  # type: ignore[operator]


def test_a_person_is_written_only_when_changed(begin: SqlUnitOfWorkFactory, statements: Statements) -> None:
    conversation_id = chat(begin)
    patient(begin, conversation_id)
    with begin() as uow:
        conversation = uow.conversations.lock(conversation_id)
        with statements.at_most(1):
            uow.conversations.save(conversation, NOW)
        uow.commit()


def test_an_answer_is_sent_with_two_statements(begin: SqlUnitOfWorkFactory, statements: Statements) -> None:
    conversation_id = chat(begin)
    with begin() as uow:
        uow.outbox.add(conversation_id, wa("526641110001"), [OutText(body="Listo")], None, NOW)
        uow.commit()
    with statements.at_most(2):
        assert Delivery(begin, FrozenClock(NOW), RecordingSender()).deliver(conversation_id) == 1
    with begin() as uow:
        assert [(one.stage, one.conversation_id) for one in uow.metrics.list()] == [("deliver", conversation_id)]


def test_a_unit_of_work_that_does_nothing_costs_nothing(begin: SqlUnitOfWorkFactory, statements: Statements) -> None:
    with statements.at_most(0), begin() as uow:
        assert isinstance(uow, SqlUnitOfWork)
        uow.commit()
