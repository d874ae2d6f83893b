"""A patient of whose appointment staff change something, and what of it she hears."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from zoneinfo import ZoneInfo

from booking.appointments import appointment_changes, attendance, who_hears
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    MessageClass,
    OutTemplate,
    Refusal,
    TellingState,
)
from booking.models.notices import Concerns
from booking.testing.clinic import phone_of, read
from booking.testing.world import ZONE, memory_clinic

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
NINE, TEN = dt.time(9), dt.time(10)


class Patient:
    """Ana, of whose appointment this is about. `knows`: she booked it herself; else staff entered it and her."""

    def __init__(self, *, number: bool = True) -> None:
        self.clinic = memory_clinic()
        phone = f"+{phone_of('Ana')}" if number else None
        with self.clinic.begin() as uow:
            self.id = uow.patients.enter("Ana Luz", phone, None, self.now).id
            uow.commit()

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def at(self, day: int, time: dt.time) -> dt.datetime:
        return dt.datetime.combine(self.now.date() + dt.timedelta(days=day), time, ZoneInfo(ZONE))

    def appointment(self) -> Appointment:
        with self.clinic.begin() as uow:
            (one,) = uow.appointments.list(patient_id=self.id)
            return one

    def enter(self, day: int = 1, time: dt.time = NINE, *, tell: bool = True, by: Actor = DESK) -> None:
        self._change(
            lambda uow, clinic: appointment_changes.enter(
                uow, clinic, 1, self.id, self.at(day, time), self.now, by, tell=tell
            )
        )

    def move(self, day: int = 2, time: dt.time = TEN, *, tell: bool = True, by: Actor = DESK) -> None:
        one = self.appointment()
        self._change(
            lambda uow, clinic: appointment_changes.move_to(
                uow, clinic, one, self.at(day, time), self.now, by, tell=tell
            )
        )

    def cancel(self, *, tell: bool = True, by: Actor = DESK) -> None:
        one = self.appointment()
        self._change(lambda uow, clinic: appointment_changes.cancel(uow, clinic, one, self.now, by, tell=tell))

    def confirm(self) -> None:
        with self.clinic.begin() as uow:
            assert isinstance(attendance.confirm(uow, self.appointment(), self.now, DESK), Appointment)
            uow.commit()

    def late(self, minutes: int = 20) -> None:
        with self.clinic.begin() as uow:
            who_hears.keep_late(uow, self.appointment(), minutes, self.now, DESK)
            uow.commit()

    def _change(self, change: Callable[..., Appointment | Refusal]) -> None:
        with self.clinic.begin() as uow:
            assert isinstance(change(uow, uow.schedules.clinic()), Appointment)
            uow.commit()

    def hears(self) -> list[str]:
        """What reaches her now, each as the template it is or as it reads."""
        before = len(self.clinic.sender.sent)
        self.clinic.tell_patients()
        with self.clinic.begin() as uow:
            chats = uow.conversations.list()
        for chat in chats:
            self.clinic.delivery.deliver(chat.id, MessageClass.NOTICE)
        sent = [item.content for item in self.clinic.sender.sent[before:]]
        return [one.name if isinstance(one, OutTemplate) else read(one) for one in sent]

    def states(self) -> list[TellingState]:
        with self.clinic.begin() as uow:
            return [told.telling.state for told in uow.tellings.of([self.appointment().id])]

    def notices(self) -> list[Concerns | None]:
        """Of what staff are told that she could not be told of."""
        with self.clinic.begin() as uow:
            return [Concerns.of(n.kind, n.detail) for n in uow.notices.list() if n.kind == "untold"]


ACTS = {"enter": Patient.enter, "move": Patient.move, "cancel": Patient.cancel}
TEMPLATES = {"enter": "cita_agendada", "move": "cita_movida", "cancel": "cita_cancelada"}


def prepared(act: str, **kwargs: bool) -> Patient:
    """She knows of an appointment, if the act is about one."""
    ana = Patient(**kwargs)
    if act != "enter":
        ana.enter(tell=False)
    return ana
