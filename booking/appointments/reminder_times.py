"""When a patient is reminded of an appointment, and of what nobody is reminded any more. Pure."""

from __future__ import annotations

import datetime as dt
from typing import Final

from booking.models import Appointment, Clinic, Reminder, Skipped, is_reminded, left_when

TOO_NEAR: Final = dt.timedelta(minutes=30)
"""So shortly before an appointment nobody is reminded of it any more: they are on their way, or it is too late."""

IN_TIME: Final = dt.timedelta(minutes=5)
"""What is promised is due so long before that at least: what is due is looked for each minute, and takes its time."""

TOGETHER: Final = dt.timedelta(hours=3)
"""Reminders of one day that come so soon one after the other are one message."""

LONG_AHEAD: Final = dt.timedelta(hours=12)
"""Those of one day that come so long before it are one message, whenever each is due."""


def left(reminder: Reminder, appointment: Appointment, clinic: Clinic, now: dt.datetime) -> Skipped | None:
    """Why it is not sent any more; None: it still may be."""
    if not is_reminded(appointment):
        return left_when(appointment)
    if appointment.slot.start - dt.timedelta(minutes=reminder.minutes) != reminder.due_at:
        return Skipped.OVERTAKEN
    if reminder.minutes not in clinic.policy.reminds(appointment.visit):
        return Skipped.NOT_WANTED
    return Skipped.LATE if appointment.slot.start - now < TOO_NEAR else None


def goes_with(reminder: Reminder, minutes: int, now: dt.datetime) -> bool:
    """Whether one that is not due yet is said with one of the same day that is, so many `minutes` before it."""
    ahead = dt.timedelta(minutes=minutes)
    return reminder.minutes == minutes and (ahead >= LONG_AHEAD or reminder.due_at <= now + TOGETHER)
