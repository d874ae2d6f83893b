"""What every store must do with transactions as such."""

from __future__ import annotations

import pytest

from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    ANA,
    DAY,
    HOUR,
    NOW,
    chat,
    message,
    record,
    rich,
    slot,
)


class TransactionContract:
    """`UnitOfWork` itself."""

    def test_leaving_without_commit_leaves_nothing(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            accepted = uow.inbox.accept(message("w1"), NOW)
            assert accepted is not None
            uow.conversations.save(uow.conversations.get(accepted.conversation_id), NOW)
            uow.appointments.hold(slot(1), 11, accepted.conversation_id, NOW, NOW + HOUR)
            uow.outbox.add(accepted.conversation_id, ANA, [], None, NOW)
            uow.turns.add(record(uow.conversations.get(accepted.conversation_id), 1, accepted.message_id))
            uow.notices.add("handoff", None, "", NOW)
        with begin() as uow:
            assert uow.conversations.list() == []
            assert uow.appointments.list() == []
            assert uow.notices.list() == []
            assert uow.inbox.conversations_waiting() == []
            assert uow.inbox.accept(message("w1"), NOW) is not None

    def test_an_error_undoes_what_was_changed_and_goes_on(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with pytest.raises(ZeroDivisionError), begin() as uow:  # noqa: PT012
            uow.conversations.save(rich(uow.conversations.lock(chat_id)), NOW)
            raise ZeroDivisionError
        with begin() as uow:
            found = uow.conversations.lock(chat_id)
        assert (found.version, found.draft) == (0, None)

    def test_what_follows_a_commit_is_another_transaction(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            uow.notices.add("first", None, "", NOW)
            uow.commit()
            uow.notices.add("second", None, "", NOW)
        with begin() as uow:
            assert [notice.kind for notice in uow.notices.list()] == ["first"]

    def test_an_open_transaction_is_invisible_to_others(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as writer:
            changed = writer.conversations.lock(chat_id).model_copy(update={"misses": 1})
            writer.conversations.save(changed, NOW + DAY)
            with begin() as reader:
                assert reader.conversations.get(chat_id).misses == 0
            writer.commit()
        with begin() as reader:
            assert reader.conversations.get(chat_id).misses == 1
