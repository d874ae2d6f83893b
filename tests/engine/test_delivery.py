"""Whatever becomes of a message of ours, staff hear of it when it will not arrive, once."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation.delivery import ATTEMPTS, OUTAGE
from booking.desk.notice_views import listed
from booking.models import DeliveryStatus, MessageClass, OutboxItem, OutText
from booking.ports import NotSent
from booking.runtime.upkeep import Upkeep
from booking.testing.clinic import Clinic
from booking.testing.world import memory_clinic

SOON = dt.timedelta(seconds=6)
HOUR = dt.timedelta(hours=1)
THROTTLED = NotSent("131056 pair rate", 131056, SOON)
REFUSED = NotSent("131026 undeliverable", 131026)
NO_TOKEN = NotSent("190 token", 190, OUTAGE, stop_everything=True)
OFFLINE = NotSent("no connection", None, SOON, offline=True)


class Chat:
    """Ana's, with replies of ours waiting."""

    def __init__(self, *texts: str) -> None:
        self.clinic: Clinic = memory_clinic()
        self.clinic.say("Ana", "hola")
        self.id = self.clinic.conversations["Ana"]
        self.deliver()
        self.add(*texts)

    def add(
        self, *texts: str, message_class: MessageClass = MessageClass.REPLY, expires_at: dt.datetime | None = None
    ) -> None:
        with self.clinic.begin() as uow:
            to = uow.conversations.get(self.id).reply_to
            assert to
            uow.outbox.add(
                self.id,
                to,
                [OutText(body=text) for text in texts],
                None,
                self.clinic.clock.now(),
                message_class,
                expires_at=expires_at,
            )
            uow.commit()

    def deliver(self, message_class: MessageClass = MessageClass.REPLY) -> list[str]:
        """What goes out now."""
        before = len(self.clinic.sender.sent)
        self.clinic.delivery.deliver(self.id, message_class)
        return [item.content.body for item in self.clinic.sender.sent[before:]]

    def later(self, delay: dt.timedelta) -> None:
        self.clinic.clock.advance(delay)

    @property
    def last(self) -> OutboxItem:
        with self.clinic.begin() as uow:
            return uow.outbox.list(self.id)[-1]

    def notices(self) -> list[tuple[str, int | None]]:
        """What staff read of, and of which chat."""
        with self.clinic.begin() as uow:
            return [(notice["que"], notice["chat"]) for notice in listed(uow, 50)]


NOT_SENT, UNDELIVERED = "un mensaje no se pudo enviar", "un mensaje no le llegó"


@pytest.mark.parametrize("minutes", [59, 60, 61])
def test_what_has_expired_is_not_sent_and_holds_up_nothing(minutes: int) -> None:
    chat = Chat()
    chat.add("recordatorio", expires_at=chat.clinic.clock.now() + HOUR)
    chat.add("después")
    chat.later(dt.timedelta(minutes=minutes))
    late = minutes >= 60
    assert chat.deliver() == (["después"] if late else ["recordatorio", "después"])
    with chat.clinic.begin() as uow:
        first = uow.outbox.list(chat.id)[-2]
    assert first.state == ("expired" if late else "sent")
    assert (first.last_error or "").startswith("expired at 2026-11-23") == late
    assert chat.notices() == []


def test_what_is_throttled_past_its_time_is_given_up() -> None:
    chat = Chat()
    chat.add("recordatorio", expires_at=chat.clinic.clock.now() + SOON / 2)
    chat.clinic.sender.fail(THROTTLED)
    assert chat.deliver() == []
    chat.later(SOON)
    assert chat.deliver() == []
    assert (chat.last.state, chat.last.attempts) == ("expired", 1)


def test_a_message_that_was_taken_is_no_news() -> None:
    chat = Chat("uno", "dos")
    assert chat.deliver() == ["uno", "dos"]
    assert chat.notices() == []


def test_a_refusal_at_once_reaches_staff() -> None:
    chat = Chat("uno", "dos")
    chat.clinic.sender.fail(REFUSED)
    assert chat.deliver() == ["dos"]
    assert chat.notices() == [(NOT_SENT, chat.id)]


def test_retries_that_are_used_up_reach_staff() -> None:
    chat = Chat("uno")
    chat.clinic.sender.fail(*[THROTTLED] * ATTEMPTS)
    for attempt in range(1, ATTEMPTS + 1):
        assert chat.notices() == []
        assert chat.last.state == "pending"
        assert chat.deliver() == []
        assert chat.last.attempts == attempt
        chat.later(SOON)
    assert (chat.last.state, chat.last.last_error) == ("failed", THROTTLED.error)
    assert chat.notices() == [(NOT_SENT, chat.id)]


