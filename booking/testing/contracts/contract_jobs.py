"""What every store must do with background jobs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from booking.models import DeliverClass, Job, ProcessChat
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import NOW, accept, chat


class Reminding(Job):
    """A kind of which one waits at most for a conversation."""

    name = "turnero.reminding"

    conversation_id: int

    @property
    def lock(self) -> str:
        return f"reminding:{self.conversation_id}"

    @property
    def once(self) -> str:
        return self.lock


class JobsContract:
    """`Jobs`. The fixture `deferred` gives what was committed: pairs of the name of a kind and the conversation."""

    def test_jobs_exist_once_committed(
        self, begin: UnitOfWorkFactory, deferred: Callable[[], Sequence[tuple[str, int]]]
    ) -> None:
        accepted = accept(begin, "w1")
        with begin() as uow:
            job = ProcessChat(conversation_id=accepted.conversation_id, message_id=accepted.message_id)
            uow.jobs.defer(job, NOW, NOW + dt.timedelta(seconds=1))
            uow.jobs.defer(job.model_copy(update={"urgent": True}), NOW)
            uow.jobs.defer(DeliverClass(conversation_id=accepted.conversation_id), NOW)
            assert deferred() == []
            uow.commit()
        names = [ProcessChat.name, ProcessChat.name, DeliverClass.name]
        assert deferred() == [(name, accepted.conversation_id) for name in names]

    def test_what_is_done_once_waits_once(
        self, begin: UnitOfWorkFactory, deferred: Callable[[], Sequence[tuple[str, int]]]
    ) -> None:
        chat_id, other = chat(begin), 0
        for at in (NOW + dt.timedelta(hours=1), NOW + dt.timedelta(hours=2)):
            with begin() as uow:
                for conversation_id in (chat_id, other, chat_id):
                    uow.jobs.defer(Reminding(conversation_id=conversation_id), NOW, at)
                uow.notices.add("turn_failed", chat_id, "what else the transaction writes is written", NOW)
                uow.commit()
        assert deferred() == [(Reminding.name, chat_id), (Reminding.name, other)]
        with begin() as uow:
            assert len(uow.notices.list()) == 2

    def test_a_rollback_takes_the_jobs_back(
        self, begin: UnitOfWorkFactory, deferred: Callable[[], Sequence[tuple[str, int]]]
    ) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            uow.jobs.defer(DeliverClass(conversation_id=chat_id), NOW)
        assert deferred() == []
