"""What staff are called for, and what they do in chats by hand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from booking.models import ByHand, Duty, Handled, Notice, Summary


class StaffNotices(Protocol):
    """What staff must look at: a chat that asks for a human, a message that failed three times."""

    def add(self, kind: str, conversation_id: int | None, detail: str, now: dt.datetime) -> None: ...

    def list(
        self, limit: int = 50, *, but: Collection[str] = (), open_only: bool = False, first: Collection[str] = ()
    ) -> Sequence[Notice]:
        """Newest first, but for those kinds; `open_only`: those that nobody has dealt with. Of the kinds `first` those
        that nobody has dealt with stand before all others, however old."""
        ...

    def counted(self, start: dt.datetime, end: dt.datetime, *, but: Collection[str] = ()) -> Mapping[str, int]:
        """How many there were in this period, by their kinds, but for those kinds."""
        ...

    def of(self, ids: Collection[int]) -> Sequence[Notice]:
        """Those of these ids that there are, locked until the end of the transaction, by id."""
        ...

    def see(self, ids: Collection[int], who: Handled) -> None:
        """Somebody has seen them; who saw one first stays."""
        ...

    def finish(self, ids: Collection[int], who: Handled) -> None:
        """Somebody has dealt with them, and so has seen them; who did first stays."""
        ...

    def open_in(self, conversation_id: int) -> Sequence[Notice]:
        """Those of a chat that nobody has dealt with, locked until the end of the transaction, by id."""
        ...

    def to_push(
        self, kinds: Collection[str], urgent: Collection[str], since: dt.datetime, again: dt.datetime, most: int
    ) -> Sequence[Notice]:
        """Open ones of these kinds, made after `since`, of which nobody was told; the `urgent` also those that nobody
        has seen, told of before `again` and fewer than `most` times. Locked until the end of the transaction; one that
        somebody else is at is left out. By id."""
        ...

    def mark_pushed(self, ids: Collection[int], now: dt.datetime) -> None:
        """Those on duty were told of them once more."""
        ...


class AtWork(Protocol):
    """Who of the clinic answers patients, and when."""

    def duties(self) -> Sequence[Duty]:
        """Everybody's, by person, weekday and hour."""
        ...

    def set_duties(self, person_id: int, duties: Sequence[Duty]) -> None:
        """All that somebody has from now on."""
        ...

    def summarised(self, date: dt.date, which: Summary) -> Collection[int]:
        """The people who have had that summary of a day."""
        ...

    def summarise(self, person_id: int, date: dt.date, which: Summary, now: dt.datetime) -> bool:
        """Somebody has it from now on. False: they had it already."""
        ...

    def record(self, done: ByHand, wamid: str | None = None) -> bool:
        """Keep what somebody did in a chat. False: WhatsApp told of that message before, nothing was kept."""
        ...

    def list(self, conversation_id: int) -> Sequence[ByHand]:
        """In the order it was done."""
        ...

    def unanswered(self, kind: str, since: dt.datetime) -> Sequence[int]:
        """Chats under a person's control in which the patient wrote after whatever was last done by hand, or noted for
        staff; without those of which a notice of that kind was made after `since`. Locked until the end of the
        transaction; one that somebody else is at is left out. By id."""
        ...
