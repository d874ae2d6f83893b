"""The waiting list as an appointment's history, the conversation and the desk touch it.

Every function works inside the caller's unit of work and commits nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from booking.models import EventKind
from booking.models.background_jobs import MatchWaiting
from booking.models.who_waits import EntryState, OfferState, WaitingEntry, WaitingOffer
from booking.ports import UnitOfWork

_MATTERS: Final = frozenset({EventKind.BOOKED, EventKind.OVERBOOKED, EventKind.MOVED, EventKind.CANCELLED})


def changed(uow: UnitOfWork, kind: EventKind, now: dt.datetime) -> None:
    """An appointment was changed: a time may be free, or somebody wait no longer."""
    if kind in _MATTERS and uow.waiting_list.any_active():
        match_soon(uow, now)


def match_soon(uow: UnitOfWork, now: dt.datetime) -> None:
    """Have the waiting list looked through once this is committed."""
    uow.jobs.defer(MatchWaiting(), now)


def close(uow: UnitOfWork, entries: Sequence[WaitingEntry], state: EntryState, now: dt.datetime) -> int:
    """They wait no longer: what they were offered is given back, and if it was not sent yet, it is not. How many."""
    if not entries:
        return 0
    chats = {entry.id: entry.conversation_id for entry in entries}
    for offer in uow.waiting_list.offers(sorted(chats)):
        if offer.state is OfferState.OPEN:
            end(uow, offer, chats[offer.entry_id], OfferState.WITHDRAWN, now)
    closed = uow.waiting_list.close(sorted(chats), state, now)
    match_soon(uow, now)
    return closed


def end(uow: UnitOfWork, offer: WaitingOffer, conversation_id: int, state: OfferState, now: dt.datetime) -> bool:
    """An open offer is over: the time is given back at once. False: it was over."""
    if not uow.waiting_list.settle(offer.id, state, now):
        return False
    uow.appointments.release_hold(offer.hold, conversation_id)
    if offer.outbox_id is not None:
        uow.outbox.withdraw([offer.outbox_id])
    return True
