"""What the tools that write an appointment share: whose it is, what every order says of it, what was done.

`prepare_…` functions resolve everything and write nothing; `perform` functions do exactly what the order says, through
`booking.appointments.appointment_changes` and `booking.appointments.attendance`, and check once more whose it is.
"""

from __future__ import annotations

from typing import TypedDict

from booking.appointments.who_hears import outlook
from booking.intents import Frozen
from booking.models import (
    Appointment,
    AppointmentOrder,
    EntryOrder,
    MarkOrder,
    Moment,
    MoveOrder,
    Patient,
    Refusal,
    TellingState,
)
from booking.models.tool_answers import Why
from tools.access import Access

WHICH = "cuándo es la cita; si no se dice, hoy o la que viene de ese paciente"
PLACE = "«primera» o «ultima» si se dice que es la de ese día o de ese paciente"
UNTOLD = "«sí» si no hay que avisarle al paciente"
ALL = "«sí» si son todas las citas que haya entonces o de ese paciente"


class AppointmentDone(Frozen):
    id: int
    estado: str
    inicio: Moment
    doctor: str | None
    paciente: str | None
    aviso: TellingState | None = None  # what becomes of telling the patient; None: there is nothing to tell


class About(TypedDict):
    """What orders about an appointment that exists have in common."""

    tool: str
    appointment: Appointment
    patient: str
    doctor: str | None


def about(access: Access, appointment: Appointment, patient: Patient) -> About:
    with_whom = access.doctor_names().get(appointment.doctor_id)
    return About(tool=access.tool, appointment=appointment, patient=patient.name, doctor=with_whom)


def doctor_id_of(access: Access, said: str | None) -> int | None:
    """The doctor who was named, if one was."""
    named = access.doctor(said, needed=False)
    return named.id if named else None


def must_be_theirs(access: Access, order: AppointmentOrder) -> Appointment:
    """The appointment, if it is the caller's to change, and stays so."""
    own, now = access.own_doctor, order.appointment.doctor_id
    if own is not None and {now, order.doctor_id if isinstance(order, MoveOrder) else now} != {own}:
        raise access.no(Why.NOT_ALLOWED)
    return order.appointment


def done_to(access: Access, order: EntryOrder | AppointmentOrder, came: Appointment | Refusal) -> AppointmentDone:
    """The answer of the tool. Raises Stop for a refusal."""
    if isinstance(came, Refusal):
        raise access.no(_WHY[came])
    arrived = isinstance(order, MarkOrder) and order.status is None  # which leaves the status as it is
    return AppointmentDone(
        id=came.id,
        estado="llego" if arrived else came.status.value,
        inicio=came.slot.start.astimezone(access.zone),
        doctor=order.doctor,
        paciente=order.patient,
        aviso=None if isinstance(order, MarkOrder) else outlook(access.uow, came, access.now),
    )


_WHY = {
    Refusal.SLOT_TAKEN: Why.SLOT_TAKEN,
    Refusal.PATIENT_BUSY: Why.PATIENT_BUSY,
    Refusal.APPOINTMENT_CHANGED: Why.CHANGED,
    Refusal.TOO_LATE: Why.NOT_NOW,
}
