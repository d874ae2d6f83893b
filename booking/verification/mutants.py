"""Changes of a table, each of which should break a property: something is left out of a row, or put in another's place
or order; it leads elsewhere, or is missing; a fact is always the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest
from typing import Any, get_type_hints

from booking.conversation.fsm.facts import Facts
from booking.conversation.fsm.guards import Guard
from booking.conversation.fsm.row import Row, Says
from booking.conversation.fsm.table import TABLE
from booking.models import SubState
from booking.verification.fast_machine import ALL_HELD, Firing, Looked

_LISTS = {"guards": "guard", "writes": "write", "reads": "read", "lookups": "lookup", "on_refusal": "refusal"}
_ONES = ("reply", "then")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A table with some rows changed or left out (None), by their places; or a fact that is always the same."""

    name: str  # of the row as it was, or the fact
    change: str
    rows: tuple[tuple[int, Row | None], ...] = ()
    fact: tuple[str, Any] | None = None

    def touches(self, of: Sequence[Row] = TABLE) -> frozenset[Looked]:
        """What a turn must have looked at for this to change it: one of these at least."""
        if self.fact is not None:
            name, always = self.fact
            return frozenset((name, value) for value in _values(get_type_hints(Facts)[name]) if value != always)
        place, row = self.rows[0]
        before = of[place]
        looks = any(one.reads or one.lookups for one in (before, *(row for _, row in self.rows if row is not None)))
        if row is None or len(self.rows) > 1:
            # What it reads is read wherever it is tried. Of two that change places the second comes first now, which
            # is another turn only where both hold.
            return frozenset(place for place, _ in self.rows) if looks else frozenset([(place, ALL_HELD)])
        if (row.reads, row.lookups) != (before.reads, before.lookups):
            return frozenset([place])
        if row.guards == before.guards:
            return frozenset([(place, ALL_HELD)])
        pairs = zip_longest(before.guards, row.guards)
        first = next(number for number, (one, other) in enumerate(pairs) if one is not other)
        if len(row.guards) < len(before.guards):
            return frozenset([(place, first)])  # where it held, or another failed before it, nothing is otherwise
        return frozenset((place, number) for number in (*range(first, len(before.guards)), ALL_HELD))

    @property
    def moved(self) -> dict[int, int]:
        """For each row that stands elsewhere now, where."""
        places = [place for place, _ in self.rows]
        return dict(zip(places, reversed(places), strict=True)) if len(places) > 1 else {}

    def machine(self, of: Sequence[Row] = TABLE) -> Firing:
        """The changed table, firing; a row left out keeps its place and fits nothing."""
        rows = list(of)
        for place, row in self.rows:
            rows[place] = replace(of[place], on=()) if row is None else row
        return Firing(rows, dict([self.fact]) if self.fact else {})


def mutants(table: Sequence[Row] = TABLE) -> Iterator[Mutant]:
    """What is left out of a row, or sends it elsewhere, row by row."""
    for place, row in enumerate(table):
        for change, mutated in _changes(row):
            yield Mutant(row.name, change, ((place, mutated),))


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


# --- another of the same kind ------------------------------------------------------------------------


def substitutes(table: Sequence[Row] = TABLE) -> Iterator[Mutant]:
    """Rows and writes in another order; a guard, write, read, reply or `then` in another's place; facts that are always
    the same."""
    for place, row in enumerate(table):
        if place + 1 < len(table) and _share_a_cell(row, table[place + 1]):
            after = table[place + 1]
            yield Mutant(row.name, f"comes after {after.name}", ((place, after), (place + 1, row)))
        for change, mutated in _others(row, [other for other in table if _share_a_cell(row, other)]):
            yield Mutant(row.name, change, ((place, mutated),))
    yield from _constants(table)


def sample(of: Sequence[Mutant], one_of: int, seed: int) -> list[Mutant]:
    """One of so many of them, in order; with each seed up to that number others."""
    return list(of)[seed % one_of :: one_of]


def _share_a_cell(one: Row, other: Row) -> bool:
    return one is not other and bool({*one.on} & {*other.on}) and bool({*one.source} & {*other.source})


def _others(row: Row, beside: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    for place in range(len(row.writes) - 1):
        first, second = row.writes[place : place + 2]
        turned = (*row.writes[:place], second, first, *row.writes[place + 2 :])
        yield f"does {second.__name__} before {first.__name__}", replace(row, writes=turned)
    for place, guard in enumerate(row.guards):
        denied = (*row.guards[:place], _denied(guard), *row.guards[place + 1 :])
        yield f"where {guard.__name__} does not hold", replace(row, guards=denied)
    for name in ("guards", "writes", "reads"):
        items: tuple[Any, ...] = getattr(row, name)
        found = [item for other in beside for item in getattr(other, name) if item not in items]
        for place, item in enumerate(items[:1] if found else ()):
            put = (*items[:place], found[0], *items[place + 1 :])
            change = f"{_LISTS[name]} {found[0].__name__} for {item.__name__}"
            yield change, replace(row, **{name: put})  # type: ignore[arg-type]
    said = [key for other in beside for key in other.replies if key not in row.replies]
    if row.reply is not None and said:
        yield f"says {said[0]} instead", replace(row, reply=said[0])
    following = [other.then for other in beside if other.then not in (None, row.then)]
    if row.then is not None and following:
        yield f"then {following[0]} instead", replace(row, then=following[0])


def _denied(guard: Guard) -> Guard:
    def denied(facts: Facts) -> bool:
        return not guard(facts)

    denied.__name__ = f"not_{guard.__name__}"
    return denied


def _constants(table: Sequence[Row]) -> Iterator[Mutant]:
    for name, of in get_type_hints(Facts).items():
        for value in _values(of):
            yield Mutant(f"fact {name}", f"is always {value}", fact=(name, value))


def _values(of: Any) -> Sequence[Any]:
    """Of a fact of this type; none of a type without a few."""
    if of is bool:
        return (False, True)
    return tuple(of) if isinstance(of, type) and issubclass(of, StrEnum) else ()
