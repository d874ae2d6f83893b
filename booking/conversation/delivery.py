"""Use case: what waits in the outbox goes to WhatsApp, in order, at least once."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import dataclass

import structlog

from booking.models import MessageClass, OutboxItem
from booking.models.stage_times import StageOutcome, StageTime
from booking.ports import Clock, MessageSender, NotSent, Sent, UnitOfWorkFactory

log = structlog.get_logger()

ATTEMPTS = 8
"""A message refused this often is given up and staff are told."""

OUTAGE = dt.timedelta(minutes=5)
"""Wait after a refusal that concerns the whole account (token, payment), before trying anything again."""


@dataclass(slots=True)
class Delivery:
    """Sends. No transaction is open while WhatsApp answers."""

    begin: UnitOfWorkFactory
    clock: Clock
    sender: MessageSender

    def deliver(self, conversation_id: int, message_class: MessageClass = MessageClass.REPLY) -> int:
        """Send what is due of this class in this conversation; the number of messages that are done with. Stops at
        the first that must wait, so that the order is kept. Without credentials nothing is tried."""
        done = 0
        while self.sender.ready:
            with self.begin() as uow:
                items = uow.outbox.due(conversation_id, self.clock.now(), message_class)
            # One at a time: the outcome of each is stored before the next is tried.
            if not items or not self._send(items[0]):
                break
            done += 1
        return done

    def _send(self, item: OutboxItem) -> bool:
        """True when the item is done with, sent or given up. What has expired is not sent."""
        if item.is_expired(self.clock.now()):
            self._expire(item)
            return True
        began = time.perf_counter()
        outcome = self.sender.send(item)
        took_ms, now = (time.perf_counter() - began) * 1000, self.clock.now()
        with self.begin() as uow:
            uow.metrics.add([_measured(item, outcome, took_ms, now)])
            retry_at = None
            if isinstance(outcome, Sent):
                uow.outbox.mark_sent(item.id, outcome.wamid, now)
            else:
                retry_at = self._retry_at(item, outcome, now)
                uow.outbox.mark_failed(item.id, outcome.error, retry_at)
                if retry_at is None or outcome.stop_everything:
                    uow.notices.add("not_sent", item.conversation_id, outcome.error, now)
                log.warning("not_sent", outbox_id=item.id, code=outcome.code, retry_at=retry_at)
            uow.commit()
        return retry_at is None

    def _expire(self, item: OutboxItem) -> None:
        with self.begin() as uow:
            uow.outbox.mark_expired(item.id, f"expired at {item.expires_at:%Y-%m-%d %H:%M %Z}")
            uow.commit()
        log.info("expired", outbox_id=item.id)

    @staticmethod
    def _retry_at(item: OutboxItem, outcome: NotSent, now: dt.datetime) -> dt.datetime | None:
        if outcome.stop_everything:
            return now + OUTAGE
        if outcome.retry_after is None or item.attempts + 1 >= ATTEMPTS:
            return None
        return now + outcome.retry_after


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
