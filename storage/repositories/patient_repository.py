"""Those whom appointments are for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import Patient
from storage import mapping
from storage.repositories.person_repository import People
from storage.tables import AppointmentRow, PatientRow, RegisteredRow


class SqlPatients:
    def __init__(self, session: Session) -> None:
        self._session = session

    def find_or_create(self, person_id: int, name: str, phone: str | None, now: dt.datetime) -> Patient:
        """One statement. Somebody found keeps the name as first written, and gets the number if they had none."""
        return self._entered(person_id, name, phone, now)

    def get_many(self, patient_ids: Sequence[int]) -> Sequence[Patient]:
        rows = self._session.scalars(select(PatientRow).where(PatientRow.id.in_(patient_ids)).order_by(PatientRow.id))
        return [mapping.patient(row) for row in rows]

    def list_of(self, person_id: int) -> Sequence[Patient]:
        rows = self._session.scalars(
            select(PatientRow).where(PatientRow.person_id == person_id).order_by(PatientRow.id)
        )
        return [mapping.patient(row) for row in rows]

    def search(
        self,
        name: str | None = None,
        phone: str | None = None,
        limit: int = 20,
        *,
        doctor_id: int | None = None,
    ) -> Sequence[Patient]:
        query = select(PatientRow).order_by(PatientRow.id).limit(limit)
        if name is not None:
            query = query.where(PatientRow.name_key.contains(mapping.name_key(name), autoescape=True))
        if phone is not None:
            query = query.where(func.right(PatientRow.phone, 10) == phone[-10:])
        if doctor_id is not None:
            entered, seen = (
                select(row.doctor_id).where(row.patient_id == PatientRow.id, row.doctor_id == doctor_id).exists()
                for row in (RegisteredRow, AppointmentRow)
            )
            query = query.where(or_(entered, seen))
        return [mapping.patient(row) for row in self._session.scalars(query)]

    def enter(
        self, name: str, phone: str | None, doctor_id: int | None, now: dt.datetime, email: str | None = None
    ) -> Patient:
        person_id = People(self._session).of_phone(phone, now) if phone else None
        patient = self._entered(person_id, name, phone, now, email)
        if doctor_id is not None:
            theirs = insert(RegisteredRow).values(doctor_id=doctor_id, patient_id=patient.id, created_at=now)
            self._session.execute(theirs.on_conflict_do_nothing())
        return patient

    def _entered(
        self, person_id: int | None, name: str, phone: str | None, now: dt.datetime, email: str | None = None
    ) -> Patient:
        made = insert(PatientRow).values(
            person_id=person_id,
            name=name,
            name_key=mapping.name_key(name),
            phone=phone,
            email=email,
            created_at=now,
        )
        row = self._session.scalars(
            made.on_conflict_do_update(
                index_elements=[PatientRow.person_id, PatientRow.name_key],
                set_={
                    PatientRow.phone: func.coalesce(PatientRow.phone, made.excluded.telefono),
                    PatientRow.email: func.coalesce(made.excluded.correo, PatientRow.email),
                },
            ).returning(PatientRow)
        ).one()
        return mapping.patient(row)
