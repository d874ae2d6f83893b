"""Busy ranges as arithmetic wants them. Holds no rule and no storage."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, overload

from booking.models import Busy


class Run(NamedTuple):
    """Ranges of one doctor and one type of visit, by start: instants in seconds since 1970."""

    visit: str
    starts: Sequence[float]
    ends: Sequence[float]


class BusySpans(Sequence[Busy]):
    """Numbers by doctor and type of visit. As a sequence they are `Busy`, by start, then doctor, which are made when
    somebody asks for them: there are thousands, and arithmetic does not."""

    __slots__ = ("of",)

    def __init__(self, of: Mapping[int, Sequence[Run]]) -> None:
        self.of = of

    @classmethod
    def among(cls, busy: Sequence[Busy]) -> BusySpans:
        """Any sequence of them as such. Raises ValueError if they do not come by start."""
        if isinstance(busy, BusySpans):
            return busy
        if any(later.start < one.start for one, later in pairwise(busy)):
            raise ValueError("busy ranges must come by start")
        of: dict[int, dict[str, tuple[list[float], list[float]]]] = {}
        for one in busy:
            starts, ends = of.setdefault(one.doctor_id, {}).setdefault(one.visit, ([], []))
            starts.append(one.start.timestamp())
            ends.append(one.end.timestamp())
        return cls({doctor: [Run(visit, *run) for visit, run in runs.items()] for doctor, runs in of.items()})

    def _all(self) -> list[Busy]:
        every = sorted(
            (start, doctor, end, run.visit)
            for doctor, runs in self.of.items()
            for run in runs
            for start, end in zip(run.starts, run.ends, strict=True)
        )
        return [
            Busy(
                doctor_id=doctor,
                start=dt.datetime.fromtimestamp(start, dt.UTC),
                end=dt.datetime.fromtimestamp(end, dt.UTC),
                visit=visit,
            )
            for start, doctor, end, visit in every
        ]

    def __iter__(self) -> Iterator[Busy]:
        return iter(self._all())

    def __len__(self) -> int:
        return sum(len(run.starts) for runs in self.of.values() for run in runs)

    @overload
    def __getitem__(self, index: int) -> Busy: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Busy]: ...

    def __getitem__(self, index: int | slice) -> Busy | Sequence[Busy]:
        return self._all()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == list(other)

    __hash__ = None  # type: ignore[assignment]
