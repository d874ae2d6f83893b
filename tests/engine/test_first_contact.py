"""Whoever never wrote gets the privacy notice and the way out before anything else, and what they got is on record."""

from __future__ import annotations

import datetime as dt
import hashlib

from booking.conversation import outgoing
from booking.conversation.fsm.consent_facts import NOTICE_VERSION
from booking.conversation.replies import templates
from booking.conversation.replies.templates import TEMPLATES, Name
from booking.intents import Greet, OptOut
from booking.models import DeliveryStatus, MessageClass, OutboxItem, OutText, Tap
from booking.ports import NotSent
from booking.testing.world import memory_clinic

REFUSED = NotSent("131026 undeliverable", 131026)
THROTTLED = NotSent("131056 pair rate", 131056, dt.timedelta(seconds=6))
NUMBER = "526647770000"


class Stranger:
    """Eva, whom staff entered, and to whom something is to be said."""

    def __init__(self, *classes: MessageClass, fallback: bool = True) -> None:
        self.clinic = memory_clinic()
        with self.clinic.begin() as uow:
            patient = uow.patients.enter("Eva Cruz", f"+{NUMBER}", None, self.now)
            chat = uow.conversations.for_patient(patient, self.now)
            assert chat is not None
            self.id = chat.id
            uow.commit()
        for message_class in classes or (MessageClass.NOTICE,):
            self.is_to_hear(message_class, fallback)

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def is_to_hear(self, message_class: MessageClass = MessageClass.NOTICE, fallback: bool = True) -> None:
        words = templates.filled(Name.MOVED, **TEMPLATES[Name.MOVED].parameters) if fallback else None
        with self.clinic.begin() as uow:
            chat = uow.conversations.get(self.id)
            outgoing.put(uow, chat, OutText(body="cambió"), message_class, self.now, fallback=words)
            uow.commit()

    def hears(self, message_class: MessageClass = MessageClass.NOTICE) -> list[str]:
        """The names of the templates that go out now."""
        before = len(self.clinic.sender.sent)
        self.clinic.delivery.deliver(self.id, message_class)
        return [item.content.name for item in self.clinic.sender.sent[before:]]

    def rows(self) -> list[OutboxItem]:
        with self.clinic.begin() as uow:
            return list(uow.outbox.list(self.id))

    def notices(self) -> int:
        with self.clinic.begin() as uow:
            return len(uow.notices.list())


def test_the_welcome_goes_first_once_and_is_on_record() -> None:
    eva = Stranger()
    assert eva.hears() == ["bienvenida", "cita_movida"]
    with eva.clinic.begin() as uow:
        (given,) = uow.conversations.notices_given(eva.id)
    welcome = next(item for item in eva.rows() if item.content.type == "template")
    text = templates.words(welcome.content)
    assert NOTICE_VERSION in text
    assert given.version == NOTICE_VERSION
    assert (given.outbox_id, given.wamid, given.at) == (welcome.id, welcome.wamid, eva.now)
    assert given.sha256 == hashlib.sha256(text.encode()).hexdigest()
    eva.is_to_hear()
    assert eva.hears() == ["cita_movida"]


def test_without_words_of_its_own_nothing_goes_not_even_the_welcome() -> None:
    eva = Stranger(fallback=False)
    assert eva.hears() == []
    assert ([item.state for item in eva.rows()], eva.notices()) == (["failed"], 1)


def test_of_two_classes_one_says_it_and_the_other_waits() -> None:
    eva = Stranger(MessageClass.NOTICE, MessageClass.REMINDER)
    eva.clinic.sender.fail(THROTTLED)
    assert eva.hears() == []
    assert eva.hears(MessageClass.REMINDER) == []
    eva.clinic.clock.advance(dt.timedelta(seconds=6))
    assert eva.hears() == ["bienvenida", "cita_movida"]
    assert eva.hears(MessageClass.REMINDER) == ["cita_movida"]


def test_a_welcome_that_is_refused_lets_nothing_follow() -> None:
    eva = Stranger()
    eva.clinic.sender.fail(REFUSED)
    assert eva.hears() == []
    assert {item.state for item in eva.rows()} == {"failed"}
    assert eva.notices() == 2  # the welcome, and what it was to precede
    eva.clinic.clock.advance(dt.timedelta(days=1))
    eva.is_to_hear()  # another day it may reach them
    assert eva.hears() == ["bienvenida", "cita_movida"]


def test_a_welcome_that_fails_later_proves_nothing() -> None:
    eva = Stranger()
    assert eva.hears() == ["bienvenida", "cita_movida"]
    failed = DeliveryStatus(wamid="wamid.sent-1", status="failed", at=eva.now, error_code=131026)
    eva.clinic.engine.receive([], [failed])
    eva.clinic.clock.advance(dt.timedelta(days=1))
    eva.is_to_hear()
    assert eva.hears() == ["bienvenida", "cita_movida"]


def test_who_writes_first_needs_no_welcome() -> None:
    eva = Stranger()
    eva.clinic.mean("Eva", Greet())
    assert eva.clinic.conversations["Eva"] != eva.id  # another number, so another person
    with eva.clinic.begin() as uow:
        chat = uow.conversations.get(eva.clinic.conversations["Eva"])
        outgoing.put(uow, chat, OutText(body="cambió"), MessageClass.NOTICE, eva.now)
        uow.commit()
    eva.clinic.delivery.deliver(chat.id, MessageClass.NOTICE)
    assert [item.content for item in eva.clinic.sender.sent] == [OutText(body="cambió")]


def test_the_button_of_the_welcome_ends_all_messages() -> None:
    eva = Stranger()
    eva.hears()
    welcome = eva.clinic.sender.sent[0].content
    with eva.clinic.begin() as uow:
        chat = uow.conversations.get(eva.id)
    message = eva.clinic.inbound("Eva", Tap(payload=welcome.payloads[1]))
    eva.clinic.engine.receive([message.model_copy(update={"sender": (chat.reply_to,)})])
    eva.clinic.engine.process(eva.id)
    with eva.clinic.begin() as uow:
        assert uow.conversations.get(eva.id).person.opted_out
    eva.is_to_hear()
    assert eva.hears() == []
    assert OptOut().kind in welcome.payloads[1]
