"""Staff hear once of patients who have not said what becomes of an appointment whose doctor will not be there, whatever
dies in between; and nobody has less time to answer than is of use."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.appointments import away
from booking.errors import DatabaseUnavailable
from booking.models import Actor, ActorKind, Appointment, Clinic, Policy
from booking.models.notices import Concerns
from booking.ports import UnitOfWork, UnitOfWorkFactory
from booking.runtime.upkeep import Upkeep
from booking.testing.contracts.contract_world import HOUR, MINUTE, NOW, SEED, booked, chat, slot
from booking.testing.fakes import MemoryDatabase, RecordingSender
from booking.testing.frozen_clock import FrozenClock

DESK = Actor(kind=ActorKind.STAFF, name="pruebas")


class Dies:
    """A unit of work whose process dies before its commit, as often as is said."""

    def __init__(self, begin: UnitOfWorkFactory, times: int) -> None:
        self.begin, self.times = begin, times

    def __call__(self) -> UnitOfWork:
        uow = self.begin()
        if self.times:
            self.times -= 1

            def die() -> None:
                raise DatabaseUnavailable("gone")

            uow.commit = die  # type: ignore[method-assign]
        return uow


def asked(database: MemoryDatabase, *hours: int) -> list[Appointment]:
    """Appointments so many hours from now, whose patients were offered another time."""
    chat_id = chat(database)
    made = [booked(database, slot(hour), chat_id) for hour in hours]
    with database() as uow:
        for one in made:
            away.enter(uow, one.doctor_id, one.slot, NOW, None)
            away.ask(uow, uow.schedules.clinic(), one, NOW, DESK)
        uow.commit()
    return made


def called(database: MemoryDatabase) -> list[int | None]:
    with database() as uow:
        found = [Concerns.of(one.kind, one.detail) for one in uow.notices.list() if one.kind == "unanswered"]
    return [one.count for one in found if one]


@pytest.mark.parametrize("deaths", range(3))
def test_staff_hear_once_of_a_doctor_s_day_whatever_dies(deaths: int) -> None:
    database = MemoryDatabase().seed(*SEED)
    made = asked(database, 50, 51)
    clock = FrozenClock(NOW)
    begin = Dies(database, 0)
    jobs = Upkeep(begin, clock, RecordingSender(ready=False), lambda conversation_id: None)
    jobs.sweep()
    assert called(database) == []
    clock.advance(24 * HOUR)
    for _ in range(deaths):
        begin.times = 1
        with pytest.raises(DatabaseUnavailable):
            jobs.sweep()
        assert called(database) == []
    for _ in range(3):
        jobs.sweep()
        assert called(database) == [2]
        clock.advance(HOUR)
    with database() as uow:
        assert away.awaits_move(uow, [one.id for one in made]) == {one.id for one in made}
        assert away.awaits_move(uow, []) == frozenset()


def test_what_was_down_when_the_day_came_is_called_no_more() -> None:
    """Its time has come: whoever is there sees the patient."""
    database = MemoryDatabase().seed(*SEED)
    asked(database, 30)
    clock = FrozenClock(NOW + 31 * HOUR)
    Upkeep(database, clock, RecordingSender(ready=False), lambda conversation_id: None).sweep()
    assert called(database) == []


@given(
    hours=st.integers(1, 336),
    ahead=st.timedeltas(dt.timedelta(minutes=1), dt.timedelta(days=40)),
    closes=st.times(dt.time(12), dt.time(22)),
)
def test_the_time_to_answer_ends_the_evening_before(hours: int, ahead: dt.timedelta, closes: dt.time) -> None:
    zone = ZoneInfo("America/Tijuana")
    clinic = Clinic(name="C", zone=zone.key, closes=closes, policy=Policy(answer_hours=hours))
    start = NOW + ahead
    by = away.answer_by(clinic, start, NOW)
    assert by >= NOW + away.SOONEST
    day_before = start.astimezone(zone).date() - dt.timedelta(days=1)
    if by > NOW + away.SOONEST:
        assert by <= NOW + dt.timedelta(hours=hours)
        assert by.astimezone(zone).date() <= day_before
        assert by <= dt.datetime.combine(day_before, closes, zone) - away.BEFORE_CLOSING
    later = away.answer_by(clinic, start + MINUTE, NOW)
    assert later >= by
