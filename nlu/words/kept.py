"""What several readers of one message look at is found once, and kept while they read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_Found = TypeVar("_Found")
_FORGET: list[Callable[[], None]] = []


def kept(rule: Callable[_P, _Found], most: int = 64) -> Callable[_P, _Found]:
    """A rule that keeps what it found in the last texts: nobody may change that."""
    keeping = lru_cache(maxsize=most)(rule)
    _FORGET.append(keeping.cache_clear)
    return keeping  # type: ignore[return-value]


def forget() -> None:
    """Lets go of every text that was read."""
    for clear in _FORGET:
        clear()
