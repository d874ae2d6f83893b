"""Which changes of an appointment its patient is told of, and who it is that hears of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final, NamedTuple

from booking.models import (
    COMING,
    Actor,
    ActorKind,
    Appointment,
    AppointmentEvent,
    AppointmentVersion,
    Conversation,
    EventKind,
    Situation,
    Status,
    Telling,
    TellingState,
    TellPatient,
    Told,
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


class News(NamedTuple):
    """What they are to be told who knew an appointment as it was then (None: of none); or by how many minutes its
    doctor is late."""

    what: ToldOf
    knew: Situation | None = None
    minutes: int = 0


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


def keep_late(uow: UnitOfWork, appointment: Appointment, minutes: int, now: dt.datetime, by: Actor) -> None:
    """Have the patient of an appointment to come told that the doctor is so late; nothing else changes."""
    if appointment.slot.start <= now:
        return
    about = AppointmentVersion(id=appointment.id, version=appointment.version)
    uow.tellings.add(Telling(about=about, what=ToldOf.LATE, minutes=minutes, at=now, person_id=by.person_id))
    uow.jobs.defer(TellPatient(appointment_id=appointment.id), now)


def keep_absence(
    uow: UnitOfWork, appointment: Appointment, what: ToldOf, now: dt.datetime, by: Actor, *, tell: bool = True
) -> None:
    """Have the patient of an appointment to come told that the doctor will not be there, or will after all; without
    `tell` they hear of it otherwise."""
    if appointment.slot.start <= now:
        return
    about = AppointmentVersion(id=appointment.id, version=appointment.version)
    state = TellingState.WAITING if tell else TellingState.SPOKEN
    kept = Telling(about=about, what=what, at=now, person_id=by.person_id, state=state, done_at=None if tell else now)
    uow.tellings.add(kept)
    if tell:
        uow.jobs.defer(TellPatient(appointment_id=appointment.id), now)


def news(tellings: Sequence[Told], stands: Appointment) -> News | None:
    """What is new to the patient of an appointment as it stands, by tellings of one track alone; None:
    nothing is, or nobody is to tell them."""
    waiting = [told.telling for told in tellings if told.telling.state is TellingState.WAITING]
    if not waiting or waiting[-1].about.version != stands.version:
        return None
    if waiting[-1].what is ToldOf.LATE:
        return News(ToldOf.LATE, minutes=waiting[-1].minutes or 0) if stands.status in COMING else None
    if waiting[-1].track == "absence":
        if stands.status not in COMING:
            return None
        earlier = [told for told in tellings if told.telling.id != waiting[-1].id and told.telling.what is ToldOf.AWAY]
        untrue = waiting[-1].what is ToldOf.BACK and not any(told.heard for told in earlier)
        return None if untrue else News(waiting[-1].what)
    unheard = _unheard(tellings, Told(telling=waiting[-1]))
    knew = unheard[0].telling.before
    if stands.status is Status.CANCELLED:
        what = None if knew is None and not any(told.failed for told in unheard) else ToldOf.CANCELLED
    elif knew is None:
        what = ToldOf.BOOKED
    else:
        what = None if (knew.slot, knew.doctor_id) == (stands.slot, stands.doctor_id) else ToldOf.MOVED
    return None if what is None else News(what, knew)


def is_so_still(uow: UnitOfWork, about: AppointmentVersion) -> bool:
    """Whether what was said of an appointment as it was then is so yet: nothing has happened to it, or nothing that
    gave it another time or doctor, or an end. That it was confirmed, or that the patient is here, changes neither."""
    stands = uow.appointments.get(about.id)
    if stands.version == about.version:
        return True
    was = uow.events.list(about.id)[about.version - stands.version].before  # each version is of an event
    return stands.status in COMING and was is not None and (was.slot, was.doctor_id) == (stands.slot, stands.doctor_id)


def _unheard(tellings: Sequence[Told], newest: Told) -> Sequence[Told]:
    """The newest, and those before it of which they have not heard, oldest first. What they themselves changed between
    two of them, which leaves a gap in the versions, they know."""
    unheard = [newest]
    for told in reversed(tellings):
        if told.telling.about.version == unheard[0].telling.about.version - 1 and not told.heard:
            unheard.insert(0, told)
    return unheard


def outlook(uow: UnitOfWork, appointment: Appointment, now: dt.datetime) -> TellingState | None:
    """What becomes of telling its patient of what was just done to it: what may be promised. None: it is nothing to
    tell."""
    tellings = uow.tellings.of([appointment.id])
    if not tellings or (last := tellings[-1].telling).about.version != appointment.version:
        return None
    if last.state is not TellingState.WAITING:
        return last.state
    if news([told for told in tellings if told.telling.track == last.track], appointment) is None:
        return TellingState.OVERTAKEN
    return hearer(uow, appointment, last.person_id, now).state


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
