"""Draws a table as a Mermaid state diagram. Reads the rows and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from booking.conversation.fsm.places import within
from booking.conversation.fsm.row import Row
from booking.models import State, SubState


def mermaid(table: Iterable[Row], *, every: bool = False) -> str:
    """The diagram: the states with what is told apart in them, and one arrow from place to place with the triggers of
    the rows that move or write; with `every` an arrow for each row, its guards in brackets, those that only answer
    too."""
    labels: dict[tuple[SubState, SubState], list[str]] = {}
    for row in table:
        if every or row.to is not None or row.writes:
            for source in row.source:
                named = [_label(row)] if every else [trigger.value for trigger in row.on]
                labels.setdefault((source, row.goes(source)), []).extend(named)
    lines = ["stateDiagram-v2", f"    [*] --> {SubState.IDLE}"]
    for state in State:
        inside = within(state)
        if len(inside) > 1:
            lines += [f"    state {state} {{", *(f"        {place}" for place in inside), "    }"]
    for source in SubState:
        for target in SubState:
            found = list(dict.fromkeys(labels.get((source, target), ())))
            if found:
                shown = found if every else [" / ".join(found)]
                lines += [f"    {source} --> {target} : {label}" for label in shown]
    return "\n".join(lines)


def _label(row: Row) -> str:
    names = ", ".join(guard.__name__ for guard in row.guards)
    return " / ".join(row.on) + (f" [{names}]" if names else "")
