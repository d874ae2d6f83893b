"""What doctors wrote down of visits, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from booking.models.documents import EmbeddingModel, Vector
from booking.models.medical_records import MedicalRecord
from booking.testing.fakes.memory_documents import stem, words_of

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class RecordRow(NamedTuple):
    """One of a visit, with the vector it has of some model."""

    record: MedicalRecord
    vector: tuple[str, Vector] | None = None


class MemoryMedicalRecords:
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
            near = row.vector is not None and vector is not None and row.vector[0] == model
            cosine = sum(a * b for a, b in zip(vector or (), row.vector[1] if row.vector else (), strict=False))
            scored.append(row.record.model_copy(update={"rank": rank, "similarity": cosine if near else None}))
        worded = sorted((one for one in scored if one.rank), key=lambda one: -one.rank)[:most]
        nearest = sorted((one for one in scored if one.similarity is not None), key=lambda one: -(one.similarity or 0))
        taken = {one.id for one in (*worded, *nearest[:most])}
        return [one for one in scored if one.id in taken]

    def of_patient(self, patient_id: int) -> Sequence[MedicalRecord]:
        return [row.record for row in self._rows() if row.record.patient_id == patient_id]

    def has_vectors(self) -> bool:
        return True

    def without_vector(self, model: str, most: int) -> Sequence[tuple[int, str]]:
        missing = [row.record for row in self._rows() if row.vector is None or row.vector[0] != model]
        return [(one.id, one.text) for one in sorted(missing, key=lambda one: -one.id)][:most]

    def put_vectors(self, model: EmbeddingModel, vectors: Sequence[tuple[int, Vector]]) -> None:
        for id, vector in vectors:
            if row := self._uow.record_rows.get(id):
                self._uow.record_rows.put(id, row._replace(vector=(model.name, vector)))

    def vectors(self, model: str) -> tuple[int, int]:
        rows = self._rows()
        return sum(row.vector is not None and row.vector[0] == model for row in rows), len(rows)

    def _rows(self) -> list[RecordRow]:
        """The latest first."""
        return sorted(self._uow.record_rows.values(), key=lambda row: (row.record.at, row.record.id), reverse=True)
