"""Use case: who did not come, and who is to come back, is invited to book; once each. Commits nothing."""

from __future__ import annotations

import datetime as dt
from typing import Final
from zoneinfo import ZoneInfo

from booking.conversation import outgoing
from booking.conversation.buttons import encode
from booking.conversation.replies import spanish, templates
from booking.conversation.replies.texts import WORDS
from booking.models import (
    COMING,
    Button,
    Clinic,
    ComeBack,
    ComeBackState,
    ComeBackWhy,
    Control,
    Conversation,
    MessageClass,
    OutButtons,
    Patient,
    State,
    Status,
)
from booking.models.messages import LONGEST_WITH_BUTTONS
from booking.ports import UnitOfWork

MOST: Final = 20
"""Invitations that one run takes up."""

AGAIN: Final = dt.timedelta(minutes=15)
"""Where somebody is in the middle of something, it is tried again after so long."""

OF_USE: Final = {ComeBackWhy.MISSED: dt.timedelta(days=2), ComeBackWhy.RECALL: dt.timedelta(days=30)}
"""What could not be sent for so long is not sent any more."""

_TEMPLATES: Final = {ComeBackWhy.MISSED: templates.Name.MISSED, ComeBackWhy.RECALL: templates.Name.RECALL}


def invite(uow: UnitOfWork, now: dt.datetime) -> int:
    """Put into the outbox those that are due, or say why not; how many were looked at. None while all is paused: what
    is of use by then goes out afterwards."""
    due = uow.come_backs.due(now, MOST)
    if not due:
        return 0
    clinic = uow.schedules.clinic()
    if clinic.policy.paused:
        return 0
    for invitation in due:
        _one(uow, clinic, invitation, now)
    return len(due)


def _one(uow: UnitOfWork, clinic: Clinic, invitation: ComeBack, now: dt.datetime) -> None:
    if (why_not := _makes_no_sense(uow, clinic, invitation, now)) is not None:
        uow.come_backs.settle(invitation.id, why_not, now)
        return
    (patient,) = uow.patients.get_many([invitation.patient_id])
    chat = uow.conversations.for_patient(patient, now)
    if chat is None or chat.reply_to is None:
        uow.come_backs.settle(invitation.id, ComeBackState.NO_NUMBER, now)
    elif chat.person.opted_out:
        uow.come_backs.settle(invitation.id, ComeBackState.OPTED_OUT, now)
    elif chat.control is Control.HUMAN or chat.state is not State.IDLE:
        uow.come_backs.put_off(invitation.id, now + AGAIN)
    else:
        put = _put(uow, clinic, invitation, patient, chat, now)
        state = ComeBackState.NO_NUMBER if put is None else ComeBackState.WRITTEN
        uow.come_backs.settle(invitation.id, state, now, put)


def _makes_no_sense(uow: UnitOfWork, clinic: Clinic, invitation: ComeBack, now: dt.datetime) -> ComeBackState | None:
    if invitation.made_at + OF_USE[ComeBackWhy.MISSED] < now and invitation.why is ComeBackWhy.MISSED:
        return ComeBackState.LATE
    if invitation.due + OF_USE[invitation.why] < now:
        return ComeBackState.LATE
    if invitation.appointment_id is not None:
        missed = uow.appointments.get(invitation.appointment_id)
        if missed.status is not Status.NO_SHOW or not clinic.policy.invite_missed:
            return ComeBackState.CHANGED
    coming = uow.appointments.list(start=now, patient_id=invitation.patient_id, statuses=sorted(COMING), limit=1)
    return ComeBackState.HAS_ONE if coming else None


def _put(
    uow: UnitOfWork, clinic: Clinic, invitation: ComeBack, patient: Patient, chat: Conversation, now: dt.datetime
) -> int | None:
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    values = {
        "clinic": clinic.name,
        "patient": patient.name,
        "doctor": doctors.get(invitation.doctor_id or 0, WORDS["doctor"]),
        "when": "",
    }
    if invitation.appointment_id is not None:
        start = uow.appointments.get(invitation.appointment_id).slot.start
        values["when"] = spanish.moment(start.astimezone(ZoneInfo(clinic.zone)))
    template = templates.TEMPLATES[_TEMPLATES[invitation.why]]
    payloads = [encode(button.intent, None) for button in template.buttons]
    named = {name: values[name] for name in template.parameters}
    buttons = zip(payloads, template.buttons, strict=True)
    return outgoing.put(
        uow,
        chat,
        OutButtons(
            body=WORDS[f"invited_{invitation.why.value}"].format_map(values)[:LONGEST_WITH_BUTTONS],
            buttons=tuple(Button(id=payload, title=button.title) for payload, button in buttons),
        ),
        MessageClass.REMINDER,
        now,
        fallback=templates.filled(_TEMPLATES[invitation.why], payloads, **named),
        expires_at=now + dt.timedelta(days=1),
    )
