"""The fair turn in memory: loads, and the credit for what a doctor could not be given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

from booking.models import Standing

if TYPE_CHECKING:
    from booking.testing.memory import MemoryUnitOfWork
    from booking.testing.memory_agenda import AppointmentRow


def standings(uow: MemoryUnitOfWork, doctor_ids: Sequence[int], now: dt.datetime) -> list[Standing]:
    """By doctor id, unknown ids left out; see `Appointments.tallies`."""
    live = [row for row in uow.rows.values() if row.live and not row.lapsed(now)]
    doctors = {doctor.id: doctor for doctor in uow.doctors.values()}
    found = []
    for id in sorted(set(doctor_ids) & set(doctors)):
        others = {d.id: d.weight for d in doctors.values() if d.active and d.id != id}
        missed = sum(row.doctor_id in others and _could_not_have(uow, id, row) for row in live)
        weight = doctors[id].weight
        credit = weight * missed / sum(others.values()) if others else 0.0
        load = sum(row.doctor_id == id for row in live)
        found.append(Standing(doctor_id=id, load=load, weight=weight, credit=credit))
    return found


def _could_not_have(uow: MemoryUnitOfWork, doctor_id: int, row: AppointmentRow) -> bool:
    """The doctor had not joined yet when it was made, or is away when it is."""
    joined_at = uow.joined.get(doctor_id)
    if joined_at is not None and (row.created_at is None or row.created_at < joined_at):
        return True
    return any(
        absence.doctor_id == doctor_id and absence.start < row.end and row.start < absence.end
        for absence in uow.absences.values()
    )
