"""How far ahead the clinic books, for staff who look at a later day."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.desk import find_people
from booking.desk.dates_in_words import date
from booking.ports import UnitOfWork


def too_far(uow: UnitOfWork, day: dt.date, now: dt.datetime) -> str | None:
    """That it is too early to book that day, and until when one can; None where it is not."""
    clinic = find_people.clinic_of(uow)
    ahead = clinic.policy.horizon_days
    last = now.astimezone(ZoneInfo(clinic.zone)).date() + dt.timedelta(days=ahead)
    if day <= last:
        return None
    days = "1 día" if ahead == 1 else f"{ahead} días"
    return f"Todavía no se agenda ese día: se puede hasta el {date(last.isoformat())}, con {days} por delante."
