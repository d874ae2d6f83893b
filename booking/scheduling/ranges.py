"""Arithmetic of time ranges: what is free beside what is taken. Knows no doctor, no zone.

Ranges are half open. Inside, instants are seconds since 1970: comparing them costs a tenth of a datetime.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import le, lt
from typing import Final, NamedTuple

from booking.scheduling.busy import Run

_NOTHING: Final = (0.0, 0.0)


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


class Blocked:
    """The time a doctor is taken, with what is kept free before and after: disjoint ranges in order.

    `around` says how long that is, by type of visit. An empty range takes nothing.
    """

    __slots__ = ("_begins", "_ends", "_starts")

    def __init__(self, runs: Sequence[Run] = (), around: Callable[[str], tuple[float, float]] | None = None) -> None:
        self._begins: Sequence[float] = ()  # of each busy range, for the daily cap
        self._starts: Sequence[float] = ()
        self._ends: Sequence[float] = ()
        if not runs:
            return
        if len(runs) > 1 or not all(map(lt, runs[0].starts, runs[0].ends)):
            self._begins, self._starts, self._ends = _in_order(runs, around)
        else:
            visit, starts, ends = runs[0]
            before, after = around(visit) if around else _NOTHING
            self._begins = starts
            self._starts = [start - before for start in starts] if before else starts
            self._ends = [end + after for end in ends] if after else ends
        if not all(map(le, self._ends, islice(self._starts, 1, None))):
            self._starts, self._ends = _disjoint(self._starts, self._ends)

    def free(self, candidates: Sequence[float], length: float) -> Iterator[float]:
        """Those starts, given in order, at which a slot meets nothing."""
        if not candidates:
            return
        starts, ends = self._starts, self._ends
        i, last = bisect_right(ends, candidates[0]), len(ends)
        for start in candidates:
            while i < last and ends[i] <= start:
                i += 1
            if i == last or start + length <= starts[i]:
                yield start

    def begun_in(self, start: float, end: float) -> int:
        """How many busy ranges begin in that range."""
        return bisect_left(self._begins, end) - bisect_left(self._begins, start)


def _in_order(
    runs: Iterable[Run], around: Callable[[str], tuple[float, float]] | None
) -> tuple[list[float], list[float], list[float]]:
    """The beginnings of ranges of several types by start; where those begin that keep time free around, by start,
    and where they end."""
    begins: list[float] = []
    spans: list[tuple[float, float]] = []
    for visit, starts, ends in runs:
        before, after = around(visit) if around else _NOTHING
        taken = [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]
        begins += [start for start, _ in taken]
        spans += [(start - before, end + after) for start, end in taken]
    spans.sort()
    return sorted(begins), [start for start, _ in spans], [end for _, end in spans]


def _disjoint(starts: Iterable[float], ends: Iterable[float]) -> tuple[list[float], list[float]]:
    """The same instants as ranges none of which meets another. They come by start."""
    first: list[float] = []
    last: list[float] = []
    for start, end in zip(starts, ends, strict=True):
        if last and start <= last[-1]:
            last[-1] = max(last[-1], end)
        else:
            first.append(start)
            last.append(end)
    return first, last
