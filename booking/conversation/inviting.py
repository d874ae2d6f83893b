"""Use case: who did not come, and who is to come back, is invited to book; once each. Commits nothing."""

from __future__ import annotations

import datetime as dt
from typing import Final
from zoneinfo import ZoneInfo

from booking.conversation import outgoing, whom_to_write
from booking.conversation.buttons import encode
from booking.conversation.replies import spanish, templates
from booking.conversation.replies.full_stops import one_point
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, WORDS
from booking.conversation.whom_to_write import Unwritten
from booking.intents import CheckAvailability
from booking.models import (
    COMING,
    Button,
    Clinic,
    ComeBack,
    ComeBackState,
    ComeBackWhy,
    Conversation,
    MessageClass,
    OutButtons,
    Patient,
    Question,
    Status,
)
from booking.models.messages import LONGEST_WITH_BUTTONS
from booking.ports import UnitOfWork

MOST: Final = 20
"""Invitations that one run takes up."""

OF_USE: Final = {ComeBackWhy.MISSED: dt.timedelta(days=2), ComeBackWhy.RECALL: dt.timedelta(days=30)}
"""What could not be sent for so long is not sent any more."""

_SAID: Final = {
    ComeBackWhy.MISSED: (ReplyKey.INVITED_MISSED, templates.Name.MISSED),
    ComeBackWhy.RECALL: (ReplyKey.INVITED_BACK, templates.Name.RECALL),
}
"""In words of ours, and in approved ones."""


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
    chat = whom_to_write.chat_of(uow, patient, now)
    if isinstance(chat, Unwritten):
        uow.come_backs.settle(invitation.id, ComeBackState(chat.value), now)
    elif whom_to_write.is_busy(chat, now):
        uow.come_backs.put_off(invitation.id, now + whom_to_write.AGAIN)
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
    """The invitation, which the chat asks from then on: a yes, a tap and what is said of when look for times alike."""
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors() if doctor.active}
    doctor = doctors.get(invitation.doctor_id or 0)
    values = {"clinic": clinic.name, "patient": patient.name, "doctor": doctor or WORDS["doctor"], "when": ""}
    if invitation.appointment_id is not None:
        start = uow.appointments.get(invitation.appointment_id).slot.start
        values["when"] = spanish.moment(start.astimezone(ZoneInfo(clinic.zone)))
    key, which = _SAID[invitation.why]
    search = whom_to_write.search_of(chat, patient.name, doctor)
    payloads = [
        encode(search if isinstance(button.intent, CheckAvailability) else button.intent, None)
        for button in TEXTS[key].buttons
    ]
    titles = (button.title for button in TEXTS[key].buttons)
    until = now + OF_USE[invitation.why]
    return outgoing.ask(
        uow,
        chat,
        Question(reply=key.value, version=chat.draft_version, at=now, asked_by=now, looks_for=search, until=until),
        OutButtons(
            body=one_point(TEXTS[key].body.format_map(values))[:LONGEST_WITH_BUTTONS],
            buttons=tuple(Button(id=id, title=title) for id, title in zip(payloads, titles, strict=True)),
        ),
        MessageClass.REMINDER,
        now,
        fallback=templates.filled(which, payloads, **{n: values[n] for n in templates.TEMPLATES[which].parameters}),
        expires_at=now + OF_USE[ComeBackWhy.MISSED],
    )
