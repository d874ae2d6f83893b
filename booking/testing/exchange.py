"""What comes of talking to a `Clinic`: turns and messages, and what is stored at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from booking.models import Appointment, Conversation, OutContent, TurnRecord
from booking.testing.wording import read


@dataclass
class Exchange:
    """What one call of `say`, `tap` or `mean` led to: the turns handled and the messages that went out."""

    turns: list[TurnRecord]
    messages: list[OutContent]

    @property
    def text(self) -> str:
        """Everything that went out, as the person reads it."""
        return "\n".join(read(message) for message in self.messages)

    @property
    def keys(self) -> list[str]:
        """The reply keys of these turns, in order."""
        return [reply.key for turn in self.turns for reply in turn.replies]

    @property
    def rows(self) -> list[str]:
        """The rows of these turns, in order."""
        return [step.row for turn in self.turns for step in turn.steps]


@dataclass(frozen=True, slots=True)
class Stored:
    """What the database holds at one moment."""

    conversations: dict[str, Conversation]
    live: Sequence[Appointment]
    waiting: Sequence[int]  # conversations with messages that no turn has handled
