"""What every store must do with the messages of ours: their order, what became of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from booking.errors import NotFound
from booking.models import (
    AppointmentVersion,
    Button,
    DeliveryStatus,
    Identity,
    ListRow,
    MessageClass,
    OutboxItem,
    OutButtons,
    OutContent,
    OutList,
    OutText,
)
from booking.ports import Lane, Reported, UnitOfWork, UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    ANA,
    BETO,
    HOUR,
    MINUTE,
    NOW,
    accept,
    booked,
    bsuid,
    chat,
    phone,
    slot,
)

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
            assert uow.outbox.lanes_due(NOW) == [Lane(chat_id, MessageClass.REPLY)]
        assert due == [
            OutboxItem(
                id=id, token=token, conversation_id=chat_id, to=ANA, content=content, created_at=NOW, reply_to="w1"
            )
            for id, token, content in zip(ids, [item.token for item in due], CONTENTS, strict=True)
        ]
        assert len({item.token for item in due}) == len(due)
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
            assert uow.outbox.lanes_due(NOW + HOUR - MINUTE) == []
            assert uow.outbox.lanes_due(NOW + HOUR) == [Lane(chat_id, MessageClass.REPLY)]
            due = uow.outbox.due(chat_id, NOW + HOUR)
        assert [(item.id, item.attempts, item.last_error) for item in due] == [
            (ids[1], 1, "131056 pair rate"),
            (ids[2], 0, None),
        ]

    @pytest.mark.parametrize("waiting", MessageClass)
    def test_a_message_that_waits_holds_up_no_other_class(
        self, begin: UnitOfWorkFactory, waiting: MessageClass
    ) -> None:
        chat_id = chat(begin)
        ids: dict[MessageClass, Sequence[int]] = {}
        with begin() as uow:
            for message_class in MessageClass:
                ids[message_class] = uow.outbox.add(chat_id, ANA, CONTENTS[:2], None, NOW, message_class)
            uow.outbox.mark_failed(ids[waiting][0], "131056 pair rate", NOW + HOUR)
            uow.commit()
        with begin() as uow:
            others = [Lane(chat_id, message_class) for message_class in MessageClass if message_class is not waiting]
            assert set(uow.outbox.lanes_due(NOW)) == set(others)
            assert set(uow.outbox.lanes_due(NOW + HOUR)) == {*others, Lane(chat_id, waiting)}
            assert uow.outbox.due(chat_id, NOW, waiting) == []
            for _, message_class in others:
                due = uow.outbox.due(chat_id, NOW, message_class)
                assert [(item.id, item.message_class) for item in due] == [
                    (id, message_class) for id in ids[message_class]
                ]

    def test_a_message_is_about_an_appointment_until_it_expires(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        visit = booked(begin, slot(1), chat_id)
        about = AppointmentVersion(id=visit.id, version=visit.version)
        with begin() as uow:
            (id,) = uow.outbox.add(
                chat_id, ANA, CONTENTS[:1], None, NOW, MessageClass.REMINDER, about=about, expires_at=NOW + HOUR
            )
            uow.commit()
        with begin() as uow:
            (item,) = uow.outbox.due(chat_id, NOW, MessageClass.REMINDER)
            assert (item.id, item.about, item.expires_at) == (id, about, NOW + HOUR)
            uow.outbox.mark_expired(id, "too late")
            uow.commit()
        with begin() as uow:
            assert uow.outbox.due(chat_id, NOW, MessageClass.REMINDER) == []
            assert uow.outbox.lanes_due(NOW + HOUR) == []
            assert [(item.state, item.last_error) for item in uow.outbox.list(chat_id)] == [("expired", "too late")]

    def test_a_message_that_expires_while_it_waits_waits_no_longer(self, begin: UnitOfWorkFactory) -> None:
        """It is taken up, to end, and holds up nothing behind it."""
        chat_id = chat(begin)
        with begin() as uow:
            (late,) = uow.outbox.add(chat_id, ANA, CONTENTS[:1], None, NOW, expires_at=NOW + MINUTE)
            (next,) = uow.outbox.add(chat_id, ANA, CONTENTS[1:2], None, NOW)
            uow.outbox.mark_failed(late, "131056 pair rate", NOW + HOUR)
            uow.commit()
        with begin() as uow:
            assert uow.outbox.due(chat_id, NOW) == []
            assert uow.outbox.lanes_due(NOW) == []
            assert [item.id for item in uow.outbox.due(chat_id, NOW + MINUTE)] == [late, next]
            assert uow.outbox.lanes_due(NOW + MINUTE) == [Lane(chat_id, MessageClass.REPLY)]

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
            token = uow.outbox.list(chat_id)[0].token
            assert _report(uow, "wamid.1", "delivered", token) == Reported(chat_id)
            assert [item.id for item in uow.outbox.due(chat_id, NOW)] == [*ids[1:]]
            assert uow.outbox.list(chat_id)[0].wamid == "wamid.1"

    def test_a_token_says_nothing_of_a_message_that_has_an_id(self, begin: UnitOfWorkFactory) -> None:
        """A message that went out twice has the id of the second time."""
        chat_id, ids = _three(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.2", NOW)
            assert _report(uow, "wamid.1", "failed", uow.outbox.list(chat_id)[0].token) is None
            assert uow.outbox.list(chat_id)[0].state == "sent"

    def test_no_number_of_ours_finds_a_message(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            for tracking in (str(ids[0]), str(2**63), "9" * 400):
                assert _report(uow, "wamid.unknown", "sent", tracking) is None
            assert {item.state for item in uow.outbox.list(chat_id)} == {"pending"}

    @pytest.mark.parametrize("by", ["wamid", "token"])
    @pytest.mark.parametrize("status", ["sent", "delivered", "failed"])
    def test_a_status_of_another_number_or_person_changes_nothing(
        self, begin: UnitOfWorkFactory, by: str, status: str
    ) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            token = uow.outbox.list(chat_id)[0].token
            if by == "wamid":
                uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            before = uow.outbox.list(chat_id)
            told = [
                _report(uow, "wamid.1", status, token, phone_number_id="999"),
                _report(uow, "wamid.1", status, token, recipient=(phone("5215500000000"),)),
            ]
            assert told == [Reported(chat_id, believed=False)] * 2
            assert uow.outbox.list(chat_id) == before

    @pytest.mark.parametrize(
        "names",
        [
            (),
            ("526641234567",),
            ("5216641234567",),
            ("MX.1",),
            ("5210000000000", "MX.1"),  # one of them will do
        ],
    )
    def test_a_recipient_may_be_named_otherwise_than_by_us(
        self, begin: UnitOfWorkFactory, names: tuple[str, ...]
    ) -> None:
        number = phone("5216641234567")
        first = accept(begin, "w.1", number, bsuid("MX.1"))
        with begin() as uow:
            (id,) = uow.outbox.add(first.conversation_id, number, CONTENTS[:1], None, NOW)
            uow.outbox.mark_sent(id, "wamid.1", NOW)
            named = tuple(phone(name) if name.isdigit() else bsuid(name) for name in names)
            assert _report(uow, "wamid.1", "delivered", recipient=named) == Reported(first.conversation_id)

    def test_a_name_of_a_kind_we_know_none_of_contradicts_nothing(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            assert _report(uow, "wamid.1", "delivered", recipient=(bsuid("MX.999"),)) == Reported(chat_id)

    def test_a_message_comes_to_be_undelivered_once(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = _three(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            uow.outbox.mark_failed(ids[1], "131026 refused at once", None)
            assert _report(uow, "wamid.1", "failed") == Reported(chat_id, undelivered=True)
            assert _report(uow, "wamid.1", "failed") == Reported(chat_id)
            token = uow.outbox.list(chat_id)[1].token
            assert _report(uow, "wamid.2", "failed", token) == Reported(chat_id)


def _three(begin: UnitOfWorkFactory) -> tuple[int, Sequence[int]]:
    """A conversation with three messages of ours waiting, and their ids."""
    chat_id = chat(begin)
    with begin() as uow:
        ids = uow.outbox.add(chat_id, ANA, CONTENTS, None, NOW)
        uow.commit()
    return chat_id, ids


def _report(
    uow: UnitOfWork,
    wamid: str,
    status: str,
    tracking: str | None = None,
    phone_number_id: str = "",
    recipient: tuple[Identity, ...] = (),
) -> Reported | None:
    failed = status == "failed"
    said = DeliveryStatus(
        wamid=wamid,
        status=status,
        at=NOW,
        phone_number_id=phone_number_id,
        recipient=recipient,
        tracking=tracking,
        error_code=131047 if failed else None,
        error_detail="re-engagement" if failed else None,
    )
    return uow.outbox.record_status(said, "106540352242922")
