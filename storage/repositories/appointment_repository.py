"""`citas_medicas`: holds and appointments. The exclusion constraints have the last word on every write."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, cast

import psycopg.errors
from sqlalchemy import ColumnElement, Executable, and_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from booking.errors import NotFound
from booking.models import (
    FIRST_VISIT,
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
from storage.repositories.appointment_reads import AppointmentReads
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
from storage.tables import DOCTOR_OVERLAP, PATIENT_OVERLAP, AppointmentRow

_REFUSALS = {DOCTOR_OVERLAP: Refusal.SLOT_TAKEN, PATIENT_OVERLAP: Refusal.PATIENT_BUSY}


class SqlAppointments(AppointmentReads):
    """Implements `Appointments`."""

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
