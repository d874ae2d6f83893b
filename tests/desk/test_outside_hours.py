"""At each moment of a doctor's day the agenda says what is then, and why it is no time as to whoever asks for it."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from booking.desk import day_grid
from booking.desk.day_grid import Room
from booking.desk.outside_hours import OUTSIDE
from booking.desk.times_not_free import why_not_free
from booking.models import Clinic, Doctor, Opening
from booking.scheduling import reasons
from booking.testing.fakes import MemoryDatabase

ZONE = ZoneInfo("America/Tijuana")
NOW = dt.datetime(2026, 10, 26, 12, tzinfo=ZONE)
DATES = (dt.date(2026, 10, 30), dt.date(2026, 11, 1))  # a plain day, and one on which the clocks go back
CLINIC = Clinic(name="Clínica", zone="America/Tijuana")

stretches = st.lists(st.integers(0, 95), min_size=2, max_size=6, unique=True).map(
    lambda quarters: list(zip(*[iter(sorted(quarters)[: len(quarters) // 2 * 2])] * 2, strict=True))
)


def _at(quarters: int) -> dt.time:
    return dt.time(quarters // 4, quarters % 4 * 15)


@settings(max_examples=60, deadline=None)
@given(hours=stretches, minutes=st.sampled_from((20, 30, 45, 50)), date=st.sampled_from(DATES))
def test_each_moment_of_a_day_is_something(hours: list[tuple[int, int]], minutes: int, date: dt.date) -> None:
    openings = [
        Opening(doctor_id=1, weekday=date.weekday(), start=_at(start), end=_at(end), slot_minutes=minutes)
        for start, end in hours
    ]
    begin = MemoryDatabase().seed(CLINIC, [Doctor(id=1, name="Dra. Laura Méndez")], openings)
    with begin() as uow:
        (day,) = day_grid.shown(uow, NOW, [date], None, room=Room(8, 100)).days
        midnight = dt.datetime.combine(date, dt.time(), ZONE)
        calendar = uow.schedules.calendar(midnight, midnight + dt.timedelta(days=1), NOW)
    for doctor in day["doctores"]:
        cells = doctor["horas"]
        starts, ends = ([dt.datetime.fromisoformat(cell[edge]) for cell in cells] for edge in ("inicio", "fin"))
        assert starts[0] == midnight
        assert max(ends) == midnight + dt.timedelta(days=1)
        assert all(before <= max(ends[: n + 1]) for n, (_, before) in enumerate(pairwise(starts))), "no gap"
        for cell, start in zip(cells, starts, strict=True):
            if cell["estado"] == OUTSIDE:
                why = reasons.why_not(calendar, CLINIC, 1, start, NOW)
                assert why is not None
                assert cell["por_que"] == why_not_free(*why)[0]
