"""Every code with which WhatsApp refuses a message, at once or later, of every class: what the person gets, what staff
hear and what is stored."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.conversation.delivery import OUTAGE
from booking.conversation.replies import templates
from booking.conversation.replies.templates import TEMPLATES, Name
from booking.models import DeliveryStatus, MessageClass, OutboxItem, OutText
from booking.ports import NotSent
from tests.engine.test_delivery import Chat
from webhook import send_failures
from webhook.send_failures import RULES, Rule, Verdict, wait

FREE = OutText(body="tu cita cambió")
TEMPLATE = templates.filled(Name.MOVED, **TEMPLATES[Name.MOVED].parameters)
CODES = sorted(code for code in RULES if code not in range(201, 299))
OTHER_WORDS_HELP = {
    send_failures.WINDOW_CLOSED,
    send_failures.BAD_REQUEST,
    send_failures.TEMPLATE,
    send_failures.MEDIA,
    send_failures.TRANSIENT,
}
"""Everything else is about the person, our number or the account."""

EVERY_CLASS = pytest.mark.parametrize("message_class", list(MessageClass))
_ANY = tuple(product(MessageClass, (TEMPLATE, None)))
EVERY_CODE = pytest.mark.parametrize(
    ("code", "message_class", "fallback"),
    [
        (code, *one)
        for n, code in enumerate(CODES)
        for one in (_ANY if code == next(c for c in CODES if RULES[c] == RULES[code]) else [_ANY[n % len(_ANY)]])
    ],
)
"""The first code of each rule with messages of every class, with a template and without; each other code with one."""


class Sending(Chat):
    """One message of a class, with or without a template that says the same."""

    def __init__(self, message_class: MessageClass, fallback: object) -> None:
        super().__init__()
        self.message_class = message_class
        with self.clinic.begin() as uow:
            to = uow.conversations.get(self.id).reply_to
            assert to
            (self.item,) = uow.outbox.add(
                self.id,
                to,
                [FREE],
                None,
                self.clinic.clock.now(),
                message_class,
                fallback=TEMPLATE if fallback else None,
            )
            uow.commit()
        self.before = len(self.clinic.sender.sent)

    def go(self) -> None:
        self.clinic.delivery.deliver(self.id, self.message_class)

    @property
    def got(self) -> list[object]:
        return [item.content for item in self.clinic.sender.sent[self.before :]]

    @property
    def row(self) -> OutboxItem:
        with self.clinic.begin() as uow:
            return next(item for item in uow.outbox.list(self.id) if item.id == self.item)


def refusal(code: int) -> NotSent:
    rule: Rule = RULES[code]
    again = wait(rule, 0, jitter=0)
    return NotSent(f"{code} {rule.meaning}", code, again, rule.verdict is Verdict.STOP, rule.throttled)


def missed(message_class: MessageClass) -> int:
    """How many notices tell that such a message did not arrive. Of a time offered to who waits, the next is asked."""
    return 0 if message_class is MessageClass.OFFER else 1


@EVERY_CODE
def test_refused_at_once(code: int, message_class: MessageClass, fallback: object) -> None:
    sending, refused = Sending(message_class, fallback), refusal(code)
    sending.clinic.sender.fail(refused)
    sending.go()
    rule = RULES[code]
    if rule.verdict is Verdict.NEVER:
        helped = bool(fallback) and rule in OTHER_WORDS_HELP
        assert sending.got == ([TEMPLATE] if helped else [])
        assert (sending.row.state, sending.row.fell_back) == ("sent" if helped else "failed", helped)
        assert len(sending.notices()) == (0 if helped else missed(message_class))
        return
    assert (sending.got, sending.row.state) == ([], "pending")
    lasts = rule is send_failures.SPAM or rule.verdict is Verdict.STOP
    assert len(sending.notices()) == (1 if lasts else 0)
    sending.later(max(refused.retry_after or OUTAGE, OUTAGE))
    sending.go()
    assert (sending.got, sending.row.state) == ([FREE], "sent")


@EVERY_CODE
def test_taken_and_failed_later(code: int, message_class: MessageClass, fallback: object) -> None:
    sending = Sending(message_class, fallback)
    sending.go()
    failed = DeliveryStatus(
        wamid=sending.row.wamid or "", status="failed", at=sending.clinic.clock.now(), error_code=code
    )
    for _ in range(3):  # WhatsApp repeats itself
        sending.clinic.engine.receive([], [failed])
        sending.go()
    helped = bool(fallback) and RULES[code] in OTHER_WORDS_HELP
    assert sending.got == ([FREE, TEMPLATE] if helped else [FREE])
    assert (sending.row.state, sending.row.fell_back) == ("failed", False)
    assert sending.last.state == ("sent" if helped else "failed")
    assert len(sending.notices()) == (0 if helped else missed(message_class))


@EVERY_CLASS
def test_a_template_that_fails_too_is_for_staff(message_class: MessageClass) -> None:
    sending = Sending(message_class, TEMPLATE)
    sending.clinic.sender.fail(refusal(131047), refusal(132001))
    sending.go()
    assert (sending.got, sending.row.state) == ([], "failed")
    assert len(sending.notices()) == missed(message_class)


@EVERY_CLASS
def test_a_template_that_fails_later_is_for_staff(message_class: MessageClass) -> None:
    sending = Sending(message_class, TEMPLATE)
    sending.later(dt.timedelta(days=2))
    sending.go()
    assert (sending.got, sending.row.fell_back) == ([TEMPLATE], True)
    wamid = sending.row.wamid or ""
    failed = DeliveryStatus(wamid=wamid, status="failed", at=sending.clinic.clock.now(), error_code=131049)
    sending.clinic.engine.receive([], [failed])
    sending.go()
    assert (sending.got, len(sending.notices())) == ([TEMPLATE], missed(message_class))


@pytest.mark.parametrize("code", [130429, 80007, 131048])
@EVERY_CLASS
def test_a_throttle_holds_back_what_is_no_more_urgent_and_no_answer(code: int, message_class: MessageClass) -> None:
    sending = Sending(message_class, None)
    for other in MessageClass:
        sending.add(f"de clase {other}", message_class=other)
    sending.clinic.sender.fail(refusal(code))
    sending.go()
    order = [MessageClass.STAFF, MessageClass.NOTICE, MessageClass.OFFER, MessageClass.REMINDER]
    held = order[order.index(message_class) :] if message_class in order else order
    for other in MessageClass:
        waits = other in held or other is message_class
        assert bool(sending.deliver(other)) != waits, other
    sending.later(dt.timedelta(hours=1))
    for other in MessageClass:
        sending.deliver(other)
    with sending.clinic.begin() as uow:
        assert {item.state for item in uow.outbox.list(sending.id)} == {"sent"}


def test_an_account_that_may_not_send_is_told_once_however_many_wait() -> None:
    sending = Sending(MessageClass.NOTICE, None)
    for other in MessageClass:
        sending.add(f"de clase {other}", message_class=other)
    sending.clinic.sender.fail(*[refusal(190)] * 3)
    for _ in range(3):
        for other in MessageClass:
            assert sending.deliver(other) == []
        sending.later(OUTAGE)
    assert len(sending.notices()) == 1
