"""The fair turn in memory: loads, and the credit for what a doctor could not be given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

from booking.models import Standing

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork
    from booking.testing.fakes.memory_rows import AppointmentRow


Outside = tuple[tuple[dt.datetime, dt.datetime], ...]
"""Stretches in which a doctor takes no part in the fair turn."""

ALWAYS = dt.datetime.min.replace(tzinfo=dt.UTC), dt.datetime.max.replace(tzinfo=dt.UTC)


def left(outside: Outside, now: dt.datetime) -> Outside:
    """The same, and from now on."""
    return (*outside, (now, ALWAYS[1]))


def joined(outside: Outside, now: dt.datetime) -> Outside:
    """The same up to now."""
    return tuple((since, min(until, now)) for since, until in outside)


def standings(uow: MemoryUnitOfWork, doctor_ids: Sequence[int], now: dt.datetime) -> list[Standing]:
    """By doctor id, unknown ids left out; see `Appointments.tallies`."""
    live = [row for row in uow.rows.values() if row.live and row.end > now and not row.lapsed(now)]
    doctors = {doctor.id: doctor for doctor in uow.doctors.values()}
    found = []
    for id in sorted(set(doctor_ids) & set(doctors)):
        others = {d.id: d.weight for d in doctors.values() if d.active and d.by_turn and d.id != id}
        missed = sum(row.doctor_id in others and _could_not_have(uow, id, row) for row in live)
        weight = doctors[id].weight
        credit = weight * missed / sum(others.values()) if others and doctors[id].by_turn else 0.0
        load = sum(row.doctor_id == id for row in live)
        found.append(Standing(doctor_id=id, load=load, weight=weight, credit=credit))
    return found


def _could_not_have(uow: MemoryUnitOfWork, doctor_id: int, row: AppointmentRow) -> bool:
    """The doctor took no part in the fair turn when it was made, or is away when it is."""
    made = row.created_at or dt.datetime.min.replace(tzinfo=dt.UTC)
    if any(since <= made < until for since, until in uow.outside.get(doctor_id) or ()):
        return True
    return any(
        absence.doctor_id == doctor_id and absence.start < row.end and row.start < absence.end
        for absence in uow.absences.values()
    )
