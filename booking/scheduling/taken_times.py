"""Which doctors are taken when. Ranges are half open, instants are seconds since 1970; an empty range takes nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from operator import attrgetter

from booking.scheduling.busy import Span

_Around = Callable[[int, str], tuple[float, float]]
_START = attrgetter("start")


class TakenTimes:
    """Of these `doctors`, who is taken when. `around` says how long before and after is kept free, by doctor and by
    type of the visit that is there; without it nothing is."""

    def __init__(self, spans: Sequence[Span], doctors: Collection[int] = (), around: _Around | None = None) -> None:
        self._spans = [span for span in spans if span.start < span.end]
        self._begins = [span.start for span in self._spans]
        kept = self._spans if around is None else sorted(_kept_free(self._spans, doctors, around), key=_START)
        self._starts = [span.start for span in kept]
        self._ends = [span.end for span in kept]
        self._doctors = [span.doctor_ids for span in kept]
        self._latest = list(accumulate(self._ends, max))  # until when any of them lasts, up to each

    def within(self, start: float, end: float) -> set[int]:
        """Those who are taken in a part of that range."""
        found: set[int] = set()
        at = bisect_left(self._starts, end) - 1
        while at >= 0 and self._latest[at] > start:
            if self._ends[at] > start:
                found.update(self._doctors[at])
            at -= 1
        return found

    def begun_in(self, start: float, end: float) -> Counter[int]:
        """How many busy ranges of each doctor begin in that range, without what is kept free around them."""
        begun = self._spans[bisect_left(self._begins, start) : bisect_left(self._begins, end)]
        return Counter(doctor for span in begun for doctor in span.doctor_ids)


def _kept_free(spans: Iterable[Span], doctors: Collection[int], around: _Around) -> Iterator[Span]:
    """The spans with what is kept free around them, each for those doctors together for whom that is as long."""
    alike: dict[str, list[tuple[tuple[float, float], set[int]]]] = {}
    for start, end, visit, taken in spans:
        if visit not in alike:
            alike[visit] = _by_length(doctors, visit, around)
        for (before, after), theirs in alike[visit]:
            those = taken if len(alike[visit]) == 1 else list(theirs.intersection(taken))
            if those:
                yield Span(start - before, end + after, visit, those)


def _by_length(doctors: Iterable[int], visit: str, around: _Around) -> list[tuple[tuple[float, float], set[int]]]:
    found: dict[tuple[float, float], set[int]] = {}
    for doctor in doctors:
        found.setdefault(around(doctor, visit), set()).add(doctor)
    return list(found.items())
