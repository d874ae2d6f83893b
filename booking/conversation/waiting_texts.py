"""What somebody who waits is told when a time is free: in words of ours, and in those that WhatsApp has approved."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments.waiting_times import Waiting
from booking.conversation.buttons import encode
from booking.conversation.replies import spanish, templates
from booking.conversation.replies.full_stops import one_point
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, WORDS
from booking.intents import AsTold, DeclineOffer, LeaveWaitingList, TakeOffer
from booking.models import Button, Clinic, Conversation, OfferedTime, OutButtons, OutTemplate, Question
from booking.models.messages import LONGEST_WITH_BUTTONS
from booking.models.who_waits import WaitingOffer
from booking.ports import UnitOfWork


class Asking(NamedTuple):
    """The question that a message asks, and the message: in words of ours, and in approved ones."""

    question: Question
    freely: OutButtons
    approved: OutTemplate


def asking(
    uow: UnitOfWork,
    clinic: Clinic,
    waiting: Waiting,
    offer: WaitingOffer,
    chat: Conversation,
    zone: ZoneInfo,
    now: dt.datetime,
) -> Asking:
    """Both say the same. Where WhatsApp does not send the one for what was asked for, it is the one of marketing. It
    may be answered until that time begins: who answers too late is told so."""
    start, end = (at.astimezone(zone) for at in (offer.hold.slot.start, offer.hold.slot.end))
    until = offer.hold.expires_at.astimezone(zone)
    name = _name(uow, waiting, chat)
    values = {
        "clinic": clinic.name,
        "patient": name or WORDS["you"],
        "when": spanish.moment(start),
        "doctor": offer.hold.doctor or WORDS["doctor"],
        "until": spanish.clock(until.time()),
    }
    which = _usable(uow)
    payloads = [
        encode(intent, None) for intent in (TakeOffer(offer=offer.id), DeclineOffer(offer=offer.id), LeaveWaitingList())
    ]
    approved = templates.filled(which, payloads, **values)
    mine = waiting.appointment
    key = ReplyKey.WAITING_OFFER if mine is None else ReplyKey.WAITING_OFFER_EARLIER
    before = "" if mine is None else spanish.moment(mine.slot.start.astimezone(zone))
    said = {**values, "patient": name or WORDS["for_you"], "span": spanish.span(start, end), "before": before}
    body = one_point(TEXTS[key].body.format_map(said))
    titles = [button.title for button in TEXTS[key].buttons]
    buttons = tuple(Button(id=payload, title=title) for payload, title in zip(payloads, titles, strict=True))
    asked_for = offer.hold.doctor if waiting.wish.doctor_id is not None else None
    moves = AsTold(appointment_id=mine.id, version=mine.version) if mine is not None else None
    offered = OfferedTime(id=offer.id, start=offer.hold.slot.start, doctor=asked_for, moves=moves)
    question = Question(
        reply=key.value,
        version=chat.draft_version,
        at=now,
        asked_by=now,
        offered=offered,
        until=offer.hold.slot.start,
    )
    return Asking(question, OutButtons(body=body[:LONGEST_WITH_BUTTONS], buttons=buttons), approved)


def _name(uow: UnitOfWork, waiting: Waiting, chat: Conversation) -> str | None:
    """For whom it is; None where that is whoever writes and nobody knows their name."""
    mine = waiting.appointment
    if mine is not None and mine.patient_id is not None:
        (patient,) = uow.patients.get_many([mine.patient_id])
        return patient.name
    own = None if waiting.entry.for_other else chat.person.name
    return waiting.entry.name or own


def _usable(uow: UnitOfWork) -> templates.Name:
    name = templates.Name.TIME_FREED
    state = uow.templates.get(name, templates.TEMPLATES[name].language)
    return name if state is None or state.is_usable else templates.Name.TIME_FREED_PROMOTED
