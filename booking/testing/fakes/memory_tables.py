"""Dictionaries with transactions: the store under `MemoryUnitOfWork`. Holds no rule of the clinic.

Rows are immutable. A transaction reads what is committed plus its own changes (READ COMMITTED, as
PostgreSQL's default) and publishes them all at once, so an open transaction is invisible to the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

GONE: Final[Any] = object()
"""Stands for a row that a transaction deleted."""

Tables = dict[str, dict[Any, Any]]


class WouldBlock(RuntimeError):
    """A real database would wait here for another open transaction; one thread would wait for ever."""


class View(Generic[K, V]):
    """One table as one transaction sees it."""

    __slots__ = ("_base", "changed")

    def __init__(self, base: dict[K, V]) -> None:
        self._base = base
        self.changed: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """The row, or None."""
        if self.changed and key in self.changed:
            row = self.changed[key]
            return None if row is GONE else row
        return self._base.get(key)

    def values(self) -> Iterable[V]:
        """Every row; rows with ascending keys come in their order."""
        return self.items().values() if self.changed else self._base.values()

    def items(self) -> dict[K, V]:
        """Every row by its key; not to be changed."""
        if not self.changed:
            return self._base
        merged = {**self._base, **self.changed}
        return {key: row for key, row in merged.items() if row is not GONE}

    def put(self, key: K, row: V) -> None:
        """Insert or replace a row."""
        self.changed[key] = row

    def remove(self, key: K) -> None:
        """Delete a row."""
        self.changed[key] = GONE

    def publish(self) -> None:
        """Make the changes everybody's."""
        for key, row in self.changed.items():
            if row is GONE:
                self._base.pop(key, None)
            else:
                self._base[key] = row
        self.changed = {}


@dataclass(slots=True)
class Store:
    """Committed rows, sequences and locks. Sequences, like PostgreSQL's, do not roll back.

    Each sequence begins in a thousand of its own, so that an id used as another kind of id finds nothing.
    """

    names: tuple[str, ...]
    tables: Tables = field(default_factory=dict)
    sequences: dict[str, int] = field(default_factory=dict)
    jobs: list[Any] = field(default_factory=list)
    locks: dict[tuple[str, int], object] = field(default_factory=dict)
    open: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        for place, name in enumerate(self.names, start=1):
            self.tables.setdefault(name, {})
            self.sequences.setdefault(name, place * 1000)

    def next_id(self, name: str) -> int:
        """A new id of that table."""
        self.sequences[name] += 1
        return self.sequences[name]

    def take(self, lock: tuple[str, int], owner: object) -> None:
        """Hold a lock until the owner's transaction ends. Raises WouldBlock."""
        if self.locks.setdefault(lock, owner) is not owner:
            raise WouldBlock(f"{lock[0]} {lock[1]} is locked by another open transaction")

    def release(self, owner: object) -> None:
        """Give back every lock of this owner."""
        if self.locks:
            self.locks = {lock: holder for lock, holder in self.locks.items() if holder is not owner}

    def fork(self) -> Store:
        """A store of its own with the same rows; costs one reference a row. Open transactions stay behind."""
        return Store(
            names=self.names,
            tables={name: dict(rows) for name, rows in self.tables.items()},
            sequences=dict(self.sequences),
            jobs=list(self.jobs),
        )

    def snapshot(self, but: Collection[str] = ()) -> Tables:
        """Committed rows and jobs, to compare with `==`; `but` names tables to leave out."""
        shot = {name: dict(rows) for name, rows in self.tables.items() if name not in but}
        if "jobs" not in but:
            shot["jobs"] = dict(enumerate(self.jobs))
        return shot

    def digest(self, but: Collection[str] = ()) -> str:
        """SHA-256 of the snapshot: the same in every process, whatever order rows were written in."""
        sha = hashlib.sha256()
        for name, rows in sorted(self.snapshot(but).items()):
            sha.update(name.encode())
            for key in sorted(rows, key=repr):
                sha.update(f"{key!r}={rows[key]!r};".encode())
        return sha.hexdigest()
