"""An appointment, the hold before it, who gets it and what happened to it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import ConfigDict, Field

from booking.intents import AsTold, Frozen
from booking.models.persons import Moment
from booking.models.schedules import FIRST_VISIT, Slot


class Status(StrEnum):
    """`citas_medicas.estado`. The first four occupy their time."""

    HELD = "apartada"
    BOOKED = "programada"
    CONFIRMED = "confirmada"
    IN_PROGRESS = "en_curso"
    COMPLETED = "completada"
    CANCELLED = "cancelada"
    NO_SHOW = "no_asistio"


LIVE = frozenset({Status.HELD, Status.BOOKED, Status.CONFIRMED, Status.IN_PROGRESS})
"""Statuses that block their time for the doctor."""

COMING = (Status.BOOKED, Status.CONFIRMED)
"""Those of an appointment that has not begun; the patient may be here."""

LIVE_APPOINTMENTS = (*COMING, Status.IN_PROGRESS)
"""What is `LIVE` and no hold."""


class Refusal(StrEnum):
    """An expected "no" to a change of an appointment."""

    SLOT_TAKEN = "slot_taken"
    PATIENT_BUSY = "patient_busy"
    APPOINTMENT_CHANGED = "appointment_changed"
    TOO_LATE = "too_late"


class ActorKind(StrEnum):
    PATIENT = "paciente"
    STAFF = "personal"
    SYSTEM = "sistema"


class Actor(Frozen):
    """Who changes an appointment. `name` is the account of whoever works at the desk."""

    kind: ActorKind
    person_id: int | None = None
    name: str | None = None


class Basis(StrEnum):
    """Why an appointment is with its doctor."""

    TURN = "turno"  # the fair turn
    ONLY = "unico"  # nobody else was free
    ASKED = "pedido"  # asked for by name
    SAME = "continuidad"  # moved, with the same doctor
    STAFF = "personal"  # staff said so


class Standing(Frozen):
    """A doctor's place in the fair turn at one moment; the lowest `score` is next.

    `load` are live appointments and holds, `credit` what counts besides for a doctor who could not be given some
    of the appointments that others have now.
    """

    doctor_id: int
    load: int
    weight: int
    credit: float = 0.0

    @property
    def score(self) -> float:
        return (self.load + self.credit) / self.weight


class Assignment(Frozen):
    """The reason of a doctor: on what it rests, and who stood where."""

    basis: Basis
    at: Moment
    standings: tuple[Standing, ...] = ()


class Occurrence(Frozen):
    """One of a series, but for its first: `due` is when it would begin at the same hour, `slot` the time that it gets,
    then or the nearest that is free, with the same doctor. None: there is none near, or that day comes after the last
    one that can be booked (`beyond`). `held_as` is the number of its row while the time is held."""

    due: Moment
    slot: Slot | None = None
    beyond: bool = False
    held_as: int | None = None


class Hold(Frozen):
    """A slot kept for one conversation until `expires_at`; a row of `citas_medicas` with no patient. Of a series it is
    the first, and `others` are those that follow it."""

    appointment_id: int
    slot: Slot
    doctor_id: int
    expires_at: Moment
    doctor: str | None = None  # the name, to be told before the yes
    room: str | None = None  # where that doctor sees patients
    others: tuple[Occurrence, ...] = Field(default=(), exclude_if=lambda others: not others)

    def all_of_them(self) -> tuple[Hold, ...]:
        """It by itself, and a hold for each of the others that has a time."""
        if not self.others:
            return (self,)
        alone = self.model_copy(update={"others": ()})
        kept = ({"slot": other.slot, "appointment_id": other.held_as} for other in self.others if other.slot)
        return (alone, *(alone.model_copy(update=others) for others in kept))

    def others_shown(self) -> tuple[Occurrence, ...]:
        """The others as they are told of: where they are held is no matter of anybody's."""
        return tuple(other.model_copy(update={"held_as": None}) for other in self.others)


class Appointment(Frozen):
    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)  # stored by the names it had

    id: int
    status: Status
    slot: Slot
    doctor_id: int
    patient_id: int | None
    visit: str = Field(default=FIRST_VISIT, alias="kind")
    reason: str | None = None
    version: int = 1
    arrived_at: Moment | None = None
    overbooked: bool = False  # by staff, on purpose: the only kind that may overlap


def as_told(appointment: Appointment, told: AsTold) -> bool:
    """Whether it is still as somebody was told of it; that its patient has said since that they come is no change."""
    said_since = appointment.status is Status.CONFIRMED and appointment.version == told.version + 1
    return appointment.id == told.appointment_id and (appointment.version == told.version or said_since)


class EventKind(StrEnum):
    """What happened to an appointment."""

    BOOKED = "agendada"
    OVERBOOKED = "sobrecupo"
    MOVED = "movida"
    CONFIRMED = "confirmada"
    CANCELLED = "cancelada"
    ARRIVED = "llego"
    STARTED = "iniciada"
    COMPLETED = "completada"
    NO_SHOW = "no_asistio"
    UNDONE = "deshecha"  # the mark before it was made by mistake


GAVE_BACK = (EventKind.CANCELLED, EventKind.MOVED, EventKind.OVERBOOKED)
"""What leaves the time that an appointment had until then, if it had one."""


class Situation(Frozen):
    """What an event tells of an appointment before and after: nothing about the patient."""

    status: Status
    slot: Slot
    doctor_id: int


class AppointmentEvent(Frozen):
    """One change of an appointment: who, when, from what, to what, why. Never changed afterwards."""

    appointment_id: int
    kind: EventKind
    at: Moment
    by: Actor
    before: Situation | None = None  # None: it was made
    after: Situation
    why: str | None = None
