"""Arithmetic of time ranges. Knows no doctor, no zone.

Ranges are half open. Inside, instants are seconds since 1970: comparing them costs a tenth of a datetime.
"""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple


class Range(NamedTuple):
    """From `start` up to `end`, both aware."""

    start: dt.datetime
    end: dt.datetime


def grid(start: float, end: float, length: float, pace: float) -> list[float]:
    """Every `pace` seconds from `start`, as long as `length` seconds still fit before `end`."""
    return [start + i * pace for i in range(int((end - start - length) // pace) + 1)]


def moment(seconds: float) -> dt.datetime:
    """The instant, aware and in UTC, that lies so many seconds after 1970 began."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC)
