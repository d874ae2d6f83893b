"""What every store must do with the messages of ours: their order, what became of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from booking.errors import NotFound
from booking.models import (
    Button,
    DeliveryStatus,
    ListRow,
    OutboxItem,
    OutButtons,
    OutContent,
    OutList,
    OutText,
)
from booking.ports import UnitOfWork, UnitOfWorkFactory
from booking.testing.contract_world import ANA, BETO, HOUR, MINUTE, NOW, chat

CONTENTS: Sequence[OutContent] = (
    OutText(body="Tengo estos horarios 🗓️"),
    OutButtons(body="¿Confirmo?", buttons=(Button(id="yes:3", title="Sí"), Button(id="no:3", title="No"))),
    OutList(body="Elija", button="Ver", rows=(ListRow(id="1", title="Lunes 9:00", description="23 nov"),)),
)


class OutboxContract:
    """`Outbox`."""

    def test_messages_wait_in_order_and_come_back_as_they_were(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            ids = uow.outbox.add(chat_id, ANA, CONTENTS, "w1", NOW)
            assert uow.outbox.add(chat_id, ANA, [], "w1", NOW) == []
            uow.commit()
        with begin() as uow:
            due = uow.outbox.due(chat_id, NOW)
            assert uow.outbox.conversations_due(NOW) == [chat_id]
        assert due == [
            OutboxItem(id=id, conversation_id=chat_id, to=ANA, content=content, created_at=NOW, reply_to="w1")
            for id, content in zip(ids, CONTENTS, strict=True)
        ]
        assert list(ids) == sorted(ids)

    def test_what_was_sent_is_not_due(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            uow.commit()
        with begin() as uow:
            assert [item.id for item in uow.outbox.due(chat_id, NOW)] == [*ids[1:]]
            sent = uow.outbox.list(chat_id)[0]
        assert (sent.state, sent.wamid) == ("sent", "wamid.1")

    def test_a_message_that_waits_holds_up_those_behind_it(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            uow.outbox.mark_failed(ids[1], "131056 pair rate", NOW + HOUR)
            uow.commit()
        with begin() as uow:
            assert [item.id for item in uow.outbox.due(chat_id, NOW)] == [ids[0]]
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            assert uow.outbox.due(chat_id, NOW) == []
            assert uow.outbox.conversations_due(NOW + HOUR - MINUTE) == []
            assert uow.outbox.conversations_due(NOW + HOUR) == [chat_id]
            due = uow.outbox.due(chat_id, NOW + HOUR)
        assert [(item.id, item.attempts, item.last_error) for item in due] == [
            (ids[1], 1, "131056 pair rate"),
            (ids[2], 0, None),
        ]

    def test_a_message_that_failed_for_good_is_passed_over(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            uow.outbox.mark_failed(ids[0], "131026 undeliverable", None)
            uow.commit()
        with begin() as uow:
            assert [item.id for item in uow.outbox.due(chat_id, NOW + HOUR)] == [*ids[1:]]
            failed = uow.outbox.list(chat_id)[0]
        assert (failed.state, failed.last_error, failed.attempts) == ("failed", "131026 undeliverable", 1)

    def test_marking_an_unknown_message_is_an_error(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow, pytest.raises(NotFound):
            uow.outbox.mark_sent(999_999, "wamid.1", NOW)

    def test_the_newest_are_listed_oldest_first(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            assert [item.id for item in uow.outbox.list(chat_id)] == [*ids]
            assert [item.id for item in uow.outbox.list(chat_id, limit=2)] == [*ids[1:]]
            assert uow.outbox.list(chat(begin, BETO)) == []

    @pytest.mark.parametrize(
        ("statuses", "state"),
        [
            (["sent", "delivered", "read"], "sent"),
            (["read", "delivered", "sent", "read"], "sent"),
            (["sent", "failed"], "failed"),
            (["failed", "sent", "delivered"], "failed"),
            (["delivered", "failed"], "sent"),
            (["played"], "sent"),
        ],
    )
    def test_statuses_may_repeat_and_come_in_any_order(
        self, begin: UnitOfWorkFactory, statuses: list[str], state: str
    ) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            for status in [*statuses, *statuses]:
                _report(uow, "wamid.1", status)
            uow.commit()
        with begin() as uow:
            first, *others = uow.outbox.list(chat_id)
        assert first.state == state
        assert (first.last_error is not None and "131047" in first.last_error) == (state == "failed")
        assert {item.state for item in others} == {"pending"}

    def test_a_status_of_an_unknown_message_is_ignored(self, begin: UnitOfWorkFactory) -> None:
        chat_id, _ = _three(begin)
        with begin() as uow:
            for tracking in (None, "999999", "not a number", ""):
                _report(uow, "wamid.unknown", "failed", tracking)
            assert {item.state for item in uow.outbox.list(chat_id)} == {"pending"}

    def test_a_status_tells_that_a_message_had_been_sent(self, begin: UnitOfWorkFactory) -> None:
        """The process died after WhatsApp had taken the message and before that was written down."""
        chat_id, ids = _three(begin)
        with begin() as uow:
            _report(uow, "wamid.1", "delivered", str(ids[0]))
            assert [item.id for item in uow.outbox.due(chat_id, NOW)] == [*ids[1:]]
            assert uow.outbox.list(chat_id)[0].wamid == "wamid.1"


def _three(begin: UnitOfWorkFactory) -> tuple[int, Sequence[int]]:
    """A conversation with three messages of ours waiting, and their ids."""
    chat_id = chat(begin)
    with begin() as uow:
        ids = uow.outbox.add(chat_id, ANA, CONTENTS, None, NOW)
        uow.commit()
    return chat_id, ids


def _report(uow: UnitOfWork, wamid: str, status: str, tracking: str | None = None) -> None:
    failed = status == "failed"
    uow.outbox.record_status(
        DeliveryStatus(
            wamid=wamid,
            status=status,
            at=NOW,
            tracking=tracking,
            error_code=131047 if failed else None,
            error_detail="re-engagement" if failed else None,
        )
    )
