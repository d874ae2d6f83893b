"""Nobody is told to come while their doctor is away and nobody has said what becomes of the appointment: staff hear of
it, once for a doctor's day. Commits nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Final
from zoneinfo import ZoneInfo

from booking.models import Appointment
from booking.models.notices import Concerns
from booking.ports import UnitOfWork

HELD: Final = "reminder_held"
"""Kind of the notice that patients are not reminded, as their doctor's time is blocked."""

_OPEN: Final = 200
"""Notices that are looked through for one of that day."""


def call_staff(uow: UnitOfWork, held: Collection[Appointment], now: dt.datetime) -> None:
    """Have staff decide what becomes of these; not again of a doctor's day that an open notice tells of."""
    if not held:
        return
    here = ZoneInfo(uow.schedules.clinic().zone)
    told = {_day(one, here) for one in _open(uow) if one.start is not None}
    for appointment in sorted(held, key=lambda one: (one.slot.start, one.id)):
        about = Concerns(appointment_id=appointment.id, start=appointment.slot.start, doctor_id=appointment.doctor_id)
        if _day(about, here) not in told:
            told.add(_day(about, here))
            uow.notices.add(HELD, None, about.detail, now)


def _open(uow: UnitOfWork) -> Sequence[Concerns]:
    notices = (one for one in uow.notices.list(_OPEN, open_only=True) if one.kind == HELD)
    return [told for one in notices if (told := Concerns.of(one.kind, one.detail)) is not None]


def _day(about: Concerns, here: ZoneInfo) -> tuple[int | None, dt.date | None]:
    return about.doctor_id, about.start.astimezone(here).date() if about.start is not None else None
