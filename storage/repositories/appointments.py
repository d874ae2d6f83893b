"""`citas_medicas`: holds and appointments. The exclusion constraints have the last word on every write."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import psycopg.errors
from sqlalchemy import ColumnElement, and_, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from booking.errors import NotFound
from booking.models import LIVE, Appointment, Hold, Slot, Status
from booking.ports import Tally
from storage import mapping
from storage.tables import PATIENT_OVERLAP, AppointmentRow, DoctorRow, FairTurnRow, PatientRow

_LIVE = sorted(status.value for status in LIVE)


def occupied(now: dt.datetime) -> ColumnElement[bool]:
    """Rows that take up their time: live appointments, and holds that have not lapsed by `now`."""
    return and_(
        AppointmentRow.status.in_(_LIVE),
        or_(AppointmentRow.expires_at.is_(None), AppointmentRow.expires_at > now),
    )


class SqlAppointments:
    def __init__(self, session: Session) -> None:
        self._session = session

    def tallies(self, doctor_ids: Sequence[int], now: dt.datetime) -> Sequence[Tally]:
        # Two statements: one that both waited for a lock and counted would count what it saw before it waited.
        self._session.execute(
            select(FairTurnRow.doctor_id)
            .where(FairTurnRow.doctor_id.in_(doctor_ids))
            .order_by(FairTurnRow.doctor_id)
            .with_for_update()
        )
        load = func.count(AppointmentRow.id)
        rows = self._session.execute(
            select(DoctorRow.id, load, DoctorRow.weight)
            .outerjoin(AppointmentRow, and_(AppointmentRow.doctor_id == DoctorRow.id, occupied(now)))
            .where(DoctorRow.id.in_(doctor_ids))
            .group_by(DoctorRow.id)
            .order_by(DoctorRow.id)
        )
        return [Tally(doctor_id, count, weight) for doctor_id, count, weight in rows]

    def hold(
        self, slot: Slot, doctor_id: int, conversation_id: int, now: dt.datetime, expires_at: dt.datetime
    ) -> Hold | None:
        self._session.execute(
            delete(AppointmentRow).where(
                AppointmentRow.status == Status.HELD.value,
                AppointmentRow.doctor_id == doctor_id,
                AppointmentRow.start < slot.end,
                AppointmentRow.end > slot.start,
                AppointmentRow.expires_at <= now,
            )
        )
        row = self._session.scalar(
            insert(AppointmentRow)
            .values(
                status=Status.HELD.value,
                start=slot.start,
                end=slot.end,
                doctor_id=doctor_id,
                conversation_id=conversation_id,
                expires_at=expires_at,
                kind="primera_vez",
                version=1,
                created_at=now,
                updated_at=now,
            )
            .on_conflict_do_nothing()
            .returning(AppointmentRow)
        )
        return None if row is None else mapping.hold(row)

    def renew_hold(self, hold: Hold, conversation_id: int, expires_at: dt.datetime) -> Hold | None:
        row = self._session.scalar(
            update(AppointmentRow)
            .where(_is_hold_of(hold, conversation_id))
            .values(expires_at=expires_at)
            .returning(AppointmentRow)
        )
        return None if row is None else mapping.hold(row)

    def release_hold(self, hold: Hold, conversation_id: int) -> None:
        self._session.execute(delete(AppointmentRow).where(_is_hold_of(hold, conversation_id)))

    def book(
        self, hold: Hold, conversation_id: int, patient_id: int, kind: str, reason: str | None, now: dt.datetime
    ) -> Appointment | None:
        try:
            with self._session.begin_nested():  # a violation must not end the turn's transaction
                row = self._session.scalar(
                    update(AppointmentRow)
                    .where(_is_hold_of(hold, conversation_id))
                    .values(
                        status=Status.BOOKED.value,
                        patient_id=patient_id,
                        expires_at=None,
                        kind=kind,
                        reason=reason,
                        version=AppointmentRow.version + 1,
                        updated_at=now,
                    )
                    .returning(AppointmentRow)
                )
                booked = None if row is None else mapping.appointment(row)
        except IntegrityError as error:
            violation = error.orig
            if (
                isinstance(violation, psycopg.errors.ExclusionViolation)
                and violation.diag.constraint_name == PATIENT_OVERLAP
            ):
                return None
            raise
        if booked is None:
            raise NotFound(f"Hold {hold.appointment_id}.")
        return booked

    def get(self, appointment_id: int) -> Appointment:
        row = self._session.scalar(select(AppointmentRow).where(AppointmentRow.id == appointment_id))
        if row is None:
            raise NotFound(f"Appointment {appointment_id}.")
        return mapping.appointment(row)

    def cancel(self, appointment_id: int, version: int, reason: str | None, now: dt.datetime) -> Appointment | None:
        row = self._session.scalar(
            update(AppointmentRow)
            .where(
                AppointmentRow.id == appointment_id,
                AppointmentRow.version == version,
                AppointmentRow.status.in_(_LIVE),
                AppointmentRow.status != Status.HELD.value,
            )
            .values(
                status=Status.CANCELLED.value,
                cancel_reason=reason,
                version=AppointmentRow.version + 1,
                updated_at=now,
            )
            .returning(AppointmentRow)
        )
        return None if row is None else mapping.appointment(row)

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


def _is_hold_of(hold: Hold, conversation_id: int) -> ColumnElement[bool]:
    return and_(
        AppointmentRow.id == hold.appointment_id,
        AppointmentRow.status == Status.HELD.value,
        AppointmentRow.conversation_id == conversation_id,
    )
