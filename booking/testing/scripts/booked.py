"""The appointments that a script looks at, by the names it uses."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.models import LIVE, Appointment, Status
from booking.testing.clinic import Clinic


def live(clinic: Clinic, *, held: bool) -> list[Appointment]:
    """Those that are live: the holds, or the others."""
    statuses = [Status.HELD] if held else sorted(LIVE - {Status.HELD})
    with clinic.begin() as uow:
        return list(uow.appointments.list(statuses=statuses))


def facts(clinic: Clinic, appointment: Appointment) -> dict[str, str | None]:
    """What a script may say of an appointment, by the names it uses."""
    with clinic.begin() as uow:
        zone = ZoneInfo(uow.schedules.clinic().zone)
        patients = uow.patients.get_many([appointment.patient_id] if appointment.patient_id else [])
        doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    start: dt.datetime = appointment.slot.start.astimezone(zone)
    return {
        "paciente": patients[0].name if patients else None,
        "inicio": f"{start:%Y-%m-%d %H:%M}",
        "estado": appointment.status.value,
        "doctor": doctors.get(appointment.doctor_id),
        "motivo": appointment.reason,
    }
