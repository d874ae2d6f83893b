"""Which rows, replies and repairs a run of conversations hit, and which it did not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from booking.fsm.table import TABLE
from booking.models import TurnRecord
from booking.replies.keys import ReplyKey


@dataclass
class Coverage:
    """Add turns as they happen; ask what is missing at the end."""

    rows: set[str] = field(default_factory=set)
    replies: set[str] = field(default_factory=set)

    def add(self, turns: Iterable[TurnRecord]) -> None:
        for turn in turns:
            self.rows.update(step.row for step in turn.steps)
            self.replies.update(reply.key for reply in turn.replies)

    @property
    def missing_rows(self) -> list[str]:
        """Rows of the table that no turn used, in the table's order."""
        return [row.name for row in TABLE if row.name not in self.rows]

    @property
    def missing_replies(self) -> list[str]:
        return [key.value for key in ReplyKey if key.value not in self.replies]

    def summary(self) -> str:
        """One line for the end of a run, then what is missing."""
        lines = [
            f"rows {len(TABLE) - len(self.missing_rows)}/{len(TABLE)}, "
            f"replies {len(ReplyKey) - len(self.missing_replies)}/{len(ReplyKey)}"
        ]
        lines += [f"  row never used: {name}" for name in self.missing_rows]
        lines += [f"  reply never said: {name}" for name in self.missing_replies]
        return "\n".join(lines)
