"""`citas_medicas`: holds and appointments. The exclusion constraints have the last word on every write."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

import psycopg.errors
from sqlalchemy import ColumnElement, Executable, and_, select, update
from sqlalchemy.dialects.postgresql import distinct_on, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from booking.errors import NotFound
from booking.models import (
    FIRST_VISIT,
    LIVE_APPOINTMENTS,
    Appointment,
    Assignment,
    Hold,
    Refusal,
    Slot,
    Standing,
    Status,
)
from storage import mapping
from storage.base import columns
from storage.prepared import Prepared
from storage.repositories.hold_repository import (
    BOOK,
    DELETE_LAPSED,
    HOLD,
    LIVE_STATUSES,
    LOCK_TURN,
    RELEASE,
    RENEW,
    WRITTEN,
    standings_of,
)
from storage.tables import DOCTOR_OVERLAP, PATIENT_OVERLAP, AppointmentRow, PatientRow

_REFUSALS = {DOCTOR_OVERLAP: Refusal.SLOT_TAKEN, PATIENT_OVERLAP: Refusal.PATIENT_BUSY}


class SqlAppointments:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock_turn(self) -> None:
        # A statement of its own: one that both waited and counted would count what it saw before it waited.
        LOCK_TURN.run(self._session.connection(), {})

    def lock_day(self, doctor_id: int, start: dt.datetime, end: dt.datetime) -> None:
        theirs = (
            select(AppointmentRow.id)
            .where(
                AppointmentRow.doctor_id == doctor_id,
                AppointmentRow.start >= start,
                AppointmentRow.start < end,
                AppointmentRow.status.in_(LIVE_STATUSES),
            )
            .order_by(AppointmentRow.id)
            .with_for_update()
        )
        self._session.connection().execute(theirs)

    def tallies(self, doctor_ids: Sequence[int], now: dt.datetime) -> Sequence[Standing]:
        if not doctor_ids:
            return []
        named = {f"doctor_{n}": doctor_id for n, doctor_id in enumerate(doctor_ids)}
        rows = standings_of(len(named)).named(self._session.connection(), {"now": now, **named})
        return [Standing.model_validate(row._asdict()) for row in rows]

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
        self._delete_lapsed(slot, doctor_id, now, conversation_id if instead else None)
        values = {
            "status": Status.HELD.value,
            "start": slot.start,
            "end": slot.end,
            "doctor_id": doctor_id,
            "conversation_id": conversation_id,
            "expires_at": expires_at,
            "visit": visit,
            "assigned": mapping.assignment_json(assigned),
            "version": 1,
            "created_at": now,
            "updated_at": now,
        }
        row = self._one(HOLD, columns(AppointmentRow, values))
        return None if row is None else mapping.hold(row)

    def renew_hold(self, hold: Hold, conversation_id: int, expires_at: dt.datetime) -> Hold | None:
        row = self._one(RENEW, _named(hold, conversation_id) | columns(AppointmentRow, {"expires_at": expires_at}))
        return None if row is None else mapping.hold(row)

    def release_hold(self, hold: Hold, conversation_id: int) -> None:
        RELEASE.run(self._session.connection(), _named(hold, conversation_id))

    def book(
        self, hold: Hold, conversation_id: int, patient_id: int, visit: str, reason: str | None, now: dt.datetime
    ) -> Appointment | Refusal:
        values = {
            "status": Status.BOOKED.value,
            "patient_id": patient_id,
            "expires_at": None,
            "visit": visit,
            "reason": reason,
            "updated_at": now,
        }
        booked = self._write(BOOK, _named(hold, conversation_id) | columns(AppointmentRow, values))
        return booked or Refusal.SLOT_TAKEN

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
        self._delete_lapsed(slot, doctor_id, now)
        added = self._write(
            insert(AppointmentRow)
            .values(
                status=Status.BOOKED.value,
                start=slot.start,
                end=slot.end,
                doctor_id=doctor_id,
                patient_id=patient_id,
                visit=visit,
                reason=reason,
                overbooked=overbooked,
                assigned=mapping.assignment_json(assigned),
                version=1,
                created_at=now,
                updated_at=now,
            )
            .returning(*WRITTEN)
        )
        if added is None:
            raise NotFound("The new appointment.")
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
        slot = to.slot if isinstance(to, Hold) else to
        changes: dict[str, Any] = {"start": slot.start, "end": slot.end, "overbooked": overbooked}
        if not keeps_arrival:
            changes["arrived_at"] = None
        changes["status"] = Status.BOOKED.value
        if isinstance(to, Hold):
            doctor_id = to.doctor_id
        if doctor_id is not None:
            changes["doctor_id"] = doctor_id
        if assigned is not None:
            changes["assigned"] = mapping.assignment_json(assigned)
        if reason is not None:
            changes["reason"] = reason
        if not isinstance(to, Hold) and doctor_id is not None:
            self._delete_lapsed(slot, doctor_id, now)
        moved = (
            update(AppointmentRow)
            .where(
                AppointmentRow.id == appointment_id,
                AppointmentRow.version == version,
                AppointmentRow.status.in_([Status.BOOKED.value, Status.CONFIRMED.value]),
            )
            .values(version=AppointmentRow.version + 1, updated_at=now, **changes)
            .returning(*WRITTEN)
        )
        gone = _named(to, conversation_id) if isinstance(to, Hold) else None
        return self._write(moved, releasing=gone) or Refusal.APPOINTMENT_CHANGED

    def mark(
        self, appointment_id: int, version: int, status: Status, now: dt.datetime, *, arrived_at: dt.datetime | None
    ) -> Appointment | None:
        row = self._session.scalar(
            update(AppointmentRow)
            .where(_is_appointment(appointment_id, version))
            .values(status=status.value, arrived_at=arrived_at, version=AppointmentRow.version + 1, updated_at=now)
            .returning(AppointmentRow)
        )
        return None if row is None else mapping.appointment(row)

    def unmark(
        self, appointment_id: int, version: int, status: Status, now: dt.datetime, *, arrived_at: dt.datetime | None
    ) -> Appointment | Refusal:
        as_before = (
            update(AppointmentRow)
            .where(
                AppointmentRow.id == appointment_id,
                AppointmentRow.version == version,
                AppointmentRow.status.not_in([Status.HELD.value, Status.CANCELLED.value]),
            )
            .values(status=status.value, arrived_at=arrived_at, version=AppointmentRow.version + 1, updated_at=now)
            .returning(*WRITTEN)
        )
        return self._write(as_before) or Refusal.APPOINTMENT_CHANGED

    def assignments(self, *, doctor_id: int | None = None, limit: int = 50) -> Sequence[tuple[Appointment, Assignment]]:
        query = select(AppointmentRow).where(AppointmentRow.assigned.is_not(None))
        if doctor_id is not None:
            query = query.where(AppointmentRow.doctor_id == doctor_id)
        rows = self._session.scalars(query.order_by(AppointmentRow.id.desc()).limit(limit))
        return [(mapping.appointment(row), Assignment.model_validate(row.assigned)) for row in rows]

    def _delete_lapsed(self, slot: Slot, doctor_id: int, now: dt.datetime, but_for: int | None = None) -> None:
        lapsed = {"doctor_id": doctor_id, "start": slot.start, "end": slot.end, "now": now, "but_for": but_for}
        DELETE_LAPSED.run(self._session.connection(), lapsed)

    def _one(self, statement: Prepared | Executable, values: Mapping[str, Any]) -> AppointmentRow | None:
        """The row written, read as one of the ORM's."""
        connection = self._session.connection()
        if isinstance(statement, Prepared):
            return next(iter(statement.named(connection, values)), None)
        return cast(AppointmentRow | None, connection.execute(statement, values).one_or_none())

    def _write(
        self,
        statement: Prepared | Executable,
        values: Mapping[str, Any] | None = None,
        *,
        releasing: Mapping[str, Any] | None = None,
    ) -> Appointment | Refusal | None:
        """The row written, which exclusion constraint forbade it, or None where no row fits. The hold of the parameters
        `releasing` goes with it, and stays where nothing was written."""
        connection = self._session.connection()
        try:
            with connection.begin_nested() as savepoint:  # a violation must not end the caller's transaction
                if releasing is not None:
                    RELEASE.run(connection, releasing)
                if row := self._one(statement, values or {}):
                    return mapping.appointment(row)
                savepoint.rollback()
                return None
        except IntegrityError as error:
            violation = error.orig
            if isinstance(violation, psycopg.errors.ExclusionViolation):
                return _REFUSALS[violation.diag.constraint_name or ""]
            raise

    def get(self, appointment_id: int) -> Appointment:
        row = self._session.scalar(select(AppointmentRow).where(AppointmentRow.id == appointment_id))
        if row is None:
            raise NotFound(f"Appointment {appointment_id}.")
        return mapping.appointment(row)

    def cancel(self, appointment_id: int, version: int, reason: str | None, now: dt.datetime) -> Appointment | None:
        row = self._session.scalar(
            update(AppointmentRow)
            .where(_is_appointment(appointment_id, version))
            .values(
                status=Status.CANCELLED.value,
                cancel_reason=reason,
                version=AppointmentRow.version + 1,
                updated_at=now,
            )
            .returning(AppointmentRow)
        )
        return None if row is None else mapping.appointment(row)

    def held_until(self, appointment_ids: Collection[int]) -> Mapping[int, dt.datetime]:
        held = select(AppointmentRow.id, AppointmentRow.expires_at)
        found = self._session.execute(held.where(AppointmentRow.id.in_(appointment_ids)))
        return {id: expires_at for id, expires_at in found if expires_at is not None}

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
        query = select(AppointmentRow).order_by(AppointmentRow.start, AppointmentRow.id).limit(limit)
        if start is not None:
            query = query.where(AppointmentRow.start >= start)
        if end is not None:
            query = query.where(AppointmentRow.start < end)
        if doctor_id is not None:
            query = query.where(AppointmentRow.doctor_id == doctor_id)
        if patient_id is not None:
            query = query.where(AppointmentRow.patient_id == patient_id)
        if person_id is not None:
            theirs = select(PatientRow.id).where(PatientRow.person_id == person_id)
            query = query.where(AppointmentRow.patient_id.in_(theirs))
        if statuses is not None:
            query = query.where(AppointmentRow.status.in_([status.value for status in statuses]))
        return [mapping.appointment(row) for row in self._session.scalars(query)]

    def of_people(
        self, person_ids: Collection[int], start: dt.datetime, statuses: Sequence[Status]
    ) -> Mapping[int, Sequence[Appointment]]:
        theirs = (
            select(PatientRow.person_id, AppointmentRow)
            .join(AppointmentRow, AppointmentRow.patient_id == PatientRow.id)
            .where(
                PatientRow.person_id.in_(person_ids),
                AppointmentRow.start >= start,
                AppointmentRow.status.in_([status.value for status in statuses]),
            )
            .order_by(AppointmentRow.start, AppointmentRow.id)
        )
        found: dict[int, tuple[Appointment, ...]] = {}
        for person_id, row in self._session.execute(theirs) if person_ids else ():
            if person_id is not None:
                found[person_id] = (*found.get(person_id, ()), mapping.appointment(row))
        return found

    def last_of_each(self, doctor_id: int, until: dt.datetime, most: int) -> Sequence[Appointment]:
        came = [status.value for status in (*LIVE_APPOINTMENTS, Status.COMPLETED)]
        each = (
            select(AppointmentRow)
            .ext(distinct_on(AppointmentRow.patient_id))
            .where(
                AppointmentRow.doctor_id == doctor_id,
                AppointmentRow.start <= until,
                AppointmentRow.patient_id.is_not(None),
                AppointmentRow.status.in_(came),
            )
            .order_by(AppointmentRow.patient_id, AppointmentRow.start.desc(), AppointmentRow.id.desc())
            .subquery()
        )
        last = aliased(AppointmentRow, each)
        query = select(last).order_by(last.start.desc(), last.id.desc()).limit(most)
        return [mapping.appointment(row) for row in self._session.scalars(query)]


def _is_appointment(appointment_id: int, version: int) -> ColumnElement[bool]:
    """A live one, at that version; no hold."""
    return and_(
        AppointmentRow.id == appointment_id,
        AppointmentRow.version == version,
        AppointmentRow.status.in_(LIVE_STATUSES),
        AppointmentRow.status != Status.HELD.value,
    )


def _named(hold: Hold, conversation_id: int | None) -> dict[str, Any]:
    """Parameters: the hold, if it is still that conversation's."""
    return {"hold_id": hold.appointment_id, "conversation_id": conversation_id}
