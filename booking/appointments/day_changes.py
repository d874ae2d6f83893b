"""What is done to a doctor's whole day: cancelled, moved by so many minutes, handed over, told that it runs late, or
offered another time for, as the doctor will not be there.

Inside the caller's unit of work; commits nothing. All of it is done as it was shown, or nothing.
"""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from booking.appointments import appointment_changes, away, who_hears
from booking.appointments.day_plan import DayAsItIs, in_order, of_the_day, plan
from booking.errors import ChangedMeanwhile
from booking.models import (
    DAY_MINUTES,
    LIVE,
    Actor,
    Appointment,
    Clinic,
    DayAct,
    DayChange,
    DayPlan,
    DayWish,
    Refusal,
    TellingState,
)
from booking.ports import UnitOfWork

_LONGEST = dt.timedelta(minutes=DAY_MINUTES)
"""No visit lasts longer."""


class DayDone(NamedTuple):
    """What was done, each appointment as it is now and what becomes of telling its patient; or nothing (`done` False),
    as it is not as it was shown: `plan` is what it would be."""

    done: bool
    plan: DayPlan
    appointments: tuple[Appointment, ...] = ()
    told: tuple[TellingState | None, ...] = ()

    def unreached(self, state: TellingState) -> tuple[str, ...]:
        """The names of those of whom that becomes."""
        names = {change.appointment_id: change.patient for change in self.plan.changes}
        told = zip(self.appointments, self.told, strict=True)
        return tuple(dict.fromkeys(names[one.id] for one, what in told if what is state))


def planned(uow: UnitOfWork, clinic: Clinic, wish: DayWish, now: dt.datetime) -> DayPlan:
    """What the wish would do as things stand. Three statements."""
    return _plan(uow, clinic, wish, now, _live(uow, wish))


def carry_out(
    uow: UnitOfWork,
    clinic: Clinic,
    wish: DayWish,
    shown: DayPlan,
    now: dt.datetime,
    by: Actor,
    why: str | None = None,
    *,
    tell: bool = True,
) -> DayDone:
    """Do what was shown, under the lock of whoever takes a time and those of the appointments themselves; each patient
    is told, unless whoever does it tells them (`tell` False). Raises ChangedMeanwhile where one of them changed all the
    same: the caller's transaction is to end without a commit."""
    uow.appointments.lock_turn()
    uow.appointments.lock_day(wish.doctor_id, wish.span.start, wish.span.end)
    live = _live(uow, wish)
    found = _plan(uow, clinic, wish, now, live)
    if not found.same_as(shown):
        return DayDone(False, found)
    if wish.act is DayAct.OFFER:
        away.enter(uow, wish.doctor_id, wish.span, now, why)
    there = {one.id: one for one in live}
    act = _Act(uow, clinic, wish, now, by, why, tell)
    done = [act.on(there[change.appointment_id], change) for change in in_order(wish, found.changes)]
    done.sort(key=lambda one: (one.slot.start, one.id))
    told = (who_hears.outlook(uow, one, now) for one in done)
    return DayDone(True, found, tuple(done), tuple(told))


def _live(uow: UnitOfWork, wish: DayWish) -> list[Appointment]:
    """Every live appointment that may be in the way, of any doctor: patients have others elsewhere."""
    by = dt.timedelta(minutes=wish.minutes)
    start, end = wish.span.start + min(by, dt.timedelta()), wish.span.end + max(by, dt.timedelta())
    return list(uow.appointments.list(start=start - _LONGEST, end=end + _LONGEST, statuses=sorted(LIVE)))


def _plan(uow: UnitOfWork, clinic: Clinic, wish: DayWish, now: dt.datetime, live: list[Appointment]) -> DayPlan:
    meant = of_the_day(wish, live)
    if not meant:
        return DayPlan()
    by = dt.timedelta(minutes=wish.minutes)
    first, last = min(a.slot.start for a in meant), max(a.slot.end for a in meant)
    calendar = uow.schedules.calendar(min(first, first + by), max(last, last + by), now)
    people = uow.patients.get_many(sorted({a.patient_id for a in meant if a.patient_id is not None}))
    asked = away.awaits_move(uow, [one.id for one in meant]) if wish.act is DayAct.OFFER else frozenset[int]()
    return plan(wish, DayAsItIs(live, {p.id: p.name for p in people}, calendar, clinic, now, asked))


class _Act(NamedTuple):
    """What is done to each of them."""

    uow: UnitOfWork
    clinic: Clinic
    wish: DayWish
    now: dt.datetime
    by: Actor
    why: str | None
    tell: bool

    def on(self, appointment: Appointment, change: DayChange) -> Appointment:
        if self.wish.act is DayAct.LATE:
            who_hears.keep_late(self.uow, appointment, self.wish.minutes, self.now, self.by)
            return appointment
        if self.wish.act is DayAct.OFFER:
            away.ask(self.uow, self.clinic, appointment, self.now, self.by, tell=self.tell)
            return appointment
        done = self._changed(appointment, change)
        if not isinstance(done, Appointment):
            raise ChangedMeanwhile(f"Appointment {appointment.id}: {done}.")
        return done

    def _changed(self, appointment: Appointment, change: DayChange) -> Appointment | Refusal:
        if change.to is None:
            return appointment_changes.cancel(
                self.uow, self.clinic, appointment, self.now, self.by, self.why, tell=self.tell
            )
        to_doctor = self.wish.to_doctor_id or appointment.doctor_id
        return appointment_changes.place(
            *(self.uow, appointment, change.to, to_doctor, self.now, self.by),
            why=self.why,
            overbook=change.overbooked,
            tell=self.tell,
        )
