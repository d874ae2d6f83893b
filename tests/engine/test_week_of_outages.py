"""A week in which everything that the clinic does by itself is due, whatever fails and whenever: everybody hears of it
once, staff are called once, and nothing waits for ever."""

from __future__ import annotations

import datetime as dt

from hypothesis import example, given
from hypothesis import strategies as st

from booking.models import MessageClass
from booking.testing.world import OPENING_DAY, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.outages import FAULTS, Outages, few
from tests.engine.week import ANSWERS, DAY, HOUR, Week

WAITS = st.sampled_from([dt.timedelta(minutes=minutes) for minutes in (1, 20, 90, 240, 600)])
ANSWER = st.none() | st.tuples(st.sampled_from(sorted(ANSWERS)), st.integers(0, 1))


@few(10)
@example(
    schedule=[(4 * HOUR, "sender", None), (10 * HOUR, None, None), (4 * HOUR, None, None), (10 * HOUR, None, None)]
)
@example(schedule=[(10 * HOUR, "sender", None)] * 3)
@example(schedule=[(HOUR, "offline", None)] * 12)
@given(st.lists(st.tuples(WAITS, FAULTS, ANSWER), max_size=30))
def test_each_comes_to_one_outcome(schedule: list[tuple[dt.timedelta, object, tuple[str, int] | None]]) -> None:
    week = Week(memory_clinic(reader=Shortcuts()))
    outages = Outages(week.clinic)
    for wait, fault, answer in schedule:
        week.clinic.clock.advance(wait)
        outages.run(fault)
        if answer is not None:
            week.answers(*answer)
    calm = week.now
    over = max(OPENING_DAY + 6 * DAY, calm + 40 * HOUR)
    while week.now < over:
        outages.run()
        week.clinic.clock.advance(HOUR)
    outages.check_sent(MessageClass)
    week.check(calm)
