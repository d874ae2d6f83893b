"""What an edit of the rules touches, as the commands show it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import TypeVar
from zoneinfo import ZoneInfo

from booking.admin import agenda, output, people
from booking.admin.views import Json, appointments_json
from booking.ports import UnitOfWork
from booking.scheduling import affected_appointments

Edited = TypeVar("Edited")


def by(uow: UnitOfWork, now: dt.datetime, edit: Callable[[], Edited]) -> tuple[Edited, list[Json]]:
    """Make the edit; what it gave, and the appointments that it touches."""
    edited, found = affected_appointments.by(uow, now, edit)
    return edited, appointments_json(uow, found, ZoneInfo(people.clinic_of(uow).zone))


def show(rows: Sequence[Json]) -> None:
    """Print them, if there are any, with what to do."""
    if rows:
        output.say("Estas citas caen ahí y siguen en pie. Muévalas o cancélelas: turnero citas mover, citas cancelar")
        output.table(agenda.COLUMNS, [agenda.masked(row) for row in rows])
