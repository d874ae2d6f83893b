"""Which appointments an edit of the rules touches: they stay, and staff must hear of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import TypeVar
from zoneinfo import ZoneInfo

from booking.desk import find_people
from booking.desk.json_views import Json, appointments_json
from booking.ports import UnitOfWork
from booking.scheduling import affected_appointments

Edited = TypeVar("Edited")


def by(uow: UnitOfWork, now: dt.datetime, edit: Callable[[], Edited]) -> tuple[Edited, list[Json]]:
    """Make the edit; what it gave, and the appointments that it touches."""
    edited, found = affected_appointments.by(uow, now, edit)
    return edited, appointments_json(uow, found, ZoneInfo(find_people.clinic_of(uow).zone))
