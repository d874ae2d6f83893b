"""Who waits for a time to become free, and what they were offered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import exists, literal, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import GAVE_BACK, Hold, Situation
from booking.models.who_waits import (
    EntryState,
    OfferState,
    TimeFreed,
    TimeSeen,
    WaitingEntry,
    WaitingOffer,
    WaitingWish,
)
from storage.base import table_of
from storage.prepared import Prepared
from storage.tables import AppointmentEventRow, OutboundRow, WaitingOfferRow, WaitingRow

_ACTIVE = WaitingRow.state == literal(EntryState.ACTIVE.value, literal_execute=True)
_ANY_ACTIVE = Prepared(select(exists().where(WaitingRow.state == literal_column(f"'{EntryState.ACTIVE.value}'"))))
_WITH_MESSAGE = (
    select(WaitingOfferRow, OutboundRow.state)
    .outerjoin(OutboundRow, OutboundRow.id == WaitingOfferRow.outbox_id)
    .order_by(WaitingOfferRow.id)
)


class SqlWaitingList:
    """`lista_espera` and `ofertas_espera`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._any: bool | None = None

    def any_active(self) -> bool:
        """Asked once: a day that is changed whole changes many appointments."""
        if self._any is None:
            self._any = _ANY_ACTIVE.rows(self._session.connection(), {}) == [(True,)]
        return self._any

    def add(self, entry: WaitingEntry) -> int:
        new = insert(WaitingRow).values(
            conversation_id=entry.conversation_id,
            appointment_id=entry.appointment_id,
            name=entry.name,
            for_other=entry.for_other,
            wish=entry.wish.model_dump(mode="json"),
            known=_known(entry),
            created_at=entry.created_at,
            expires_at=entry.expires_at,
            state=entry.state.value,
            closed_at=entry.closed_at,
            added_by=entry.added_by,
        )
        self._any = True
        return self._session.execute(new.returning(WaitingRow.id)).scalar_one()

    def get(self, entry_id: int) -> WaitingEntry | None:
        row = self._session.scalar(select(WaitingRow).where(WaitingRow.id == entry_id))
        return None if row is None else _entry(row)

    def active(self, conversation_id: int | None = None) -> Sequence[WaitingEntry]:
        wanted = select(WaitingRow).where(_ACTIVE).order_by(WaitingRow.created_at, WaitingRow.id)
        if conversation_id is not None:
            wanted = wanted.where(WaitingRow.conversation_id == conversation_id)
        return [_entry(row) for row in self._session.scalars(wanted)]

    def list(self, limit: int = 100) -> Sequence[WaitingEntry]:
        newest = select(WaitingRow).order_by(WaitingRow.id.desc()).limit(limit)
        return [_entry(row) for row in self._session.scalars(newest)]

    def attach(self, entry_id: int, appointment_id: int, had: Collection[int]) -> None:
        known = table_of(WaitingRow).c.sabido.op("||")(
            literal({"had": sorted(had)}, table_of(WaitingRow).c.sabido.type)
        )
        these = update(WaitingRow).where(WaitingRow.id == entry_id, _ACTIVE)
        self._session.execute(these.values(appointment_id=appointment_id, known=known))

    def close(self, entry_ids: Collection[int], state: EntryState, now: dt.datetime) -> int:
        if not entry_ids:
            return 0
        these = update(WaitingRow).where(WaitingRow.id.in_(entry_ids), _ACTIVE).values(state=state.value, closed_at=now)
        return len(self._session.scalars(these.returning(WaitingRow.id)).all())

    def offer(self, offer: WaitingOffer) -> int | None:
        # Locked, so that it is not closed meanwhile.
        entry = select(WaitingRow.id).where(WaitingRow.id == offer.entry_id, _ACTIVE).with_for_update(key_share=True)
        if self._session.scalar(entry) is None:
            return None
        new = insert(WaitingOfferRow).values(
            entry_id=offer.entry_id,
            doctor_id=offer.hold.doctor_id,
            start=offer.hold.slot.start,
            hold=offer.hold.model_dump(mode="json"),
            made_at=offer.made_at,
            outbox_id=offer.outbox_id,
            state=offer.state.value,
            done_at=offer.done_at,
        )
        return self._session.scalar(new.on_conflict_do_nothing().returning(WaitingOfferRow.id))

    def offers(self, entry_ids: Collection[int]) -> Sequence[WaitingOffer]:
        theirs = _WITH_MESSAGE.where(WaitingOfferRow.entry_id.in_(entry_ids))
        return [_offer(*row) for row in self._session.execute(theirs)] if entry_ids else []

    def offered(self, offer_id: int) -> WaitingOffer | None:
        found = self._session.execute(_WITH_MESSAGE.where(WaitingOfferRow.id == offer_id)).one_or_none()
        return None if found is None else _offer(*found)

    def settle(self, offer_id: int, state: OfferState, now: dt.datetime) -> bool:
        before = OfferState.EXPIRED if state is OfferState.LATE else OfferState.OPEN
        this = update(WaitingOfferRow).where(WaitingOfferRow.id == offer_id, WaitingOfferRow.state == before.value)
        done = this.values(state=state.value, done_at=now).returning(WaitingOfferRow.id)
        return self._session.scalar(done) is not None

    def said_again(self, outbox_id: int, instead: int) -> None:
        failed = update(WaitingOfferRow).where(WaitingOfferRow.outbox_id == outbox_id)
        self._session.execute(failed.values(outbox_id=instead))

    def written(self, offer_id: int, outbox_id: int) -> None:
        this = update(WaitingOfferRow).where(WaitingOfferRow.id == offer_id)
        self._session.execute(this.values(outbox_id=outbox_id))

    def freed(self, since: dt.datetime) -> Sequence[TimeFreed]:
        found = self._session.execute(
            select(AppointmentEventRow.before, AppointmentEventRow.at).where(
                AppointmentEventRow.kind.in_([kind.value for kind in GAVE_BACK]),
                AppointmentEventRow.at >= since,
                AppointmentEventRow.before.is_not(None),
            )
        )
        return [_freed(Situation.model_validate(before), at) for before, at in found]


