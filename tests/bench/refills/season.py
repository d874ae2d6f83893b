"""One arm: the same people write to a clinic that does more or less by itself, for so many days."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random
from typing import Final

from booking.appointments import appointment_changes, attendance
from booking.models import COMING, Actor, ActorKind, Appointment, Policy
from tests.bench.refills.behaviour import USUAL, Behaviour
from tests.bench.refills.edge import Edge, Heard
from tests.bench.refills.house import House
from tests.bench.refills.patient import Patient
from tests.bench.refills.people import HERE, name_of, phone_of, wants, wish_of

BEGINS: Final = dt.datetime(2027, 1, 11, 7, tzinfo=HERE)
"""A Monday; in March the clocks of Tijuana go forward."""
PEOPLE: Final = 1600
ASKED: Final = 190 / 172
"""Who would have an appointment, of the times that there are."""
EVERYBODY: Final = (1, 2, 3)
DESK: Final = Actor(kind=ActorKind.STAFF, name="recepción")
_FULL: Final = ((8, 0.98), (12, 0.75), (18, 0.3))
"""Up to so many days ahead, how many of the times are taken when it begins."""
_HALF: Final = dt.timedelta(minutes=30)
_SOONEST: Final = dt.timedelta(days=3)
"""Who has to wait longer would perhaps have an earlier time."""


@dataclass(frozen=True)
class Arm:
    """What the clinic does by itself."""

    name: str
    reminders: tuple[int, ...] = (72 * 60, 24 * 60, 2 * 60)
    invites: bool = True
    waiting_list: bool = True
    behaviour: Behaviour = USUAL
    policy: tuple[tuple[str, object], ...] = ()

    def policy_now(self) -> Policy:
        changes = {"reminders": self.reminders, "waiting_list": self.waiting_list, "invite_missed": self.invites}
        return Policy().model_copy(update={"horizon_days": 21, **changes, **dict(self.policy)})


class Season:
    """`waiting` people at once are on the waiting list, as far as there are so many who would be."""

    def __init__(self, arm: Arm, seed: int, days: int, waiting: int = 30, doctors: Collection[int] = EVERYBODY) -> None:
        self.arm, self.seed, self.days, self.waiting = arm, seed, days, waiting
        self.behaviour = arm.behaviour
        self.stuck, self.ended = Counter[str](), Counter[str]()
        self.came, self.missed = 0, 0
        self.waited: list[int] = []
        self.ends = BEGINS + dt.timedelta(days=days)
        self.house = House(BEGINS, arm.policy_now(), doctors, self._edge)
        self.people = [Patient(self, who) for who in range(PEOPLE)]
        self._by_phone = {one.phone: one for one in self.people}

    def run(self, progress: Callable[[int], None] = lambda day: None) -> None:
        """Raises AssertionError where a message is sent that should not be."""
        self._fill()
        house = self.house
        a_week, names = ASKED * house.times_a_week, tuple(doctor.name for doctor in house.seed.doctors)
        for want in wants(self.seed, range(PEOPLE), BEGINS.date(), self.days, a_week, names):
            house.at(want.at, lambda want=want: self.people[want.who].wants(want))  # type: ignore[misc]
        house.start()
        half = BEGINS
        while half < self.ends:
            house.at(half + dt.timedelta(minutes=20), lambda at=half: self._mark(at))  # type: ignore[misc]
            house.at(half + dt.timedelta(minutes=7), self._top_up)
            half += _HALF
        for day in range(self.days):
            house.run(BEGINS + dt.timedelta(days=day + 1))
            progress(day + 1)
        for one in self.people:  # nobody writes any more
            one.goal, one.visit, one.wants_sooner = None, None, lambda: None  # type: ignore[method-assign]
        house.run(self.ends + dt.timedelta(hours=6))
        self.edge.look_at_the_end()

    def _edge(self, house: House) -> Edge:
        self.edge = Edge(house, self._arrives)
        return self.edge

    def _arrives(self, phone: str, heard: Heard) -> None:
        self._by_phone[phone].gets(heard)

    def _fill(self) -> None:
        """What was booked by telephone before; these have not written yet."""
        rng, house = Random(f"{self.seed}/before"), self.house
        names = tuple(doctor.name for doctor in house.seed.doctors)
        strangers = iter(rng.sample(range(PEOPLE), PEOPLE))
        with house.database() as uow:
            clinic = uow.schedules.clinic()
            for ahead in range(_FULL[-1][0]):
                share = next(share for days, share in _FULL if ahead < days)
                for doctor in uow.schedules.doctors():
                    date = BEGINS.date() + dt.timedelta(days=ahead)
                    for slot in appointment_changes.open_on(uow, clinic, doctor.id, date, house.now):
                        if rng.random() < share:
                            who = next(strangers)
                            id = uow.patients.enter(name_of(who), f"+{phone_of(who)}", None, house.now).id
                            made = appointment_changes.enter(
                                uow, clinic, doctor.id, id, slot.start, house.now, DESK, tell=False
                            )
                            assert isinstance(made, Appointment)
                            self.people[who].is_booked(slot.start, wish_of(rng, names))
            uow.commit()

    def _mark(self, half: dt.datetime) -> None:
        """The desk notes who is there and who is not."""
        house = self.house
        self.edge.look_at_agenda()
        with house.database() as uow:
            found = uow.appointments.list(start=half, end=half + _HALF, statuses=sorted(COMING))
            patients = {one.id: one for one in uow.patients.get_many([a.patient_id or 0 for a in found])}
            for one in found:
                number = uow.patients.numbers(patients[one.patient_id or 0])[0]
                patient = self._by_phone[number.removeprefix("+")]
                if patient.appointment != one.slot.start:
                    why = f"{one.slot.start} is stored, not {patient.appointment}"
                    self.edge.note("told something false", why, patient.phone)
                if patient.comes():
                    self.came += 1
                    started = attendance.start(uow, one, house.now, DESK)
                    assert isinstance(started, Appointment)
                    attendance.complete(uow, started, house.now, DESK)
                else:
                    self.missed += 1
                    attendance.no_show(uow, one, house.now, DESK)
                patient.was_there()
            uow.commit()
        for one in self.people:
            if one.appointment == half:
                self.edge.note("told something false", f"{one.appointment} is believed, and not stored", one.phone)
                one.was_there()

    def _top_up(self) -> None:
        """So that so many wait."""
        here = self.house.now.astimezone(HERE)
        if not self.arm.waiting_list or not 9 <= here.hour < 20:
            return
        with self.house.database() as uow:
            waiting = len(uow.waiting_list.active())
        self.waited.append(waiting)
        would = [one for one in self.people if one.would_be_sooner(_SOONEST)]
        Random(f"{self.seed}/{here}").shuffle(would)
        for one in would[: max(0, self.waiting - waiting)]:
            one.wants_sooner()
