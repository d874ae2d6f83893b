"""The clinic's figures: each beside a count by hand."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments import appointment_changes
from booking.desk import reports
from booking.desk.desk_errors import BadValue
from booking.models import Actor, ActorKind, Appointment, AppointmentEvent, EventKind, Situation, Slot, Status
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts import SEED
from booking.testing.contracts.contract_world import DAY, HOUR, NOW, booked, chat, slot
from booking.testing.fakes import MemoryDatabase

SYSTEM = Actor(kind=ActorKind.SYSTEM)
DESK = Actor(kind=ActorKind.STAFF)
OCCUPIED = 75
"""Per cent. From ten to twelve there is consultation that Monday: of it 11:00-11:30 alone lies ten minutes from the
visits at 10:00 and 12:00 and is free. Three visits are 90 minutes."""


@pytest.fixture
def begin() -> UnitOfWorkFactory:
    made = MemoryDatabase()
    made.seed(*SEED)
    return made


def test_of_a_week_it_tells_who_came_and_who_did_not(begin: UnitOfWorkFactory) -> None:
    chat_id = chat(begin)
    came, missed, ahead = (booked(begin, slot(n), chat_id, doctor=11, name=f"Ana López {n}") for n in (2, 4, 6))
    with begin() as uow:
        told = reports.report(uow, reports.period(uow, None, None, NOW), NOW)
        booked_alone = next(doctor for doctor in told["doctores"] if doctor["id"] == 11)["semanas"][-1]
        assert booked_alone["ocupacion"] == OCCUPIED, "the time that is over was taken as much as that to come"
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
    assert mine["ocupacion"] == OCCUPIED
    assert len(reports.lines(told)) == sum(len(doctor["semanas"]) for doctor in told["doctores"])


def test_times_that_were_given_back_count_where_they_lie_whenever_that_was(begin: UnitOfWorkFactory) -> None:
    """One that was given back six weeks before, taken again by who is half an hour longer, one that nobody has, one
    that another doctor is taken at, and one of another week."""
    chat_id = chat(begin)
    early, alone, elsewhere = (booked(begin, slot(n), chat_id, doctor=11, name=f"Ana {n}") for n in (2, 6, 8))
    later = booked(begin, slot(2 + 7 * 24), chat_id, doctor=11, name="Ana Tarde")
    with begin() as uow:
        clinic = uow.schedules.clinic()
        for one, at in ((early, NOW - 42 * DAY), (alone, NOW), (elsewhere, NOW), (later, NOW)):
            assert isinstance(appointment_changes.cancel(uow, clinic, one, at, DESK), Appointment)
        uow.commit()
    booked(begin, Slot(start=early.slot.start - HOUR / 4, end=early.slot.end), chat_id, doctor=11, name="Beto")
    booked(begin, elsewhere.slot, chat_id, doctor=12, name="Caro")
    with begin() as uow:
        told = reports.report(uow, reports.period(uow, "2026-11-23", "2026-11-29", NOW), NOW)
        of_one = reports.report(uow, reports.period(uow, "2026-11-23", "2026-11-29", NOW), NOW, "Salas")
    assert told["liberados"] == {"liberados": 3, "ocupados_otra_vez": 1}
    assert of_one["liberados"] == {"liberados": 0, "ocupados_otra_vez": 0}


def test_staff_were_called_as_often_as_it_says_however_long_ago(begin: UnitOfWorkFactory) -> None:
    with begin() as uow:
        for _ in range(3):
            uow.notices.add("human", None, "", NOW - 14 * DAY)
        for _ in range(10_001):
            uow.notices.add("late", None, "", NOW)
        told = reports.report(uow, reports.period(uow, "2026-11-09", "2026-11-15", NOW), NOW)
    assert told["personas"] == [{"motivo": "pide una persona", "veces": 3}]


def test_weeks_are_whole_and_not_too_many(begin: UnitOfWorkFactory) -> None:
    with begin() as uow:
        asked = reports.period(uow, "2026-11-25", "2026-12-02", NOW)
        assert [str(monday) for monday in asked.mondays] == ["2026-11-23", "2026-11-30"]
        assert (
            asked.end - asked.start == dt.timedelta(days=14) or asked.end - asked.start == dt.timedelta(days=14) - HOUR
        )
        with pytest.raises(BadValue):
            reports.period(uow, "2020-01-01", "2026-01-01", NOW)
