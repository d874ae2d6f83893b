"""Whether an appointment is one of those that are asked for, told by the words alone."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from booking.conversation.meaning.wished_times import fits
from booking.intents import ListAppointments
from booking.models import Appointment
from booking.verification.small_world import CLINIC, DOCTORS, PATIENTS


def doctor_of(mine: Appointment) -> str:
    """By name."""
    return next(doctor.name for doctor in DOCTORS if doctor.id == mine.doctor_id)


def as_asked(mine: Appointment, asked: ListAppointments) -> bool:
    """Of the patient, at the time and with the doctor that the question names."""
    patient = next(patient.name for patient in PATIENTS if patient.id == mine.patient_id)
    called = asked.whose.name or "" if asked.whose else ""
    then = asked.of is None or fits(mine.slot, asked.of, ZoneInfo(CLINIC.zone))
    return patient.startswith(called) and then and asked.of_doctor in (None, doctor_of(mine))
