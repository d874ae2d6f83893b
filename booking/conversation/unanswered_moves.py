"""Use case: staff are called, once, where patients have not said what becomes of appointments whose doctor will not be
there. Commits nothing.
"""

from __future__ import annotations

import datetime as dt
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo

from booking.models import AskedToMove
from booking.models.notices import Concerns
from booking.ports import UnitOfWork

UNANSWERED: Final = "unanswered"
"""Kind of the notice that patients have not said what becomes of their appointments."""


def call_staff(uow: UnitOfWork, now: dt.datetime) -> int:
    """Have staff told, once, of the patients whose time to answer is over: one notice for a doctor's day. How many
    notices there are."""
    due = uow.away.due(now)
    if not due:
        return 0
    here = ZoneInfo(uow.schedules.clinic().zone)

    def day(asked: AskedToMove) -> tuple[int, dt.date]:
        return asked.doctor_id, asked.start.astimezone(here).date()

    days = [list(of_day) for _, of_day in groupby(sorted(due, key=lambda one: (*day(one), one.start)), key=day)]
    for of_day in days:
        about = Concerns(start=of_day[0].start, doctor_id=of_day[0].doctor_id, count=len(of_day))
        uow.notices.add(UNANSWERED, None, about.detail, now)
    uow.away.mark_called([asked.appointment_id for asked in due], now)
    return len(days)
