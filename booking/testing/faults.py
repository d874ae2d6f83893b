"""Faults on purpose: makes a chosen call of a port raise, before or after it has done its work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_type_hints

from booking.errors import DatabaseUnavailable, ServiceUnavailable, TurneroError
from booking.ports import UnitOfWork, UnitOfWorkFactory

Port = TypeVar("Port")


@dataclass(frozen=True, slots=True)
class _Fault:
    error: BaseException | None
    late: bool


@dataclass
class Faults:
    """Breaks calls by name: "commit", "appointments.hold", "extractor.understand" …

    Wrap the ports once (`begin = faults.around(begin)`, `reader = faults.wrap("extractor", reader)`), then
    script. `calls` counts every wrapped call, so a test can first run a turn and then break each of its calls
    in a row. `raised` counts the calls that raised, made to or not. `BaseException`s may be scripted too: a
    process that dies is one.
    """

    calls: Counter[str] = field(default_factory=Counter)
    raised: int = 0
    _due: dict[tuple[str, int], _Fault] = field(default_factory=dict)

    def break_next(self, name: str, error: BaseException | None = None, *, late: bool = False) -> None:
        """The next call of `name` raises; see `break_nth`."""
        self.break_nth(name, 1, error, late=late)

    def break_nth(self, name: str, n: int, error: BaseException | None = None, *, late: bool = False) -> None:
        """The n-th call from now on raises; the others work.

        Without `error` a unit of work raises DatabaseUnavailable and a wrapped port ServiceUnavailable.

        `late`: the call does its work first. A late "commit" is a connection lost after the commit.

        Raises ValueError for a call that has been or never will be.
        """
        if n < 1:
            raise ValueError(f"calls are counted from 1, not from {n}")
        self._due[name, self.calls[name] + n] = _Fault(error, late)

    def mend(self) -> None:
        """Forget every fault that has not struck yet."""
        self._due.clear()

    @property
    def waiting(self) -> list[str]:
        """The calls whose scripted fault has not struck yet."""
        return sorted({name for name, _ in self._due})

    def around(self, factory: UnitOfWorkFactory) -> UnitOfWorkFactory:
        """The same units of work, with calls that can be broken."""

        def begin() -> UnitOfWork:
            return cast(UnitOfWork, _BreakableUnitOfWork(factory(), self))

        return begin

    def wrap(self, name: str, port: Port) -> Port:
        """The same port; its methods are known as `name.method`."""
        return cast(Port, _Breakable(port, f"{name}.", self, ServiceUnavailable))

    def _run(
        self,
        name: str,
        usual: type[TurneroError],
        call: Callable[..., Any],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] = MappingProxyType({}),
    ) -> Any:
        self.calls[name] += 1
        fault = self._due.pop((name, self.calls[name]), None)
        answered = False
        try:
            if fault is not None and not fault.late:
                raise fault.error or usual(name)
            answer = call(*args, **kwargs)
            if fault is not None:
                raise fault.error or usual(name)
            answered = True
            return answer
        finally:
            self.raised += not answered


class _Breakable:
    """Hands every method call of a port through `Faults`; other attributes are the port's own."""

    def __init__(self, port: object, prefix: str, faults: Faults, usual: type[TurneroError]) -> None:
        self._port = port
        self._prefix = prefix
        self._faults = faults
        self._usual = usual

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._port, name)
        if not callable(value):
            return value

        def breakable(*args: Any, **kwargs: Any) -> Any:
            return self._faults._run(self._prefix + name, self._usual, value, args, kwargs)

        return breakable


_PROPERTIES = {name: member for name, member in vars(UnitOfWork).items() if isinstance(member, property)}
_REPOSITORIES = frozenset(_PROPERTIES)


def _methods(port: type) -> list[str]:
    return [name for name, member in vars(port).items() if not name.startswith("_") and callable(member)]


CALLS: tuple[str, ...] = (
    "begin",
    "commit",
    *(f"{name}.{call}" for name, p in _PROPERTIES.items() for call in _methods(get_type_hints(p.fget)["return"])),
    "extractor.understand",
    "knowledge.answer",
    "memory.recall",
    "memory.visited",
)
"""Every call of a `Clinic`'s ports that can be broken: of its units of work, its reader and its documents."""


class _BreakableUnitOfWork:
    """A unit of work whose repositories and commit can be broken. Entering counts as "begin"."""

    def __init__(self, uow: UnitOfWork, faults: Faults) -> None:
        self._uow = uow
        self._faults = faults

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._uow, name)
        if name not in _REPOSITORIES:
            return value
        return _Breakable(value, f"{name}.", self._faults, DatabaseUnavailable)

    def __enter__(self) -> _BreakableUnitOfWork:
        # Breaks before anything is open that would have to be left.
        self._faults._run("begin", DatabaseUnavailable, bool)
        self._uow.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._uow.__exit__(*error)

    def commit(self) -> None:
        self._faults._run("commit", DatabaseUnavailable, self._uow.commit)
