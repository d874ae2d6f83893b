"""What doctors wrote down of visits, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from booking.models.documents import Vector
from booking.models.medical_records import MedicalRecord
from booking.testing.fakes.memory_documents import stem, words_of
from booking.testing.fakes.memory_tables import View
from booking.testing.fakes.memory_vectors import MemoryVectored, StoredVector, cosine

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class RecordRow(NamedTuple):
    """One of a visit, with the vector it has of some model."""

    record: MedicalRecord
    vector: StoredVector | None = None

    @property
    def id(self) -> int:
        return self.record.id

    @property
    def said(self) -> str:
        return self.record.text


class MemoryMedicalRecords(MemoryVectored[RecordRow]):
    """Implements `MedicalRecords`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, record: MedicalRecord) -> int:
        id = self._uow.next_id("medical_records")
        self._uow.record_rows.put(id, RecordRow(record.model_copy(update={"id": id})))
        return id

    def search(
        self,
        doctor_id: int,
        words: Sequence[str],
        vector: Vector | None,
        model: str | None,
        most: int,
        seconds: float | None = None,
    ) -> Sequence[MedicalRecord]:
        asked = {stem(word) for word in words}
        scored = []
        for row in self._rows():
            if row.record.doctor_id != doctor_id:
                continue
            rank = float(sum(word.startswith(one) for one in asked for word in set(words_of(row.record.text))))
            near = cosine(vector, model, row.vector)
            scored.append(row.record.model_copy(update={"rank": rank, "similarity": near}))
        worded = sorted((one for one in scored if one.rank), key=lambda one: -one.rank)[:most]
        nearest = sorted((one for one in scored if one.similarity is not None), key=lambda one: -(one.similarity or 0))
        taken = {one.id for one in (*worded, *nearest[:most])}
        return [one for one in scored if one.id in taken]

    def of_patient(self, patient_id: int) -> Sequence[MedicalRecord]:
        return [row.record for row in self._rows() if row.record.patient_id == patient_id]

    def _kept(self) -> View[int, RecordRow]:
        return self._uow.record_rows

    def _rows(self) -> list[RecordRow]:
        """The latest first."""
        return sorted(self._uow.record_rows.values(), key=lambda row: (row.record.at, row.record.id), reverse=True)
