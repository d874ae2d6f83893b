"""Who waits for a time to become free, and what they were offered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Protocol

from booking.models.who_waits import EntryState, OfferState, TimeFreed, WaitingEntry, WaitingOffer


class WaitingList(Protocol):
    """`lista_espera` and `ofertas_espera`."""

    def any_active(self) -> bool:
        """Whether anybody waits."""
        ...

    def add(self, entry: WaitingEntry) -> int:
        """Its id."""
        ...

    def get(self, entry_id: int) -> WaitingEntry | None: ...

    def active(self, conversation_id: int | None = None) -> Sequence[WaitingEntry]:
        """Those who wait, who joined first first; only those of one conversation."""
        ...

    def list(self, limit: int = 100) -> Sequence[WaitingEntry]:
        """All that there were, the newest first."""
        ...

    def attach(self, entry_id: int, appointment_id: int, had: Collection[int]) -> None:
        """It is an earlier time for that appointment that is wanted now; they have had these."""
        ...

    def close(self, entry_ids: Collection[int], state: EntryState, now: dt.datetime) -> int:
        """They wait no longer. Those that are closed stay as they are. How many."""
        ...

    def offer(self, offer: WaitingOffer) -> int | None:
        """Its id; None: the entry has an open offer already, or is closed."""
        ...

    def offers(self, entry_ids: Collection[int]) -> Sequence[WaitingOffer]:
        """What these were offered, oldest first, and what became of it."""
        ...

    def offered(self, offer_id: int) -> WaitingOffer | None:
        """One of them."""
        ...

    def settle(self, offer_id: int, state: OfferState, now: dt.datetime) -> bool:
        """What became of it. False: that is settled already, but that a late yes comes to one that expired."""
        ...

    def said_again(self, outbox_id: int, instead: int) -> None:
        """The message that offers it failed, and another one says the same."""
        ...

    def written(self, offer_id: int, outbox_id: int) -> None:
        """That message offers it."""
        ...

    def freed(self, since: dt.datetime) -> Sequence[TimeFreed]:
        """The times that appointments gave back since then, cancelled or moved."""
        ...
