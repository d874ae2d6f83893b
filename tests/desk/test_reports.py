"""The clinic's figures: each beside a count by hand."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.desk import reports
from booking.desk.desk_errors import BadValue
from booking.models import Actor, ActorKind, AppointmentEvent, EventKind, Situation, Status
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts import SEED
from booking.testing.contracts.contract_world import DAY, HOUR, NOW, booked, chat, slot
from booking.testing.fakes import MemoryDatabase

SYSTEM = Actor(kind=ActorKind.SYSTEM)


@pytest.fixture
def begin() -> UnitOfWorkFactory:
    made = MemoryDatabase()
    made.seed(*SEED)
    return made


def test_of_a_week_it_tells_who_came_and_who_did_not(begin: UnitOfWorkFactory) -> None:
    chat_id = chat(begin)
    came, missed, ahead = (booked(begin, slot(n), chat_id, doctor=11, name=f"Ana López {n}") for n in (2, 4, 6))
    with begin() as uow:
        uow.appointments.mark(came.id, came.version, Status.COMPLETED, NOW, arrived_at=NOW)
        uow.appointments.mark(missed.id, missed.version, Status.NO_SHOW, NOW, arrived_at=None)
        for one in (came, missed, ahead):
            as_made = Situation(status=one.status, slot=one.slot, doctor_id=one.doctor_id)
            two_days_ahead = one.slot.start - 2 * DAY
            uow.events.add(
                AppointmentEvent(
                    appointment_id=one.id, kind=EventKind.BOOKED, at=two_days_ahead, by=SYSTEM, after=as_made
                )
            )
        uow.commit()
    with begin() as uow:
        told = reports.report(uow, reports.period(uow, None, None, NOW), NOW)
    weeks = {doctor["id"]: doctor["semanas"][-1] for doctor in told["doctores"]}
    mine = weeks[11]
    assert (mine["citas"], mine["faltas"], mine["faltas_por_ciento"], mine["anticipacion_dias"]) == (3, 1, 50, 2.0)
    assert 0 < mine["ocupacion"] < 100
    assert len(reports.lines(told)) == sum(len(doctor["semanas"]) for doctor in told["doctores"])


def test_weeks_are_whole_and_not_too_many(begin: UnitOfWorkFactory) -> None:
    with begin() as uow:
        asked = reports.period(uow, "2026-11-25", "2026-12-02", NOW)
        assert [str(monday) for monday in asked.mondays] == ["2026-11-23", "2026-11-30"]
        assert (
            asked.end - asked.start == dt.timedelta(days=14) or asked.end - asked.start == dt.timedelta(days=14) - HOUR
        )
        with pytest.raises(BadValue):
            reports.period(uow, "2020-01-01", "2026-01-01", NOW)
