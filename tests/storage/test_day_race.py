"""A doctor's whole day and somebody who changes one of its appointments meanwhile, on two connections."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from sqlalchemy import Engine

from booking.appointments import appointment_changes, day_changes
from booking.appointments.day_changes import DayDone
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    Clinic,
    DayAct,
    DayPlan,
    DayWish,
    Opening,
    Policy,
    Refusal,
    Slot,
    Status,
)
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import DOCTORS, NOW, slot, until_it_waits

DESK = Actor(kind=ActorKind.STAFF, name="pruebas")
CLINIC = Clinic(name="Prueba", zone="America/Tijuana", policy=Policy(min_notice_minutes=0, holidays=None))


def open_day(engine: Engine, begin: SqlUnitOfWorkFactory) -> list[Appointment]:
    """Three patients with the first doctor, one after the other; the second doctor is free."""
    hours = [Opening(doctor_id=d.id, weekday=n, start=dt.time(8), end=dt.time(18)) for d in DOCTORS for n in range(7)]
    seed(engine, CLINIC, DOCTORS, hours)
    made = list[Appointment]()
    with begin() as uow:
        for number in range(3):
            who = uow.patients.enter(f"Paciente {number}", f"+52664111000{number}", None, NOW)
            entered = appointment_changes.enter(uow, CLINIC, 1, who.id, slot(1 + number / 2).start, NOW, DESK)
            assert isinstance(entered, Appointment)
            made.append(entered)
        uow.commit()
    return made


def wish(act: DayAct) -> DayWish:
    span = Slot(start=NOW, end=NOW + dt.timedelta(hours=10))
    by = 30 if act is DayAct.SHIFT else 0
    return DayWish(act=act, doctor_id=1, span=span, minutes=by, to_doctor_id=2 if act is DayAct.HAND_OVER else None)


def shown(begin: SqlUnitOfWorkFactory, act: DayAct) -> DayPlan:
    with begin() as uow:
        plan = day_changes.planned(uow, CLINIC, wish(act), NOW)
    assert len(plan.changes) == 3
    assert not plan.stays
    return plan


EVERY_ACT = pytest.mark.parametrize("act", [DayAct.CANCEL, DayAct.SHIFT, DayAct.HAND_OVER])


@EVERY_ACT
@pytest.mark.parametrize("how", ["cancels", "takes a time"])
def test_who_comes_first_changes_what_is_done_to_the_day(
    engine: Engine, begin: SqlUnitOfWorkFactory, act: DayAct, how: str
) -> None:
    """The list is on screen; a patient cancels one of them, or books in between, and commits after the yes was given:
    nothing of the day is done."""
    made = open_day(engine, begin)
    plan = shown(begin, act)

    def yes() -> DayDone:
        with begin() as uow:
            done = day_changes.carry_out(uow, CLINIC, wish(act), plan, NOW, DESK)
            uow.commit()
        return done

    with ThreadPoolExecutor(1) as thread, begin() as uow:
        if how == "cancels":
            assert uow.appointments.cancel(made[1].id, made[1].version, None, NOW)
        else:
            who = uow.patients.enter("Nueva", "+526641119999", None, NOW)
            doctor, at = (2, 1.5) if act is DayAct.HAND_OVER else (1, 2.5)
            entered = appointment_changes.enter(uow, CLINIC, doctor, who.id, slot(at).start, NOW, DESK)
            assert isinstance(entered, Appointment)
        done: Future[object] = thread.submit(yes)
        until_it_waits(engine, done)
        uow.commit()
        came = done.result()
    assert isinstance(came, DayDone)
    assert not came.done
    assert not came.plan.same_as(plan)
    with begin() as uow:
        now = {a.id: a for a in uow.appointments.list()}
    for one in made:
        if how != "cancels" or one is not made[1]:
            assert now[one.id] == one, "half done"


@EVERY_ACT
def test_who_comes_second_finds_the_day_done(engine: Engine, begin: SqlUnitOfWorkFactory, act: DayAct) -> None:
    """A patient who cancels while the day is being changed waits, and finds it changed."""
    made = open_day(engine, begin)
    plan = shown(begin, act)

    def cancel() -> object:
        with begin() as uow:
            came = appointment_changes.cancel(uow, CLINIC, made[1], NOW, DESK)
            uow.commit()
        return came

    with ThreadPoolExecutor(1) as thread, begin() as uow:
        assert day_changes.carry_out(uow, CLINIC, wish(act), plan, NOW, DESK).done
        came: Future[object] = thread.submit(cancel)
        until_it_waits(engine, came)
        uow.commit()
        assert came.result() is Refusal.APPOINTMENT_CHANGED
    with begin() as uow:
        rows = {a.id: a for a in uow.appointments.list()}
    for one in made:
        now = rows[one.id]
        if act is DayAct.CANCEL:
            assert now.status is Status.CANCELLED
        elif act is DayAct.SHIFT:
            assert now.slot.start - one.slot.start == dt.timedelta(minutes=30)
        else:
            assert (now.doctor_id, now.slot) == (2, one.slot)
