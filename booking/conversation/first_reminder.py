"""When a patient will first be reminded of an appointment that is made now. Pure."""

from __future__ import annotations

import datetime as dt

from booking.appointments.reminder_times import IN_TIME, TOO_NEAR
from booking.models import Clinic, Slot
from booking.scheduling.quiet import end_of_quiet


def first_reminder(clinic: Clinic, visit: str, slot: Slot, now: dt.datetime) -> dt.datetime | None:
    """The moment, quiet hours observed; None: they will not be."""
    if clinic.policy.paused:
        return None
    for minutes in clinic.policy.reminds(visit):
        due = slot.start - dt.timedelta(minutes=minutes)
        if due > now:
            goes = end_of_quiet(clinic, due) or due
            if slot.start - goes >= TOO_NEAR + IN_TIME:
                return goes
    return None
