"""What a patient is told of an appointment of theirs: in words of ours, and in those that WhatsApp has approved."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments.who_hears import News
from booking.conversation import whom_to_write
from booking.conversation.buttons import encode
from booking.conversation.replies import appointment_texts, spanish, templates
from booking.conversation.replies.full_stops import one_point
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, WORDS
from booking.intents import (
    AnyIntent,
    AsTold,
    AsUnderstood,
    CancelAppointment,
    CheckAvailability,
    RescheduleAppointment,
)
from booking.models import (
    Appointment,
    Button,
    Conversation,
    Doctor,
    OutButtons,
    OutTemplate,
    Question,
    State,
    ToldOf,
)
from booking.models.messages import LONGEST_WITH_BUTTONS
from booking.ports import UnitOfWork

_SAID: Final = {
    ToldOf.BOOKED: (ReplyKey.TOLD_BOOKED, templates.Name.BOOKED),
    ToldOf.MOVED: (ReplyKey.TOLD_MOVED, templates.Name.MOVED),
    ToldOf.CANCELLED: (ReplyKey.TOLD_CANCELLED, templates.Name.CANCELLED),
    ToldOf.LATE: (ReplyKey.TOLD_LATE, templates.Name.DOCTOR_LATE),
    ToldOf.AWAY: (ReplyKey.DOCTOR_AWAY, templates.Name.DOCTOR_AWAY),
    ToldOf.BACK: (ReplyKey.TOLD_BACK, templates.Name.DOCTOR_BACK),
}
"""In words of ours, and in approved ones."""


class Saying(NamedTuple):
    """The message in words of ours, and in approved ones; and what it asks, None where it is to ask nothing."""

    question: Question | None
    freely: OutButtons
    approved: OutTemplate


def saying(uow: UnitOfWork, new: News, these: Sequence[Appointment], chat: Conversation, now: dt.datetime) -> Saying:
    """Of an appointment as it stands; of a series all of it, the first one first."""
    doctor = next((one for one in uow.schedules.doctors() if one.id == these[0].doctor_id), None)
    values = _values(uow, new, these, doctor)
    key, which = _SAID[new.what]
    key = ReplyKey.TOLD_SERIES if len(these) > 1 else key
    search = whom_to_write.search_of(chat, values["patient"], doctor.name if doctor and doctor.active else None)
    payloads = _payloads(which, these, search)
    question = _question(key, these, search, chat, now)
    if question is not None and new.knew is not None and len(these) == 1:
        with_whom = next((one.name for one in uow.schedules.doctors() if one.id == new.knew.doctor_id), None)
        question = question.model_copy(update={"was": new.knew.slot.start, "was_with": with_whom})
    named = {name: values[name] for name in templates.TEMPLATES[which].parameters}
    freely = _freely(key, values, payloads, asks=question is not None)
    return Saying(question, freely, templates.filled(which, payloads, **named))


def _question(
    key: ReplyKey, these: Sequence[Appointment], search: CheckAvailability, chat: Conversation, now: dt.datetime
) -> Question | None:
    """What the message leaves on screen. None: something waits for a yes there, which one to this must not be; nor is
    another time looked for in the middle of a search."""
    cancelled = key is ReplyKey.TOLD_CANCELLED
    if chat.state is State.CONFIRM or (cancelled and chat.state is not State.IDLE):
        return None
    asked = Question(reply=key.value, version=chat.draft_version, at=now, asked_by=now)
    if cancelled:
        return asked.model_copy(update={"looks_for": search})
    return asked.model_copy(update={"told": _told(these), "until": these[0].slot.start})


def _told(these: Sequence[Appointment]) -> tuple[AsTold, ...]:
    return tuple(AsTold(appointment_id=one.id, version=one.version) for one in these)


def _values(uow: UnitOfWork, new: News, these: Sequence[Appointment], doctor: Doctor | None) -> dict[str, str]:
    """What either says: the template the first of them, the free message more."""
    clinic, stands = uow.schedules.clinic(), these[0]
    zone = ZoneInfo(clinic.zone)
    (patient,) = uow.patients.get_many([stands.patient_id or 0])
    each = [(one.slot.start.astimezone(zone), one.slot.end.astimezone(zone)) for one in these]
    (start, end), *others = each
    when = "; ".join([spanish.moment(start), *(spanish.moment(other) for other, _ in others)])
    return {
        "count": str(len(each)),
        "spans": "\n".join(f"📅 {spanish.span(first, last)}" for first, last in each),
        "clinic": clinic.name,
        "patient": patient.name,
        "before": spanish.moment(new.knew.slot.start.astimezone(zone)) if new.knew else "",
        "when": when,
        "minutes": str(new.minutes),
        "doctor": doctor.name if doctor else WORDS["doctor"],
        "span": spanish.span(start, end),
        "room": appointment_texts.room(doctor.room if doctor else None),
        "place": appointment_texts.place({"address": clinic.address, "map_link": clinic.answers.map_link}),
    }


def _payloads(which: templates.Name, these: Sequence[Appointment], search: CheckAvailability) -> list[str]:
    """What its buttons mean, of the appointment as it is told of; of several it is asked which. Those that change none
    are the template's own, but for the search for another time."""
    told = _told(these)[0] if len(these) == 1 else None

    def meant(intent: AnyIntent | AsUnderstood) -> AnyIntent | AsUnderstood:
        if isinstance(intent, CheckAvailability):
            return search
        if isinstance(intent, CancelAppointment | RescheduleAppointment):
            return intent.model_copy(update={"told": told})
        return intent

    return [encode(meant(button.intent), None) for button in templates.TEMPLATES[which].buttons]


def _freely(key: ReplyKey, values: Mapping[str, str], payloads: Sequence[str], *, asks: bool) -> OutButtons:
    """The same for who wrote lately: with where it is, and nothing of the privacy notice, which they were shown."""
    text = TEXTS[key]
    said = text.body if asks else text.notice or text.body
    return OutButtons(
        body=one_point(said.format_map(values))[:LONGEST_WITH_BUTTONS],
        buttons=tuple(Button(id=id, title=button.title) for id, button in zip(payloads, text.buttons, strict=True)),
    )
