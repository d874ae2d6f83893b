"""How what is needed is: services, and how long ago what has to happen happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Condition(NamedTuple):
    """Name of a service → "ok", "absent" (not configured) or "error". Seconds since a worker last swept, and since the
    oldest delivery came in that nobody has taken apart; None where nobody knows, or none waits. `paused`: nothing is
    sent that the clinic says by itself."""

    checks: Mapping[str, str]
    sweep_age: float | None = None
    unread_age: float | None = None
    paused: bool = False
