"""How an appointment is stored in memory."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from booking.models import LIVE, Appointment, Assignment


class AppointmentRow(NamedTuple):
    """A row of `citas_medicas`; times and status stand beside the appointment because scans read them."""

    appointment: Appointment
    doctor_id: int
    start: dt.datetime
    end: dt.datetime
    live: bool
    conversation_id: int | None = None  # owner of a hold
    expires_at: dt.datetime | None = None
    overbooked: bool = False
    cancel_reason: str | None = None
    created_at: dt.datetime | None = None  # None: before anything else
    assigned: Assignment | None = None

    def lapsed(self, now: dt.datetime) -> bool:
        """A hold is over at the very instant it expires."""
        return self.expires_at is not None and self.expires_at <= now


def row_of(appointment: Appointment, **rest: object) -> AppointmentRow:
    """The row of an appointment, with what is stored beside it."""
    slot = appointment.slot
    live = appointment.status in LIVE
    rest.setdefault("overbooked", appointment.overbooked)
    return AppointmentRow(appointment, appointment.doctor_id, slot.start, slot.end, live, **rest)  # type: ignore[arg-type]
