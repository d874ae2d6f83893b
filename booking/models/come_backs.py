"""Invitations to book again: to who did not come, and to who is to come back after so long."""

from __future__ import annotations

from enum import StrEnum

from booking.intents import Frozen
from booking.models.persons import Moment


class ComeBackWhy(StrEnum):
    """`regresos.que`."""

    MISSED = "falta"  # they did not come to an appointment
    RECALL = "volver"  # they are to come back by then, as staff entered


class ComeBackState(StrEnum):
    """`regresos.estado`. The first is the only one that changes."""

    WAITING = "por_mandar"
    WRITTEN = "mensaje"
    HAS_ONE = "tiene_cita"  # they have an appointment to come
    CHANGED = "cambio"  # they came after all, or the clinic does not invite who did not
    OPTED_OUT = "baja"
    NO_NUMBER = "sin_numero"
    LATE = "tarde"  # nothing could be sent for so long that it is of no use any more
    TAKEN_BACK = "quitada"  # by staff


class ComeBack(Frozen):
    """A patient is to be invited at `due` or soon after; of an appointment that was missed once at most."""

    id: int = 0
    patient_id: int
    why: ComeBackWhy
    due: Moment
    made_at: Moment
    appointment_id: int | None = None
    doctor_id: int | None = None
    made_by: str | None = None
    state: ComeBackState = ComeBackState.WAITING
    done_at: Moment | None = None
    outbox_id: int | None = None
