"""Use case: patients are thanked for their visit and asked, once, how it was, if the clinic asks. Commits nothing.

What is due is due until something became of it: nothing depends on when this runs, and what is killed halfway is done
anew."""

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
from booking.intents import AsTold, Rate
from booking.models import (
    Appointment,
    AppointmentVersion,
    Clinic,
    Conversation,
    ListRow,
    MessageClass,
    OutList,
    Patient,
    Question,
    Rating,
    RatingState,
    Status,
)
from booking.models.messages import LONGEST_WITH_BUTTONS
from booking.models.ratings import OF_USE
from booking.ports import UnitOfWork
from booking.scheduling.quiet import end_of_quiet

MOST: Final = 20
"""Visits that one run takes up."""


def ask(uow: UnitOfWork, now: dt.datetime) -> int:
    """Put the questions that are due into the outbox, or say why not; how many were looked at. None while the clinic is
    quiet, or all is paused."""
    due = uow.ratings.due(now, MOST)
    if not due:
        return 0
    clinic = uow.schedules.clinic()
    if clinic.policy.paused or end_of_quiet(clinic, now) is not None:
        return 0
    for rating in due:
        _one(uow, clinic, rating, now)
    return len(due)


def _one(uow: UnitOfWork, clinic: Clinic, rating: Rating, now: dt.datetime) -> None:
    visit = uow.appointments.get(rating.appointment_id)
    if visit.status is not Status.COMPLETED or not clinic.policy.ask_rating:
        uow.ratings.settle(rating.id, RatingState.CHANGED, now)
        return
    if visit.slot.end + OF_USE < now:
        uow.ratings.settle(rating.id, RatingState.LATE, now)
        return
    (patient,) = uow.patients.get_many([visit.patient_id or 0])
    chat = whom_to_write.chat_of(uow, patient, now)
    if isinstance(chat, Unwritten):
        uow.ratings.settle(rating.id, RatingState(chat.value), now)
    elif whom_to_write.is_busy(chat, now):
        uow.ratings.put_off(rating.id, now + whom_to_write.AGAIN)
    else:
        outbox_id = _put(uow, clinic, visit, patient, chat, now)
        if outbox_id is None:
            uow.ratings.settle(rating.id, RatingState.NO_NUMBER, now)
        else:
            uow.ratings.asked(rating.id, visit.version, outbox_id, now)


def _put(
    uow: UnitOfWork, clinic: Clinic, visit: Appointment, patient: Patient, chat: Conversation, now: dt.datetime
) -> int | None:
    """The question, which the chat asks from then on."""
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    told = AsTold(appointment_id=visit.id, version=visit.version)
    values = {
        "clinic": clinic.name,
        "patient": patient.name,
        "doctor": doctors.get(visit.doctor_id, WORDS["doctor"]),
        "when": spanish.moment(visit.slot.start.astimezone(ZoneInfo(clinic.zone))),
    }
    buttons = templates.TEMPLATES[templates.Name.RATING].buttons
    marks = [button.intent.model_copy(update={"told": told}) for button in buttons if isinstance(button.intent, Rate)]
    payloads = [encode(mark, None) for mark in marks]
    rows = (ListRow(id=id, title=button.title) for id, button in zip(payloads, buttons, strict=True))
    body = one_point(TEXTS[ReplyKey.RATING].body.format_map(values))[:LONGEST_WITH_BUTTONS]
    until = now + OF_USE
    question = Question(
        reply=ReplyKey.RATING.value, version=chat.draft_version, at=now, asked_by=now, told=(told,), until=until
    )
    return outgoing.ask(
        uow,
        chat,
        question,
        OutList(body=body, button=WORDS["rating_pick"], rows=tuple(rows)),
        MessageClass.REMINDER,
        now,
        fallback=templates.filled(templates.Name.RATING, payloads, **values),
        about=AppointmentVersion(id=visit.id, version=visit.version),
        expires_at=visit.slot.end + OF_USE,
    )
