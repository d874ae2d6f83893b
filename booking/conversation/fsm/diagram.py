"""Draws a table as a Mermaid state diagram. Reads the rows and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from booking.conversation.fsm.row import Row
from booking.models import State


def mermaid(table: Iterable[Row], *, every: bool = False) -> str:
    """The diagram: one arrow from state to state with the triggers of the rows that move or write; with `every`
    an arrow for each row, its guards in brackets, those that only answer too."""
    labels: dict[tuple[State, State], list[str]] = {}
    for row in table:
        if every or row.to is not None or row.writes:
            for source in row.source:
                named = [_label(row)] if every else _triggers(row)
                labels.setdefault((source, row.to or source), []).extend(named)
    lines = ["stateDiagram-v2", f"    [*] --> {State.IDLE}"]
    for source in State:
        for target in State:
            found = list(dict.fromkeys(labels.get((source, target), ())))
            if found:
                shown = found if every else [" / ".join(found)]
                lines += [f"    {source} --> {target} : {label}" for label in shown]
    return "\n".join(lines)


def _triggers(row: Row) -> list[str]:
    return ["any intent"] if len(row.on) > 3 else [trigger.value for trigger in row.on]


def _label(row: Row) -> str:
    names = ", ".join(guard.__name__ for guard in row.guards)
    return " / ".join(_triggers(row)) + (f" [{names}]" if names else "")
