"""The hours in which the clinic writes to nobody by itself. Pure."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.models import Clinic


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
