"""What doctors and staff are told by message without asking: what patients change, what a day brings and brought."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum

from pydantic import Field

from booking.intents import Frozen


class NewsOf(StrEnum):
    """What a patient did."""

    BOOKED = "agendada"
    MOVED = "movida"
    CANCELLED = "cancelada"
    LATE = "retraso"


class Summary(StrEnum):
    """`resumenes_personal.cual`."""

    MORNING = "manana"
    EVENING = "tarde"


class StaffNews(Frozen):
    """Who hears of what: a doctor of changes of their own appointments from today to `doctor_days` ahead, and who is
    on duty of those within `reception_hours`. A summary comes at these times of the clinic's day, or never (None)."""

    doctor: tuple[NewsOf, ...] = (NewsOf.BOOKED, NewsOf.MOVED, NewsOf.CANCELLED, NewsOf.LATE)
    doctor_days: int = Field(1, ge=0, le=60)
    reception: tuple[NewsOf, ...] = (NewsOf.CANCELLED, NewsOf.LATE)
    reception_hours: int = Field(24, ge=1, le=30 * 24)
    morning: dt.time | None = dt.time(8)
    evening: dt.time | None = dt.time(19)
