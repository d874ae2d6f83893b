"""Busy ranges as arithmetic wants them. Holds no rule and no storage."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import overload

from booking.models import Busy

Span = tuple[float, float, str]
"""Start and end in seconds since 1970, and the type of visit."""


class BusySpans(Sequence[Busy]):
    """Numbers by doctor, each doctor's by start. As a sequence they are `Busy`, by start, then doctor, which are made
    when somebody asks for them: there are thousands, and arithmetic does not."""

    __slots__ = ("of",)

    def __init__(self, of: Mapping[int, Sequence[Span]]) -> None:
        self.of = of

    @classmethod
    def among(cls, busy: Sequence[Busy]) -> BusySpans:
        """Any sequence of them as such. Raises ValueError if they do not come by start."""
        if isinstance(busy, BusySpans):
            return busy
        if any(later.start < one.start for one, later in pairwise(busy)):
            raise ValueError("busy ranges must come by start")
        of: dict[int, list[Span]] = {}
        for one in busy:
            of.setdefault(one.doctor_id, []).append((one.start.timestamp(), one.end.timestamp(), one.kind))
        return cls(of)

    def _all(self) -> list[Busy]:
        every = sorted((start, doctor, end, kind) for doctor, spans in self.of.items() for start, end, kind in spans)
        return [
            Busy(
                doctor_id=doctor,
                start=dt.datetime.fromtimestamp(start, dt.UTC),
                end=dt.datetime.fromtimestamp(end, dt.UTC),
                kind=kind,
            )
            for start, doctor, end, kind in every
        ]

    def __iter__(self) -> Iterator[Busy]:
        return iter(self._all())

    def __len__(self) -> int:
        return sum(map(len, self.of.values()))

    @overload
    def __getitem__(self, index: int) -> Busy: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Busy]: ...

    def __getitem__(self, index: int | slice) -> Busy | Sequence[Busy]:
        return self._all()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == list(other)

    __hash__ = None  # type: ignore[assignment]
