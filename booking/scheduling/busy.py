"""Busy ranges as arithmetic wants them. Holds no rule and no storage."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, overload

from booking.models import Busy


class Span(NamedTuple):
    """A range in which these doctors are taken, by one type of visit: instants in seconds since 1970. Who is booked
    twice then is there twice."""

    start: float
    end: float
    visit: str
    doctor_ids: Sequence[int]


class BusySpans(Sequence[Busy]):
    """Spans by start: of many doctors most begin together. As a sequence they are `Busy`, by start, then doctor, which
    are made when somebody asks for them: there are thousands, and arithmetic does not."""

    __slots__ = ("spans",)

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans

    @classmethod
    def among(cls, busy: Sequence[Busy]) -> BusySpans:
        """Any sequence of them as such. Raises ValueError if they do not come by start."""
        if isinstance(busy, BusySpans):
            return busy
        if any(later.start < one.start for one, later in pairwise(busy)):
            raise ValueError("busy ranges must come by start")
        together: dict[tuple[float, float, str], list[int]] = {}
        for one in busy:
            together.setdefault((one.start.timestamp(), one.end.timestamp(), one.visit), []).append(one.doctor_id)
        return cls([Span(*when, doctor_ids) for when, doctor_ids in together.items()])

    def _all(self) -> list[Busy]:
        every = sorted((span.start, doctor, span.end, span.visit) for span in self.spans for doctor in span.doctor_ids)
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
        return sum(len(span.doctor_ids) for span in self.spans)

    @overload
    def __getitem__(self, index: int) -> Busy: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Busy]: ...

    def __getitem__(self, index: int | slice) -> Busy | Sequence[Busy]:
        return self._all()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == list(other)

    __hash__ = None  # type: ignore[assignment]
