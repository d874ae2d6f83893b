"""What is worked out once, when it is asked for, and kept with its owner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):
    """As `functools.cached_property`, without the lock that it takes in Python 3.11: a case is read by one thread."""

    def __init__(self, tell: Callable[[Any], T]) -> None:
        self._tell, self._name, self.__doc__ = tell, tell.__name__, tell.__doc__

    @overload
    def __get__(self, of: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, of: object, owner: type) -> T: ...
    def __get__(self, of: object | None, owner: type) -> once[T] | T:
        if of is None:
            return self
        value = of.__dict__[self._name] = self._tell(of)
        return value
