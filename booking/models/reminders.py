"""What patients are reminded of, when each reminder is due, and what became of it."""

from __future__ import annotations

from enum import StrEnum

from booking.intents import Frozen
from booking.models.appointments import COMING, Appointment, Status
from booking.models.messages import AppointmentVersion, OfMessage
from booking.models.persons import Moment


class ReminderState(StrEnum):
    """`recordatorios.estado`. What waits is done with once, but for a message that was withdrawn."""

    WAITING = "por_enviar"
    WRITTEN = "mensaje"  # what became of the message is the outbox's to say
    ANSWERED = "respondido"
    SKIPPED = "omitido"


class Skipped(StrEnum):
    """`recordatorios.motivo`: why nothing was sent."""

    BOOKED_INSIDE = "agendada_dentro"  # its time had come when the appointment was made, or moved there
    OVERTAKEN = "cambio"  # the appointment is another since, or is cancelled
    NEARER = "otro_mas_cercano"  # a later one of the same appointment was due too
    LATE = "tarde"  # too little time is left before the appointment
    CONFIRMED = "confirmada"
    HERE = "llego"
    OPTED_OUT = "baja"
    NO_NUMBER = "sin_numero"
    AWAY = "sin_doctor"  # the doctor will not be there
    NOT_WANTED = "ajuste"  # the clinic reminds so long ahead no more
    RESTORED = "restaurada"  # a copy was put back, and it may have gone out since

    @property
    def not_reached(self) -> bool:
        """They cannot be reminded by message: staff may call."""
        return self in (Skipped.OPTED_OUT, Skipped.NO_NUMBER)


class ReminderAnswer(StrEnum):
    """`recordatorios.respuesta`: what the patient did after it."""

    ATTENDS = "asistira"
    MOVED = "cambio"
    CANCELLED = "cancelo"


class Reminder(Frozen):
    """One of an appointment as it was in that version, `minutes` before it; `done_at` is when it was sent or left,
    `answered_at` when it was answered (None too where that was not kept yet)."""

    id: int = 0
    about: AppointmentVersion
    minutes: int
    due_at: Moment
    state: ReminderState = ReminderState.WAITING
    why: Skipped | None = None
    outbox_id: int | None = None
    answer: ReminderAnswer | None = None
    answered_at: Moment | None = None
    done_at: Moment | None = None


class Reminded(OfMessage):
    """A reminder, and how far its message got."""

    reminder: Reminder

    @property
    def not_reached(self) -> bool:
        """Whoever it was for did not get it, and nothing says that they know."""
        if self.reminder.state is ReminderState.SKIPPED:
            return self.reminder.why is not None and self.reminder.why.not_reached
        return self.reminder.state is ReminderState.WRITTEN and self.failed


def left_when(appointment: Appointment) -> Skipped:
    """Why nobody is reminded any more of what waited, now that the appointment is so."""
    if appointment.status is Status.CONFIRMED:
        return Skipped.CONFIRMED
    return Skipped.HERE if appointment.status in COMING and appointment.arrived_at is not None else Skipped.OVERTAKEN


def is_reminded(appointment: Appointment) -> bool:
    """Whether its patient is to hear of it: it is booked, they have not said that they come, and are not here."""
    return appointment.status is Status.BOOKED and appointment.arrived_at is None
