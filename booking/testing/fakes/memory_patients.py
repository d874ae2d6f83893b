"""Patients in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from booking.models import Patient
from booking.models.folded_text import folded
from booking.testing.fakes.memory_forgetting import forget_patient, forget_person
from booking.testing.fakes.memory_merges import join

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


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

    def list_of(self, person_id: int) -> Sequence[Patient]:
        mine = (patient for patient in self._uow.people.values() if patient.person_id == person_id)
        return sorted(mine, key=lambda patient: patient.id)

    def count_of(self, doctor_id: int) -> int:
        return len(self.search(limit=10**6, doctor_id=doctor_id))

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        return [patient for patient in self._uow.people.values() if folded(patient.name) in names]

    def search(
        self,
        name: str | None = None,
        phone: str | None = None,
        limit: int = 20,
        *,
        doctor_id: int | None = None,
    ) -> Sequence[Patient]:
        rows = [row for row in self._uow.rows.values() if row.doctor_id == doctor_id]
        theirs = {row.appointment.patient_id for row in rows}
        theirs |= {patient_id for doctor, patient_id in self._uow.registered.items() if doctor == doctor_id}
        found = [
            patient
            for patient in self._uow.people.values()
            if (name is None or all(word in folded(patient.name) for word in folded(name).split()))
            and (phone is None or (patient.phone or "")[-10:] == phone[-10:])
            and (doctor_id is None or patient.id in theirs)
        ]
        return sorted(found, key=lambda patient: patient.id)[:limit]

    def enter(
        self, name: str, phone: str | None, doctor_id: int | None, now: dt.datetime, email: str | None = None
    ) -> Patient:
        if phone is not None:
            known = self._uow.staff.find(phone)
            person_id = known.id if known else self._uow.next_id("persons")
            self._uow.numbers.put(phone, person_id)
            patient = self.find_or_create(person_id, name, phone, now)
        else:
            patient = Patient(id=self._uow.next_id("people"), name=name)
            self._uow.people.put(patient.id, patient)
        if email is not None:
            patient = patient.model_copy(update={"email": email})
            self._uow.people.put(patient.id, patient)
        if doctor_id is not None and self._uow.registered.get((doctor_id, patient.id)) is None:
            self._uow.registered.put((doctor_id, patient.id), now)
        return patient

    def edit(
        self,
        patient_id: int,
        now: dt.datetime,
        *,
        name: str | None = None,
        phone: str | None = None,
        email: str | None = None,
    ) -> Patient | None:
        before = self.get_many([patient_id])[0]
        person_id = before.person_id
        if phone is not None and (person_id is None or not self._wrote(person_id)):
            known = self._uow.staff.find(phone)
            person_id = known.id if known else self._uow.numbers.get(phone) or self._uow.next_id("persons")
            self._uow.numbers.put(phone, person_id)
        given = {"name": name, "phone": phone, "email": email}
        changes = {field: value for field, value in given.items() if value is not None}
        after = before.model_copy(update={**changes, "person_id": person_id})
        same = (p for p in self._uow.people.values() if p.id != patient_id and p.person_id == person_id)
        if person_id is not None and any(folded(p.name) == folded(after.name) for p in same):
            return None
        self._uow.people.put(patient_id, after)
        return after

    def _wrote(self, person_id: int) -> bool:
        chat = self._uow.conversations.of_person(person_id)
        return chat is not None and any(row.conversation_id == chat.id for row in self._uow.messages.values())

    def numbers(self, patient: Patient) -> Sequence[str]:
        chat = self._uow.conversations.of_person(patient.person_id) if patient.person_id else None
        entered = [number for number, person in self._uow.numbers.items().items() if person == patient.person_id]
        names = self._uow.identities.items().items() if chat else ()
        written_from = [f"+{value}" for (kind, value), id in names if chat and id == chat.id and kind == "wa_id"]
        known = (patient.phone, chat.person.phone if chat else None, *written_from, *entered)
        return list(dict.fromkeys(number for number in known if number))

    def forget(self, patient: Patient, *, chat: bool, now: dt.datetime) -> None:
        forget_patient(self._uow, patient)
        if chat and patient.person_id is not None:
            forget_person(self._uow, patient.person_id, now)

    def join(self, kept: Patient, left: Patient, now: dt.datetime) -> None:
        join(self._uow, kept, left)
