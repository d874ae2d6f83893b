"""Which changes of an appointment its patient is told of, and who it is that hears of them."""

from __future__ import annotations

import datetime as dt
from typing import Final, NamedTuple

from booking.models import (
    ActorKind,
    Appointment,
    AppointmentEvent,
    AppointmentVersion,
    Conversation,
    EventKind,
    Telling,
    TellingState,
    TellPatient,
    ToldOf,
)
from booking.ports import UnitOfWork

_TOLD: Final = {
    EventKind.BOOKED: ToldOf.BOOKED,
    EventKind.OVERBOOKED: ToldOf.BOOKED,
    EventKind.MOVED: ToldOf.MOVED,
    EventKind.CANCELLED: ToldOf.CANCELLED,
}


class Hearer(NamedTuple):
    """What would become of telling them now: `WAITING`, if it can be tried. `chat` is with whoever manages the
    patient."""

    state: TellingState
    chat: Conversation | None = None


def keep(uow: UnitOfWork, event: AppointmentEvent, after: Appointment, *, tell: bool) -> None:
    """Have the patient told of a change that staff made to an appointment to come, in the transaction of the change.
    Without `tell` it is kept that they hear of it otherwise."""
    what = _TOLD.get(event.kind)
    if what is None or event.by.kind is not ActorKind.STAFF or after.slot.start <= event.at:
        return
    if what is ToldOf.BOOKED and event.before is not None:
        what = ToldOf.MOVED  # to a time that is overbooked
    uow.tellings.add(
        Telling(
            about=AppointmentVersion(id=after.id, version=after.version),
            what=what,
            before=event.before,
            at=event.at,
            person_id=event.by.person_id,
            state=TellingState.WAITING if tell else TellingState.SPOKEN,
            done_at=None if tell else event.at,
        )
    )
    if tell:
        uow.jobs.defer(TellPatient(appointment_id=after.id), event.at)


def outlook(
    uow: UnitOfWork, appointment: Appointment, person_id: int | None, now: dt.datetime, *, tell: bool
) -> TellingState:
    """What becomes of telling its patient of what was just done to it: what may be promised."""
    return hearer(uow, appointment, person_id, now).state if tell else TellingState.SPOKEN


def hearer(uow: UnitOfWork, appointment: Appointment, person_id: int | None, now: dt.datetime) -> Hearer:
    """Who hears of what `person_id` (None: somebody without a chat) did to it. Whoever has no chat yet gets one."""
    if appointment.slot.start <= now:
        return Hearer(TellingState.LATE)
    (patient,) = uow.patients.get_many([appointment.patient_id or 0])
    chat = uow.conversations.for_patient(patient, now)
    if chat is None or chat.reply_to is None:
        return Hearer(TellingState.NO_NUMBER)
    if chat.person.id == person_id:
        return Hearer(TellingState.KNOWN, chat)
    return Hearer(TellingState.OPTED_OUT if chat.person.opted_out else TellingState.WAITING, chat)
