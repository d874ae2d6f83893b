"""Which of a person's appointments a message is about."""

from __future__ import annotations

from collections.abc import Sequence

from booking.conversation.meaning.naming import is_theirs
from booking.conversation.turn import Turn
from booking.intents import (
    AnyIntent,
    AsTold,
    Attend,
    CancelAppointment,
    JoinWaitingList,
    ListAppointments,
    Reading,
    RescheduleAppointment,
)
from booking.models import Appointment, Patient


def time_of_the_one_meant(intent: AnyIntent) -> Reading | None:
    """What a message says of the appointment that it wants to change, to be earlier, or to be shown."""
    if isinstance(intent, CancelAppointment):
        return intent.when
    return intent.of if isinstance(intent, RescheduleAppointment | JoinWaitingList | ListAppointments) else None


def told_of(intent: AnyIntent) -> tuple[AsTold, ...]:
    """The appointments that the message was about whose button was tapped, or that was answered."""
    if isinstance(intent, Attend):
        return intent.those
    told = intent.told if isinstance(intent, CancelAppointment | RescheduleAppointment) else None
    return () if told is None else (told,)


def those_meant(turn: Turn, these: Sequence[Appointment], patients: Sequence[Patient]) -> Sequence[Appointment]:
    """Those of these of the one whose appointment is spoken of, with the doctor who is
    named: the doctors are known by then."""
    intent = turn.intent
    speaks = CancelAppointment | RescheduleAppointment | ListAppointments | JoinWaitingList
    said = intent.whose if isinstance(intent, speaks) else None
    if said is None:
        return _with_the_doctor(turn, these)
    names = {patient.id: patient.name for patient in patients}
    own = turn.conversation.person.name if said.own or said.name is None else None
    theirs = [a for a in these if a.patient_id in names and is_theirs(names[a.patient_id], said, own)]
    return _with_the_doctor(turn, theirs)


def _with_the_doctor(turn: Turn, these: Sequence[Appointment]) -> Sequence[Appointment]:
    """Those with the doctor of whom the appointment is said to be. Who wants to move one may mean that it is to be
    with that doctor then: where none is, that says nothing of which."""
    intent = turn.intent
    speaks = CancelAppointment | RescheduleAppointment | ListAppointments
    said = intent.of_doctor if isinstance(intent, speaks) else None
    if said is None:
        return these
    doctor = next((one.id for one in turn.found.doctors or () if one.name == said), None)
    found = [one for one in these if one.doctor_id == doctor]
    return found or (these if isinstance(intent, RescheduleAppointment) else ())
