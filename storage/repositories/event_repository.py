"""What happened to appointments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import DateTime, bindparam, func, insert, select, text, update
from sqlalchemy.orm import Session

from booking.models import GAVE_BACK, AppointmentEvent, EventKind, Situation
from storage import mapping
from storage.base import columns, table_of
from storage.prepared import Prepared
from storage.tables import NOT_TOLD, AppointmentEventRow

_TABLE = table_of(AppointmentEventRow)
_GIVEN = columns(AppointmentEventRow, dict.fromkeys(mapping.EVENT_FIELDS))
_ADD = Prepared(insert(_TABLE).values({name: bindparam(name, type_=_TABLE.c[name].type) for name in _GIVEN}))


class SqlAppointmentEvents:
    """`eventos_cita`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, event: AppointmentEvent) -> None:
        _ADD.run(self._session.connection(), columns(AppointmentEventRow, mapping.event_values(event)))

    def list(self, appointment_id: int) -> Sequence[AppointmentEvent]:
        rows = self._session.scalars(
            select(AppointmentEventRow)
            .where(AppointmentEventRow.appointment_id == appointment_id)
            .order_by(AppointmentEventRow.id)
        )
        return [mapping.event(row) for row in rows]

    def untold(self, most: int) -> Sequence[tuple[int, AppointmentEvent]]:
        rows = self._session.scalars(
            select(AppointmentEventRow)
            .where(text(NOT_TOLD))
            .order_by(AppointmentEventRow.id)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        return [(row.id, mapping.event(row)) for row in rows]

    def mark_told(self, ids: Collection[int], now: dt.datetime) -> None:
        these = update(AppointmentEventRow).where(AppointmentEventRow.id.in_(ids))
        self._session.execute(these.values(told_at=now))

    def count(self, kind: EventKind, since: dt.datetime, until: dt.datetime) -> int:
        those = (
            AppointmentEventRow.kind == kind.value,
            AppointmentEventRow.at >= since,
            AppointmentEventRow.at < until,
        )
        return self._session.scalar(select(func.count()).where(*those)) or 0

    def gave_back(self, start: dt.datetime, end: dt.datetime) -> Sequence[Situation]:
        began = AppointmentEventRow.before["slot"]["start"].astext.cast(DateTime(timezone=True))
        found = select(AppointmentEventRow.before).where(
            AppointmentEventRow.kind.in_([kind.value for kind in GAVE_BACK]),
            AppointmentEventRow.at < end,
            began >= start,
            began < end,
        )
        return [Situation.model_validate(before) for before in self._session.scalars(found)]

    def begun(self, appointment_ids: Collection[int]) -> Mapping[int, dt.datetime]:
        of_each = select(AppointmentEventRow.appointment_id, func.min(AppointmentEventRow.at)).where(
            AppointmentEventRow.appointment_id.in_(appointment_ids)
        )
        rows = self._session.execute(of_each.group_by(AppointmentEventRow.appointment_id))
        return {appointment_id: at for appointment_id, at in rows}
