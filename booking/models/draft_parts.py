"""What a draft has, for those who do not mind which kind it is. None where there is no draft, or its kind has no such
thing; what is no more than empty then, is empty."""

from __future__ import annotations

from typing import Any, TypeGuard

from booking.intents import OWN, Reading
from booking.models.appointments import Appointment, Hold
from booking.models.drafts import Booking, Cancellation, Choice, Draft, Move, Ordering, Proposal, Purpose
from booking.models.order_types import Order
from booking.models.persons import Patient, Person
from booking.models.staff_requests import Request, Waiting

_PURPOSES = {
    "booking": Purpose.BOOK,
    "move": Purpose.MOVE,
    "cancellation": Purpose.CANCEL,
    "ordering": Purpose.STAFF,
}

_NO_BOOKING = Booking()


def purpose_of(draft: Draft | None) -> Purpose | None:
    """What a yes would do in the end."""
    if draft is None:
        return None
    return draft.purpose if draft.kind == "choice" else _PURPOSES[draft.kind]


def seeks_time(draft: Draft | None) -> TypeGuard[Booking | Move]:
    """Whether a time is looked for, or held."""
    return draft is not None and (draft.kind == "booking" or draft.kind == "move")


def is_change(draft: Draft | None) -> TypeGuard[Choice | Move | Cancellation]:
    """Whether it is about an appointment that exists."""
    return draft is not None and draft.kind in ("choice", "move", "cancellation")


def has_more(draft: Draft | None) -> TypeGuard[Booking | Choice | Move | Cancellation]:
    """Whether another one is wanted besides what is under way."""
    return draft is not None and draft.kind != "ordering" and draft.more


def other_is_unnamed(draft: Draft | None) -> bool:
    """Whether another one is wanted besides, of somebody who has no name yet."""
    if not has_more(draft) or draft.other == OWN:
        return False
    return draft.other is None or not draft.other[0].isupper()


def wanted_besides(draft: Draft | None) -> dict[str, Any]:
    """The fields that tell of others wanted besides what is under way."""
    names = ("more", "other", "other_when", "other_doctor", "following")
    return {name: getattr(draft, name) for name in names} if has_more(draft) else {}


def booking_of(draft: Draft | None) -> Booking:
    """The new appointment, or an empty one where it is none."""
    return draft if draft is not None and draft.kind == "booking" else _NO_BOOKING


def is_booking(draft: Draft | None) -> TypeGuard[Booking]:
    """Whether it is a new appointment."""
    return draft is not None and draft.kind == "booking"


def is_ordering(draft: Draft | None) -> TypeGuard[Ordering]:
    """Whether it is something that staff asked for."""
    return draft is not None and draft.kind == "ordering"


def hold_of(draft: Draft | None) -> Hold | None:
    """The time that is held."""
    return draft.hold if seeks_time(draft) else None


def let_go_of(draft: Draft | None) -> Hold | None:
    """The time that was held before another was asked for."""
    return booking_of(draft).let_go


def refused_of(draft: Draft | None) -> tuple[str, ...]:
    """The doctors who will not do."""
    return draft.refused_doctors if seeks_time(draft) else ()


def wish_of(draft: Draft | None) -> Reading | None:
    """When it shall be."""
    if draft is None or draft.kind == "cancellation" or draft.kind == "ordering":
        return None
    return draft.wish


def doctor_of(draft: Draft | None) -> str | None:
    """The doctor asked for, or the appointment's own."""
    return draft.doctor if draft is not None and draft.kind != "ordering" else None


def note_of(draft: Draft | None) -> str | None:
    """What the doctor should know."""
    return draft.note if draft is not None and draft.kind != "ordering" else None


def proposal_of(draft: Draft | None) -> Proposal | None:
    """What a yes would do, as it was put."""
    return draft.proposal if draft is not None and draft.kind != "choice" else None


def appointment_of(draft: Draft | None) -> Appointment | None:
    """The one to move or to cancel, once it is known."""
    if draft is None or not (draft.kind == "move" or draft.kind == "cancellation"):
        return None
    return draft.appointment


def choices_of(draft: Draft | None) -> tuple[Appointment, ...]:
    """The appointments of which one is to be picked."""
    return draft.choices if draft is not None and draft.kind == "choice" else ()


def patients_of(draft: Draft | None) -> tuple[Patient, ...]:
    """Whose the appointments to be changed are, where they are not all the person's own."""
    return () if draft is None or draft.kind == "booking" or draft.kind == "ordering" else draft.patients


def request_of(draft: Draft | None) -> Request | None:
    """What staff asked for."""
    return draft.request if is_ordering(draft) else None


def order_of(draft: Draft | None) -> Order | None:
    """What a yes of staff's carries out."""
    return draft.order if is_ordering(draft) else None


def waiting_of(draft: Draft | None) -> Waiting | None:
    """What staff asked for in the same message."""
    return draft.waiting if is_ordering(draft) else None


def patient_name_of(draft: Draft | None, writer: Person | None) -> str | None:
    """The patient's name as far as it was said, or the writer's own where the appointment is theirs."""
    if draft is not None and draft.kind == "booking" and (draft.name or draft.for_other):
        return draft.name or None
    return writer.name if writer is not None else None
