"""Work counted instead of time: the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable


def work_of(call: Callable[[], object]) -> int:
    """How many functions a call calls: the same on every machine. Caches are filled before."""
    call()
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(None)
    return calls
