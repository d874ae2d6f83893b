"""When the clinic writes to nobody by itself, and what goes out even then. Pure."""

from __future__ import annotations

import datetime as dt
from typing import Final
from zoneinfo import ZoneInfo

from booking.models import Clinic, MessageClass, OutboxItem

SOON: Final = dt.timedelta(hours=2)
"""Of an appointment that begins so soon after the quiet hours they are told at once."""

_MAY_BE_URGENT: Final = frozenset({MessageClass.NOTICE, MessageClass.STAFF})


def end_of_quiet(clinic: Clinic, at: dt.datetime) -> dt.datetime | None:
    """When the quiet hours end that this instant lies in, in the clinic's zone; None: it lies in none."""
    begins, ends = clinic.policy.quiet_from, clinic.policy.quiet_until
    here = at.astimezone(ZoneInfo(clinic.zone))
    time = here.time()
    if begins == ends:
        return None
    if begins < ends:
        return _on(here, ends) if begins <= time < ends else None
    if time >= begins:
        return _on(here + dt.timedelta(days=1), ends)
    return _on(here, ends) if time < ends else None


def _on(day: dt.datetime, time: dt.time) -> dt.datetime:
    return dt.datetime.combine(day.date(), time, day.tzinfo)


def held_until(
    clinic: Clinic, item: OutboxItem, appointment_starts: dt.datetime | None, now: dt.datetime
) -> dt.datetime | None:
    """Until when this message waits, which is about an appointment that starts then (None: about none); None: it may go
    now. What answers somebody always may, and what is urgent."""
    if item.message_class is MessageClass.REPLY or item.urgent:
        return None
    ends = end_of_quiet(clinic, now)
    if ends is None or appointment_starts is None or item.message_class not in _MAY_BE_URGENT:
        return ends
    return None if appointment_starts < ends + SOON else ends


def is_paused(clinic: Clinic, item: OutboxItem) -> bool:
    """Whether it is something that the clinic says by itself, which staff have paused."""
    return clinic.policy.paused and item.message_class in (MessageClass.REMINDER, MessageClass.OFFER)
