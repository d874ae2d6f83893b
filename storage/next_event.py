"""What the clock brings next: one statement."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from sqlalchemy import Engine, func, literal, select, union_all

from booking.models import Status
from booking.models.reminders import ReminderState
from storage.base import unavailable
from storage.tables import AppointmentRow, ConversationRow, PatientRow, PersonRow, ReminderRow

REMINDER, HOLD, APPOINTMENT = "reminder", "hold", "appointment"
"""Kinds of event: one is due, one ends (of who books, or who was offered a time that became free), one begins."""

_COMING = (Status.BOOKED.value, Status.CONFIRMED.value)


class NextEvent(NamedTuple):
    """`name` is of the patient; of a time that is held, of who holds it, as WhatsApp shows them while they have told no
    name; None: nobody knows."""

    at: dt.datetime
    kind: str
    name: str | None


def next_event(engine: Engine, now: dt.datetime) -> NextEvent | None:
    """The first instant after `now` at which something is due. Raises DatabaseUnavailable."""
    reminders = (
        select(ReminderRow.due_at.label("at"), literal(REMINDER).label("kind"), PatientRow.name.label("name"))
        .join(AppointmentRow, AppointmentRow.id == ReminderRow.appointment_id)
        .join(PatientRow, PatientRow.id == AppointmentRow.patient_id)
        .where(ReminderRow.state == ReminderState.WAITING.value, ReminderRow.due_at > now)
    )
    holder = func.coalesce(PersonRow.name, ConversationRow.profile)
    holds = (
        select(AppointmentRow.expires_at, literal(HOLD), holder)
        .outerjoin(ConversationRow, ConversationRow.id == AppointmentRow.conversation_id)
        .outerjoin(PersonRow, PersonRow.id == ConversationRow.person_id)
        .where(AppointmentRow.status == Status.HELD.value, AppointmentRow.expires_at > now)
    )
    begins = (
        select(AppointmentRow.start, literal(APPOINTMENT), PatientRow.name)
        .join(PatientRow, PatientRow.id == AppointmentRow.patient_id)
        .where(AppointmentRow.status.in_(_COMING), AppointmentRow.start > now)
    )
    every = union_all(reminders, holds, begins).subquery()
    with unavailable(), engine.connect() as connection:
        row = connection.execute(select(every.c.at, every.c.kind, every.c.name).order_by(every.c.at).limit(1)).first()
    return None if row is None else NextEvent(*row)
