"""Appointments whose doctor will not be there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Select, and_, delete, exists, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import COMING, AskedToMove
from storage import mapping
from storage.base import fields
from storage.tables import AbsenceRow, AppointmentRow
from storage.tables import AskedToMoveRow as Row

_AS_IT_WAS: ColumnElement[bool] = and_(
    AppointmentRow.id == Row.appointment_id,
    AppointmentRow.doctor_id == Row.doctor_id,
    AppointmentRow.start == Row.start,
    AppointmentRow.status.in_([status.value for status in COMING]),
)
_DOCTOR_AWAY: ColumnElement[bool] = exists().where(
    AbsenceRow.doctor_id == Row.doctor_id,
    AbsenceRow.start < AppointmentRow.end,
    AbsenceRow.end > AppointmentRow.start,
)
_AWAITING = (
    select(*fields(Row)).join(AppointmentRow, _AS_IT_WAS).where(_DOCTOR_AWAY).order_by(Row.start, Row.appointment_id)
)


class SqlAway:
    """`citas_por_mover`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def ask(self, asked: AskedToMove) -> None:
        new = insert(Row).values(**dict(asked))
        anew = {name: value for name, value in dict(asked).items() if name != "appointment_id"}
        self._session.execute(new.on_conflict_do_update(index_elements=[Row.appointment_id], set_=_columns(anew)))

    def awaiting(self, appointment_ids: Collection[int] | None = None) -> Sequence[AskedToMove]:
        which = _AWAITING if appointment_ids is None else _AWAITING.where(Row.appointment_id.in_(appointment_ids))
        return self._read(which)

    def due(self, now: dt.datetime) -> Sequence[AskedToMove]:
        of_now = _AWAITING.where(Row.called_at.is_(None), Row.answer_by <= now, Row.start > now)
        return self._read(of_now.with_for_update(of=Row, skip_locked=True))

    def mark_called(self, appointment_ids: Collection[int], now: dt.datetime) -> None:
        self._session.execute(update(Row).where(Row.appointment_id.in_(appointment_ids)).values(called_at=now))

    def lifted(self, doctor_id: int) -> Sequence[int]:
        gone = (
            delete(Row)
            .where(Row.doctor_id == doctor_id, exists().where(_AS_IT_WAS, ~_DOCTOR_AWAY))
            .returning(Row.appointment_id)
        )
        return sorted(self._session.scalars(gone).all())

    def _read(self, wanted: Select[*tuple[object, ...]]) -> list[AskedToMove]:
        return [mapping.of_row(AskedToMove, row) for row in self._session.execute(wanted)]


def _columns(values: dict[str, object]) -> dict[str, object]:
    """By the names that the table has."""
    return {getattr(Row, name).expression.name: value for name, value in values.items()}
