"""What happened to appointments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from booking.models import AppointmentEvent, EventKind
from storage import mapping
from storage.tables import AppointmentEventRow


class SqlAppointmentEvents:
    """`eventos_cita`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, event: AppointmentEvent) -> None:
        self._session.execute(insert(AppointmentEventRow).values(**mapping.event_values(event)))

    def list(self, appointment_id: int) -> Sequence[AppointmentEvent]:
        rows = self._session.scalars(
            select(AppointmentEventRow)
            .where(AppointmentEventRow.appointment_id == appointment_id)
            .order_by(AppointmentEventRow.id)
        )
        return [mapping.event(row) for row in rows]

    def count(self, kind: EventKind, since: dt.datetime, until: dt.datetime) -> int:
        those = (
            AppointmentEventRow.kind == kind.value,
            AppointmentEventRow.at >= since,
            AppointmentEventRow.at < until,
        )
        return self._session.scalar(select(func.count()).where(*those)) or 0
