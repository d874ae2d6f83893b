"""What patients are to be told of their appointments, and what became of it."""

from __future__ import annotations

from enum import StrEnum

from booking.intents import Frozen
from booking.models.appointments import Situation
from booking.models.messages import AppointmentVersion, OfMessage
from booking.models.persons import Moment


class ToldOf(StrEnum):
    """`avisos_cita.que`: what happened."""

    BOOKED = "agendada"
    MOVED = "movida"
    CANCELLED = "cancelada"
    LATE = "retraso"  # nothing: the doctor is late
    AWAY = "ausencia"  # nothing yet: the doctor will not be there, and another time is offered
    BACK = "regreso"  # nothing: the doctor will be there after all


class TellingState(StrEnum):
    """`avisos_cita.estado`. The first is the only one that changes."""

    WAITING = "por_avisar"
    WRITTEN = "mensaje"  # what became of the message is the outbox's to say
    SPOKEN = "hablado"  # whoever did it tells them, by telephone or because they stand there
    KNOWN = "sabido"  # whoever did it is who would be told
    OVERTAKEN = "rebasado"  # it changed again before they were told, which they are told instead
    LATE = "tarde"  # its time had come
    NO_NUMBER = "sin_numero"
    OPTED_OUT = "baja"

    @property
    def not_reached(self) -> bool:
        """They were to be told and cannot be: staff have to."""
        return self in (TellingState.NO_NUMBER, TellingState.OPTED_OUT)


class Telling(Frozen):
    """A change of an appointment by staff, or by how many `minutes` its doctor is late; its patient is to hear of it.
    `about` is the appointment as the change left it, `before` as it was until then (None: it was made, or is as it
    was); `person_id` is who did it, where they have a chat."""

    id: int = 0
    about: AppointmentVersion
    what: ToldOf
    before: Situation | None = None
    minutes: int | None = None
    at: Moment
    person_id: int | None = None
    state: TellingState = TellingState.WAITING
    done_at: Moment | None = None
    outbox_id: int | None = None

    @property
    def track(self) -> str:
        """What it is about; of what is about the same the newest is told: how the appointment stands, that the doctor
        is late, whether the doctor is there."""
        match self.what:
            case ToldOf.LATE:
                return "delay"
            case ToldOf.AWAY | ToldOf.BACK:
                return "absence"
        return "change"


class Told(OfMessage):
    """A telling, and how far its message got; where that `failed`, staff may have told them."""

    telling: Telling

    @property
    def heard(self) -> bool:
        """Whether they know of it, or may: a message that waits may just be going out, and of who cannot be told staff
        hear."""
        if self.telling.state is TellingState.WRITTEN:
            return self.message in ("pending", "sent")
        return self.telling.state not in (TellingState.WAITING, TellingState.OVERTAKEN)