def _freed(before: Situation, at: dt.datetime) -> TimeFreed:
    return TimeFreed(doctor_id=before.doctor_id, start=before.slot.start, end=before.slot.end, at=at)


def _known(entry: WaitingEntry) -> dict[str, Any]:
    """Times in seconds: there may be many."""
    known: dict[str, Any] = {
        "had": sorted(entry.had),
        "seen": [[one.doctor_id, int(one.start.timestamp())] for one in entry.seen],
    }
    return known if entry.seen_to is None else {**known, "seen_to": entry.seen_to.isoformat()}


def _entry(row: WaitingRow) -> WaitingEntry:
    return WaitingEntry(
        id=row.id,
        conversation_id=row.conversation_id,
        wish=WaitingWish.model_validate(row.wish),
        name=row.name,
        for_other=row.for_other,
        appointment_id=row.appointment_id,
        had=tuple(row.known["had"]),
        seen=tuple(
            TimeSeen(doctor_id=doctor, start=dt.datetime.fromtimestamp(at, dt.UTC)) for doctor, at in row.known["seen"]
        ),
        seen_to=row.known.get("seen_to"),
        created_at=row.created_at,
        expires_at=row.expires_at,
        state=EntryState(row.state),
        closed_at=row.closed_at,
        added_by=row.added_by,
    )


def _offer(row: WaitingOfferRow, message: Any) -> WaitingOffer:
    return WaitingOffer(
        id=row.id,
        entry_id=row.entry_id,
        hold=Hold.model_validate(row.hold),
        made_at=row.made_at,
        outbox_id=row.outbox_id,
        state=OfferState(row.state),
        done_at=row.done_at,
        message=message,
    )
