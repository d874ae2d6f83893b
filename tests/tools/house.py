"""A clinic with two doctors, their patients, and one caller of each kind."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from booking.access.rights import Caller
from booking.appointments.appointment_changes import enter
from booking.intents import UseTool
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    Clinic,
    Doctor,
    Opening,
    Picked,
    Role,
    State,
    UnderstandingContext,
)
from booking.models.tool_answers import Answer, Proposed
from booking.ports import UnitOfWorkFactory
from booking.runtime.services import toolbox
from nlu.shortcuts import Shortcuts
from tools.toolbox import Toolbox

ZONE = ZoneInfo("America/Tijuana")
NOW = dt.datetime(2026, 11, 23, 10, 0, tzinfo=ZONE)  # a Monday
CLINIC = Clinic(name="Clínica de prueba", zone=ZONE.key, demo=True)
DOCTORS = (Doctor(id=1, name="Dra. Laura Méndez"), Doctor(id=2, name="Dr. Jorge Salas"))
OPENINGS = tuple(
    Opening(doctor_id=doctor, weekday=day, start=dt.time(9), end=dt.time(19)) for doctor in (1, 2) for day in range(6)
)
DESK = Actor(kind=ActorKind.STAFF, name="pruebas")

CALLERS = {
    "patient": Caller(account="c1"),
    "doctor": Caller(account="c2", roles=frozenset({Role.PATIENT, Role.DOCTOR}), doctor_id=1),
    "staff": Caller(account="c3", roles=frozenset({Role.PATIENT, Role.STAFF})),
    "admin": Caller(account="c4", roles=frozenset({Role.PATIENT, Role.ADMIN})),
    "doctor of nobody": Caller(account="c5", roles=frozenset({Role.PATIENT, Role.DOCTOR})),
}


def asked_of(text: str) -> list[UseTool]:
    """What a message of staff's asks for, read without a model."""
    context = UnderstandingContext(
        now=NOW, state=State.IDLE, role=Role.STAFF, opens=CLINIC.opens, closes=CLINIC.closes,
        doctors=tuple(doctor.name for doctor in DOCTORS),
    )  # fmt: skip
    return [intent for intent in Shortcuts().understand(text, context).intents if isinstance(intent, UseTool)]


def read_of(text: str) -> dict[str, str]:
    """The parameters of the one thing that a message asks for."""
    (asked,) = asked_of(text)
    return dict(asked.arguments)


@dataclass
class House:
    """`ana` and `leo` are Laura's patients, `eva` is Jorge's."""

    begin: UnitOfWorkFactory
    tools: Toolbox
    appointments: dict[str, Appointment]

    def use(self, who: str, tool: str, chosen: Picked | None = None, now: dt.datetime = NOW, **given: str) -> Answer:
        """Use a tool; what it read or would write."""
        meaning = self.tools.meaning(tool, given)
        with self.begin() as uow:
            return self.tools.use(uow, CLINIC, CALLERS[who], now, tool, given, chosen, meaning)

    def done(self, who: str, proposed: Answer, now: dt.datetime = NOW) -> Answer:
        """Confirm an order."""
        assert isinstance(proposed, Proposed), proposed
        with self.begin() as uow:
            answer = self.tools.perform(uow, CLINIC, CALLERS[who], now, proposed.order)
            uow.commit()
        return answer

    def everything(self) -> list[object]:
        """All that tools may write."""
        with self.begin() as uow:
            rows = uow.appointments.list()
            return [*rows, *uow.patients.search(limit=1000), *uow.rules.list(), *(uow.events.list(a.id) for a in rows)]


def furnish(begin: UnitOfWorkFactory) -> House:
    """The appointments: Ana on Tuesday at 16, Leo today at 9, Eva on Tuesday at 16 with Jorge."""
    made = {}
    with begin() as uow:
        for name, doctor, start in (
            ("Ana Ruiz", 1, dt.datetime(2026, 11, 24, 16, tzinfo=ZONE)),
            ("Leo Paz", 1, dt.datetime(2026, 11, 23, 9, tzinfo=ZONE)),
            ("Eva Sosa", 2, dt.datetime(2026, 11, 24, 16, tzinfo=ZONE)),
        ):
            patient = uow.patients.enter(name, None, None, NOW)
            entered = enter(uow, CLINIC, doctor, patient.id, start, NOW - dt.timedelta(hours=3), DESK)
            assert isinstance(entered, Appointment)
            made[name.split()[0].lower()] = entered
        uow.commit()
    return House(begin, toolbox(begin, seconds=60), made)
