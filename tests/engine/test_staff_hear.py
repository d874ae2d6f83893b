"""Who of the staff hears of what patients change, against a plain reading of the rule; and that a summary is put once
whatever dies."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from booking.conversation import staff_news, summaries
from booking.errors import DatabaseUnavailable
from booking.models import (
    Absence,
    Actor,
    ActorKind,
    AppointmentEvent,
    Clinic,
    Duty,
    EventKind,
    Grant,
    NewsOf,
    Policy,
    Role,
    Situation,
    Slot,
    StaffNews,
    Status,
    Summary,
)
from booking.runtime.upkeep import Upkeep
from booking.testing.contracts.contract_world import DAY, HOUR, NOW, SEED, booked, chat, slot
from booking.testing.fakes import MemoryDatabase, RecordingSender
from booking.testing.frozen_clock import FrozenClock
from tests.engine.test_unanswered_moves import Dies

ZONE = ZoneInfo("America/Tijuana")
HERE = NOW.astimezone(ZONE)
KINDS = {EventKind.BOOKED: NewsOf.BOOKED, EventKind.MOVED: NewsOf.MOVED, EventKind.CANCELLED: NewsOf.CANCELLED}

situations = st.builds(
    lambda ahead, doctor: Situation(
        status=Status.BOOKED, slot=Slot(start=NOW + ahead, end=NOW + ahead + HOUR), doctor_id=doctor
    ),
    st.timedeltas(-2 * DAY, 5 * DAY),
    st.integers(1, 3),
)
rules = st.builds(
    StaffNews,
    doctor=st.lists(st.sampled_from(NewsOf), unique=True).map(tuple),
    doctor_days=st.integers(0, 4),
    reception=st.lists(st.sampled_from(NewsOf), unique=True).map(tuple),
    reception_hours=st.integers(1, 96),
)


@given(st.sampled_from([*KINDS, EventKind.ARRIVED]), situations, situations, rules)
def test_who_hears_is_as_the_rule_says(kind: EventKind, before: Situation, after: Situation, news: StaffNews) -> None:
    made = AppointmentEvent(
        appointment_id=1,
        kind=kind,
        at=NOW,
        by=Actor(kind=ActorKind.PATIENT),
        before=None if kind is EventKind.BOOKED else before,
        after=after,
    )
    both = [after] if kind is EventKind.BOOKED else [before, after]
    coming = [one for one in both if one.slot.start >= NOW]
    doctors = {
        one.doctor_id
        for one in coming
        if (one.slot.start.astimezone(ZONE).date() - HERE.date()).days <= news.doctor_days
    }
    hears = KINDS.get(kind) in news.doctor
    assert staff_news.concerns_doctor(made, news, HERE) == (doctors if hears else set())
    soon = any(one.slot.start - NOW <= dt.timedelta(hours=news.reception_hours) for one in coming)
    told = staff_news.concerns_reception(made, news, HERE)
    assert told == (soon and KINDS.get(kind) in news.reception)
    event(f"doctor {hears and bool(doctors)}, reception {told}")


@given(st.times(), st.none() | st.times(), st.none() | st.times(), st.times(), st.times())
def test_one_summary_at_most_is_due_and_none_in_quiet_hours(
    at: dt.time, morning: dt.time | None, evening: dt.time | None, quiet: dt.time, until: dt.time
) -> None:
    policy = Policy(news=StaffNews(morning=morning, evening=evening), quiet_from=quiet, quiet_until=until)
    found = summaries.due(Clinic(name="C", zone=ZONE.key, policy=policy), dt.datetime.combine(HERE.date(), at, ZONE))
    inside = (quiet <= at < until) if quiet < until else (quiet != until and (at >= quiet or at < until))
    if inside:
        assert found is None
    elif found is Summary.MORNING:
        assert morning is not None
        assert at >= morning
        assert evening is None or at < evening
    elif found is Summary.EVENING:
        assert evening is not None
        assert at >= evening
    else:
        assert morning is None or at < morning
        assert evening is None or at < evening


@pytest.mark.parametrize("deaths", range(4))
def test_a_summary_is_put_once_whatever_dies(deaths: int) -> None:
    database = MemoryDatabase().seed(*SEED)
    chat_id = chat(database)
    one = booked(database, slot(2), chat_id)
    with database() as uow:
        person = uow.conversations.get(chat_id).person
        uow.staff.grant(person.id, Grant(role=Role.DOCTOR, doctor_id=one.doctor_id), NOW)
        uow.commit()
    clock, begin = FrozenClock(NOW), Dies(database, 0)
    jobs = Upkeep(begin, clock, RecordingSender(ready=False), lambda conversation_id: None)
    for number in range(deaths):
        begin.times = number + 1  # the sweep's own transaction, the one of news, the one of summaries
        try:
            jobs.sweep()
        except DatabaseUnavailable:
            begin.times = 0
    for _ in range(3):
        jobs.sweep()
    with database() as uow:
        put = [item.content.body for item in uow.outbox.list(chat_id) if item.content.type == "text"]
        assert [said for said in put if said.startswith("Hoy, ")] == put
        assert len(put) == 1
        assert set(uow.at_work.summarised(HERE.date(), Summary.MORNING)) == {person.id}


def test_who_has_nothing_that_day_is_sent_nothing() -> None:
    database = MemoryDatabase().seed(*SEED)
    chat_id = chat(database)
    with database() as uow:
        person = uow.conversations.get(chat_id).person
        uow.staff.grant(person.id, Grant(role=Role.STAFF), NOW)
        uow.at_work.set_duties(
            person.id, [Duty(person_id=person.id, weekday=HERE.weekday(), start=dt.time(), end=dt.time())]
        )
        assert summaries.send(uow, NOW) == 0
        assert uow.outbox.list(chat_id) == []
        assert set(uow.at_work.summarised(HERE.date(), Summary.MORNING)) == {person.id}, "and not later that day either"


def test_what_lies_in_an_absence_is_no_visit_of_the_day() -> None:
    database = MemoryDatabase().seed(*SEED)
    chat_id = chat(database)
    one, gone = booked(database, slot(2), chat_id), booked(database, slot(4), chat_id)
    with database() as uow:
        person = uow.conversations.get(chat_id).person
        uow.staff.grant(person.id, Grant(role=Role.DOCTOR, doctor_id=one.doctor_id), NOW)
        uow.rules.add(Absence(doctor_id=gone.doctor_id, start=gone.slot.start, end=gone.slot.end))
        assert one.doctor_id == gone.doctor_id
        assert summaries.send(uow, NOW) == 1
        (put,) = (item.content.body for item in uow.outbox.list(chat_id) if item.content.type == "text")
    first, *lines = put.splitlines()
    assert ": 1 cita, a las 10:00 a.m." in first
    assert first.endswith(" 1 por mover: su doctor no estará.")
    assert len([line for line in lines if line.strip()]) == 1


def test_in_a_pause_staff_hear_of_today_alone_and_of_the_rest_afterwards() -> None:
    database = MemoryDatabase().seed(*SEED)
    chat_id = chat(database)
    one = booked(database, slot(2), chat_id)
    with database() as uow:
        grant = Grant(role=Role.DOCTOR, doctor_id=one.doctor_id)
        uow.staff.grant(uow.conversations.get(chat_id).person.id, grant, NOW)
        uow.commit()

    def told(ahead: dt.timedelta | None, *, paused: bool) -> list[int]:
        """Of how many changes each message tells that they have by now; of one more, where one is made first."""
        with database() as uow:
            if ahead is not None:
                then = Slot(start=NOW + ahead, end=NOW + ahead + HOUR)
                after = Situation(status=Status.BOOKED, slot=then, doctor_id=one.doctor_id)
                by = Actor(kind=ActorKind.PATIENT)
                made = AppointmentEvent(appointment_id=one.id, kind=EventKind.BOOKED, at=NOW, by=by, after=after)
                uow.events.add(made)
            uow.rules.set_policy(uow.schedules.clinic().policy.model_copy(update={"paused": paused}))
            staff_news.tell(uow, NOW)
            uow.commit()
            return [item.content.body.count("•") for item in uow.outbox.list(chat_id) if item.content.type == "text"]

    assert told(DAY, paused=True) == []
    assert told(HOUR, paused=True) == [1], "what is about today does not bear waiting"
    assert told(None, paused=True) == [1]
    assert told(None, paused=False) == [1, 1]
    assert told(None, paused=False) == [1, 1]


def test_no_summary_comes_in_a_pause() -> None:
    noon = HERE.replace(hour=12)
    clinic = Clinic(name="C", zone=str(ZONE))
    assert summaries.due(clinic, noon) is Summary.MORNING
    assert summaries.due(clinic.model_copy(update={"policy": Policy(paused=True)}), noon) is None
