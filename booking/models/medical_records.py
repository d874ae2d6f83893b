"""What a doctor wrote down of a visit. Clinical: it is for the doctor who wrote it, and goes to no log or prompt."""

from __future__ import annotations

from pydantic import Field

from booking.intents import Frozen
from booking.models.persons import Moment


class MedicalRecord(Frozen):
    """One of a visit, by its doctor. `rank` says how well the words asked for fit, 0.0 where none does; `similarity` is
    the cosine to what is asked for, where there is one."""

    id: int = 0
    patient_id: int
    doctor_id: int
    at: Moment
    diagnosis: str = Field(min_length=1)
    symptoms: str = ""
    appointment_id: int | None = None
    rank: float = 0.0
    similarity: float | None = None

    @property
    def text(self) -> str:
        """What is turned into a vector."""
        return "\n".join(part for part in (self.diagnosis, self.symptoms) if part)
