"""Arithmetic of time ranges: sets of them, and the free slots of one stretch of time. Knows no doctor, no zone.

Ranges are half open. Inside, instants are seconds since 1970: comparing them costs a tenth of a datetime.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Range(NamedTuple):
    """From `start` up to `end`, both aware."""

    start: dt.datetime
    end: dt.datetime


def union(ranges: Iterable[Range]) -> list[Range]:
    """The same instants as disjoint ranges in order; ranges that touch become one, empty ones none."""
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if end <= start:
            continue
        if merged and start <= merged[-1].end:
            merged[-1] = Range(merged[-1].start, max(merged[-1].end, end))
        else:
            merged.append(Range(start, end))
    return merged


def intersect(first: Iterable[Range], *others: Iterable[Range]) -> list[Range]:
    """The instants that lie in every set."""
    common = union(first)
    for other in map(union, others):
        pairs, i, j = [], 0, 0
        while i < len(common) and j < len(other):
            pairs.append(Range(max(common[i].start, other[j].start), min(common[i].end, other[j].end)))
            i, j = (i + 1, j) if common[i].end < other[j].end else (i, j + 1)
        common = [pair for pair in pairs if pair.start < pair.end]
    return common


def subtract(ranges: Iterable[Range], taken: Iterable[Range]) -> list[Range]:
    """The instants of `ranges` that lie in no range of `taken`."""
    rest, holes, first = [], union(taken), 0
    for start, end in union(ranges):
        while first < len(holes) and holes[first].end <= start:
            first += 1
        for hole in holes[first:]:
            if hole.start >= end:
                break
            if start < hole.start:
                rest.append(Range(start, hole.start))
            start = hole.end
        if start < end:
            rest.append(Range(start, end))
    return rest


def slots_in(
    working: Iterable[Range],
    busy: Iterable[Range],
    duration: dt.timedelta,
    step: dt.timedelta,
    now: dt.datetime,
    *,
    buffer_before: dt.timedelta = dt.timedelta(),
    buffer_after: dt.timedelta = dt.timedelta(),
    min_notice: dt.timedelta = dt.timedelta(),
    offset: dt.timedelta = dt.timedelta(),
) -> list[Range]:
    """Free slots of `duration` inside each working range, by start, none twice.

    They start at the range's start plus `offset`, then every `step`, whatever is taken between: what is busy
    never shifts the grid. A slot with its buffers around it touches nothing busy; buffers may reach out of
    the working hours. None starts before `now` + `min_notice`.
    """
    blocked = Blocked(buffer_before.total_seconds(), buffer_after.total_seconds())
    for taken in sorted(busy):
        blocked.add(taken.start.timestamp(), taken.end.timestamp())
    length, pace, shift = duration.total_seconds(), step.total_seconds(), offset.total_seconds()
    earliest = (now + min_notice).timestamp()
    starts: set[float] = set()
    for start, end in working:
        candidates = grid(start.timestamp() + shift, end.timestamp(), length, pace)
        starts.update(blocked.free(candidates[bisect_left(candidates, earliest) :], length))
    return [Range(moment(start), moment(start + length)) for start in sorted(starts)]


def grid(start: float, end: float, length: float, pace: float) -> list[float]:
    """Every `pace` seconds from `start`, as long as `length` seconds still fit before `end`."""
    return [start + i * pace for i in range(int((end - start - length) // pace) + 1)]


def moment(seconds: float) -> dt.datetime:
    """The instant, aware and in UTC, that lies so many seconds after 1970 began."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC)


class Blocked:
    """The time a doctor is taken, buffers included: disjoint ranges in order, grown at the end."""

    __slots__ = ("_after", "_before", "_begins", "_ends", "_starts")

    def __init__(self, before: float, after: float) -> None:
        self._before = before
        self._after = after
        self._starts: list[float] = []
        self._ends: list[float] = []
        self._begins: list[float] = []  # of each busy range, for the daily cap

    def add(self, start: float, end: float, before: float | None = None, after: float | None = None) -> None:
        """Take a range; ranges come by start. An empty one takes nothing. `before` and `after` are kept free around
        it, where they are given, instead of what is kept free around every range."""
        if end <= start:
            return
        self._begins.append(start)
        start -= self._after if before is None else before
        end += self._before if after is None else after
        while self._ends and start <= self._ends[-1]:
            start, end = min(start, self._starts.pop()), max(end, self._ends.pop())
        self._starts.append(start)
        self._ends.append(end)

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
