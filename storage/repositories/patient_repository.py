"""Those whom appointments are for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from sqlalchemy import ARRAY, Text, any_, bindparam, delete, func, or_, select, union, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import IdentityKind, Patient
from booking.models.folded_text import folded
from storage import mapping
from storage.base import columns, fields, table_of
from storage.phones import canonical
from storage.prepared import Prepared
from storage.repositories.forgetting import forget_patient, forget_person
from storage.repositories.merges import lock_conversations
from storage.repositories.person_repository import People
from storage.tables import (
    AppointmentRow,
    ComeBackRow,
    ConversationRow,
    GrantRow,
    IdentityRow,
    InboundRow,
    MedicalRecordRow,
    PatientRow,
    PersonRow,
    RegisteredRow,
)

_TABLE = table_of(PatientRow)
_GIVEN = columns(PatientRow, dict.fromkeys(("person_id", "name", "name_key", "phone", "email", "created_at")))
_MADE = insert(_TABLE).values({name: bindparam(name, type_=_TABLE.c[name].type) for name in _GIVEN})
_ENTER = Prepared(
    _MADE.on_conflict_do_update(
        index_elements=[_TABLE.c.usuario_id, _TABLE.c.nombre_clave],
        set_={
            "telefono": func.coalesce(_TABLE.c.telefono, _MADE.excluded.telefono),
            "correo": func.coalesce(_MADE.excluded.correo, _TABLE.c.correo),
        },
    ).returning(*fields(PatientRow))
)


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

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        called = PatientRow.name_key == any_(bindparam("names", [*names], type_=ARRAY(Text)))
        rows = self._session.scalars(select(PatientRow).where(called).order_by(PatientRow.id)) if names else ()
        return [mapping.patient(row) for row in rows]

    def count_of(self, doctor_id: int) -> int:
        theirs = union(
            *(
                select(row.patient_id).where(row.doctor_id == doctor_id, row.patient_id.is_not(None))
                for row in (RegisteredRow, AppointmentRow)
            )
        ).subquery()
        return self._session.scalar(select(func.count()).select_from(theirs)) or 0

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
            for word in folded(name).split():
                query = query.where(PatientRow.name_key.contains(word, autoescape=True))
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
        values = {
            "person_id": person_id,
            "name": name,
            "name_key": folded(name),
            "phone": phone,
            "email": email,
            "created_at": now,
        }
        (row,) = _ENTER.named(self._session.connection(), columns(PatientRow, values))
        return mapping.patient(row)

    def edit(
        self,
        patient_id: int,
        now: dt.datetime,
        *,
        name: str | None = None,
        phone: str | None = None,
        email: str | None = None,
    ) -> Patient | None:
        row = self._session.scalars(select(PatientRow).where(PatientRow.id == patient_id).with_for_update()).one()
        values: dict[str, object] = {}
        person_id, key = row.person_id, row.name_key
        if name is not None:
            key = folded(name)
            values |= {"name": name, "name_key": key}
        if phone is not None:
            wrote = person_id and self._session.scalar(
                select(InboundRow.id)
                .join(ConversationRow, ConversationRow.id == InboundRow.conversation_id)
                .where(ConversationRow.person_id == person_id)
                .limit(1)
            )
            if not wrote:
                person_id = People(self._session).of_phone(phone, now)
            values |= {"phone": phone, "person_id": person_id}
        if email is not None:
            values["email"] = email
        other = select(PatientRow.id).where(
            PatientRow.person_id == person_id, PatientRow.name_key == key, PatientRow.id != patient_id
        )
        if person_id is not None and self._session.scalar(other) is not None:
            return None
        if values:
            self._session.execute(update(PatientRow).where(PatientRow.id == patient_id).values(**values))
        return self.get_many([patient_id])[0]

    def numbers(self, patient: Patient) -> Sequence[str]:
        theirs = self._session.execute(
            select(PersonRow.phone, IdentityRow.kind, IdentityRow.value)
            .outerjoin(IdentityRow, IdentityRow.person_id == PersonRow.id)
            .where(PersonRow.id == patient.person_id)
            .order_by(IdentityRow.id)
        ).all()
        written_from = (canonical(value) for _, kind, value in theirs if kind == IdentityKind.WA_ID.value)
        known = (patient.phone, *(phone for phone, _, _ in theirs[:1]), *written_from)
        return list(dict.fromkeys(number for number in known if number))

    def join(self, kept: Patient, left: Patient, now: dt.datetime) -> None:
        people = sorted({one.person_id for one in (kept, left) if one.person_id is not None})
        chats = lock_conversations(self._session, people) if len(people) > 1 else []
        appointments = update(AppointmentRow).where(AppointmentRow.patient_id == left.id)
        self._session.execute(appointments.values(patient_id=kept.id))
        come_back = update(ComeBackRow).where(ComeBackRow.patient_id == left.id)
        self._session.execute(come_back.values(patient_id=kept.id))
        records = update(MedicalRecordRow).where(MedicalRecordRow.patient_id == left.id)
        self._session.execute(records.values(patient_id=kept.id))
        known = select(RegisteredRow.doctor_id).where(RegisteredRow.patient_id == kept.id)
        self._session.execute(
            update(RegisteredRow)
            .where(RegisteredRow.patient_id == left.id, RegisteredRow.doctor_id.not_in(known))
            .values(patient_id=kept.id)
        )
        self._session.execute(delete(RegisteredRow).where(RegisteredRow.patient_id == left.id))
        self._session.execute(delete(PatientRow).where(PatientRow.id == left.id))
        lacked = {
            "phone": kept.phone or left.phone,
            "email": kept.email or left.email,
            "person_id": kept.person_id or left.person_id,
        }
        self._session.execute(update(PatientRow).where(PatientRow.id == kept.id).values(**lacked))
        if len(people) > 1 and kept.person_id and left.person_id and self._writes_for_nobody(left.person_id):
            People(self._session).unite(kept.person_id, left.person_id, chats, now)

    def forget(self, patient: Patient, *, chat: bool, now: dt.datetime) -> None:
        forget_patient(self._session, patient.id)
        if chat and patient.person_id is not None:
            forget_person(self._session, patient.person_id, now)

    def _writes_for_nobody(self, person_id: int) -> bool:
        patients = select(PatientRow.id).where(PatientRow.person_id == person_id).exists()
        rights = select(GrantRow.id).where(GrantRow.person_id == person_id).exists()
        return not self._session.scalar(select(or_(patients, rights)))
