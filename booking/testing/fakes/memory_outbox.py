"""Messages of ours in memory, and the jobs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from booking.errors import NotFound
from booking.models import (
    AppointmentVersion,
    DeliveryStatus,
    Identity,
    Job,
    MessageClass,
    OutboxItem,
    OutContent,
    OutTemplate,
    Pricing,
    Reach,
)
from booking.models.messages import WITHDRAWN
from booking.models.stage_times import StageTime
from booking.ports import DueClass, Reported, SentCount
from booking.testing.fakes.memory_messages import canonical

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork

_FOLLOWS: Final = {
    "sent": (None,),
    "delivered": (None, "sent"),
    "read": (None, "sent", "delivered"),
    "failed": (None, "sent"),
}
"""What each status may follow; a message that was delivered has not failed."""


class OutboxRow(NamedTuple):
    """A message of ours, and how far it got according to WhatsApp."""

    item: OutboxItem
    delivery: str | None = None


class DeferredJob(NamedTuple):
    """A job, and how long after the commit it is due."""

    job: Job
    delay: dt.timedelta


class MemoryOutbox:
    """Implements `Outbox`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(
        self,
        conversation_id: int,
        to: Identity,
        contents: Sequence[OutContent],
        reply_to: str | None,
        now: dt.datetime,
        message_class: MessageClass = MessageClass.REPLY,
        *,
        about: AppointmentVersion | None = None,
        expires_at: dt.datetime | None = None,
        fallback: OutTemplate | None = None,
        urgent: bool = False,
    ) -> Sequence[int]:
        if fallback is not None and len(contents) != 1:
            raise ValueError("a fallback stands for one message")
        ids = []
        for content in contents:
            id = self._uow.next_id("outbox")
            item = OutboxItem(
                id=id,
                token=f"token-{id}",
                conversation_id=conversation_id,
                to=to,
                content=content,
                fallback=fallback,
                created_at=now,
                message_class=message_class,
                about=about,
                expires_at=expires_at,
                urgent=urgent,
                reply_to=reply_to,
            )
            self._uow.outbox_rows.put(item.id, OutboxRow(item))
            ids.append(item.id)
        return ids

    def due(
        self, conversation_id: int, now: dt.datetime, message_class: MessageClass = MessageClass.REPLY
    ) -> Sequence[OutboxItem]:
        items: list[OutboxItem] = []
        if (self._uow.held_back.get(message_class) or now) > now:
            return items
        for row in self._uow.outbox_rows.values():
            its_class = (row.item.conversation_id, row.item.message_class)
            if its_class == (conversation_id, message_class) and _waits_at(row.item, now):
                if row.item.retry_at is not None and row.item.retry_at > now and not row.item.is_expired(now):
                    break
                items.append(row.item)
        return items

    def to_send(
        self, conversation_id: int, now: dt.datetime, message_class: MessageClass
    ) -> tuple[Sequence[OutboxItem], Reach]:
        items = self.due(conversation_id, now, message_class)
        return items, self._uow.conversations.reach(conversation_id) if items else Reach()

    def mark_sent(
        self,
        item_id: int,
        wamid: str,
        now: dt.datetime,
        *,
        fell_back: bool = False,
        measured: StageTime | None = None,
        alone: bool = False,
    ) -> None:
        if measured is not None:
            self._uow.metrics.add([measured])
        row = self._row(item_id)
        changes = {"state": "sent", "wamid": wamid, "fell_back": fell_back, "retry_at": None, "sent_at": now}
        item = row.item.model_copy(update=changes)
        self._uow.outbox_rows.put(item_id, row._replace(item=item))

    def mark_shown(
        self, conversation_id: int, message_class: MessageClass, wamids: Mapping[int, str], now: dt.datetime
    ) -> bool:
        """See the port. Nobody else works on it."""
        for id, wamid in wamids.items():
            item = self._row(id).item
            if (item.state, item.conversation_id, item.message_class) == ("pending", conversation_id, message_class):
                self.mark_sent(id, wamid, now)
        return True

    def mark_failed(self, item_id: int, error: str, retry_at: dt.datetime | None, *, counts: bool = True) -> None:
        row = self._row(item_id)
        state = "failed" if retry_at is None else "pending"
        changes = {"state": state, "last_error": error, "attempts": row.item.attempts + counts, "retry_at": retry_at}
        item = row.item.model_copy(update=changes)
        self._uow.outbox_rows.put(item_id, row._replace(item=item))

    def put_off(self, item_id: int, until: dt.datetime) -> None:
        row = self._row(item_id)
        self._uow.outbox_rows.put(item_id, row._replace(item=row.item.model_copy(update={"not_before": until})))

    def mark_expired(self, item_id: int, why: str) -> None:
        row = self._row(item_id)
        item = row.item.model_copy(update={"state": "expired", "last_error": why, "retry_at": None})
        self._uow.outbox_rows.put(item_id, row._replace(item=item))

    def withdraw(self, item_ids: Collection[int]) -> None:
        for id in item_ids:
            if self._row(id).item.state == "pending":
                self.mark_expired(id, WITHDRAWN)

    def hold_back(self, classes: Sequence[MessageClass], until: dt.datetime) -> dt.datetime | None:
        before = {one: self._uow.held_back.get(one) for one in classes}
        for one, held in before.items():
            self._uow.held_back.put(one, max(until, held or until))
        return before[classes[0]]

    def record_status(self, status: DeliveryStatus, phone_number_id: str | None) -> Reported | None:
        """See the port. What WhatsApp reports about a message by its token was sent, recorded so or not."""
        rows = sorted(self._uow.outbox_rows.values(), key=lambda row: row.item.wamid is None)
        row = next((row for row in rows if _is_about(status, row.item)), None)
        if row is None and status.status in _FOLLOWS:
            self._note_repeated(status)
        if row is None or status.status not in _FOLLOWS:
            return None
        item = row.item
        foreign = phone_number_id and status.phone_number_id not in ("", phone_number_id)
        if foreign or not self._may_be(status.recipient, item):
            return Reported(item.conversation_id, believed=False)
        if row.delivery not in _FOLLOWS[status.status]:
            if item.pricing is None:
                told = item.model_copy(update={"pricing": status.pricing})
                self._uow.outbox_rows.put(item.id, row._replace(item=told))
            return Reported(item.conversation_id)
        changes: dict[str, object] = {"state": "sent", "wamid": item.wamid or status.wamid, "retry_at": None}
        changes["sent_at"] = item.sent_at or status.at
        if status.pricing is not None:
            changes["pricing"] = status.pricing
        if status.status == "failed":
            changes |= {"state": "failed", "last_error": status.error}
        changed = OutboxRow(item.model_copy(update=changes), delivery=status.status)
        self._uow.outbox_rows.put(item.id, changed)
        return Reported(item.conversation_id, undelivered=item if status.status == "failed" != item.state else None)

    def _note_repeated(self, status: DeliveryStatus) -> None:
        for id, row in list(self._uow.outbox_rows.items().items()):
            item = row.item
            if item.token == status.tracking and item.repeated_wamid is None and item.wamid not in (None, status.wamid):
                again = item.model_copy(update={"repeated_wamid": status.wamid})
                self._uow.outbox_rows.put(id, row._replace(item=again))

    def sent(self, since: dt.datetime, until: dt.datetime) -> Sequence[SentCount]:
        counts: dict[tuple[MessageClass, str | None, Pricing | None], list[int]] = {}
        for item in (row.item for row in self._uow.outbox_rows.values()):
            if item.state == "sent" and item.sent_at is not None and since <= item.sent_at < until:
                template = item.went_out.name if isinstance(item.went_out, OutTemplate) else None
                count = counts.setdefault((item.message_class, template, item.pricing), [0, 0])
                count[0] += 1
                count[1] += item.repeated_wamid is not None
        found = [SentCount(of, name, count[0], count[1], told) for (of, name, told), count in counts.items()]
        return sorted(found, key=lambda count: count.place)

    def _may_be(self, recipient: Sequence[Identity], item: OutboxItem) -> bool:
        named = set(map(canonical, recipient))
        chats = self._uow.identities.items().items()
        known = {name for name, chat in chats if chat == item.conversation_id} | {canonical(item.to)}
        return not named or bool(named & known) or {kind for kind, _ in named}.isdisjoint(kind for kind, _ in known)

    def how_far(self, item_ids: Collection[int]) -> Mapping[int, str]:
        return {id: delivery for id in item_ids if (delivery := self._row(id).delivery) is not None}

    def due_classes(self, now: dt.datetime) -> Sequence[DueClass]:
        items = [row.item for row in self._uow.outbox_rows.values() if row.item.state == "pending"]
        classes = {DueClass(item.conversation_id, item.message_class) for item in items}
        return sorted(one for one in classes if self.due(one.conversation_id, now, one.message_class))

    def list(self, conversation_id: int, limit: int = 50) -> Sequence[OutboxItem]:
        rows = self._uow.outbox_rows.values()
        return [row.item for row in rows if row.item.conversation_id == conversation_id][-limit:]

    def _row(self, item_id: int) -> OutboxRow:
        row = self._uow.outbox_rows.get(item_id)
        if row is None:
            raise NotFound(f"outbox {item_id}")
        return row


def _is_about(status: DeliveryStatus, item: OutboxItem) -> bool:
    return item.wamid == status.wamid or (item.wamid is None and item.token == status.tracking)


def _waits_at(item: OutboxItem, now: dt.datetime) -> bool:
    """It is to be sent, and not put off."""
    put_off = item.not_before is not None and item.not_before > now and not item.is_expired(now)
    return item.state == "pending" and not put_off


class MemoryJobs:
    """Implements `Jobs`: collects them; the commit hands them to the database's list, in order."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def defer(self, job: Job, now: dt.datetime, at: dt.datetime | None = None) -> None:
        self._uow.defer(DeferredJob(job, max(at - now, dt.timedelta()) if at else dt.timedelta()))

    def defer_all(self, jobs: Sequence[tuple[Job, dt.datetime | None]], now: dt.datetime) -> None:
        for job, at in jobs:
            self.defer(job, now, at)
