"""How a conversation comes to each message that the clinic sends of its own accord about an appointment: staff change
it, its doctor is late or back, its patient did not come or is to come back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from zoneinfo import ZoneInfo

from booking.appointments import appointment_changes, attendance, away, series, who_hears
from booking.conversation import inviting
from booking.intents import ProvideCustomerData, Repeats
from booking.models import Absence, Appointment, ComeBack, ComeBackWhy
from booking.ports import UnitOfWork
from booking.testing.clinic import Clinic, phone_of
from booking.testing.world import OPENING_DAY, ZONE, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.waiting_room import DESK, Waits

FRIDAY = dt.datetime.combine(OPENING_DAY.date() + dt.timedelta(days=4), dt.time(9), ZoneInfo(ZONE))
Change = Callable[[UnitOfWork, Appointment, dt.datetime], object]


def _clinic() -> Clinic:
    clinic = memory_clinic(reader=Shortcuts())
    clinic.mean("Ana", ProvideCustomerData(name="Ana Luz"))
    return clinic


def _entered(
    uow: UnitOfWork, now: dt.datetime, start: dt.datetime, *, tell: bool, whose: str = "Ana Luz"
) -> Appointment:
    patient = uow.patients.enter(whose, f"+{phone_of('Ana')}", None, now)
    made = appointment_changes.enter(uow, uow.schedules.clinic(), 1, patient.id, start, now, DESK, tell=tell)
    assert isinstance(made, Appointment), made
    return made


def _told(clinic: Clinic) -> Clinic:
    clinic.tell_patients()
    clinic.advance(minutes=1)
    return clinic


def entered(whose: str = "Ana Luz") -> Clinic:
    """The desk has given Ana an appointment; or one of whom she writes for."""
    clinic = _clinic()
    with clinic.begin() as uow:
        _entered(uow, clinic.clock.now(), FRIDAY, tell=True, whose=whose)
        uow.commit()
    return _told(clinic)


def entered_series() -> Clinic:
    """The desk has given Ana two, a day apart."""
    clinic = _clinic()
    with clinic.begin() as uow:
        now, record = clinic.clock.now(), uow.schedules.clinic()
        first = _entered(uow, now, FRIDAY - dt.timedelta(days=1), tell=True)
        again = Repeats(every=1, times=2)
        others = series.foreseen(uow, record, first.slot, 1, first.patient_id, again, now)
        assert len(series.enter_others(uow, record, first, others, now, DESK)) == 1
        uow.commit()
    return _told(clinic)


def changed(change: Change, whose: str = "Ana Luz") -> Clinic:
    """Ana has an appointment, and staff change it so."""
    clinic = _clinic()
    with clinic.begin() as uow:
        made = _entered(uow, clinic.clock.now(), FRIDAY, tell=False, whose=whose)
        uow.commit()
    clinic.advance(minutes=5)
    with clinic.begin() as uow:
        change(uow, made, clinic.clock.now())
        uow.commit()
    return _told(clinic)


def _move(uow: UnitOfWork, one: Appointment, now: dt.datetime) -> object:
    later = one.slot.start + dt.timedelta(hours=1)
    return appointment_changes.move_to(uow, uow.schedules.clinic(), one, later, now, DESK)


def _cancel(uow: UnitOfWork, one: Appointment, now: dt.datetime) -> object:
    return appointment_changes.cancel(uow, uow.schedules.clinic(), one, now, DESK)


def _late(uow: UnitOfWork, one: Appointment, now: dt.datetime) -> object:
    return who_hears.keep_late(uow, one, 30, now, DESK)


def moved() -> Clinic:
    return changed(_move)


def cancelled(whose: str = "Ana Luz") -> Clinic:
    return changed(_cancel, whose)


def late() -> Clinic:
    return changed(_late)


def back() -> Clinic:
    """The doctor would not be there, and is after all."""
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.books_friday("Ana")
    waits.away(waits.friday)
    with waits.clinic.begin() as uow:
        uow.rules.remove(Absence, *(number for number, _ in uow.rules.of(Absence, 1)))
        assert away.lifted(uow, 1, waits.now, DESK)
        uow.commit()
    return _told(waits.clinic)


def invited(why: ComeBackWhy, whose: str = "Ana Luz") -> Clinic:
    """Ana did not come this morning, or was here and is to come back; or whom she writes for."""
    clinic = _clinic()
    with clinic.begin() as uow:
        made = _entered(uow, clinic.clock.now(), OPENING_DAY + dt.timedelta(hours=1), tell=False, whose=whose)
        uow.commit()
    clinic.advance(minutes=80)
    with clinic.begin() as uow:
        now = clinic.clock.now()
        if why is ComeBackWhy.MISSED:
            assert isinstance(attendance.no_show(uow, made, now, DESK), Appointment)
        else:
            due = now + dt.timedelta(hours=1)
            uow.come_backs.add(ComeBack(patient_id=made.patient_id or 0, doctor_id=1, why=why, due=due, made_at=now))
            seen = attendance.start(uow, made, now, DESK)
            assert isinstance(seen, Appointment)
            assert isinstance(attendance.complete(uow, seen, now, DESK), Appointment)
        uow.commit()
    clinic.advance(hours=3)
    with clinic.begin() as uow:
        assert inviting.invite(uow, clinic.clock.now()) == 1
        uow.commit()
    return clinic
