"""What staff must look at, and what a notice is about as it is stored in its one line of detail."""

from __future__ import annotations

from booking.intents import Frozen
from booking.models.persons import Moment

OF_APPOINTMENTS = frozenset(
    {"late", "urgent", "untold", "not_sent", "undelivered", "unanswered", "rated_low", "reminder_held", "not_coming"}
)
"""Kinds of notices that can tell which appointment they are about; the detail of others is a word, or somebody's error,
as it is of a message that is about no appointment."""


EMERGENCIES = frozenset({"urgent"})
"""Kinds that stand before all others, and are told of again and again, until somebody has taken them up."""


class Handled(Frozen):
    """By whom, as they call themselves, and when."""

    by: str
    at: Moment


class Notice(Frozen):
    """Open until somebody has seen it (`seen`) and then dealt with it (`done`). `pushed` counts how often those on duty
    were told by message, `pushed_at` is when they were last."""

    id: int
    at: Moment
    kind: str
    conversation_id: int | None = None
    detail: str = ""
    seen: Handled | None = None
    done: Handled | None = None
    pushed: int = 0
    pushed_at: Moment | None = None


class Concerns(Frozen):
    """The appointment as it was when staff were told, by how many minutes somebody said that they are late, why the
    message about it was not sent or delivered, of how many such it speaks (it, or `start`, is of the first), and the
    mark that the visit was given."""

    appointment_id: int | None = None
    start: Moment | None = None
    doctor_id: int | None = None
    minutes: int | None = None
    why: str | None = None
    count: int | None = None
    mark: int | None = None

    @property
    def detail(self) -> str:
        return self.model_dump_json(exclude_none=True)

    @classmethod
    def of(cls, kind: str, detail: str) -> Concerns | None:
        """None where it tells none; before this version, none did. An error may begin with a brace too."""
        told = kind in OF_APPOINTMENTS and (detail == "{}" or detail.startswith('{"'))
        return cls.model_validate_json(detail) if told else None
