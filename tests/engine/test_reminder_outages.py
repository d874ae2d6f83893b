"""Whatever fails, and whenever: each reminder comes to one outcome, and goes out once, but where a process died between
WhatsApp's answer and the commit of it."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from booking.models import MessageClass, ReminderState
from tests.engine.outages import FAULTS, Outages, few
from tests.engine.test_reminding import Reminding

WAITS = st.sampled_from([dt.timedelta(minutes=minutes) for minutes in (1, 20, 90, 240, 600)])


@few(12)
@given(st.lists(st.tuples(WAITS, FAULTS), max_size=60))
def test_each_comes_to_one_outcome_and_goes_out_once(schedule: list[tuple[dt.timedelta, object]]) -> None:
    """Of somebody who is reminded of three appointments."""
    ana = Reminding(4 + 3 / 24, 4 + 3.5 / 24, 6 + 2 / 24, names=("Ana Luz", "Luis Luz", "Eva Luz"))
    outages = Outages(ana.clinic)
    for wait, fault in schedule:
        ana.clinic.clock.advance(wait)
        outages.run(fault)
    over = ana.appointment(2).slot.start + dt.timedelta(hours=1)
    while ana.now < over:
        ana.clinic.clock.advance(dt.timedelta(minutes=30))
        outages.run()
    with ana.clinic.begin() as uow:
        told = uow.reminders.of(ana.appointments)
    assert len(told) == 9
    assert all(one.reminder.state in (ReminderState.WRITTEN, ReminderState.SKIPPED) for one in told)
    assert all(one.message != "pending" for one in told)
    outages.check_sent(MessageClass)
    times = Counter(item.id for item in ana.sent())
    recorded = {one.reminder.outbox_id for one in told if one.message == "sent"}
    assert recorded <= times.keys()
    # Sent twice, or only later found to be of no use any more: nobody had written down that it went out.
    twice, unrecorded = sum(times.values()) - len(times), len(times.keys() - recorded)
    assert twice + unrecorded <= outages.unrecorded
    said = Counter((one.reminder.about.id, one.reminder.outbox_id) for one in told if one.reminder.outbox_id)
    assert max(said.values(), default=1) == 1, "one message says two reminders of one appointment"
