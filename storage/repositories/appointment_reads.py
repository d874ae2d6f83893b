"""What appointments there are: reads alone, which lock nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import ColumnElement, bindparam, literal_column, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased

from booking.errors import NotFound
from booking.models import LIVE_APPOINTMENTS, Appointment, Assignment, Status
from storage import mapping
from storage.base import MOMENT
from storage.prepared import Prepared
from storage.tables import AppointmentRow, DoctorRow, PatientRow
from storage.work_session import WorkSession, by_itself


class AppointmentReads:
    """The part of `SqlAppointments` that changes nothing."""

    def __init__(self, session: WorkSession) -> None:
        self._session = session

    def get(self, appointment_id: int) -> Appointment:
        row = self._session.scalar(select(AppointmentRow).where(AppointmentRow.id == appointment_id))
        if row is None:
            raise NotFound(f"Appointment {appointment_id}.")
        return mapping.appointment(row)

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

    def of_person_between(
        self, person_id: int, since: dt.datetime, until: dt.datetime, most: int
    ) -> Sequence[tuple[str, str, dt.datetime, Status]]:
        rows = self._session.execute(
            select(PatientRow.name, DoctorRow.name, AppointmentRow.start, AppointmentRow.status)
            .join(PatientRow, PatientRow.id == AppointmentRow.patient_id)
            .join(DoctorRow, DoctorRow.id == AppointmentRow.doctor_id)
            .where(
                PatientRow.person_id == person_id,
                AppointmentRow.start >= since,
                AppointmentRow.start < until,
                AppointmentRow.status != Status.HELD.value,
            )
            .order_by(AppointmentRow.start.desc(), AppointmentRow.id.desc())
            .limit(most)
        )
        return [(patient, doctor, at, Status(status)) for patient, doctor, at, status in rows]

    def last_of_person(
        self, person_id: int, since: dt.datetime, until: dt.datetime
    ) -> Sequence[tuple[str, str, dt.datetime]]:
        with by_itself(self._session) as connection:
            found = _LAST_OF_PERSON.rows(connection, {"person_id": person_id, "since": since, "until": until})
        return [(patient, doctor, at) for _, patient, doctor, at in found]

    def held_until(self, appointment_ids: Collection[int]) -> Mapping[int, dt.datetime]:
        held = select(AppointmentRow.id, AppointmentRow.expires_at)
        found = self._session.execute(held.where(AppointmentRow.id.in_(appointment_ids)))
        return {id: expires_at for id, expires_at in found if expires_at is not None}

    def assignments(self, *, doctor_id: int | None = None, limit: int = 50) -> Sequence[tuple[Appointment, Assignment]]:
        query = select(AppointmentRow).where(AppointmentRow.assigned.is_not(None))
        if doctor_id is not None:
            query = query.where(AppointmentRow.doctor_id == doctor_id)
        rows = self._session.scalars(query.order_by(AppointmentRow.id.desc()).limit(limit))
        return [(mapping.appointment(row), Assignment.model_validate(row.assigned)) for row in rows]


_CAME: list[ColumnElement[str]] = [
    literal_column(f"'{status.value}'") for status in (*LIVE_APPOINTMENTS, Status.COMPLETED)
]
_LAST_OF_PERSON = Prepared(
    select(AppointmentRow.patient_id, PatientRow.name, DoctorRow.name, AppointmentRow.start)
    .ext(distinct_on(AppointmentRow.patient_id))
    .join(PatientRow, PatientRow.id == AppointmentRow.patient_id)
    .join(DoctorRow, DoctorRow.id == AppointmentRow.doctor_id)
    .where(
        PatientRow.person_id == bindparam("person_id"),
        AppointmentRow.start.between(bindparam("since", type_=MOMENT), bindparam("until", type_=MOMENT)),
        AppointmentRow.status.in_(_CAME),
    )
    .order_by(AppointmentRow.patient_id, AppointmentRow.start.desc(), AppointmentRow.id.desc())
)
