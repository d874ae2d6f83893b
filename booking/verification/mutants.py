"""Every single change of a table: what is left out of a row, where else it might go, the row itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from booking.conversation.fsm.conversation_machine import check_total
from booking.conversation.fsm.row import Row, Says
from booking.conversation.fsm.table import TABLE
from booking.errors import InvalidTable
from booking.models import SubState
from booking.verification.explore import Broken, explore, standing_fault
from booking.verification.fast_machine import Firing
from booking.verification.inputs import INPUTS
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
    if isinstance(row.reply, Says):
        for key in dict.fromkeys(row.replies):
            yield f"says {key} only", replace(row, reply=key)
    if row.then_if is not None:
        yield f"then {row.then} always", replace(row, then_if=None)
    for to in (None, *SubState):
        if any(row.goes(place) is not (to or place) for place in row.source):
            yield f"goes to {to}" if to else "stays", replace(row, to=to)
    yield "is missing", None


class Fate(StrEnum):
    """What became of a mutant."""

    CAUGHT = "caught"
    EQUAL = "equal"  # proven to be the same conversation
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A mutant's fate, and why: the property that caught it, the proof, or the reason why nothing does."""

    mutant: Mutant
    fate: Fate
    why: str

    @property
    def unexplained(self) -> bool:
        return self.why == UNEXPLAINED


UNEXPLAINED = "no reason is recorded: a property is missing, or the reason"
_EQUAL = "in every situation the same is asked, said and left behind"
_NEVER = "no situation reaches the row: it only keeps its trigger answered"


def judge(mutant: Mutant, proof: Proof) -> Verdict:
    """Run what the changed row touches, nearest first; then, if that shows nothing, everything."""
    table = mutant.table(proof.memo.machine.table)
    try:
        check_total(table)
    except InvalidTable as error:
        return Verdict(mutant, Fate.CAUGHT, f"The table's own rules: {error}")
    memo = Memo(Firing(table), PROPERTIES, proof.memo, mutant.place)
    touched: set[tuple[Situation, int]] = set()
    for number, known in proof.leaves:
        if mutant.place in known.looked and (known.situation, number) not in touched:
            touched.add((known.situation, number))
            for leaf in memo.leaves(known.situation, number):
                fault = leaf.fault.name if leaf.fault else _standing(known.situation, leaf, proof)
                if fault is not None:
                    return Verdict(mutant, Fate.CAUGHT, fault)
    if not touched:
        return Verdict(mutant, Fate.EQUAL, _NEVER)
    try:
        whole(memo.machine, explore(memo, before=proof.explored))
    except Broken as broken:
        return Verdict(mutant, Fate.CAUGHT, broken.name)
    if _same_conversation(memo, proof):
        return Verdict(mutant, Fate.EQUAL, _EQUAL)
    return Verdict(mutant, Fate.SURVIVED, REASONS.get((mutant.name, mutant.change), UNEXPLAINED))


def _same_conversation(memo: Memo, proof: Proof) -> bool:
    """In every situation, whatever is said and answered, the same is asked and said, and the same left behind."""
    told: set[tuple[int, int]] = set()
    touched = set(range(len(INPUTS))) - memo.untouched()
    for situation in proof.explored.came_from:
        for number in touched:
            known, leaves = proof.memo.leaves(situation, number), memo.leaves(situation, number)
            if len(leaves) != len(known):
                return False
            for one, other in zip(leaves, known, strict=True):
                if one is other:
                    continue
                if (id(one), id(other)) not in told and one.seen != other.seen:
                    return False
                told.add((id(one), id(other)))
                if one.end != other.end and patched(situation, one.end) != patched(situation, other.end):
                    return False
    return True


def _standing(situation: Situation, leaf: Leaf, proof: Proof) -> str | None:
    end = patched(situation, leaf.end)
    fault = None if end in proof.explored.came_from else standing_fault(end)
    return fault[0] if fault else None


REASONS: dict[tuple[str, str], str] = {}
"""Why a change of a row (by its name) is let live although it is not the same conversation."""
