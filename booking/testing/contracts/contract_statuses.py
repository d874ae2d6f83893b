"""What every store must do with what WhatsApp reports of the messages of ours."""

from __future__ import annotations

import pytest

from booking.models import (
    DeliveryStatus,
    Identity,
    MessageClass,
    Pricing,
)
from booking.ports import Reported, SentCount, UnitOfWork, UnitOfWorkFactory
from booking.testing.contracts.contract_outbox import CONTENTS, TEMPLATE, three_waiting
from booking.testing.contracts.contract_world import (
    ANA,
    MINUTE,
    NOW,
    accept,
    bsuid,
    phone,
)

FREE = Pricing(category="service", billable=False, model="PMP", kind="free_customer_service")
CHARGED = Pricing(category="marketing", billable=True, model="PMP", kind="regular")


class StatusesContract:
    """`Outbox.record_status`."""

    @pytest.mark.parametrize(
        ("statuses", "state", "furthest"),
        [
            (["sent", "delivered", "read"], "sent", "read"),
            (["read", "delivered", "sent", "read"], "sent", "read"),
            (["sent", "failed"], "failed", "failed"),
            (["failed", "sent", "delivered"], "failed", "failed"),
            (["delivered", "failed"], "sent", "delivered"),
            (["played"], "sent", None),
        ],
    )
    def test_statuses_may_repeat_and_come_in_any_order(
        self, begin: UnitOfWorkFactory, statuses: list[str], state: str, furthest: str | None
    ) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            for status in [*statuses, *statuses]:
                _report(uow, "wamid.1", status)
            uow.commit()
        with begin() as uow:
            first, *others = uow.outbox.list(chat_id)
            assert uow.outbox.how_far([first.id]).get(first.id) == furthest
        assert first.state == state
        assert (first.last_error is not None and "131047" in first.last_error) == (state == "failed")
        assert {item.state for item in others} == {"pending"}

    def test_a_status_of_an_unknown_message_is_ignored(self, begin: UnitOfWorkFactory) -> None:
        chat_id, _ = three_waiting(begin)
        with begin() as uow:
            for tracking in (None, "999999", "not a number", ""):
                _report(uow, "wamid.unknown", "failed", tracking)
            assert {item.state for item in uow.outbox.list(chat_id)} == {"pending"}

    def test_a_status_tells_that_a_message_had_been_sent(self, begin: UnitOfWorkFactory) -> None:
        """The process died after WhatsApp had taken the message and before that was written down."""
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            token = uow.outbox.list(chat_id)[0].token
            assert _report(uow, "wamid.1", "delivered", token) == Reported(chat_id)
            assert [item.id for item in uow.outbox.due(chat_id, NOW)] == [*ids[1:]]
            assert uow.outbox.list(chat_id)[0].wamid == "wamid.1"

    def test_a_token_says_nothing_of_a_message_that_has_an_id(self, begin: UnitOfWorkFactory) -> None:
        """A message that went out twice has the id of the second time."""
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.2", NOW)
            assert _report(uow, "wamid.1", "failed", uow.outbox.list(chat_id)[0].token) is None
            assert uow.outbox.list(chat_id)[0].state == "sent"

    def test_a_message_that_went_out_twice_is_known_to_have(self, begin: UnitOfWorkFactory) -> None:
        """The process died between WhatsApp's answer and our commit."""
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.2", NOW)
            token = uow.outbox.list(chat_id)[0].token
            for status in ("sent", "delivered"):
                assert _report(uow, "wamid.1", status, token) is None
                _report(uow, "wamid.2", status, token)
            assert [item.repeated_wamid for item in uow.outbox.list(chat_id)] == ["wamid.1", None, None]
            (count,) = uow.outbox.sent(NOW, NOW + MINUTE)
            assert count == SentCount(MessageClass.REPLY, None, 1, 1)

    def test_what_was_sent_is_counted_by_class_and_template(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            (fell,) = uow.outbox.add(chat_id, ANA, CONTENTS[:1], None, NOW, MessageClass.NOTICE, fallback=TEMPLATE)
            (own,) = uow.outbox.add(chat_id, ANA, [TEMPLATE], None, NOW, MessageClass.NOTICE)
            (free,) = uow.outbox.add(chat_id, ANA, CONTENTS[:1], None, NOW, MessageClass.NOTICE, fallback=TEMPLATE)
            for id, at, as_fallback in ((ids[0], NOW, False), (fell, NOW, True), (own, NOW, False), (free, NOW, False)):
                uow.outbox.mark_sent(id, f"wamid.{id}", at, fell_back=as_fallback)
            uow.outbox.mark_sent(ids[1], "wamid.later", NOW + MINUTE)
            uow.outbox.mark_failed(ids[2], "131026", None)
            assert uow.outbox.sent(NOW, NOW + MINUTE) == [
                SentCount(MessageClass.NOTICE, None, 1, 0),
                SentCount(MessageClass.NOTICE, TEMPLATE.name, 2, 0),
                SentCount(MessageClass.REPLY, None, 1, 0),
            ]

    @pytest.mark.parametrize(
        ("told", "kept"),
        [
            ([("sent", FREE), ("delivered", None)], FREE),
            ([("sent", FREE), ("delivered", CHARGED), ("sent", FREE)], CHARGED),
            ([("read", None), ("delivered", CHARGED), ("sent", FREE)], CHARGED),
            ([("read", None)], None),
        ],
    )
    def test_the_price_told_last_is_kept_with_the_message(
        self, begin: UnitOfWorkFactory, told: list[tuple[str, Pricing | None]], kept: Pricing | None
    ) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            uow.outbox.mark_sent(ids[1], "wamid.2", NOW)
            for status, pricing in told:
                _report(uow, "wamid.1", status, pricing=pricing)
            assert [item.pricing for item in uow.outbox.list(chat_id)] == [kept, None, None]
            counts = [SentCount(MessageClass.REPLY, None, 1, 0), SentCount(MessageClass.REPLY, None, 1, 0, kept)]
            one_count = [SentCount(MessageClass.REPLY, None, 2, 0)]
            assert uow.outbox.sent(NOW, NOW + MINUTE) == (counts if kept else one_count)

    def test_the_price_of_another_message_is_nobodys(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            _report(uow, "wamid.1", "sent", phone_number_id="999", pricing=CHARGED)
            _report(uow, "wamid.other", "sent", pricing=CHARGED)
            assert {item.pricing for item in uow.outbox.list(chat_id)} == {None}

    def test_no_number_of_ours_finds_a_message(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            for tracking in (str(ids[0]), str(2**63), "9" * 400):
                assert _report(uow, "wamid.unknown", "sent", tracking) is None
            assert {item.state for item in uow.outbox.list(chat_id)} == {"pending"}

    @pytest.mark.parametrize("by", ["wamid", "token"])
    @pytest.mark.parametrize("status", ["sent", "delivered", "failed"])
    def test_a_status_of_another_number_or_person_changes_nothing(
        self, begin: UnitOfWorkFactory, by: str, status: str
    ) -> None:
        chat_id, ids = three_waiting(begin)
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
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            assert _report(uow, "wamid.1", "delivered", recipient=(bsuid("MX.999"),)) == Reported(chat_id)

    def test_a_message_comes_to_be_undelivered_once(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            uow.outbox.mark_failed(ids[1], "131026 refused at once", None)
            reported = _report(uow, "wamid.1", "failed")
            assert reported is not None
            assert reported.undelivered is not None
            assert (reported.undelivered.id, reported.undelivered.state) == (ids[0], "sent")
            assert _report(uow, "wamid.1", "failed") == Reported(chat_id)
            token = uow.outbox.list(chat_id)[1].token
            assert _report(uow, "wamid.2", "failed", token) == Reported(chat_id)


def _report(
    uow: UnitOfWork,
    wamid: str,
    status: str,
    tracking: str | None = None,
    phone_number_id: str = "",
    recipient: tuple[Identity, ...] = (),
    pricing: Pricing | None = None,
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
        pricing=pricing,
    )
    return uow.outbox.record_status(said, "106540352242922")
