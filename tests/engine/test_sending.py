"""Whatever happens between a message's being stored and its end: what leaves for WhatsApp keeps every rule of
`booking/testing/checked_sender`, and what does not leave is known to staff or of no use any more."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from booking.conversation import outgoing
from booking.conversation.replies import templates
from booking.conversation.replies.keys import ReplyKey as R
from booking.conversation.replies.templates import TEMPLATES, Name
from booking.intents import Greet, OptOut
from booking.models import DeliveryStatus, MessageClass, OutboxItem, OutText, Policy
from booking.testing.checked_sender import CheckedSender
from booking.testing.world import memory_clinic
from tests.engine.questions import COMES, OF_JOBS
from tests.engine.test_delivery import Chat
from tests.engine.test_refusals import CODES, TEMPLATE, Sending, refusal

CLASSES = st.sampled_from(MessageClass)
DAY, MINUTE = dt.timedelta(days=1), dt.timedelta(minutes=1)


@pytest.mark.parametrize("fallback", [TEMPLATE, None])
@pytest.mark.parametrize("after", [DAY - 2 * MINUTE, DAY - MINUTE, DAY, 9 * DAY])
def test_after_a_day_only_the_template_goes(after: dt.timedelta, fallback: object) -> None:
    sending = Sending(MessageClass.NOTICE, fallback)
    with sending.clinic.begin() as uow:
        uow.rules.set_policy(Policy(quiet_from=dt.time(0), quiet_until=dt.time(0)))
        uow.commit()
    sending.later(after)
    sending.go()
    if after < DAY - MINUTE:
        assert [sending.row.content] == sending.got
    elif fallback:
        assert (sending.got, sending.row.state, sending.row.fell_back) == ([TEMPLATE], "sent", True)
    else:
        assert (sending.got, sending.row.state, sending.row.last_error) == ([], "failed", "window")
        assert len(sending.notices()) == 1


@pytest.mark.parametrize("message_class", list(MessageClass))
def test_after_baja_only_answers_go(message_class: MessageClass) -> None:
    sending = Sending(message_class, TEMPLATE)
    sending.clinic.mean("Ana", OptOut())
    sending.go()
    answer = message_class is MessageClass.REPLY
    assert sending.row.state == ("sent" if answer else "expired")
    assert sending.notices() == []


class Sends(RuleBasedStateMachine):
    """Two people, every class, every refusal, at once and later."""

    def __init__(self) -> None:
        super().__init__()
        self.clinic = memory_clinic()
        self.clinic.aloud = False
        for who in ("Ana", "Beto"):
            self.clinic.say(who, "hola")

    who = st.sampled_from(("Ana", "Beto"))

    @rule(who=who, message_class=CLASSES, fallback=st.booleans(), hours=st.none() | st.integers(1, 60))
    def is_to_be_told(self, who: str, message_class: MessageClass, fallback: bool, hours: int | None) -> None:
        now = self.clinic.clock.now()
        with self.clinic.begin() as uow:
            chat = uow.conversations.get(self.clinic.conversations[who])
            words = templates.filled(Name.CANCELLED, **TEMPLATES[Name.CANCELLED].parameters) if fallback else None
            until = now + dt.timedelta(hours=hours) if hours else None
            outgoing.put(uow, chat, OutText(body="algo"), message_class, now, fallback=words, expires_at=until)
            uow.commit()

    @rule(who=who, intent=st.sampled_from((Greet(), OptOut(), OptOut(undo=True))))
    def writes(self, who: str, intent: Greet | OptOut) -> None:
        self.clinic.mean(who, intent)

    @rule(hours=st.sampled_from((0.1, 1, 12, 24, 40)))
    def time_passes(self, hours: float) -> None:
        self.clinic.advance(hours=hours)

    @rule(codes=st.lists(st.sampled_from(CODES), max_size=4), who=who, message_class=CLASSES)
    def is_delivered(self, codes: list[int], who: str, message_class: MessageClass) -> None:
        self.clinic.sender.failures.clear()
        self.clinic.sender.fail(*map(refusal, codes))
        self.clinic.delivery.deliver(self.clinic.conversations[who], message_class)

    @rule(code=st.sampled_from(CODES), back=st.integers(1, 4))
    def fails_later(self, code: int, back: int) -> None:
        sent = self.clinic.sender.sent
        if len(sent) >= back:
            wamid = f"wamid.sent-{len(sent) - back + 1}"
            failed = DeliveryStatus(wamid=wamid, status="failed", at=self.clinic.clock.now(), error_code=code)
            self.clinic.engine.receive([], [failed])

    @invariant()
    def what_failed_is_known(self) -> None:
        """To staff, or it was said in other words. Of a time that was offered nobody hears: the next one is asked."""
        with self.clinic.begin() as uow:
            told = len([n for n in uow.notices.list(10_000) if n.kind in ("not_sent", "undelivered")])
            rows = [item for chat in self.clinic.conversations.values() for item in uow.outbox.list(chat, 10_000)]
        failed = [item for item in rows if item.state == "failed" and item.message_class is not MessageClass.OFFER]
        in_other_words = [item for item in failed if item.fallback and not item.fell_back]
        assert told >= len(failed) - len(in_other_words)
        wamids = [item.wamid for item in rows if item.wamid]
        assert len(wamids) == len(set(wamids))


TestSends = Sends.TestCase


def test_every_rule_catches_what_breaks_it() -> None:
    chat = Chat("uno", "dos")
    clinic = chat.clinic
    chat.add("aviso", message_class=MessageClass.NOTICE, expires_at=clinic.clock.now() + 3 * DAY)
    chat.later(2 * DAY)
    with clinic.begin() as uow:
        _, second, notice = uow.outbox.list(chat.id)[-3:]
    wrong = notice.model_copy(update={"content": TEMPLATE.model_copy(update={"parameters": ("Ana",)})})
    _refused(chat, notice, "free words")
    _refused(chat, second.model_copy(update={"content": TEMPLATE}), "sent before")
    _refused(chat, wrong, "takes")
    chat.clinic.mean("Ana", OptOut())
    _refused(chat, notice, "a notice after BAJA")
    chat.clinic.mean("Ana", OptOut(undo=True))
    chat.later(2 * DAY)
    _refused(chat, notice.model_copy(update={"content": TEMPLATE}), "of no use from")


def _refused(chat: Chat, item: OutboxItem, why: str) -> None:
    sender = CheckedSender(chat.clinic.begin, chat.clinic.clock, chat.clinic.sender)
    with pytest.raises(AssertionError, match=why):
        sender.send(item)
    assert len(sender.broken) == 1


@pytest.mark.parametrize(
    "key", sorted(OF_JOBS - {R.WAITING_OFFER, R.WAITING_OFFER_EARLIER, R.DOCTOR_AWAY, R.TOLD_BACK})
)
def test_what_is_stored_as_sent_was_checked(key: R) -> None:
    """However a turn or a job stores it: nothing is marked as sent that did not leave by the sender that checks. (Of
    those left out the room of who waits marks them itself.)"""
    clinic = COMES[key, False]()
    clinic.say("Ana", "sí")
    for message_class in MessageClass:
        clinic.delivery.deliver(clinic.conversations["Ana"], message_class)
    with clinic.begin() as uow:
        stored = {one.id for one in uow.outbox.list(clinic.conversations["Ana"], limit=1000) if one.state == "sent"}
    assert stored == {one.id for one in clinic.sender.sent if one.conversation_id == clinic.conversations["Ana"]}
