"""What a person and we have agreed on so far, in whatever is under way: a draft, of one of five kinds.

Each kind has the fields that it may use and no others, and says which it is (`kind`, compared with `==`). Whoever asks
a draft for what its kind has not, is refused: AttributeError. What several kinds have is read by `draft_parts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, TypeAdapter, model_validator

from booking.intents import Frozen, OneMore, Reading, Repeats
from booking.models.appointments import Appointment, Hold, Occurrence
from booking.models.older_shapes import draft_as_now, terms_as_now
from booking.models.order_types import Order
from booking.models.persons import Moment, Patient
from booking.models.schedules import Slot
from booking.models.staff_requests import Request, Waiting


class Purpose(StrEnum):
    """What a yes would do in the end."""

    BOOK = "book"
    MOVE = "move"
    CANCEL = "cancel"
    STAFF = "staff"


class Terms(Frozen):
    """What a yes does, whole: a proposal shows just this, and its yes does just this, or nothing."""

    slot: Slot | None = None  # the time that is booked, or moved to
    doctor_id: int | None = None  # who has it then
    doctor: str | None = None
    room: str | None = None  # where that doctor sees patients
    patient: str | None = None  # whose it is; None at a change: the person's own
    visit: str | None = None  # its type, where it was said
    note: str | None = None  # what the doctor is told
    place: str | None = None
    appointment_id: int | None = None  # of the one that is moved or cancelled
    before: Slot | None = None  # the time it has
    before_with: int | None = None  # and its doctor
    order: Order | None = None  # of staff's
    others: tuple[Occurrence, ...] = Field(default=(), exclude_if=lambda others: not others)  # that follow, of a series

    _older = model_validator(mode="before")(terms_as_now)


class Proposal(Frozen):
    """What a yes would do, as it was put to the person.

    `version` is the draft version its buttons carry; `asked_by` is WhatsApp's timestamp of the message
    that led to it: a typed yes sent before that was not an answer to it. `terms` is what was shown; None, of a
    proposal stored before they were kept, is what no yes does.
    """

    version: int
    made_at: Moment
    asked_by: Moment
    terms: Terms | None = None


class _Draft(Frozen):
    """Of any kind."""

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """The same with other values. Raises AttributeError for a field that this kind of draft has not."""
        for name in update or ():
            if name not in type(self).model_fields:
                raise AttributeError(f"{type(self).__name__} has no {name}")
        return super().model_copy(update=update, deep=deep)


class _FirstOfSeveral(_Draft):
    """Of one that others are wanted besides, once it is made, moved or cancelled."""

    more: bool = False  # another one was asked for with it
    other: str | None = None  # whose that is, in one word
    other_when: Reading | None = None  # when that shall be, where it was said
    other_doctor: str | None = None  # and with whom
    following: tuple[OneMore, ...] = ()  # those wanted after that one


class Booking(_FirstOfSeveral):
    """A new appointment: a time is looked for, or is held."""

    kind: Literal["booking"] = "booking"
    wish: Reading | None = None
    doctor: str | None = None  # asked for by name, as the clinic writes it
    refused_doctors: tuple[str, ...] = ()
    visit: str | None = None  # its type, where it was said
    repeats: Repeats | None = None  # it is the first of a series
    name: str | None = None  # of the patient
    for_other: bool = False  # the patient is somebody else than who writes
    whole_name: bool = False  # the name is one word, and said to be all of it
    note: str | None = None  # what the doctor should know
    let_go: Hold | None = None  # what was held before another time was asked for
    earlier: tuple[Hold, ...] = ()  # what was held before that, the first ones, in their order
    hold: Hold | None = None
    proposal: Proposal | None = None


class Choice(_FirstOfSeveral):
    """One of several appointments is to be picked, to move or to cancel it."""

    kind: Literal["choice"] = "choice"
    purpose: Literal[Purpose.MOVE, Purpose.CANCEL]
    choices: tuple[Appointment, ...] = Field(min_length=1)
    patients: tuple[Patient, ...] = ()  # whose they are, where they are not all the person's own
    wish: Reading | None = None  # when it shall be
    doctor: str | None = None  # asked for by name
    anyone: bool = False  # or whoever is free
    another: bool = False  # or another than it is with
    refused_doctors: tuple[str, ...] = ()
    note: str | None = None


class Move(_FirstOfSeveral):
    """An appointment that gets another time: one is looked for, or is held."""

    kind: Literal["move"] = "move"
    appointment: Appointment
    patients: tuple[Patient, ...] = ()  # whose it is, where not all are the person's own
    wish: Reading | None = None
    doctor: str | None = None  # asked for by name, or its own
    refused_doctors: tuple[str, ...] = ()
    note: str | None = None
    let_go: Hold | None = None  # as of a booking
    earlier: tuple[Hold, ...] = ()
    hold: Hold | None = None
    proposal: Proposal | None = None


class Cancellation(_FirstOfSeveral):
    """An appointment that is to be cancelled. Its doctor is kept for a change of mind, to move it instead."""

    kind: Literal["cancellation"] = "cancellation"
    appointment: Appointment
    patients: tuple[Patient, ...] = ()
    doctor: str | None = None
    note: str | None = None
    proposal: Proposal | None = None


class Ordering(_Draft):
    """Something that staff asked for: what it still needs is asked, then the order waits for its yes."""

    kind: Literal["ordering"] = "ordering"
    request: Request | None = None  # what was asked for
    order: Order | None = None  # what a yes carries out
    waiting: Waiting | None = None  # what was asked for in the same message, to be taken up after this
    proposal: Proposal | None = None


KINDS_OF_DRAFT = (Booking, Choice, Move, Cancellation, Ordering)
Draft = Annotated[
    Annotated[Booking | Choice | Move | Cancellation | Ordering, Field(discriminator="kind")],
    BeforeValidator(draft_as_now),
]
DRAFT: TypeAdapter[Draft] = TypeAdapter(Draft)
"""Reads a stored draft, of an earlier release too. Raises ValueError."""
