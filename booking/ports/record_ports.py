"""What doctors wrote down of visits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from booking.models.documents import Vector
from booking.models.medical_records import MedicalRecord
from booking.ports.vector_ports import Vectored


class MedicalRecords(Vectored, Protocol):
    """`historiales_medicos`: each belongs to one doctor's work with one patient, and is found by asking for that
    doctor. The vectors are made of what was diagnosed and complained of."""

    def add(self, record: MedicalRecord) -> int:
        """Keep it; its id."""
        ...

    def search(
        self,
        doctor_id: int,
        words: Sequence[str],
        vector: Vector | None,
        model: str | None,
        most: int,
        seconds: float | None = None,
    ) -> Sequence[MedicalRecord]:
        """Of this doctor and of nobody else: those that any of the folded words fit best, and those nearest to the
        vector of that model, at most so many of each; the latest first. `seconds`: what takes longer raises
        DatabaseUnavailable."""
        ...

    def of_patient(self, patient_id: int) -> Sequence[MedicalRecord]:
        """All that was written of one, by whomever, the latest first: for themselves, and for nobody at the desk."""
        ...
