"""What somebody who waits is told when a time is free: in words of ours, and in those that WhatsApp has approved."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from booking.appointments.waiting_times import Waiting
from booking.conversation.buttons import encode
from booking.conversation.replies import spanish, templates
from booking.conversation.replies.texts import WORDS
from booking.intents import DeclineOffer, LeaveWaitingList, TakeOffer
from booking.models import Button, Clinic, Conversation, OutButtons, OutTemplate
from booking.models.who_waits import WaitingOffer
from booking.ports import UnitOfWork

_LONGEST = 1024  # characters of a message with buttons


def message_of(
    uow: UnitOfWork, clinic: Clinic, waiting: Waiting, offer: WaitingOffer, chat: Conversation, zone: ZoneInfo
) -> tuple[OutButtons, OutTemplate]:
    """Both say the same. Where WhatsApp does not send the one for what was asked for, it is the one of marketing."""
    start, end = (at.astimezone(zone) for at in (offer.hold.slot.start, offer.hold.slot.end))
    until = offer.hold.expires_at.astimezone(zone)
    values = {
        "clinic": clinic.name,
        "patient": _patient(uow, waiting, chat),
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
    word = "waiting_offer" if mine is None else "waiting_offer_earlier"
    before = "" if mine is None else spanish.moment(mine.slot.start.astimezone(zone))
    body = WORDS[word].format_map({**values, "span": spanish.span(start, end), "before": before})
    titles = [button.title for button in templates.TEMPLATES[which].buttons]
    buttons = tuple(Button(id=payload, title=title) for payload, title in zip(payloads, titles, strict=True))
    return OutButtons(body=body[:_LONGEST], buttons=buttons), approved


def _patient(uow: UnitOfWork, waiting: Waiting, chat: Conversation) -> str:
    """For whom it is; "you" where that is whoever writes and nobody knows their name."""
    mine = waiting.appointment
    if mine is not None and mine.patient_id is not None:
        (patient,) = uow.patients.get_many([mine.patient_id])
        return patient.name
    own = None if waiting.entry.for_other else chat.person.name
    return waiting.entry.name or own or WORDS["you"]


def _usable(uow: UnitOfWork) -> templates.Name:
    name = templates.Name.TIME_FREED
    state = uow.templates.get(name, templates.TEMPLATES[name].language)
    return name if state is None or state.is_usable else templates.Name.TIME_FREED_PROMOTED
