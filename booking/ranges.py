"""Arithmetic of time ranges: sets of them, and the free slots of one stretch of time. Knows no doctor, no zone.

Ranges are half open. Inside, instants are seconds since 1970: comparing them costs a tenth of a datetime.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    around = buffer_after.total_seconds(), buffer_before.total_seconds()
    blocked = Blocked()
    spans = [(start.timestamp(), end.timestamp(), "") for start, end in sorted(busy)]
    blocked.add_until(float("inf"), spans, 0, lambda kind: around)
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

    __slots__ = ("_begins", "_ends", "_starts")

    def __init__(self) -> None:
        self._starts: list[float] = []
        self._ends: list[float] = []
        self._begins: list[float] = []  # of each busy range, for the daily cap

    def add_until(
        self,
        far: float,
        spans: Sequence[tuple[float, float, str]],
        place: int,
        around: Callable[[str], tuple[float, float]],
    ) -> int:
        """Take every span (start, end, kind; by start) from a place on that starts before `far`; the place of the next
        one. An empty one takes nothing. `around` says what is kept free before and after a span of a kind."""
        starts, ends, begins = self._starts, self._ends, self._begins
        kind: str | None = None
        before = after = 0.0
        while place < len(spans) and spans[place][0] < far:
            start, end, its_kind = spans[place]
            place += 1
            if end <= start:
                continue
            begins.append(start)
            if its_kind != kind:
                kind = its_kind
                before, after = around(kind)
            start, end = start - before, end + after
            while ends and start <= ends[-1]:
                start, end = min(start, starts.pop()), max(end, ends.pop())
            starts.append(start)
            ends.append(end)
        return place

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
