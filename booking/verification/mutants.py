"""Every single change of a table: what is left out of a row, where else it might go, the row itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from booking.errors import InvalidTable
from booking.fsm.machine import check_total
from booking.fsm.row import Row
from booking.fsm.table import TABLE
from booking.models import State
from booking.verification.explore import Broken, explore, standing_fault
from booking.verification.firing import Firing
from booking.verification.memo import Leaf, Memo
from booking.verification.proof import Proof, whole
from booking.verification.properties import PROPERTIES
from booking.verification.situation import Situation, patched

_LISTS = {"guards": "guard", "writes": "write", "reads": "read", "lookups": "lookup", "on_refusal": "refusal"}
_ONES = ("reply", "then")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A table with one row changed, or without it (`row` is None)."""

    place: int
    name: str  # of the row as it was
    change: str
    row: Row | None

    def table(self, of: Sequence[Row] = TABLE) -> list[Row]:
        """The changed table; a row left out keeps its place and fits nothing."""
        rows = list(of)
        rows[self.place] = replace(of[self.place], on=()) if self.row is None else self.row
        return rows


def mutants(table: Sequence[Row] = TABLE) -> Iterator[Mutant]:
    """All of them, row by row."""
    for place, row in enumerate(table):
        for change, mutated in _changes(row):
            yield Mutant(place, row.name, change, mutated)


def _changes(row: Row) -> Iterator[tuple[str, Row | None]]:
    for name, called in _LISTS.items():
        items = getattr(row, name)
        for place, item in enumerate(items):
            left = (*items[:place], *items[place + 1 :])
            word = getattr(item, "__name__", str(item))
            yield f"without the {called} {word}", replace(row, **{name: left})  # type: ignore[arg-type]
    for name in _ONES:
        if getattr(row, name) is not None:
            yield f"without {name} {getattr(row, name)}", replace(row, **{name: None})  # type: ignore[arg-type]
    for to in (None, *State):
        if to is not row.to and row.source != (to,) and not (to is None and row.source == (row.to,)):
            yield f"goes to {to}" if to else "stays", replace(row, to=to)
    yield "is missing", None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: caught by a property, or by none."""

    mutant: Mutant
    by: str | None  # the property; None: nothing tells it from the table
    same: bool = False  # survived, and every turn it touches ends as before


def judge(mutant: Mutant, proof: Proof) -> Verdict:
    """Run what the changed row touches, nearest first; then, if that shows nothing, everything."""
    table = mutant.table(proof.memo.machine.table)
    try:
        check_total(table)
    except InvalidTable as error:
        return Verdict(mutant, f"The table's own rules: {error}")
    memo = Memo(Firing(table), PROPERTIES, proof.memo, mutant.place)
    same = True
    for number, known in proof.memo.leaves:
        if mutant.place in known.looked:
            leaf = memo.leaf(known.situation, number)
            fault = leaf.fault.name if leaf.fault else _standing(leaf, proof)
            if fault is not None:
                return Verdict(mutant, fault)
            same = same and leaf.ends == known.ends and leaf.acted == known.acted
    if same:
        return Verdict(mutant, None, same)
    try:
        whole(memo.machine, explore(memo))
    except Broken as broken:
        return Verdict(mutant, broken.name)
    return Verdict(mutant, None)


def _standing(leaf: Leaf, proof: Proof) -> str | None:
    ends: set[Situation] = {patched(leaf.situation, patch) for patch in leaf.ends}
    new = ends - proof.explored.came_from.keys()
    return next((fault[0] for end in new if (fault := standing_fault(end))), None)
