"""What a notice to staff is about, as it is stored in its one line of detail."""

from __future__ import annotations

from booking.intents import Frozen
from booking.models.persons import Moment

OF_APPOINTMENTS = frozenset({"late", "urgent"})
"""Kinds of notices that tell which appointment they are about; the detail of others is a word, or somebody's error."""


class Concerns(Frozen):
    """The appointment as it was when staff were told, and by how many minutes somebody said that they are late."""

    appointment_id: int | None = None
    start: Moment | None = None
    doctor_id: int | None = None
    minutes: int | None = None

    @property
    def detail(self) -> str:
        return self.model_dump_json(exclude_none=True)

    @classmethod
    def of(cls, kind: str, detail: str) -> Concerns | None:
        """None where it tells none; before this version, none did."""
        return cls.model_validate_json(detail) if kind in OF_APPOINTMENTS and detail.startswith("{") else None