def test_an_account_that_may_not_send_reaches_staff_and_loses_nothing() -> None:
    chat = Chat("uno", "dos")
    chat.clinic.sender.fail(NO_TOKEN)
    assert chat.deliver() == []
    assert chat.notices() == [(NOT_SENT, chat.id)]
    chat.later(OUTAGE)
    assert chat.deliver() == ["uno", "dos"]


@pytest.mark.parametrize("refusal", [OFFLINE, NO_TOKEN])
@pytest.mark.parametrize("hours", [1, 23, 24])
def test_however_long_nothing_leaves_what_may_be_said_still_is(refusal: NotSent, hours: int) -> None:
    """No attempts are used up by it: what is throttled afterwards is tried again. Who has not written for a day by then
    may hear nothing, and staff have to."""
    chat = Chat("uno")
    over = chat.clinic.clock.now() + hours * HOUR
    while chat.clinic.clock.now() < over:
        chat.clinic.sender.fail(refusal)
        assert chat.deliver() == []
        chat.clinic.clock.set(chat.last.retry_at or over)
    chat.clinic.sender.failures.clear()
    if hours == 24:
        assert chat.deliver() == []
        assert (chat.last.state, chat.last.last_error) == ("failed", "window")
        assert chat.notices()[0] == (NOT_SENT, chat.id)
        return
    chat.clinic.sender.fail(THROTTLED)
    assert chat.deliver() == []
    chat.later(SOON)
    assert chat.deliver() == ["uno"]


@pytest.mark.parametrize("code", [131026, 131047, 131049, 131056])
@pytest.mark.parametrize("before", [(), ("sent",)])
def test_a_refusal_that_comes_later_reaches_staff_once(code: int, before: tuple[str, ...]) -> None:
    chat = Chat("uno")
    chat.deliver()
    wamid = chat.last.wamid or ""
    said = [DeliveryStatus(wamid=wamid, status=name, at=chat.clinic.clock.now()) for name in (*before, "failed")]
    late = [status.model_copy(update={"error_code": code, "error_detail": "why"}) for status in said]
    for _ in range(3):
        chat.clinic.engine.receive([], late)
    assert (chat.last.state, chat.last.last_error) == ("failed", f"{code}: why")
    assert chat.notices() == [(UNDELIVERED, chat.id)]


def test_what_was_delivered_has_not_failed() -> None:
    chat = Chat("uno")
    chat.deliver()
    said = [
        DeliveryStatus(wamid=chat.last.wamid or "", status=name, at=chat.clinic.clock.now())
        for name in ("delivered", "failed")
    ]
    chat.clinic.engine.receive([], said)
    assert chat.last.state == "sent"
    assert chat.notices() == []


@pytest.mark.parametrize("other", [c for c in MessageClass if c is not MessageClass.REPLY])
def test_what_is_throttled_keeps_its_order_and_silences_no_answer(other: MessageClass) -> None:
    chat = Chat()
    chat.add("first", "second", message_class=other)
    chat.clinic.sender.fail(THROTTLED)
    assert chat.deliver(other) == []
    chat.add("an answer", "another")
    assert chat.deliver() == ["an answer", "another"]
    assert chat.deliver(other) == []
    chat.later(SOON)
    assert chat.deliver(other) == ["first", "second"]


def test_a_throttled_answer_is_not_overtaken_by_a_later_one() -> None:
    chat = Chat("uno")
    chat.add("an offer", message_class=MessageClass.OFFER)
    chat.clinic.sender.fail(THROTTLED)
    assert chat.deliver() == []
    chat.add("dos")
    assert chat.deliver() == []
    assert chat.deliver(MessageClass.OFFER) == ["an offer"]
    chat.later(SOON)
    assert chat.deliver() == ["uno", "dos"]


def test_the_sweep_wakes_every_class_that_is_due() -> None:
    chat = Chat("uno")
    for message_class in MessageClass:
        chat.add("algo", message_class=message_class)
    jobs = chat.clinic.begin.jobs  # type: ignore[attr-defined]
    jobs.clear()
    Upkeep(chat.clinic.begin, chat.clinic.clock, chat.clinic.sender, lambda conversation_id: None).sweep()
    assert {job.message_class for job, _ in jobs} == set(MessageClass)
