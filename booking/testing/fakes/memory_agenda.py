"""Appointments in memory, under the database's rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from booking.errors import NotFound
from booking.models import (
    COMING,
    FIRST_VISIT,
    LIVE,
    LIVE_APPOINTMENTS,
    Appointment,
    Assignment,
    Hold,
    Refusal,
    Slot,
    Standing,
    Status,
)
from booking.testing.fakes.memory_rows import AppointmentRow, row_of
from booking.testing.fakes.memory_turn import standings

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryAppointments:
    """Implements `Appointments` under the same two exclusion rules as PostgreSQL."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def lock_turn(self) -> None:
        """See the port. Raises WouldBlock where PostgreSQL would wait."""
        self._uow.lock("fair turn", 0)

    def lock_day(self, doctor_id: int, start: dt.datetime, end: dt.datetime) -> None:
        """See the port: nobody else writes to that stretch. Raises WouldBlock where somebody has."""
        self._uow.check_neighbours(start, end, doctor_id)

    def tallies(self, doctor_ids: Sequence[int], now: dt.datetime) -> Sequence[Standing]:
        """See the port. By doctor id, unknown ids left out."""
        return standings(self._uow, doctor_ids, now)

    def hold(
        self,
        slot: Slot,
        doctor_id: int,
        conversation_id: int,
        now: dt.datetime,
        expires_at: dt.datetime,
        *,
        visit: str = FIRST_VISIT,
        assigned: Assignment | None = None,
        instead: bool = False,
    ) -> Hold | None:
        """See the port. Raises WouldBlock where PostgreSQL would wait for another transaction's hold."""
        self._uow.check_neighbours(slot.start, slot.end, doctor_id)
        self._delete_lapsed(slot, doctor_id, now, conversation_id if instead else None)
        if self._taken(slot, doctor_id):
            return None
        held = Appointment(
            id=self._uow.next_id("appointments"),
            status=Status.HELD,
            slot=slot,
            doctor_id=doctor_id,
            patient_id=None,
            visit=visit,
        )
        owned = {"conversation_id": conversation_id, "expires_at": expires_at}
        self._uow.rows.put(held.id, row_of(held, created_at=now, assigned=assigned, **owned))
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
        visit: str,
        reason: str | None,
        now: dt.datetime,
    ) -> Appointment | Refusal:
        row = self._owned(hold, conversation_id)
        if row is None:
            return Refusal.SLOT_TAKEN
        if self._patient_busy(row.appointment.slot, patient_id):
            return Refusal.PATIENT_BUSY
        changes = {
            "status": Status.BOOKED,
            "patient_id": patient_id,
            "visit": visit,
            "reason": reason,
            "version": row.appointment.version + 1,
        }
        booked = row.appointment.model_copy(update=changes)
        self._uow.rows.put(booked.id, row._replace(appointment=booked, expires_at=None))
        return booked

    def add(
        self,
        slot: Slot,
        doctor_id: int,
        patient_id: int,
        visit: str,
        reason: str | None,
        now: dt.datetime,
        *,
        assigned: Assignment | None = None,
        overbooked: bool = False,
    ) -> Appointment | Refusal:
        """See the port. Raises WouldBlock where PostgreSQL would wait."""
        self._uow.check_neighbours(slot.start, slot.end, doctor_id)
        self._delete_lapsed(slot, doctor_id, now)
        if not overbooked and (refused := self._collision(slot, doctor_id, patient_id)):
            return refused
        added = Appointment(
            id=self._uow.next_id("appointments"),
            status=Status.BOOKED,
            slot=slot,
            doctor_id=doctor_id,
            patient_id=patient_id,
            visit=visit,
            reason=reason,
            overbooked=overbooked,
        )
        self._uow.rows.put(added.id, row_of(added, created_at=now, assigned=assigned))
        return added

    def move(
        self,
        to: Hold | Slot,
        conversation_id: int | None,
        appointment_id: int,
        version: int,
        now: dt.datetime,
        *,
        doctor_id: int | None = None,
        assigned: Assignment | None = None,
        reason: str | None = None,
        overbooked: bool = False,
        keeps_arrival: bool = False,
    ) -> Appointment | Refusal:
        """See the port. Raises WouldBlock where PostgreSQL would wait."""
        hold = to if isinstance(to, Hold) else None
        slot = hold.slot if hold else to
        assert isinstance(slot, Slot)
        row = self._uow.rows.get(appointment_id)
        if row is None or row.appointment.version != version:
            return Refusal.APPOINTMENT_CHANGED
        if row.appointment.status not in COMING:
            return Refusal.APPOINTMENT_CHANGED
        doctor = hold.doctor_id if hold else doctor_id or row.doctor_id
        self._uow.check_neighbours(slot.start, slot.end, doctor)
        if hold is None and doctor_id is not None:
            self._delete_lapsed(slot, doctor, now)
        own = {appointment_id}
        if hold and conversation_id is not None and self._owned(hold, conversation_id):
            own.add(hold.appointment_id)
        refused = None if overbooked else self._collision(slot, doctor, row.appointment.patient_id, but=own)
        if refused:
            return refused
        for released in own - {appointment_id}:
            self._uow.rows.remove(released)
        changes = {"slot": slot, "doctor_id": doctor, "version": version + 1}
        changes["arrived_at"] = row.appointment.arrived_at if keeps_arrival else None
        changes["overbooked"] = overbooked
        changes["status"] = Status.BOOKED
        changes["reason"] = row.appointment.reason if reason is None else reason
        moved = row.appointment.model_copy(update=changes)
        self._uow.rows.put(moved.id, row_of(moved, created_at=row.created_at, assigned=assigned or row.assigned))
        return moved

    def mark(
        self, appointment_id: int, version: int, status: Status, now: dt.datetime, *, arrived_at: dt.datetime | None
    ) -> Appointment | None:
        row = self._uow.rows.get(appointment_id)
        if row is None or not row.live or row.appointment.version != version or row.appointment.status is Status.HELD:
            return None
        changes = {"status": status, "version": version + 1, "arrived_at": arrived_at}
        marked = row.appointment.model_copy(update=changes)
        self._uow.rows.put(appointment_id, row._replace(appointment=marked, live=status in LIVE))
        return marked

    def unmark(
        self, appointment_id: int, version: int, status: Status, now: dt.datetime, *, arrived_at: dt.datetime | None
    ) -> Appointment | Refusal:
        row = self._uow.rows.get(appointment_id)
        if row is None or row.appointment.version != version:
            return Refusal.APPOINTMENT_CHANGED
        was = row.appointment
        if was.status in (Status.HELD, Status.CANCELLED):
            return Refusal.APPOINTMENT_CHANGED
        again = status in LIVE and not was.overbooked
        if again and (refused := self._collision(was.slot, was.doctor_id, was.patient_id, but={appointment_id})):
            return refused
        unmarked = was.model_copy(update={"status": status, "version": version + 1, "arrived_at": arrived_at})
        self._uow.rows.put(appointment_id, row._replace(appointment=unmarked, live=status in LIVE))
        return unmarked

    def assignments(self, *, doctor_id: int | None = None, limit: int = 50) -> Sequence[tuple[Appointment, Assignment]]:
        found = [
            (row.appointment, row.assigned)
            for row in self._uow.rows.values()
            if row.assigned is not None and doctor_id in (None, row.doctor_id)
        ]
        return sorted(found, key=lambda pair: -pair[0].id)[:limit]

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

    def held_until(self, appointment_ids: Collection[int]) -> Mapping[int, dt.datetime]:
        rows = ((id, self._uow.rows.get(id)) for id in appointment_ids)
        return {id: row.expires_at for id, row in rows if row is not None and row.expires_at is not None}

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
        theirs = None if person_id is None else self._patients_of(person_id)
        found = [
            row.appointment
            for row in self._uow.rows.values()
            if (start is None or row.start >= start)
            and (end is None or row.start < end)
            and (theirs is None or row.appointment.patient_id in theirs)
            and doctor_id in (None, row.doctor_id)
            and patient_id in (None, row.appointment.patient_id)
            and (statuses is None or row.appointment.status in statuses)
        ]
        found.sort(key=lambda appointment: (appointment.slot.start, appointment.id))
        return found[:limit]

    def of_people(
        self, person_ids: Collection[int], start: dt.datetime, statuses: Sequence[Status]
    ) -> Mapping[int, Sequence[Appointment]]:
        theirs = {id: self.list(start=start, person_id=id, statuses=statuses) for id in person_ids}
        return {id: found for id, found in theirs.items() if found}

    def last_of_each(self, doctor_id: int, until: dt.datetime, most: int) -> Sequence[Appointment]:
        came = (*LIVE_APPOINTMENTS, Status.COMPLETED)
        last: dict[int, Appointment] = {}
        for one in self.list(end=until + dt.timedelta.resolution, doctor_id=doctor_id, statuses=came):
            if one.patient_id is not None:
                last[one.patient_id] = one
        return sorted(last.values(), key=lambda one: (one.slot.start, one.id), reverse=True)[:most]

    def of_person_between(
        self, person_id: int, since: dt.datetime, until: dt.datetime, most: int
    ) -> Sequence[tuple[str, str, dt.datetime, Status]]:
        doctors = {doctor.id: doctor.name for doctor in self._uow.schedules.doctors()}
        found = []
        for one in self.list(start=since, end=until, person_id=person_id):
            patient = self._uow.people.get(one.patient_id) if one.patient_id is not None else None
            if patient is not None and one.doctor_id in doctors and one.status is not Status.HELD:
                found.append((patient.name, doctors[one.doctor_id], one.slot.start, one.status))
        return found[::-1][:most]

    def last_of_person(
        self, person_id: int, since: dt.datetime, until: dt.datetime
    ) -> Sequence[tuple[str, str, dt.datetime]]:
        came = (*LIVE_APPOINTMENTS, Status.COMPLETED)
        doctors = {doctor.id: doctor.name for doctor in self._uow.schedules.doctors()}
        last: dict[int, tuple[str, str, dt.datetime]] = {}
        for one in self.list(start=since, end=until + dt.timedelta.resolution, person_id=person_id, statuses=came):
            patient = self._uow.people.get(one.patient_id) if one.patient_id is not None else None
            if patient is not None and one.doctor_id in doctors:
                last[patient.id] = patient.name, doctors[one.doctor_id], one.slot.start
        return [last[id] for id in sorted(last)]

    def _patients_of(self, person_id: int) -> set[int]:
        return {patient.id for patient in self._uow.people.values() if patient.person_id == person_id}

    def _owned(self, hold: Hold, conversation_id: int) -> AppointmentRow | None:
        row = self._uow.rows.get(hold.appointment_id)
        if row is None or row.conversation_id != conversation_id:
            return None
        return row if row.appointment.status is Status.HELD else None

    def _delete_lapsed(self, slot: Slot, doctor_id: int, now: dt.datetime, but_for: int | None = None) -> None:
        lapsed = [
            id
            for id, row in self._uow.rows.items().items()
            if row.doctor_id == doctor_id and row.start < slot.end and slot.start < row.end
            if row.lapsed(now)
            or (but_for is not None and row.conversation_id == but_for and row.appointment.status is Status.HELD)
        ]
        for id in lapsed:
            self._uow.rows.remove(id)

    def _taken(self, slot: Slot, doctor_id: int, but: Collection[int] = ()) -> bool:
        """The first exclusion rule."""
        return any(
            row.doctor_id == doctor_id
            and row.live
            and row.start < slot.end
            and slot.start < row.end
            and not row.overbooked
            and row.appointment.id not in but
            for row in self._uow.rows.values()
        )

    def _patient_busy(self, slot: Slot, patient_id: int | None, but: Collection[int] = ()) -> bool:
        """The second."""
        return patient_id is not None and any(
            row.live
            and row.start < slot.end
            and slot.start < row.end
            and row.appointment.patient_id == patient_id
            and not row.overbooked
            and row.appointment.id not in but
            for row in self._uow.rows.values()
        )

    def _collision(
        self, slot: Slot, doctor_id: int, patient_id: int | None, but: Collection[int] = ()
    ) -> Refusal | None:
        if self._taken(slot, doctor_id, but):
            return Refusal.SLOT_TAKEN
        return Refusal.PATIENT_BUSY if self._patient_busy(slot, patient_id, but) else None
