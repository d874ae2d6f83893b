"""Who waits for a time to become free, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from booking.models import GAVE_BACK
from booking.models.who_waits import EntryState, OfferState, TimeFreed, WaitingEntry, WaitingOffer

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryWaitingList:
    """Implements `WaitingList`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def any_active(self) -> bool:
        return any(entry.active for entry in self._uow.waiting_rows.values())

    def add(self, entry: WaitingEntry) -> int:
        id = self._uow.next_id("waiting_list")
        self._uow.waiting_rows.put(id, entry.model_copy(update={"id": id}))
        return id

    def get(self, entry_id: int) -> WaitingEntry | None:
        return self._uow.waiting_rows.get(entry_id)

    def active(self, conversation_id: int | None = None) -> Sequence[WaitingEntry]:
        found = [
            entry
            for entry in self._uow.waiting_rows.values()
            if entry.active and conversation_id in (None, entry.conversation_id)
        ]
        return sorted(found, key=lambda entry: (entry.created_at, entry.id))

    def list(self, limit: int = 100) -> Sequence[WaitingEntry]:
        return sorted(self._uow.waiting_rows.values(), key=lambda entry: entry.id, reverse=True)[:limit]

    def attach(self, entry_id: int, appointment_id: int, had: Collection[int]) -> None:
        entry = self._uow.waiting_rows.get(entry_id)
        if entry is not None and entry.active:
            changed = {"appointment_id": appointment_id, "had": tuple(sorted(had))}
            self._uow.waiting_rows.put(entry_id, entry.model_copy(update=changed))

    def close(self, entry_ids: Collection[int], state: EntryState, now: dt.datetime) -> int:
        closed = 0
        for id in entry_ids:
            entry = self._uow.waiting_rows.get(id)
            if entry is not None and entry.active:
                self._uow.waiting_rows.put(id, entry.model_copy(update={"state": state, "closed_at": now}))
                closed += 1
        return closed

    def offer(self, offer: WaitingOffer) -> int | None:
        entry = self._uow.waiting_rows.get(offer.entry_id)
        rows = self._uow.waiting_offer_rows.values()
        taken = any(one.entry_id == offer.entry_id and one.state is OfferState.OPEN for one in rows)
        if entry is None or not entry.active or taken:
            return None
        id = self._uow.next_id("waiting_offers")
        self._uow.waiting_offer_rows.put(id, offer.model_copy(update={"id": id}))
        return id

    def offers(self, entry_ids: Collection[int]) -> Sequence[WaitingOffer]:
        found = [self._told(one) for one in self._uow.waiting_offer_rows.values() if one.entry_id in entry_ids]
        return sorted(found, key=lambda one: one.id)

    def offered(self, offer_id: int) -> WaitingOffer | None:
        found = self._uow.waiting_offer_rows.get(offer_id)
        return None if found is None else self._told(found)

    def settle(self, offer_id: int, state: OfferState, now: dt.datetime) -> bool:
        offer = self._uow.waiting_offer_rows.get(offer_id)
        late = state is OfferState.LATE
        if offer is None or offer.state is not (OfferState.EXPIRED if late else OfferState.OPEN):
            return False
        self._uow.waiting_offer_rows.put(offer_id, offer.model_copy(update={"state": state, "done_at": now}))
        return True

    def said_again(self, outbox_id: int, instead: int) -> None:
        for id, offer in list(self._uow.waiting_offer_rows.items().items()):
            if offer.outbox_id == outbox_id:
                self._uow.waiting_offer_rows.put(id, offer.model_copy(update={"outbox_id": instead}))

    def written(self, offer_id: int, outbox_id: int) -> None:
        offer = self._uow.waiting_offer_rows.get(offer_id)
        if offer is not None:
            self._uow.waiting_offer_rows.put(offer_id, offer.model_copy(update={"outbox_id": outbox_id}))

    def freed(self, since: dt.datetime) -> Sequence[TimeFreed]:
        return [
            TimeFreed(
                doctor_id=event.before.doctor_id, start=event.before.slot.start, end=event.before.slot.end, at=event.at
            )
            for event in self._uow.event_rows.values()
            if event.kind in GAVE_BACK and event.before is not None and event.at >= since
        ]

    def _told(self, offer: WaitingOffer) -> WaitingOffer:
        row = self._uow.outbox_rows.get(offer.outbox_id) if offer.outbox_id is not None else None
        return offer if row is None else offer.model_copy(update={"message": row.item.state})
