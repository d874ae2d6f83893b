"""Use case: what waits in the outbox goes to WhatsApp, in order, at least once."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import structlog

from booking.models import OutboxItem
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

    def deliver(self, conversation_id: int) -> int:
        """Send what is due in this conversation; the number of messages that are done with. Stops at the first
        that must wait, so that the order is kept. Without credentials nothing is tried."""
        done = 0
        while self.sender.ready:
            with self.begin() as uow:
                items = uow.outbox.due(conversation_id, self.clock.now())
            # One at a time: the outcome of each is stored before the next is tried.
            if not items or not self._send(items[0]):
                break
            done += 1
        return done

    def _send(self, item: OutboxItem) -> bool:
        """True when the item is done with, sent or given up."""
        outcome = self.sender.send(item)
        now = self.clock.now()
        with self.begin() as uow:
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

    @staticmethod
    def _retry_at(item: OutboxItem, outcome: NotSent, now: dt.datetime) -> dt.datetime | None:
        if outcome.stop_everything:
            return now + OUTAGE
        if outcome.retry_after is None or item.attempts + 1 >= ATTEMPTS:
            return None
        return now + outcome.retry_after
