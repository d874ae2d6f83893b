"""Use case: whoever manages patients is reminded of their appointments, of all of one day in one message. Commits
nothing.

A reminder is due until something became of it: nothing depends on when this runs, and what is killed halfway is done
anew."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments import reminder_times, who_hears
from booking.appointments.away import awaits_move, without_doctor
from booking.conversation import outgoing, reminders_held
from booking.conversation.buttons import encode
from booking.conversation.replies import render, spanish, templates
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, WORDS
from booking.errors import NotFound
from booking.intents import AsTold, of_those
from booking.models import (
    Appointment,
    AppointmentVersion,
    Button,
    Clinic,
    Control,
    Conversation,
    Doctor,
    MessageClass,
    OutButtons,
    Patient,
    Question,
    RemindChat,
    Reminder,
    Reply,
    Skipped,
    State,
    Status,
)
from booking.models.messages import LONGEST_WITH_BUTTONS
from booking.ports import UnitOfWork
from booking.scheduling.quiet import end_of_quiet

MOST: Final = 4
"""Appointments in one message; each has its place in the buttons."""

BUSY: Final = dt.timedelta(minutes=10)
"""Who wrote so lately and is about something is not interrupted;"""

ON_SCREEN: Final = dt.timedelta(minutes=30)
"""nor who has so lately been shown something to say yes to."""


class _Due(NamedTuple):
    """A reminder and the appointment as it stands."""

    reminder: Reminder
    appointment: Appointment


def find(uow: UnitOfWork, now: dt.datetime) -> Sequence[RemindChat]:
    """Have a job see to each chat in which something is due, and leave what nobody can be reminded of; these jobs.
    None while the clinic is quiet, or all is paused."""
    try:
        clinic = uow.schedules.clinic()
    except NotFound:
        return ()
    uow.reminders.fill(now)
    if clinic.policy.paused or end_of_quiet(clinic, now) is not None:
        return ()
    chats: dict[int, list[int]] = {}
    nobody: list[int] = []
    for id in uow.reminders.due(now):
        one = uow.appointments.get(id)
        chat = who_hears.hearer(uow, one, None, now).chat if reminded_still(one, now) else None
        if chat is not None:
            chats.setdefault(chat.id, []).append(id)
        else:
            nobody.append(id)
    for told in uow.reminders.lock(nobody):
        one = uow.appointments.get(told.reminder.about.id)
        why = reminder_times.left(told.reminder, one, clinic, now) or Skipped.NO_NUMBER
        if told.reminder.due_at <= now:
            uow.reminders.skip([told.reminder.id], why, now)
    jobs = [RemindChat(conversation_id=chat, appointment_ids=tuple(ids)) for chat, ids in chats.items()]
    uow.jobs.defer_all([(job, None) for job in jobs], now)
    return jobs


def reminded_still(appointment: Appointment, now: dt.datetime) -> bool:
    """It is booked, and has not begun."""
    return appointment.status is Status.BOOKED and now < appointment.slot.start


def remind(uow: UnitOfWork, conversation_id: int, appointment_ids: Sequence[int], now: dt.datetime) -> int | None:
    """Put into the outbox what is due of these appointments, and what is said with it; the message's id. None: nothing
    is said now. What can wait is due until later; of what is left it is kept why."""
    chat, clinic = uow.conversations.lock(conversation_id), uow.schedules.clinic()
    if clinic.policy.paused or end_of_quiet(clinic, now) is not None or _is_busy(chat, now):
        return None
    theirs = {one.id: one for one in (uow.appointments.get(id) for id in appointment_ids)}
    coming = uow.appointments.list(start=now, person_id=chat.person.id, statuses=(Status.BOOKED,))
    theirs |= {one.id: one for one in coming}
    waiting = [_Due(told.reminder, theirs[told.reminder.about.id]) for told in uow.reminders.lock(theirs)]
    left = {due.reminder.id: reminder_times.left(due.reminder, due.appointment, clinic, now) for due in waiting}
    for due in waiting:
        if (why := left[due.reminder.id]) is not None and due.reminder.due_at <= now:
            uow.reminders.skip([due.reminder.id], why, now)
    waiting = [due for due in waiting if left[due.reminder.id] is None]
    away = without_doctor(uow, [due.appointment for due in waiting])
    left_out = [due for due in waiting if due.appointment.id in away and due.reminder.due_at <= now]
    uow.reminders.skip([due.reminder.id for due in left_out], Skipped.AWAY, now)
    asked = awaits_move(uow, [due.appointment.id for due in left_out])
    undecided = {due.appointment.id: due.appointment for due in left_out if due.appointment.id not in asked}
    reminders_held.call_staff(uow, undecided.values(), now)
    waiting = [due for due in waiting if due.appointment.id not in away]
    said = _to_be_said(uow, waiting, clinic, now)
    if not said:
        return None
    ids = [due.reminder.id for due in said]
    if chat.person.opted_out:
        uow.reminders.skip(ids, Skipped.OPTED_OUT, now)
        return None
    outbox_id = _put(uow, chat, clinic, [due.appointment for due in said], now)
    if outbox_id is None:
        uow.reminders.skip(ids, Skipped.NO_NUMBER, now)
    else:
        uow.reminders.written(ids, outbox_id, now)
    return outbox_id


def _is_busy(chat: Conversation, now: dt.datetime) -> bool:
    """Somebody of the clinic has the chat, or the person is in the middle of something."""
    if chat.control is Control.HUMAN:
        return True
    wait = ON_SCREEN if chat.state is State.CONFIRM else BUSY
    return chat.state is not State.IDLE and chat.updated_at is not None and now < chat.updated_at + wait


def _to_be_said(uow: UnitOfWork, waiting: Sequence[_Due], clinic: Clinic, now: dt.datetime) -> Sequence[_Due]:
    """Of each appointment the nearest that is due, with those of the same day that go with it, by time."""
    zone = ZoneInfo(clinic.zone)
    nearest: dict[int, _Due] = {}
    for due in waiting:
        if due.reminder.due_at <= now:
            known = nearest.get(due.appointment.id)
            nearer = known is None or due.reminder.minutes < known.reminder.minutes
            passed = known if nearer else due
            if passed is not None:
                uow.reminders.skip([passed.reminder.id], Skipped.NEARER, now)
            if nearer:
                nearest[due.appointment.id] = due
    days = [(_day(due, zone), due.reminder.minutes) for due in nearest.values()]
    for due in waiting:
        if due.appointment.id not in nearest and any(
            _day(due, zone) == day and reminder_times.goes_with(due.reminder, minutes, now) for day, minutes in days
        ):
            nearest[due.appointment.id] = due
    return sorted(nearest.values(), key=lambda due: (due.appointment.slot.start, due.appointment.id))[:MOST]


def _day(due: _Due, zone: ZoneInfo) -> dt.date:
    return due.appointment.slot.start.astimezone(zone).date()


def _put(
    uow: UnitOfWork, chat: Conversation, clinic: Clinic, these: Sequence[Appointment], now: dt.datetime
) -> int | None:
    """One message of all of them, which the chat asks from then on."""
    told = tuple(AsTold(appointment_id=one.id, version=one.version) for one in these)
    patients = {p.id: p for p in uow.patients.get_many(sorted({one.patient_id or 0 for one in these}))}
    doctors = {doctor.id: doctor for doctor in uow.schedules.doctors()}
    key = ReplyKey.REMINDER if len(these) == 1 else ReplyKey.REMINDER_OF_SEVERAL
    which = templates.Name.REMINDER if len(these) == 1 else templates.Name.REMINDER_OF_SEVERAL
    payloads = [encode(of_those(button.intent, told), None) for button in templates.TEMPLATES[which].buttons]
    values = _in_template(these, clinic, patients, doctors)
    approved = templates.filled(
        which, payloads, **{name: values[name] for name in templates.TEMPLATES[which].parameters}
    )
    (written, *_) = render.render([Reply(key=key.value, params=_raw(these, clinic, patients, doctors))])
    titles = (button.title for button in TEXTS[key].buttons)
    message = OutButtons(
        body=getattr(written, "body", "")[:LONGEST_WITH_BUTTONS],
        buttons=tuple(Button(id=id, title=title) for id, title in zip(payloads, titles, strict=True)),
    )
    begins = min(one.slot.start for one in these)
    asked = Question(reply=key.value, version=chat.draft_version, at=now, asked_by=now, told=told, until=begins)
    return outgoing.ask(
        uow,
        chat,
        asked,
        message,
        MessageClass.REMINDER,
        now,
        fallback=approved,
        about=AppointmentVersion(id=these[0].id, version=these[0].version),
        expires_at=begins - reminder_times.TOO_NEAR + dt.timedelta(minutes=1),
    )


def _preparation(these: Iterable[Appointment], clinic: Clinic) -> str:
    """What to come prepared with, said once."""
    said = (clinic.policy.preparation(one.visit) for one in these)
    return "; ".join(dict.fromkeys(text for text in said if text))


def _in_template(
    these: Sequence[Appointment], clinic: Clinic, patients: Mapping[int, Patient], doctors: Mapping[int, Doctor]
) -> dict[str, str]:
    zone, first = ZoneInfo(clinic.zone), these[0]

    def of(one: Appointment) -> dict[str, str]:
        doctor = doctors.get(one.doctor_id)
        return {
            "patient": patients[one.patient_id or 0].name,
            "when": spanish.moment(one.slot.start.astimezone(zone)),
            "doctor": doctor.name if doctor else WORDS["doctor"],
        }

    where = (clinic.address, clinic.answers.map_link)
    return of(first) | {
        "clinic": clinic.name,
        "appointments": "; ".join(WORDS["reminder_appointment"].format_map(of(one)) for one in these),
        "place": " · ".join(said for said in where if said) or clinic.name,
        "preparation": _preparation(these, clinic).rstrip(".") or WORDS["no_preparation"],
    }


def _raw(
    these: Sequence[Appointment], clinic: Clinic, patients: Mapping[int, Patient], doctors: Mapping[int, Doctor]
) -> dict[str, object]:
    """As the values of a reply are."""
    zone = ZoneInfo(clinic.zone)

    def of(one: Appointment) -> dict[str, object]:
        doctor = doctors.get(one.doctor_id)
        start, end = (at.astimezone(zone).isoformat() for at in (one.slot.start, one.slot.end))
        return {
            "span": {"start": start, "end": end},
            "doctor": doctor.name if doctor else None,
            "room": doctor.room if doctor else None,
            "patient": patients[one.patient_id or 0].name,
        }

    place = {"address": clinic.address, "map_link": clinic.answers.map_link}
    said = {
        "draft_version": 0,
        "clinic": clinic.name,
        "place": place,
        "preparation": _preparation(these, clinic) or None,
    }
    return of(these[0]) | said | {"coming": [of(one) for one in these]}
