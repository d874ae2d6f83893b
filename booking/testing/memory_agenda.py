"""Repositories of the agenda in memory: appointments, schedules, patients, under the database's rules."""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from booking.errors import NotFound
from booking.models import LIVE, Appointment, Busy, Clinic, Doctor, Hold, Patient, Slot, Status
from booking.ports import Calendar, Tally

if TYPE_CHECKING:
    from booking.testing.memory import MemoryUnitOfWork

_DAY = dt.timedelta(days=1)


class AppointmentRow(NamedTuple):
    """A row of `citas_medicas`; times and status stand beside the appointment because scans read them."""

    appointment: Appointment
    doctor_id: int
    start: dt.datetime
    end: dt.datetime
    live: bool
    conversation_id: int | None = None  # owner of a hold
    expires_at: dt.datetime | None = None
    overbooked: bool = False
    cancel_reason: str | None = None

    def lapsed(self, now: dt.datetime) -> bool:
        """A hold is over at the very instant it expires."""
        return self.expires_at is not None and self.expires_at <= now


def row_of(appointment: Appointment, **rest: object) -> AppointmentRow:
    """The row of an appointment that is no hold."""
    slot = appointment.slot
    live = appointment.status in LIVE
    return AppointmentRow(appointment, appointment.doctor_id, slot.start, slot.end, live, **rest)  # type: ignore[arg-type]


def folded(name: str) -> str:
    """A name as names are compared: accents, case and spacing aside."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


class MemoryAppointments:
    """Implements `Appointments` under the same two exclusion rules as PostgreSQL."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def tallies(self, doctor_ids: Sequence[int], now: dt.datetime) -> Sequence[Tally]:
        """See the port. By doctor id, unknown ids left out. Raises WouldBlock where PostgreSQL would wait."""
        self._uow.lock("fair turn", 0)
        loads = dict.fromkeys(doctor_ids, 0)
        for row in self._uow.rows.values():
            if row.live and row.doctor_id in loads and not row.lapsed(now):
                loads[row.doctor_id] += 1
        doctors = self._uow.doctors
        return [Tally(id, loads[id], doctor.weight) for id in sorted(loads) if (doctor := doctors.get(id)) is not None]

    def hold(
        self, slot: Slot, doctor_id: int, conversation_id: int, now: dt.datetime, expires_at: dt.datetime
    ) -> Hold | None:
        """See the port. Raises WouldBlock where PostgreSQL would wait for another transaction's hold."""
        start, end = slot.start, slot.end
        self._uow.check_neighbours(start, end, doctor_id)
        rows = self._uow.rows
        lapsed = []
        taken = False
        for id, row in rows.items().items():
            if row.doctor_id == doctor_id and row.live and row.start < end and start < row.end:
                if row.lapsed(now):
                    lapsed.append(id)
                else:
                    taken = taken or not row.overbooked
        for id in lapsed:
            rows.remove(id)
        if taken:
            return None
        held = Appointment(
            id=self._uow.next_id("appointments"),
            status=Status.HELD,
            slot=slot,
            doctor_id=doctor_id,
            patient_id=None,
        )
        rows.put(held.id, AppointmentRow(held, doctor_id, start, end, True, conversation_id, expires_at=expires_at))
        return Hold(appointment_id=held.id, slot=slot, doctor_id=doctor_id, expires_at=expires_at)

    def renew_hold(self, hold: Hold, conversation_id: int, expires_at: dt.datetime) -> Hold | None:
        row = self._owned(hold, conversation_id)
        if row is None:
            return None
        self._uow.rows.put(hold.appointment_id, row._replace(expires_at=expires_at))
        return Hold(
            appointment_id=hold.appointment_id,
            slot=row.appointment.slot,
            doctor_id=row.doctor_id,
            expires_at=expires_at,
        )

    def release_hold(self, hold: Hold, conversation_id: int) -> None:
        if self._owned(hold, conversation_id) is not None:
            self._uow.rows.remove(hold.appointment_id)

    def book(
        self,
        hold: Hold,
        conversation_id: int,
        patient_id: int,
        kind: str,
        reason: str | None,
        now: dt.datetime,
    ) -> Appointment | None:
        row = self._owned(hold, conversation_id)
        if row is None:
            raise NotFound(f"hold {hold.appointment_id}")
        for other in self._uow.rows.values():
            if (
                other.live
                and other.start < row.end
                and row.start < other.end
                and other.appointment.patient_id == patient_id
                and not other.overbooked
            ):
                return None
        changes = {
            "status": Status.BOOKED,
            "patient_id": patient_id,
            "kind": kind,
            "reason": reason,
            "version": row.appointment.version + 1,
        }
        booked = row.appointment.model_copy(update=changes)
        self._uow.rows.put(booked.id, row._replace(appointment=booked, expires_at=None))
        return booked

    def get(self, appointment_id: int) -> Appointment:
        row = self._uow.rows.get(appointment_id)
        if row is None:
            raise NotFound(f"appointment {appointment_id}")
        return row.appointment

    def cancel(self, appointment_id: int, version: int, reason: str | None, now: dt.datetime) -> Appointment | None:
        """See the port. A hold is released, not cancelled; an unknown id is not at that version either."""
        row = self._uow.rows.get(appointment_id)
        if row is None or not row.live or row.appointment.version != version:
            return None
        if row.appointment.status is Status.HELD:
            return None
        cancelled = row.appointment.model_copy(update={"status": Status.CANCELLED, "version": version + 1})
        self._uow.rows.put(appointment_id, row._replace(appointment=cancelled, live=False, cancel_reason=reason))
        return cancelled

    def list(
        self,
        *,
        start: dt.datetime | None = None,
        end: dt.datetime | None = None,
        doctor_id: int | None = None,
        patient_id: int | None = None,
        person_id: int | None = None,
        statuses: Sequence[Status] | None = None,
        limit: int | None = None,
    ) -> Sequence[Appointment]:
        found = [
            row.appointment
            for row in self._uow.rows.values()
            if (start is None or row.start >= start)
            and (end is None or row.start < end)
            and doctor_id in (None, row.doctor_id)
            and patient_id in (None, row.appointment.patient_id)
            and (statuses is None or row.appointment.status in statuses)
            and (person_id is None or self._is_of(row.appointment, person_id))
        ]
        found.sort(key=lambda appointment: (appointment.slot.start, appointment.id))
        return found[:limit]

    def _is_of(self, appointment: Appointment, person_id: int) -> bool:
        patient = self._uow.people.get(appointment.patient_id) if appointment.patient_id else None
        return patient is not None and patient.person_id == person_id

    def _owned(self, hold: Hold, conversation_id: int) -> AppointmentRow | None:
        row = self._uow.rows.get(hold.appointment_id)
        if row is None or row.conversation_id != conversation_id:
            return None
        return row if row.appointment.status is Status.HELD else None


