"""What the clock brings next: one statement."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import Engine, literal, select, union_all

from booking.models import Status
from booking.models.reminders import ReminderState
from storage.base import unavailable
from storage.tables import AppointmentRow, ReminderRow

REMINDER, HOLD, APPOINTMENT = "reminder", "hold", "appointment"
"""Kinds of event: one is due, one ends (of who books, or who was offered a time that became free), one begins."""

_COMING = (Status.BOOKED.value, Status.CONFIRMED.value)


def next_event(engine: Engine, now: dt.datetime) -> tuple[dt.datetime, str] | None:
    """The first instant after `now` at which something is due, and of what kind. Raises DatabaseUnavailable."""
    reminders = select(ReminderRow.due_at.label("at"), literal(REMINDER).label("kind")).where(
        ReminderRow.state == ReminderState.WAITING.value, ReminderRow.due_at > now
    )
    holds = select(AppointmentRow.expires_at, literal(HOLD)).where(
        AppointmentRow.status == Status.HELD.value, AppointmentRow.expires_at > now
    )
    begins = select(AppointmentRow.start, literal(APPOINTMENT)).where(
        AppointmentRow.status.in_(_COMING), AppointmentRow.start > now
    )
    every = union_all(reminders, holds, begins).subquery()
    with unavailable(), engine.connect() as connection:
        row = connection.execute(select(every.c.at, every.c.kind).order_by(every.c.at).limit(1)).one_or_none()
    return None if row is None else (row[0], row[1])
