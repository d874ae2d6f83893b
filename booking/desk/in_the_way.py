"""Which appointments stand in the way of a time, for staff: enough of each to find it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.desk import find_people
from booking.desk.masking import short_name
from booking.models import DAY_MINUTES, LIVE, Appointment, Slot, Status
from booking.ports import Calendar, UnitOfWork
from booking.scheduling.availability import visit_slot

_MOST = 3


def found(
    uow: UnitOfWork,
    calendar: Calendar,
    doctor_id: int,
    start: dt.datetime,
    visit: str,
    *,
    patient_id: int | None = None,
    but: int | None = None,
) -> str:
    """What the doctor has in the time of such a visit: «la cita 12, de 12:00 a 12:30, de Ana G.»; of a patient, what
    they have then with whichever doctor. Nothing where there is nothing. `but` is the appointment that is to go
    there."""
    slot = visit_slot(calendar, find_people.clinic_of(uow), doctor_id, start, visit)
    if slot is None:
        return ""
    return _told(uow, slot, but, doctor_id=None if patient_id else doctor_id, patient_id=patient_id)


def _told(
    uow: UnitOfWork, slot: Slot, but: int | None, *, doctor_id: int | None = None, patient_id: int | None = None
) -> str:
    since = slot.start - dt.timedelta(minutes=DAY_MINUTES)
    theirs = uow.appointments.list(
        start=since, end=slot.end, doctor_id=doctor_id, patient_id=patient_id, statuses=sorted(LIVE)
    )
    found = [one for one in theirs if one.id != but and one.slot.overlaps(slot)]
    shown = [_one(uow, one, with_doctor=doctor_id is None) for one in found[:_MOST]]
    return "; ".join(shown + ["…"] * (len(found) > _MOST))


def _one(uow: UnitOfWork, one: Appointment, *, with_doctor: bool) -> str:
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    start, end = (f"{moment.astimezone(zone):%H:%M}" for moment in (one.slot.start, one.slot.end))
    if one.status is Status.HELD:
        until = uow.appointments.held_until([one.id]).get(one.id)
        lasts = f" hasta las {until.astimezone(zone):%H:%M}" if until else ""
        return f"de {start} a {end} alguien lo aparta en un chat{lasts}"
    said = f"la cita {one.id}, de {start} a {end}"
    if with_doctor:
        names = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
        return f"{said}, con {names.get(one.doctor_id, one.doctor_id)}"
    people = uow.patients.get_many([one.patient_id]) if one.patient_id else ()
    return f"{said}, de {short_name(people[0].name)}" if people else said
