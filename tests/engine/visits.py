"""Visits of Ana's that are over, at a clinic that asks how they were."""

from __future__ import annotations

import datetime as dt

from booking.appointments import appointment_changes, attendance
from booking.conversation import asking_ratings
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    MessageClass,
    OutboxItem,
    OutList,
    Rating,
)
from booking.testing.clinic import Clinic, phone_of
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
HOUR = dt.timedelta(hours=1)


class Visits:
    """A clinic in memory; who was here, and what they are asked."""

    def __init__(self, *, asks: bool = True) -> None:
        self.clinic: Clinic = memory_clinic(reader=Shortcuts())
        self.set(ask_rating=asks)

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def set(self, **policy: object) -> None:
        with self.clinic.begin() as uow:
            uow.rules.set_policy(uow.schedules.clinic().policy.model_copy(update=policy))
            uow.commit()

    def over(self, who: str, name: str | None = None, *, doctor: int = 1, at: dt.timedelta = HOUR) -> Appointment:
        """Somebody who has written to us was here, so long from now on; it is as late as the visit ended."""
        if who not in self.clinic.conversations:
            self.clinic.say(who, "hola")
        with self.clinic.begin() as uow:
            patient = uow.patients.enter(name or f"{who} Luz", f"+{phone_of(who)}", None, self.now)
            start, clinic = self.now + at, uow.schedules.clinic()
            visit = appointment_changes.enter(
                uow, clinic, doctor, patient.id, start, self.now, DESK, tell=False, overbook=True
            )
            assert isinstance(visit, Appointment), visit
            uow.commit()
        self.clinic.clock.set(visit.slot.end)
        with self.clinic.begin() as uow:
            begun = attendance.start(uow, visit, self.now, DESK)
            assert isinstance(begun, Appointment), begun
            ended = attendance.complete(uow, begun, self.now, DESK)
            assert isinstance(ended, Appointment), ended
            uow.commit()
        return ended

    def ask(self, later: dt.timedelta = HOUR) -> int:
        """So long afterwards the job runs; how many questions went out."""
        before = len(self.asked())
        self.clinic.clock.set(self.now + later)
        self.clinic.ask_how_it_was()
        return len(self.asked()) - before

    def asked(self) -> list[OutboxItem]:
        sent = [item for item in self.clinic.sender.sent if item.message_class is MessageClass.REMINDER]
        return [item for item in sent if isinstance(item.went_out, OutList) or item.fell_back]

    def rating(self, visit: Appointment) -> Rating | None:
        with self.clinic.begin() as uow:
            return next((told.rating for told in uow.ratings.of([visit.id])), None)

    def notices(self) -> list[str]:
        with self.clinic.begin() as uow:
            return [notice.kind for notice in reversed(uow.notices.list())]

    def due(self) -> int:
        """How many the job looks at now, without what it would send."""
        with self.clinic.begin() as uow:
            return asking_ratings.ask(uow, self.now)
