"""Weekly hours as the calendar wants them. Holds no rule and no storage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from booking.models import Opening


class WeeklyHours(tuple[Opening, ...]):
    """Openings, sorted by doctor and weekday once, however many calendars they serve: they hardly ever change."""

    @classmethod
    def among(cls, openings: Iterable[Opening]) -> WeeklyHours:
        """Any openings as such."""
        return openings if isinstance(openings, WeeklyHours) else cls(openings)

    @cached_property
    def on(self) -> Mapping[tuple[int, int], Sequence[Opening]]:
        """By doctor and weekday."""
        found: defaultdict[tuple[int, int], list[Opening]] = defaultdict(list)
        for opening in self:
            found[opening.doctor_id, opening.weekday].append(opening)
        return dict(found)

    @cached_property
    def of(self) -> Mapping[int, Sequence[Opening]]:
        """By doctor."""
        found: defaultdict[int, list[Opening]] = defaultdict(list)
        for opening in self:
            found[opening.doctor_id].append(opening)
        return dict(found)
