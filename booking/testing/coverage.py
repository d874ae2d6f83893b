"""Which rows, replies and repairs a run of conversations hit, and which it did not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from booking.conversation.fsm.table import TABLE
from booking.conversation.replies.keys import ReplyKey
from booking.models import Step, TurnRecord


@dataclass
class Coverage:
    """Add turns as they happen; ask what is missing at the end."""

    rows: set[str] = field(default_factory=set)
    replies: set[str] = field(default_factory=set)
    repairs: set[str] = field(default_factory=set)  # cells of the repair matrix
    cells: int = 0  # how many the matrix has, once one was run

    def add(self, turns: Iterable[TurnRecord]) -> None:
        """Count what these turns used."""
        for turn in turns:
            self.add_steps(turn.steps)
            self.replies.update(reply.key for reply in turn.replies)

    def add_steps(self, steps: Iterable[Step]) -> None:
        """Count the rows of steps that belong to no stored turn."""
        self.rows.update(step.row for step in steps)

    def add_cell(self, cell: str, of: int) -> None:
        """Count a cell of the repair matrix."""
        self.repairs.add(cell)
        self.cells = of

    def merge(self, other: Coverage) -> None:
        """Take over what another process has seen."""
        self.rows |= other.rows
        self.replies |= other.replies
        self.repairs |= other.repairs
        self.cells = max(self.cells, other.cells)

    @property
    def missing_rows(self) -> list[str]:
        """Rows of the table that no turn used, in the table's order."""
        return [row.name for row in TABLE if row.name not in self.rows]

    @property
    def missing_replies(self) -> list[str]:
        """Replies that nobody was given, in the order of the keys."""
        return [key.value for key in ReplyKey if key.value not in self.replies]

    def line(self) -> str:
        """One line for the end of a run."""
        said = [
            f"rows {len(TABLE) - len(self.missing_rows)}/{len(TABLE)}",
            f"replies {len(ReplyKey) - len(self.missing_replies)}/{len(ReplyKey)}",
        ]
        if self.cells:
            said.append(f"repairs {len(self.repairs)}/{self.cells}")
        return ", ".join(said)

    def summary(self) -> str:
        """The line, then what is missing."""
        lines = [self.line()]
        lines += [f"  row never used: {name}" for name in self.missing_rows]
        lines += [f"  reply never said: {name}" for name in self.missing_replies]
        return "\n".join(lines)

    def dump(self) -> list[Sequence[str] | int]:
        """Plain values, to send to another process."""
        return [sorted(self.rows), sorted(self.replies), sorted(self.repairs), self.cells]

    @classmethod
    def load(cls, dumped: Sequence[Sequence[str] | int]) -> Coverage:
        """The opposite of `dump`."""
        rows, replies, repairs, cells = dumped
        assert isinstance(cells, int)
        assert not isinstance(rows, int)
        assert not isinstance(replies, int)
        assert not isinstance(repairs, int)
        return cls(set(rows), set(replies), set(repairs), cells)


SEEN = Coverage()
"""What every `Clinic` of this process has seen: printed at the end of a run."""
