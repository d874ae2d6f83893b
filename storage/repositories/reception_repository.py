"""What staff are called for, when they are on duty, and what they do in chats by hand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from booking.models import ByHand, ByHandKind, Control, Duty, Handled, Notice, Summary
from storage import mapping
from storage.tables import ByHandRow, ConversationRow, DutyRow, InboundRow, NoticeRow, SummaryRow

if TYPE_CHECKING:
    import builtins


class SqlStaffNotices:
    """`avisos_personal`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, kind: str, conversation_id: int | None, detail: str, now: dt.datetime) -> None:
        self._session.execute(
            insert(NoticeRow).values(kind=kind, conversation_id=conversation_id, detail=detail, at=now)
        )

    def list(
        self, limit: int = 50, *, but: Collection[str] = (), open_only: bool = False, first: Collection[str] = ()
    ) -> Sequence[Notice]:
        above = [and_(NoticeRow.done_at.is_(None), NoticeRow.kind.in_(first)).desc()] if first else []
        wanted = select(NoticeRow).order_by(*above, NoticeRow.id.desc()).limit(limit)
        if but:
            wanted = wanted.where(NoticeRow.kind.not_in(but))
        return self._read(wanted.where(NoticeRow.done_at.is_(None)) if open_only else wanted)

    def counted(self, start: dt.datetime, end: dt.datetime, *, but: Collection[str] = ()) -> Mapping[str, int]:
        then = (NoticeRow.at >= start, NoticeRow.at < end, NoticeRow.kind.not_in(but))
        found = self._session.execute(select(NoticeRow.kind, func.count()).where(*then).group_by(NoticeRow.kind))
        return {kind: times for kind, times in found}

    def of(self, ids: Collection[int]) -> Sequence[Notice]:
        return self._read(select(NoticeRow).where(NoticeRow.id.in_(ids)).order_by(NoticeRow.id).with_for_update())

    def see(self, ids: Collection[int], who: Handled) -> None:
        self._session.execute(
            update(NoticeRow)
            .where(NoticeRow.id.in_(ids), NoticeRow.seen_at.is_(None))
            .values(seen_at=who.at, seen_by=who.by)
        )

    def finish(self, ids: Collection[int], who: Handled) -> None:
        self._session.execute(
            update(NoticeRow)
            .where(NoticeRow.id.in_(ids), NoticeRow.done_at.is_(None))
            .values(
                done_at=who.at,
                done_by=who.by,
                seen_at=func.coalesce(NoticeRow.seen_at, who.at),
                seen_by=func.coalesce(NoticeRow.seen_by, who.by),
            )
        )

    def open_in(self, conversation_id: int) -> Sequence[Notice]:
        mine = select(NoticeRow).where(NoticeRow.conversation_id == conversation_id, NoticeRow.done_at.is_(None))
        return self._read(mine.order_by(NoticeRow.id).with_for_update())

    def to_push(
        self, kinds: Collection[str], urgent: Collection[str], since: dt.datetime, again: dt.datetime, most: int
    ) -> Sequence[Notice]:
        unseen = and_(
            NoticeRow.kind.in_(urgent),
            NoticeRow.seen_at.is_(None),
            NoticeRow.pushed < most,
            NoticeRow.pushed_at < again,
        )
        return self._read(
            select(NoticeRow)
            .where(
                NoticeRow.done_at.is_(None),
                NoticeRow.kind.in_(kinds),
                NoticeRow.at >= since,
                or_(NoticeRow.pushed == 0, unseen),
            )
            .order_by(NoticeRow.id)
            .with_for_update(skip_locked=True)
        )

    def mark_pushed(self, ids: Collection[int], now: dt.datetime) -> None:
        self._session.execute(
            update(NoticeRow).where(NoticeRow.id.in_(ids)).values(pushed=NoticeRow.pushed + 1, pushed_at=now)
        )

    def _read(self, wanted: Select[NoticeRow]) -> builtins.list[Notice]:
        return [_notice(row) for row in self._session.scalars(wanted)]


def _notice(row: NoticeRow) -> Notice:
    return Notice(
        id=row.id,
        at=row.at,
        kind=row.kind,
        conversation_id=row.conversation_id,
        detail=row.detail,
        seen=_handled(row.seen_by, row.seen_at),
        done=_handled(row.done_by, row.done_at),
        pushed=row.pushed,
        pushed_at=row.pushed_at,
    )


def _handled(by: str | None, at: dt.datetime | None) -> Handled | None:
    return None if by is None or at is None else Handled(by=by, at=at)


class SqlAtWork:
    """`guardias`, `resumenes_personal` and `chats_a_mano`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def duties(self) -> Sequence[Duty]:
        rows = self._session.scalars(select(DutyRow).order_by(DutyRow.person_id, DutyRow.weekday, DutyRow.start))
        return [mapping.of_row(Duty, row) for row in rows]

    def set_duties(self, person_id: int, duties: Sequence[Duty]) -> None:
        self._session.execute(delete(DutyRow).where(DutyRow.person_id == person_id))
        for duty in duties:
            self._session.execute(insert(DutyRow).values(**duty.model_dump()))

    def summarised(self, date: dt.date, which: Summary) -> Collection[int]:
        had = select(SummaryRow.person_id).where(SummaryRow.date == date, SummaryRow.which == which.value)
        return frozenset(self._session.scalars(had))

    def summarise(self, person_id: int, date: dt.date, which: Summary, now: dt.datetime) -> bool:
        kept = upsert(SummaryRow).values(person_id=person_id, date=date, which=which.value, at=now)
        return self._session.scalar(kept.on_conflict_do_nothing().returning(SummaryRow.person_id)) is not None

    def record(self, done: ByHand, wamid: str | None = None) -> bool:
        kept = upsert(ByHandRow).values(**done.model_dump() | {"kind": done.kind.value, "wamid": wamid})
        once = kept.on_conflict_do_nothing(index_elements=[ByHandRow.wamid]).returning(ByHandRow.id)
        return self._session.scalar(once) is not None

    def list(self, conversation_id: int) -> Sequence[ByHand]:
        mine = select(ByHandRow).where(ByHandRow.conversation_id == conversation_id).order_by(ByHandRow.id)
        return [_by_hand(row) for row in self._session.scalars(mine)]

    def unanswered(self, kind: str, since: dt.datetime) -> Sequence[int]:
        chat = ConversationRow.id
        wrote = select(func.max(InboundRow.received_at)).where(InboundRow.conversation_id == chat).scalar_subquery()
        did = select(func.max(ByHandRow.at)).where(ByHandRow.conversation_id == chat).scalar_subquery()
        noted = select(func.max(NoticeRow.at)).where(NoticeRow.conversation_id == chat).scalar_subquery()
        told = select(NoticeRow.id).where(
            NoticeRow.conversation_id == chat, NoticeRow.kind == kind, NoticeRow.at > since
        )
        return self._session.scalars(
            select(chat)
            .where(
                ConversationRow.control == Control.HUMAN.value,
                wrote > func.coalesce(func.greatest(did, noted), wrote),
                ~told.exists(),
            )
            .order_by(chat)
            .with_for_update(of=ConversationRow, skip_locked=True)
        ).all()


def _by_hand(row: ByHandRow) -> ByHand:
    return ByHand(
        conversation_id=row.conversation_id,
        kind=ByHandKind(row.kind),
        at=row.at,
        by=row.by,
        outbox_id=row.outbox_id,
        text=row.text,
    )
