"""What staff are called for and what they do in chats by hand, in memory."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from booking.models import ByHand, Control, Duty, Handled, Notice, Summary

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryStaffNotices:
    """Implements `StaffNotices`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, kind: str, conversation_id: int | None, detail: str, now: dt.datetime) -> None:
        id = self._uow.next_id("notices")
        notice = Notice(id=id, at=now, kind=kind, conversation_id=conversation_id, detail=detail)
        self._uow.notice_rows.put(id, notice)

    def list(
        self, limit: int = 50, *, but: Collection[str] = (), open_only: bool = False, first: Collection[str] = ()
    ) -> Sequence[Notice]:
        rows = [n for n in self._all() if n.kind not in but and not (open_only and n.done)]
        return sorted(rows[::-1], key=lambda n: n.done is not None or n.kind not in first)[:limit]

    def counted(self, start: dt.datetime, end: dt.datetime, *, but: Collection[str] = ()) -> Mapping[str, int]:
        return Counter(n.kind for n in self._all() if start <= n.at < end and n.kind not in but)

    def of(self, ids: Collection[int]) -> Sequence[Notice]:
        return [notice for notice in self._all() if notice.id in ids]

    def see(self, ids: Collection[int], who: Handled) -> None:
        for notice in self.of(ids):
            self._change(notice, seen=notice.seen or who)

    def finish(self, ids: Collection[int], who: Handled) -> None:
        for notice in self.of(ids):
            self._change(notice, done=notice.done or who, seen=notice.seen or notice.done or who)

    def open_in(self, conversation_id: int) -> Sequence[Notice]:
        return [n for n in self._all() if n.conversation_id == conversation_id and not n.done]

    def to_push(
        self, kinds: Collection[str], urgent: Collection[str], since: dt.datetime, again: dt.datetime, most: int
    ) -> Sequence[Notice]:
        def due(notice: Notice) -> bool:
            if notice.done or notice.kind not in kinds or notice.at < since:
                return False
            told_before = notice.pushed_at is not None and notice.pushed_at < again
            unseen = notice.kind in urgent and not notice.seen and notice.pushed < most and told_before
            return notice.pushed == 0 or unseen

        return [notice for notice in self._all() if due(notice)]

    def mark_pushed(self, ids: Collection[int], now: dt.datetime) -> None:
        for notice in self.of(ids):
            self._change(notice, pushed=notice.pushed + 1, pushed_at=now)

    def _all(self) -> Sequence[Notice]:
        return sorted(self._uow.notice_rows.values(), key=lambda notice: notice.id)

    def _change(self, notice: Notice, **values: object) -> None:
        self._uow.notice_rows.put(notice.id, notice.model_copy(update=values))


class MemoryAtWork:
    """Implements `AtWork`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def duties(self) -> Sequence[Duty]:
        return [duty for _, duties in sorted(self._uow.duty_rows.items().items()) for duty in duties]

    def set_duties(self, person_id: int, duties: Sequence[Duty]) -> None:
        self._uow.duty_rows.put(person_id, tuple(sorted(duties, key=lambda duty: (duty.weekday, duty.start))))

    def summarised(self, date: dt.date, which: Summary) -> Collection[int]:
        keys = self._uow.summary_rows.items()
        return frozenset(person for person, day, one in keys if (day, one) == (date, which))

    def summarise(self, person_id: int, date: dt.date, which: Summary, now: dt.datetime) -> bool:
        if self._uow.summary_rows.get((person_id, date, which)) is not None:
            return False
        self._uow.summary_rows.put((person_id, date, which), now)
        return True

    def record(self, done: ByHand, wamid: str | None = None) -> bool:
        if wamid is not None:
            if self._uow.typed_rows.get(wamid) is not None:
                return False
            self._uow.typed_rows.put(wamid, True)
        self._uow.by_hand_rows.put(self._uow.next_id("by_hand"), done)
        return True

    def list(self, conversation_id: int) -> Sequence[ByHand]:
        rows = sorted(self._uow.by_hand_rows.items().items())
        return [done for _, done in rows if done.conversation_id == conversation_id]

    def unanswered(self, kind: str, since: dt.datetime) -> Sequence[int]:
        def waits(chat_id: int) -> bool:
            rows = [row for row in self._uow.messages.values() if row.conversation_id == chat_id]
            received = [row.message.received_at for row in rows]
            noted = [notice for notice in self._uow.notice_rows.values() if notice.conversation_id == chat_id]
            known = [*(notice.at for notice in noted), *(done.at for done in self.list(chat_id))]
            told = any(notice.kind == kind and notice.at > since for notice in noted)
            return bool(received and known) and max(received) > max(known) and not told

        human = [chat.id for chat in self._uow.chats.values() if chat.control is Control.HUMAN]
        return sorted(chat_id for chat_id in human if waits(chat_id))
