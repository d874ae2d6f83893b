"""What is shown in a terminal is sent by nobody: either the terminal has a message, or a job that sends does."""

from __future__ import annotations

import datetime as dt

import psycopg
import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from booking.models import DeliverClass, MessageClass
from booking.testing.contracts.contract_outbox import three_waiting
from booking.testing.contracts.contract_world import NOW
from storage.unit_of_work import SqlUnitOfWorkFactory

_JOBS = text("SELECT id, lock, status FROM procrastinate_jobs ORDER BY id")
_BEGINS = text("UPDATE procrastinate_jobs SET status = 'doing' WHERE status = 'todo'")


@pytest.mark.parametrize("kind", [MessageClass.REPLY, MessageClass.REMINDER])
def test_what_a_job_is_sending_is_left_to_it(begin: SqlUnitOfWorkFactory, engine: Engine, kind: MessageClass) -> None:
    chat_id, ids = three_waiting(begin)
    shown = {id: f"local.{id}" for id in ids}
    with begin() as uow:
        uow.jobs.defer(DeliverClass(conversation_id=chat_id, message_class=kind), NOW)
        uow.commit()
    with engine.begin() as connection:
        connection.execute(_BEGINS)
    with begin() as uow:
        marked = uow.outbox.mark_shown(chat_id, MessageClass.REPLY, shown, NOW)
        uow.commit()
    assert marked == (kind is not MessageClass.REPLY), "the order is kept within a class"
    with begin() as uow:
        assert [item.state for item in uow.outbox.list(chat_id)] == ["sent" if marked else "pending"] * 3


@pytest.mark.parametrize("commits", [True, False])
def test_no_job_begins_to_send_what_is_being_marked(begin: SqlUnitOfWorkFactory, engine: Engine, commits: bool) -> None:
    chat_id, ids = three_waiting(begin)
    with begin() as uow:
        uow.jobs.defer(DeliverClass(conversation_id=chat_id), NOW)
        uow.commit()
    with begin() as uow:
        assert uow.outbox.mark_shown(chat_id, MessageClass.REPLY, {id: f"local.{id}" for id in ids}, NOW)
        with engine.connect() as other:
            other.execute(text("SET LOCAL lock_timeout = '200ms'"))
            with pytest.raises(OperationalError) as refused:
                other.execute(_BEGINS)
        assert isinstance(refused.value.orig, psycopg.errors.LockNotAvailable)
        if commits:
            uow.commit()
    with engine.begin() as connection:
        assert len(connection.execute(_JOBS).all()) == 1, "nothing of it stays"
        connection.execute(_BEGINS)
    with begin() as uow:
        due = uow.outbox.due(chat_id, NOW + dt.timedelta(minutes=1))
    assert [item.id for item in due] == ([] if commits else [*ids])
