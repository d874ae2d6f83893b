"""Use case: what waits in the outbox goes to WhatsApp, in order, at least once."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import dataclass

import structlog

from booking.conversation.first_contact import is_welcome, needs_welcome, proof, welcome_before
from booking.conversation.quiet_hours import held_until, is_paused
from booking.conversation.telling import call_for_message, call_untold, withdraw_untrue
from booking.conversation.way_out import OPTED_OUT, Ends, other_words, way_out, without
from booking.models import MessageClass, OutboxItem, OutContent, OutTemplate, Reach
from booking.models.stage_times import StageOutcome, StageTime
from booking.ports import Clock, MessageSender, NotSent, Sent, UnitOfWork, UnitOfWorkFactory

log = structlog.get_logger()

ATTEMPTS = 8
"""A message refused this often is given up and staff are told. What could not leave at all was refused by nobody: it is
tried for as long as it may be sent."""

OUTAGE = dt.timedelta(minutes=5)
"""Wait after a refusal that concerns the whole account (token, payment), before trying anything again."""

OFFLINE = (dt.timedelta(seconds=2), dt.timedelta(minutes=5))
"""What could not leave is tried again after a quarter of the time that it has waited, at soonest and at latest."""

PAUSED = dt.timedelta(minutes=5)
"""So often it is looked whether what is paused goes on."""


@dataclass(slots=True)
class Delivery:
    """Sends. No transaction is open while WhatsApp answers."""

    begin: UnitOfWorkFactory
    clock: Clock
    sender: MessageSender

    def deliver(self, conversation_id: int, message_class: MessageClass = MessageClass.REPLY) -> int:
        """Send what is due of this class in this conversation; the number of messages that are done with. Stops at
        the first that must wait, so that the order is kept. Without credentials nothing is tried. What comes meanwhile
        has a job of its own."""
        done, more = 0, self.sender.ready
        while more:
            with self.begin() as uow:
                items, reach = uow.outbox.to_send(conversation_id, self.clock.now(), message_class)
            if items and self._put_off(items[0]):
                more = len(items) > 1
                continue
            # One at a time: the outcome of each is stored before the next is tried.
            if not items or not self._see_to(items[0], reach):
                break
            done += 1
            more = len(items) > 1 or reach.wrote_at is None  # a welcome was put before it
        return done

    def _put_off(self, item: OutboxItem) -> bool:
        """Whether it waits for the end of the clinic's quiet hours, which what comes behind it need not; or is
        withdrawn, for what it tells or reminds of is not so any more: what still is so is said again."""
        if item.message_class is MessageClass.REPLY or item.urgent:
            return False
        now = self.clock.now()
        with self.begin() as uow:
            if _withdrawn(uow, item, now):
                uow.commit()
                log.info("withdrawn", outbox_id=item.id)
                return True
            starts = uow.appointments.get(item.about.id).slot.start if item.about is not None else None
            clinic = uow.schedules.clinic()
            until = now + PAUSED if is_paused(clinic, item) else held_until(clinic, item, starts, now)
            if until is not None and not item.is_expired(now):
                uow.outbox.put_off(item.id, until)
                uow.commit()
                log.info("put_off", outbox_id=item.id, until=until)
                return True
        return False

    def _see_to(self, item: OutboxItem, reach: Reach) -> bool:
        """True when the item is done with, sent or given up, or what has to be said before it is."""
        content = self._usable(way_out(item, reach, self.clock.now()))
        if needs_welcome(item, reach) and not isinstance(content, Ends):
            with self.begin() as uow:
                first = welcome_before(uow, item, self.clock.now())
                uow.commit()
            if isinstance(first, OutboxItem):
                waits = first.retry_at is not None and first.retry_at > self.clock.now()
                # One of another class is that class's to send.
                return first.message_class is item.message_class and not waits and self._see_to(first, reach)
            content = first
        if isinstance(content, Ends):
            self._end(item, content)
            return True
        outcome, took_ms = self._send(item, content)
        if isinstance(outcome, NotSent) and outcome.is_final and (template := other_words(item, content, outcome.code)):
            log.info("in_other_words", outbox_id=item.id, code=outcome.code)
            if not isinstance(usable := self._usable(template), Ends):
                content = usable
                outcome, took_ms = self._send(item, content)
        now = self.clock.now()
        retry_at = None
        with self.begin() as uow:
            measured = _measured(item, outcome, took_ms, now)
            if isinstance(outcome, Sent):
                fell_back = content != item.content
                given = None
                if is_welcome(item) and isinstance(content, OutTemplate):
                    given = proof(item, content, outcome.wamid, now)
                    uow.conversations.keep_notice_given(item.conversation_id, given)
                sent = (item.id, outcome.wamid, now)
                uow.outbox.mark_sent(*sent, fell_back=fell_back, measured=measured, alone=given is None)
            else:
                uow.metrics.add([measured])
                retry_at = _retry_at(item, outcome, now)
                counts = not (outcome.offline or outcome.stop_everything)
                uow.outbox.mark_failed(item.id, outcome.error, retry_at, counts=counts)
                held = _hold_back(uow, item, outcome, now)
                if retry_at is None or held:
                    call_for_message(uow, "not_sent", item, outcome.error, now, others_wait=held)
                log.warning("not_sent", outbox_id=item.id, code=outcome.code, retry_at=retry_at)
            uow.commit()
        return retry_at is None

    def _send(self, item: OutboxItem, content: OutContent) -> tuple[Sent | NotSent, float]:
        """What WhatsApp answered, and after how many milliseconds."""
        began = time.perf_counter()
        outcome = self.sender.send(item.model_copy(update={"content": content}))
        return outcome, (time.perf_counter() - began) * 1000

    def _usable(self, content: OutContent | Ends) -> OutContent | Ends:
        """The same, but for a template that WhatsApp does not send: it is as if there were none."""
        if isinstance(content, OutTemplate):
            with self.begin() as uow:
                state = uow.templates.get(content.name, content.language)
            if state is not None and not state.is_usable:
                return without(state)
        return content

    def _end(self, item: OutboxItem, ends: Ends) -> None:
        with self.begin() as uow:
            if ends.state == "expired":
                uow.outbox.mark_expired(item.id, ends.why)
                if ends is OPTED_OUT and item.about is not None and item.message_class is MessageClass.NOTICE:
                    call_untold(uow, item, item.about, self.clock.now())
            else:
                uow.outbox.mark_failed(item.id, ends.why, None)
                call_for_message(uow, "not_sent", item, ends.why, self.clock.now())
            uow.commit()
        log.info(ends.state, outbox_id=item.id, why=ends.why)


def _withdrawn(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> bool:
    """Whether it is not to be sent, for an appointment that it speaks of has changed since it was written."""
    match item.message_class:
        case MessageClass.NOTICE if item.about is not None:
            return withdraw_untrue(uow, item, now)
        case MessageClass.REMINDER if _is_overtaken(uow, item):
            uow.outbox.withdraw([item.id])
            uow.reminders.again(item.id)
            return True
    return False


def _is_overtaken(uow: UnitOfWork, item: OutboxItem) -> bool:
    """Whether one of the appointments that it reminds of has changed."""
    said = [told.reminder.about for told in uow.reminders.said_by(item.id)]
    return any(uow.appointments.get(about.id).version != about.version for about in said)


def _retry_at(item: OutboxItem, outcome: NotSent, now: dt.datetime) -> dt.datetime | None:
    if outcome.stop_everything:
        return now + OUTAGE
    if outcome.offline:
        soonest, latest = OFFLINE
        return now + min(max((now - item.created_at) / 4, soonest), latest)
    if outcome.retry_after is None or item.attempts + 1 >= ATTEMPTS:
        return None
    return now + outcome.retry_after


def _hold_back(uow: UnitOfWork, item: OutboxItem, outcome: NotSent, now: dt.datetime) -> bool:
    """Keep others from being refused for the same reason: everything, where the account may not send; where it may not
    send so much, what is no more urgent, and never an answer. Whether staff are to hear of it: it is for long, and they
    have not heard yet."""
    if outcome.stop_everything:
        wait, classes = OUTAGE, list(MessageClass)
    elif outcome.throttled and outcome.retry_after is not None:
        wait, classes = outcome.retry_after, item.message_class.no_more_urgent()
    else:
        return False
    before = uow.outbox.hold_back(classes, now + wait) if classes else now
    return wait >= OUTAGE and (before is None or before + OUTAGE < now)


def _measured(item: OutboxItem, outcome: Sent | NotSent, took_ms: float, now: dt.datetime) -> StageTime:
    """How long WhatsApp took to answer, and whether it took the message."""
    refused = isinstance(outcome, NotSent)
    return StageTime(
        stage="deliver",
        took_ms=round(took_ms, 2),
        at=now,
        conversation_id=item.conversation_id,
        outcome=StageOutcome.ERROR if refused else StageOutcome.SUCCESS,
        error=f"NotSent {outcome.code}" if isinstance(outcome, NotSent) else None,
    )
