"""What patients are told of their appointments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from booking.models import AppointmentVersion, Situation, Telling, TellingState, Told, ToldOf
from booking.models.messages import WITHDRAWN
from storage.jobs import TELLING_LOCK, no_live_job
from storage.tables import AppointmentRow, OutboundRow, TellingRow

_WITH_MESSAGE = (
    select(TellingRow, OutboundRow.state, OutboundRow.sent_at, OutboundRow.delivery, OutboundRow.last_error)
    .outerjoin(OutboundRow, OutboundRow.id == TellingRow.outbox_id)
    .order_by(TellingRow.appointment_id, TellingRow.id)
)


class SqlTellings:
    """`avisos_cita`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, telling: Telling) -> None:
        kept = insert(TellingRow).values(
            appointment_id=telling.about.id,
            version=telling.about.version,
            what=telling.what.value,
            before=telling.before.model_dump(mode="json") if telling.before else None,
            minutes=telling.minutes,
            at=telling.at,
            person_id=telling.person_id,
            state=telling.state.value,
            done_at=telling.done_at,
        )
        self._session.execute(kept.on_conflict_do_nothing())

    def lock(self, appointment_id: int) -> Sequence[Told]:
        mine = _WITH_MESSAGE.where(TellingRow.appointment_id == appointment_id)
        return [_told(*row) for row in self._session.execute(mine.with_for_update(of=TellingRow))]

    def settle(
        self, ids: Collection[int], state: TellingState, now: dt.datetime, *, outbox_id: int | None = None
    ) -> None:
        if ids:
            these = update(TellingRow).where(TellingRow.id.in_(ids), TellingRow.state == TellingState.WAITING.value)
            self._session.execute(these.values(state=state.value, done_at=now, outbox_id=outbox_id))

    def said_again(self, outbox_id: int, instead: int) -> None:
        failed = update(TellingRow).where(TellingRow.outbox_id == outbox_id)
        self._session.execute(failed.values(outbox_id=instead))

    def together(self, telling: Telling) -> Sequence[int]:
        first, other = aliased(AppointmentRow), aliased(AppointmentRow)
        made = select(TellingRow.appointment_id).join(other, other.id == TellingRow.appointment_id)
        same = made.join(first, (first.patient_id == other.patient_id) & (first.doctor_id == other.doctor_id)).where(
            first.id == telling.about.id,
            other.id != first.id,
            TellingRow.state == TellingState.WAITING.value,
            TellingRow.what == telling.what.value,
            TellingRow.at == telling.at,
            TellingRow.person_id.is_not_distinct_from(telling.person_id),
        )
        return self._session.scalars(same.order_by(TellingRow.appointment_id)).all()

    def said_by(self, outbox_id: int) -> Sequence[Told]:
        return [_told(*row) for row in self._session.execute(_WITH_MESSAGE.where(TellingRow.outbox_id == outbox_id))]

    def again(self, outbox_ids: Collection[int], but: Collection[int]) -> Sequence[int]:
        withdrawn = select(OutboundRow.id).where(OutboundRow.id.in_(outbox_ids), OutboundRow.last_error == WITHDRAWN)
        others = update(TellingRow).where(TellingRow.outbox_id.in_(withdrawn), TellingRow.appointment_id.not_in(but))
        waits = others.values(state=TellingState.WAITING.value, outbox_id=None, done_at=None)
        return sorted(self._session.scalars(waits.returning(TellingRow.appointment_id))) if outbox_ids else []

    def of(self, appointment_ids: Collection[int]) -> Sequence[Told]:
        theirs = _WITH_MESSAGE.where(TellingRow.appointment_id.in_(appointment_ids))
        return [_told(*row) for row in self._session.execute(theirs)]

    def waiting(self) -> Sequence[int]:
        """Those that no job which waits or runs will see to anyway."""
        return self._session.scalars(
            select(TellingRow.appointment_id)
            .where(TellingRow.state == TellingState.WAITING.value, no_live_job(TELLING_LOCK, TellingRow.appointment_id))
            .distinct()
            .order_by(TellingRow.appointment_id)
        ).all()


def _told(
    telling: TellingRow, message: Any, sent_at: dt.datetime | None, delivery: str | None, error: str | None
) -> Told:
    return Told(
        telling=Telling(
            id=telling.id,
            about=AppointmentVersion(id=telling.appointment_id, version=telling.version),
            what=ToldOf(telling.what),
            before=Situation.model_validate(telling.before) if telling.before else None,
            minutes=telling.minutes,
            at=telling.at,
            person_id=telling.person_id,
            state=TellingState(telling.state),
            done_at=telling.done_at,
            outbox_id=telling.outbox_id,
        ),
        message=message,
        sent_at=sent_at,
        delivery=delivery,
        error=error,
    )
