"""What every store must do with the messages of ours: their order, what became of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from booking.errors import NotFound
from booking.models import (
    AppointmentVersion,
    Button,
    ListRow,
    MessageClass,
    OutboxItem,
    OutButtons,
    OutContent,
    OutList,
    OutTemplate,
    OutText,
    TemplateState,
)
from booking.ports import DueClass, UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    ANA,
    BETO,
    HOUR,
    MINUTE,
    NOW,
    booked,
    chat,
    slot,
)

CONTENTS: Sequence[OutContent] = (
    OutText(body="Tengo estos horarios 🗓️"),
    OutButtons(body="¿Confirmo?", buttons=(Button(id="yes:3", title="Sí"), Button(id="no:3", title="No"))),
    OutList(body="Elija", button="Ver", rows=(ListRow(id="1", title="Lunes 9:00", description="23 nov"),)),
)


TEMPLATE = OutTemplate(name="cita_movida", language="es_MX", parameters=("Ana", "jueves"), payloads=("t1|yes",))


class OutboxContract:
    """`Outbox`."""

    def test_what_whatsapp_says_of_templates_is_kept_by_name_and_language(self, begin: UnitOfWorkFactory) -> None:
        said = TemplateState(name="cita_movida", language="es_MX", at=NOW, status="APPROVED", category="UTILITY")
        others = [said.model_copy(update={"language": "es"}), said.model_copy(update={"name": "bienvenida"})]
        with begin() as uow:
            for one in (said, *others):
                uow.templates.put(one)
            uow.commit()
        paused = said.model_copy(update={"status": "PAUSED", "reason": "quejas", "at": NOW + HOUR, "quality": "RED"})
        with begin() as uow:
            uow.templates.put(paused)
            assert uow.templates.get("cita_movida", "es_MX") == paused
            assert uow.templates.list() == [others[1], others[0], paused]
            assert uow.templates.get("otra", "es_MX") is None

    def test_a_class_that_is_held_back_is_not_due_until_then(self, begin: UnitOfWorkFactory) -> None:
        chats = [chat(begin, who) for who in (ANA, BETO)]
        with begin() as uow:
            for one, who in zip(chats, (ANA, BETO), strict=True):
                for message_class in (MessageClass.REPLY, MessageClass.REMINDER):
                    uow.outbox.add(one, who, CONTENTS[:1], None, NOW, message_class)
            held = [MessageClass.REMINDER, MessageClass.OFFER]
            assert uow.outbox.hold_back(held, NOW + HOUR) is None
            assert uow.outbox.hold_back(held[:1], NOW + MINUTE) == NOW + HOUR
            uow.commit()
        later = NOW + HOUR - MINUTE
        with begin() as uow:
            assert [len(uow.outbox.due(one, later, MessageClass.REMINDER)) for one in chats] == [0, 0]
            assert [len(uow.outbox.due(one, later)) for one in chats] == [1, 1]
            assert uow.outbox.due_classes(later) == [DueClass(one, MessageClass.REPLY) for one in chats]
            assert len(uow.outbox.due_classes(NOW + HOUR)) == 4
            assert len(uow.outbox.due(chats[0], NOW + HOUR, MessageClass.REMINDER)) == 1

    def test_a_message_may_have_a_template_that_says_the_same(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            (id,) = uow.outbox.add(chat_id, ANA, CONTENTS[1:2], None, NOW, MessageClass.NOTICE, fallback=TEMPLATE)
            with pytest.raises(ValueError, match="one message"):
                uow.outbox.add(chat_id, ANA, CONTENTS, None, NOW, fallback=TEMPLATE)
            uow.commit()
        with begin() as uow:
            (item,) = uow.outbox.due(chat_id, NOW, MessageClass.NOTICE)
            assert (item.fallback, item.fell_back, item.went_out) == (TEMPLATE, False, CONTENTS[1])
            uow.outbox.mark_sent(id, "wamid.1", NOW, fell_back=True)
            (gone,) = uow.outbox.list(chat_id)
        assert (gone.fell_back, gone.content, gone.went_out) == (True, CONTENTS[1], TEMPLATE)

    def test_messages_wait_in_order_and_come_back_as_they_were(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            ids = uow.outbox.add(chat_id, ANA, CONTENTS, "w1", NOW)
            assert uow.outbox.add(chat_id, ANA, [], "w1", NOW) == []
            uow.commit()
        with begin() as uow:
            due = uow.outbox.due(chat_id, NOW)
            assert uow.outbox.due_classes(NOW) == [DueClass(chat_id, MessageClass.REPLY)]
        assert due == [
            OutboxItem(
                id=id, token=token, conversation_id=chat_id, to=ANA, content=content, created_at=NOW, reply_to="w1"
            )
            for id, token, content in zip(ids, [item.token for item in due], CONTENTS, strict=True)
        ]
        assert len({item.token for item in due}) == len(due)
        assert list(ids) == sorted(ids)

    def test_what_was_sent_is_not_due(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            uow.commit()
        with begin() as uow:
            assert [item.id for item in uow.outbox.due(chat_id, NOW)] == [*ids[1:]]
            sent = uow.outbox.list(chat_id)[0]
        assert (sent.state, sent.wamid) == ("sent", "wamid.1")

    def test_what_is_shown_elsewhere_is_marked_where_nobody_has_sent_it(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            uow.commit()
        with begin() as uow:
            assert uow.outbox.mark_shown(chat_id, MessageClass.REPLY, {id: f"local.{id}" for id in ids[:2]}, NOW)
            uow.commit()
        with begin() as uow:
            stored = uow.outbox.list(chat_id)
            assert [item.id for item in uow.outbox.due(chat_id, NOW)] == [ids[2]]
        assert [(item.state, item.wamid) for item in stored] == [
            ("sent", "wamid.1"), ("sent", f"local.{ids[1]}"), ("pending", None),
        ]  # fmt: skip

    @pytest.mark.parametrize("counts", [True, False])
    def test_an_attempt_counts_or_does_not(self, begin: UnitOfWorkFactory, counts: bool) -> None:
        chat_id, ids = three_waiting(begin)
        for _ in range(2):
            with begin() as uow:
                uow.outbox.mark_failed(ids[0], "no connection", NOW, counts=counts)
                uow.commit()
        with begin() as uow:
            first = uow.outbox.due(chat_id, NOW)[0]
        assert (first.attempts, first.last_error, first.state) == (2 * counts, "no connection", "pending")

    def test_a_message_that_waits_holds_up_those_behind_it(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            uow.outbox.mark_failed(ids[1], "131056 pair rate", NOW + HOUR)
            uow.commit()
        with begin() as uow:
            assert [item.id for item in uow.outbox.due(chat_id, NOW)] == [ids[0]]
            uow.outbox.mark_sent(ids[0], "wamid.1", NOW)
            assert uow.outbox.due(chat_id, NOW) == []
            assert uow.outbox.due_classes(NOW + HOUR - MINUTE) == []
            assert uow.outbox.due_classes(NOW + HOUR) == [DueClass(chat_id, MessageClass.REPLY)]
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
            others = [
                DueClass(chat_id, message_class) for message_class in MessageClass if message_class is not waiting
            ]
            assert set(uow.outbox.due_classes(NOW)) == set(others)
            assert set(uow.outbox.due_classes(NOW + HOUR)) == {*others, DueClass(chat_id, waiting)}
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
            assert uow.outbox.due_classes(NOW + HOUR) == []
            assert [(item.state, item.last_error) for item in uow.outbox.list(chat_id)] == [("expired", "too late")]

    def test_what_is_put_off_lets_others_pass_until_then_or_until_it_expires(self, begin: UnitOfWorkFactory) -> None:
        chat_id, kind = chat(begin), MessageClass.OFFER
        with begin() as uow:
            (off,) = uow.outbox.add(chat_id, ANA, CONTENTS[:1], None, NOW, kind, expires_at=NOW + 3 * HOUR)
            (next,) = uow.outbox.add(chat_id, ANA, CONTENTS[1:2], None, NOW, kind, urgent=True)
            uow.outbox.put_off(off, NOW + HOUR)
            uow.commit()
        with begin() as uow:
            (item,) = uow.outbox.due(chat_id, NOW, kind)
            assert (item.id, item.urgent) == (next, True)
            uow.outbox.mark_sent(next, "wamid.1", NOW)
            assert uow.outbox.due_classes(NOW) == []
            assert uow.outbox.due_classes(NOW + HOUR) == [DueClass(chat_id, kind)]
            (item,) = uow.outbox.due(chat_id, NOW + HOUR, kind)
            assert (item.id, item.urgent, item.not_before, item.attempts) == (off, False, NOW + HOUR, 0)
            uow.outbox.put_off(off, NOW + 9 * HOUR)
            assert uow.outbox.due(chat_id, NOW + 2 * HOUR, kind) == []
            assert [one.id for one in uow.outbox.due(chat_id, NOW + 3 * HOUR, kind)] == [off]
            assert uow.outbox.due_classes(NOW + 3 * HOUR) == [DueClass(chat_id, kind)]
            with pytest.raises(NotFound):
                uow.outbox.put_off(999_999, NOW)

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
            assert uow.outbox.due_classes(NOW) == []
            assert [item.id for item in uow.outbox.due(chat_id, NOW + MINUTE)] == [late, next]
            assert uow.outbox.due_classes(NOW + MINUTE) == [DueClass(chat_id, MessageClass.REPLY)]

    def test_a_message_that_failed_for_good_is_passed_over(self, begin: UnitOfWorkFactory) -> None:
        chat_id, ids = three_waiting(begin)
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
        chat_id, ids = three_waiting(begin)
        with begin() as uow:
            assert [item.id for item in uow.outbox.list(chat_id)] == [*ids]
            assert [item.id for item in uow.outbox.list(chat_id, limit=2)] == [*ids[1:]]
            assert uow.outbox.list(chat(begin, BETO)) == []


def three_waiting(begin: UnitOfWorkFactory) -> tuple[int, Sequence[int]]:
    """A conversation with three messages of ours waiting, and their ids."""
    chat_id = chat(begin)
    with begin() as uow:
        ids = uow.outbox.add(chat_id, ANA, CONTENTS, None, NOW)
        uow.commit()
    return chat_id, ids
