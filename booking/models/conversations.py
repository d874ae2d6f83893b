"""How far a conversation has come."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Literal

from pydantic import Field

from booking.intents import CheckAvailability, Frozen, Reading, UseTool
from booking.models.appointments import Appointment, Hold
from booking.models.order_types import Order
from booking.models.persons import Identity, Moment, Patient, Person
from booking.models.schedules import FreeSlot, Slot


class State(StrEnum):
    IDLE = "IDLE"
    SLOT_SELECTION = "SLOT_SELECTION"
    CUSTOMER_DATA = "CUSTOMER_DATA"
    CONFIRM = "CONFIRM"


class SubState(StrEnum):
    """Where a conversation stands, more closely than the state that is stored: what of its state the draft says. Read
    off both by `sub_state_of`, so that a state and its draft cannot disagree."""

    IDLE = "IDLE"
    OFFER = "OFFER"  # a time is looked for, to book
    MOVE_OFFER = "MOVE_OFFER"  # a time is looked for, to move an appointment to
    PICK = "PICK"  # one of several appointments is to be picked
    NAME = "NAME"  # a time is held, and the patient's name is missing
    ORDER_QUESTION = "ORDER_QUESTION"  # something that staff's order needs is missing
    CONFIRM_BOOK = "CONFIRM_BOOK"
    CONFIRM_MOVE = "CONFIRM_MOVE"
    CONFIRM_CANCEL = "CONFIRM_CANCEL"
    CONFIRM_ORDER = "CONFIRM_ORDER"  # one of staff's

    @property
    def parent(self) -> State:
        """The state that is stored."""
        return _PARENTS[self]


_PARENTS = {
    SubState.IDLE: State.IDLE,
    SubState.OFFER: State.SLOT_SELECTION,
    SubState.MOVE_OFFER: State.SLOT_SELECTION,
    SubState.PICK: State.SLOT_SELECTION,
    SubState.NAME: State.CUSTOMER_DATA,
    SubState.ORDER_QUESTION: State.CUSTOMER_DATA,
    SubState.CONFIRM_BOOK: State.CONFIRM,
    SubState.CONFIRM_MOVE: State.CONFIRM,
    SubState.CONFIRM_CANCEL: State.CONFIRM,
    SubState.CONFIRM_ORDER: State.CONFIRM,
}


class Control(StrEnum):
    """Who answers the chat."""

    BOT = "bot"
    HUMAN = "human"


class Purpose(StrEnum):
    BOOK = "book"
    MOVE = "move"
    CANCEL = "cancel"
    STAFF = "staff"


class Offer(Frozen):
    """What the last availability check found and showed, in its order; options count from 1."""

    version: int
    made_at: Moment
    found: tuple[FreeSlot, ...]
    others: bool = False  # nothing as wished is free: these are the nearest
    between: bool = False  # for no visit begins at that hour
    closed: bool = False  # for there are no hours at all at the time wished, on any of the days wished
    beyond: bool = False  # for that day comes after the last one that can be booked


class Terms(Frozen):
    """What a yes does, whole: a proposal shows just this, and its yes does just this, or nothing."""

    slot: Slot | None = None  # the time that is booked, or moved to
    doctor_id: int | None = None  # who has it then
    doctor: str | None = None
    patient: str | None = None  # whose it is; None at a change: the person's own
    kind: str | None = None  # type of the visit, where it was said
    reason: str | None = None  # what the doctor is told
    place: str | None = None
    appointment_id: int | None = None  # of the one that is moved or cancelled
    before: Slot | None = None  # the time it has
    before_with: int | None = None  # and its doctor
    order: Order | None = None  # of staff's


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


class Picked(Frozen):
    """One patient or one appointment; the id is ours, never read from a message."""

    what: Literal["patient", "appointment"]
    id: int


class Option(Frozen):
    """One of several people or appointments that fit; `picks` None: its text says which."""

    text: str
    picks: Picked | None = None
    at: Moment | None = None
    tail: str | None = None  # last digits of the number


class Asked(Frozen):
    """What a tool needs before it can go on, as it was put to staff: the words of `field`, or one of so many
    `options`. Without a field nothing is missing: the order is proposed, and what is `given` may be changed."""

    tool: str
    field: str = ""
    given: tuple[str, ...] = ()  # parameters said so far
    time: bool = False  # the words are about time
    part: Literal["day", "time"] | None = None  # what is missing of it
    options: int = 0


class Request(Frozen):
    """What staff asked a tool for, as far as it was said, and what they are asked now; kept beside the order that came
    of it, so that it can be changed."""

    asked: Asked
    arguments: tuple[tuple[str, str], ...] = ()
    options: tuple[Option, ...] = ()
    chosen: Picked | None = None  # what was picked from a list before
    whole_clinic: bool | None = None  # with whose rights it was asked: of the desk; None: from before that was kept
    doctor_id: int | None = None  # or of this doctor


class Waiting(Frozen):
    """What else staff asked for in one message, in order: each is taken up when the one before it is done with.
    `since` is when it was said; "mañana" in it is the day after that."""

    calls: tuple[UseTool, ...]
    since: Moment


class Draft(Frozen):
    """What the person and we have agreed on so far in this flow. IDLE has none."""

    purpose: Purpose = Purpose.BOOK
    appointment: Appointment | None = None  # the one to move or cancel
    choices: tuple[Appointment, ...] = ()  # several, of which the person is to pick that one
    patients: tuple[Patient, ...] = ()  # whose they are, where they are not all the person's own
    wish: Reading | None = None
    doctor: str | None = None  # asked for by name, as the clinic writes it
    without: tuple[str, ...] = ()  # doctors who will not do
    kind: str | None = None  # type of the visit, where it was said
    name: str | None = None
    for_other: bool = False
    whole: bool = False  # the name is one word, and said to be all of it
    reason: str | None = None  # what the doctor should know
    hold: Hold | None = None
    proposal: Proposal | None = None
    order: Order | None = None  # what a yes of staff's carries out
    request: Request | None = None  # what staff asked for
    waiting: Waiting | None = None  # what staff asked for in the same message, to be taken up after this


_ANSWERABLE = dt.timedelta(hours=12)
"""So long after a question a bare "sí" still answers it."""


class Question(Frozen):
    """What the last message of ours asked; the next thing said may answer it, and nothing after that. What answers it
    is declared with the reply (`booking/conversation/replies/es.toml`).

    `version` is the draft version the question is about; `asked_by` is WhatsApp's timestamp of the message that led to
    it: what was sent before that is no answer.
    """

    reply: str  # the key of the reply that asked
    version: int
    at: Moment
    asked_by: Moment
    one: bool = False  # it listed one thing only: "is it this one?"
    choices: tuple[CheckAvailability, ...] = ()  # the times it gave to choose from, in the order of their buttons

    def may_be_answered(self, version: int, sent_at: Moment, received_at: Moment) -> bool:
        """Whether a message sent and received then was written with the question on screen, and not long after it."""
        written = sent_at >= self.asked_by and self.at <= received_at < self.at + _ANSWERABLE
        return written and version == self.version


_LATELY = dt.timedelta(hours=12)
"""So long after an appointment was made, a change of mind is about that one."""


class Made(Frozen):
    """The appointment that a chat booked or moved last: what "mejor el viernes" said shortly afterwards is about."""

    start: Moment
    at: Moment  # when that was done
    patient: str | None = None  # whose it is, where it is somebody else's than the person's own

    def is_spoken_of(self, now: dt.datetime) -> bool:
        """Whether it is still to come, and was made a short while ago."""
        return now < self.start and now < self.at + _LATELY


class Conversation(Frozen):
    """One person's chat with the clinic. `version` counts stored changes, `draft_version` what buttons refer to."""

    id: int
    person: Person
    state: State = State.IDLE
    control: Control = Control.BOT
    control_until: Moment | None = None
    draft: Draft | None = None
    offer: Offer | None = None
    made: Made | None = None
    question: Question | None = None
    misses: int = Field(default=0, ge=0)
    version: int = 0
    draft_version: int = 0
    turns: int = 0  # turns handled so far; numbers the log
    reply_to: Identity | None = None  # who wrote last; answers go there
    updated_at: Moment | None = None


def sub_state_of(chat: Conversation) -> SubState:
    """Where the conversation stands by its state and its draft."""
    if chat.state is State.IDLE:
        return SubState.IDLE
    purpose = chat.draft.purpose if chat.draft is not None else Purpose.BOOK
    if chat.state is State.SLOT_SELECTION:
        if chat.draft is not None and chat.draft.choices:
            return SubState.PICK
        return SubState.MOVE_OFFER if purpose in (Purpose.MOVE, Purpose.CANCEL) else SubState.OFFER
    if chat.state is State.CUSTOMER_DATA:
        return SubState.ORDER_QUESTION if purpose is Purpose.STAFF else SubState.NAME
    return _TO_CONFIRM[purpose]


_TO_CONFIRM = {
    Purpose.BOOK: SubState.CONFIRM_BOOK,
    Purpose.MOVE: SubState.CONFIRM_MOVE,
    Purpose.CANCEL: SubState.CONFIRM_CANCEL,
    Purpose.STAFF: SubState.CONFIRM_ORDER,
}
