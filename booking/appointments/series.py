"""A series of appointments: the first as any other, and those that follow it, held together and booked together.

Where one cannot be had at its hour it is another near it, with the same doctor; where there is none near, it is told to
have no place, before the yes. Every function works inside the caller's unit of work and commits nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo

from booking.appointments import appointment_changes, holds
from booking.appointments.history import acting, record
from booking.appointments.holds import visit_of, without_notice
from booking.errors import ChangedMeanwhile
from booking.intents import Repeats
from booking.models import (
    DAY_MINUTES,
    FIRST_VISIT,
    LIVE,
    Actor,
    Appointment,
    Assignment,
    Basis,
    Booking,
    Clinic,
    EventKind,
    Hold,
    Move,
    Occurrence,
    Person,
    Refusal,
    Slot,
)
from booking.models.draft_parts import patient_name_of
from booking.ports import Calendar, UnitOfWork
from booking.scheduling.availability import free_at, free_slots
from booking.scheduling.series_dates import around, by_nearness, due_dates, on_other_days


def planned(
    calendar: Calendar, clinic: Clinic, due: dt.datetime, doctor_id: int, every: int, now: dt.datetime, visit: str
) -> list[Slot]:
    """The times that an appointment due then could have with that doctor, the nearest first."""
    zone, days = ZoneInfo(clinic.zone), around(due, every, ZoneInfo(clinic.zone))
    found = free_slots(calendar, clinic, days.start, days.end, now, doctor_id=doctor_id, visit=visit)
    return by_nearness((free.slot for free in found), due, zone)


def calendar_of(
    uow: UnitOfWork, clinic: Clinic, first: dt.datetime, repeats: Repeats, now: dt.datetime, conversation_id: int | None
) -> tuple[Calendar, tuple[dt.datetime, ...]]:
    """What is known of all the days of a series, and when those that follow the first would begin."""
    every, times, zone = repeats.every, repeats.count, ZoneInfo(clinic.zone)
    if every is None or times is None:
        raise ValueError("nobody said how many, or how far apart")
    due = due_dates(first, every, times, zone)
    end = around(due[-1], every, zone).end
    return uow.schedules.calendar(first, end, now, except_conversation=conversation_id), due


def is_beyond(clinic: Clinic, due: dt.datetime, now: dt.datetime) -> bool:
    """Whether that day comes after the last one that can be booked."""
    zone = ZoneInfo(clinic.zone)
    last = now.astimezone(zone).date() + dt.timedelta(days=clinic.policy.horizon_days)
    return due.astimezone(zone).date() > last


def with_others(
    uow: UnitOfWork,
    clinic: Clinic,
    first: Hold,
    repeats: Repeats,
    conversation_id: int,
    now: dt.datetime,
    *,
    visit: str = FIRST_VISIT,
    before: Sequence[Occurrence] = (),
) -> Hold:
    """The hold of the first, with times held for those that follow it: with its doctor, for as long. Those that were
    held `before` stay where they are, if they still may. The caller has locked the fair turn."""
    calendar, dues = calendar_of(uow, clinic, first.slot.start, repeats, now, conversation_id)
    kept = {one.due: one for one in before if one.slot is not None}
    others: list[Occurrence] = []
    for number, due in enumerate(dues, start=2):
        if due in kept and _stays(uow, calendar, clinic, first, kept[due], conversation_id, now, visit):
            others.append(kept[due])
            continue
        if is_beyond(clinic, due, now):
            others.append(Occurrence(due=due, beyond=True))
            continue
        held: Hold | None = None
        until, reason = first.expires_at, Assignment(basis=Basis.SAME, at=now)
        near = planned(calendar, clinic, due, first.doctor_id, repeats.every or 1, now, visit)
        if number in repeats.but:
            near = on_other_days(near, due, ZoneInfo(clinic.zone))
        for slot in near:
            held = uow.appointments.hold(
                slot, first.doctor_id, conversation_id, now, until, visit=visit, assigned=reason, instead=True
            )
            if held is not None:
                break
        others.append(Occurrence(due=due, slot=held and held.slot, held_as=held and held.appointment_id))
    return first.model_copy(update={"others": tuple(others)})


def _stays(
    uow: UnitOfWork,
    calendar: Calendar,
    clinic: Clinic,
    first: Hold,
    one: Occurrence,
    conversation_id: int,
    now: dt.datetime,
    visit: str,
) -> bool:
    """Whether a time that was held is still to be had with the doctor of the first, and is held for as long now; where
    not, it is let go."""
    mine = first.model_copy(update={"slot": one.slot, "appointment_id": one.held_as, "others": ()})
    free = free_at(calendar, without_notice(clinic), mine.slot, now, visit)
    if free is not None and first.doctor_id in free.doctor_ids:
        renewed = uow.appointments.renew_hold(mine, conversation_id, first.expires_at)
        if renewed is not None and renewed.doctor_id == first.doctor_id:
            return True
    uow.appointments.release_hold(mine, conversation_id)
    return False


def keep(uow: UnitOfWork, clinic: Clinic, draft: Booking | Move, conversation_id: int, now: dt.datetime) -> Hold | None:
    """More time for what the draft holds (`holds.keep`); of a series for all of it. None: the first cannot be had."""
    repeats = draft.repeats if draft.kind == "booking" else None
    if draft.hold is None or repeats is None:
        return holds.keep(uow, clinic, draft, conversation_id, now)
    uow.appointments.lock_turn()
    hold = holds.keep(uow, clinic, draft, conversation_id, now)
    if hold is None:
        return None
    return with_others(
        uow, clinic, hold, repeats, conversation_id, now, visit=visit_of(draft), before=draft.hold.others
    )


def book(
    uow: UnitOfWork, clinic: Clinic, draft: Booking, person: Person, conversation_id: int, now: dt.datetime
) -> tuple[Appointment, ...] | Hold | Refusal:
    """Make all that the draft holds appointments of the draft's patient, by start, or none of it. The caller has the
    person's yes to each of those times. A hold: it could be had otherwise only, and is held so now; nothing is booked.

    Raises ChangedMeanwhile where a time that is held is refused all the same: the transaction is given up.
    """
    name = patient_name_of(draft, person)
    if draft.hold is None or name is None:
        raise ValueError("a draft without a hold or a name cannot be booked")
    hold = keep(uow, clinic, draft, conversation_id, now)
    if hold is None:
        return Refusal.SLOT_TAKEN
    if (hold.doctor_id, hold.others_shown()) != (draft.hold.doctor_id, draft.hold.others_shown()):
        return hold
    patient = uow.patients.find_or_create(person.id, name, person.phone, now)
    slots = [one.slot for one in hold.all_of_them()]
    taken = _taken(uow, patient.id, min(one.start for one in slots), max(one.end for one in slots))
    if any(slot.overlaps(other) for slot in slots for other in taken):
        holds.release(uow, hold, conversation_id)
        return Refusal.PATIENT_BUSY
    return tuple(_booked(uow, draft, hold, person, conversation_id, patient.id, now))


def _booked(
    uow: UnitOfWork, draft: Booking, hold: Hold, person: Person, conversation_id: int, patient_id: int, now: dt.datetime
) -> Iterator[Appointment]:
    for one in hold.all_of_them():
        done = uow.appointments.book(one, conversation_id, patient_id, visit_of(draft), draft.note, now)
        if not isinstance(done, Appointment):
            raise ChangedMeanwhile(f"of a series a time that is held is refused: {done.value}")
        yield record(uow, EventKind.BOOKED, None, done, now, acting(person, now))


def _taken(uow: UnitOfWork, patient_id: int | None, start: dt.datetime, end: dt.datetime) -> list[Slot]:
    """When the patient has other appointments then that no second one may overlap."""
    if patient_id is None:
        return []
    since = start - dt.timedelta(minutes=DAY_MINUTES)
    theirs = uow.appointments.list(start=since, end=end, patient_id=patient_id, statuses=sorted(LIVE))
    return [other.slot for other in theirs if not other.overbooked]


def foreseen(
    uow: UnitOfWork,
    clinic: Clinic,
    first: Slot,
    doctor_id: int,
    patient_id: int | None,
    repeats: Repeats,
    now: dt.datetime,
    *,
    visit: str = FIRST_VISIT,
) -> tuple[Occurrence, ...]:
    """Where those would come to lie that follow an appointment which staff enter: each when it is due, or at the
    nearest time that its doctor has free and its patient (None: somebody new) too. The minimum notice does not bind
    staff. Writes nothing. Raises ValueError where nobody said how many, or how far apart."""
    calendar, dues = calendar_of(uow, clinic, first.start, repeats, now, None)
    zone = ZoneInfo(clinic.zone)
    taken = _taken(uow, patient_id, first.start, around(dues[-1], repeats.every or 1, zone).end)
    found: list[Occurrence] = []
    for number, due in enumerate(dues, start=2):
        if is_beyond(clinic, due, now):
            found.append(Occurrence(due=due.astimezone(zone), beyond=True))
            continue
        near = planned(calendar, without_notice(clinic), due, doctor_id, repeats.every or 1, now, visit)
        if number in repeats.but:
            near = on_other_days(near, due, zone)
        free = next((slot for slot in near if not any(slot.overlaps(other) for other in taken)), None)
        local = free and Slot(start=free.start.astimezone(zone), end=free.end.astimezone(zone))
        found.append(Occurrence(due=due.astimezone(zone), slot=local))
    return tuple(found)


def enter_others(
    uow: UnitOfWork,
    clinic: Clinic,
    first: Appointment,
    others: Sequence[Occurrence],
    now: dt.datetime,
    by: Actor,
    *,
    reason: str | None = None,
    tell: bool = True,
) -> tuple[Appointment, ...]:
    """Those that follow an appointment which staff have just entered, as they were `foreseen` since then, in the same
    transaction. Raises ValueError for an appointment that is nobody's, and ChangedMeanwhile where one of them is
    refused all the same: the transaction is given up."""
    if first.patient_id is None:
        raise ValueError("nobody's appointment comes again")
    made: list[Appointment] = []
    for slot in (one.slot for one in others if one.slot is not None):
        whose = (first.doctor_id, first.patient_id)
        entered = appointment_changes.enter(
            uow, clinic, *whose, slot.start, now, by, visit=first.visit, reason=reason, tell=tell
        )
        if not isinstance(entered, Appointment):
            raise ChangedMeanwhile(f"of a series a time that is free is refused: {entered.value}")
        made.append(entered)
    return tuple(made)