class MemorySchedules:
    """Implements `Schedules`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def clinic(self) -> Clinic:
        clinic = self._uow.clinics.get(0)
        if clinic is None:
            raise NotFound("clinic")
        return clinic

    def doctors(self) -> Sequence[Doctor]:
        return sorted(self._uow.doctors.values(), key=lambda doctor: doctor.id)

    def calendar(
        self,
        start: dt.datetime,
        end: dt.datetime,
        now: dt.datetime,
        *,
        except_conversation: int | None = None,
    ) -> Calendar:
        """See the port. Covers the local days that the range touches and the buffer around them, because the
        daily cap counts days and a buffer reaches back; busy come by start, then doctor."""
        clinic = self.clinic()
        zone = ZoneInfo(clinic.zone)
        first = start.astimezone(zone).date()
        last = end.astimezone(zone).date()
        buffer = dt.timedelta(minutes=clinic.policy.buffer_minutes)
        begin = dt.datetime.combine(first, dt.time(), zone).astimezone(dt.UTC) - buffer
        until = dt.datetime.combine(last + _DAY, dt.time(), zone).astimezone(dt.UTC) + buffer
        doctors = [doctor for doctor in self.doctors() if doctor.active]
        ids = {doctor.id for doctor in doctors}
        busy = [
            Busy(doctor_id=row.doctor_id, start=row.start, end=row.end)
            for row in self._uow.rows.values()
            if row.live
            and row.doctor_id in ids
            and row.start < until
            and begin < row.end
            and not (
                row.expires_at is not None and (row.expires_at <= now or row.conversation_id == except_conversation)
            )
        ]
        busy.sort(key=lambda taken: (taken.start, taken.doctor_id))
        return Calendar(
            doctors=doctors,
            openings=[opening for opening in self._uow.openings.values() if opening.doctor_id in ids],
            overrides=[
                override
                for override in self._uow.overrides.values()
                if override.doctor_id in ids and first <= override.date <= last
            ],
            busy=busy,
        )


class MemoryPatients:
    """Implements `Patients`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def find_or_create(self, person_id: int, name: str, phone: str | None, now: dt.datetime) -> Patient:
        """See the port. Somebody found keeps the name as first written, and gets the number if they had none."""
        wanted = folded(name)
        for patient in self._uow.people.values():
            if patient.person_id == person_id and folded(patient.name) == wanted:
                if patient.phone is None and phone is not None:
                    patient = patient.model_copy(update={"phone": phone})
                    self._uow.people.put(patient.id, patient)
                return patient
        patient = Patient(id=self._uow.next_id("people"), name=name, phone=phone, person_id=person_id)
        self._uow.people.put(patient.id, patient)
        return patient

    def get_many(self, patient_ids: Sequence[int]) -> Sequence[Patient]:
        """See the port. By id; unknown ids are left out."""
        return [patient for id in sorted(set(patient_ids)) if (patient := self._uow.people.get(id)) is not None]
