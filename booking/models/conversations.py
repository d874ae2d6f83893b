"""How far a conversation has come."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum

from pydantic import Field, model_validator

from booking.intents import AskQuestion, AsTold, CheckAvailability, Frozen, Intent
from booking.models.drafts import Draft
from booking.models.older_shapes import conversation_as_now
from booking.models.persons import Identity, Moment, Person
from booking.models.reply import Reply
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


class Offer(Frozen):
    """What the last availability check found and showed, in its order; options count from 1."""

    version: int
    made_at: Moment
    found: tuple[FreeSlot, ...]
    others: bool = False  # nothing as wished is free: these are the nearest
    between: bool = False  # for no visit begins at that hour
    as_it_is: bool = False  # for it is when the appointment that is moved is already
    closed: bool = False  # for there are no hours at all at the time wished, on any of the days wished
    beyond: bool = False  # for that day comes after the last one that can be booked
    spread: bool = False  # nearer times than some of these are left out, for others of the day
    elsewhere: tuple[int, ...] = ()  # the options that are with another doctor than the one asked for
    # how they were looked for, beside the wish, so that they can be looked for again:
    soonest: bool = False  # one after the other, and not spread over the day
    after: Moment | None = None  # later than this one
    but: tuple[Moment, ...] = ()  # other than these, which were shown before


class OfferedTime(Frozen):
    """The time that was offered to somebody who waits, by the id of that offer: with the doctor that was asked for, for
    that appointment as it was (None: for a new one)."""

    id: int
    start: Moment
    doctor: str | None = None
    moves: AsTold | None = None


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
    understood: tuple[Intent, ...] = ()  # what it said was understood, to be done after a yes
    areas: tuple[AskQuestion, ...] = ()  # a question besides, once for each area of which it may be
    told: tuple[AsTold, ...] = ()  # the appointments that it was about, as they were
    offered: OfferedTime | None = None  # the time that it offered
    looks_for: CheckAvailability | None = None  # what a yes to it looks for, as does what else is said of when
    until: Moment | None = None  # it may be answered until then, where not as long as any
    was: Moment | None = None  # when what it tells of was, before staff moved or cancelled it
    was_with: str | None = None  # and with whom

    @property
    def is_unasked_for(self) -> bool:
        """A message asked it that answers nobody: a reminder, an offer, an invitation."""
        return bool(self.told or self.offered or self.looks_for)

    def may_be_answered(self, version: int, sent_at: Moment, received_at: Moment) -> bool:
        """Whether a message sent and received then was written with the question on screen, and not long after it."""
        written = sent_at >= self.asked_by and self.at <= received_at
        return written and self.is_open(version, received_at)

    def is_open(self, version: int, at: Moment) -> bool:
        """Whether it can still be answered then."""
        return version == self.version and at < (self.until or self.at + _ANSWERABLE)


_LATELY = dt.timedelta(hours=12)
"""So long after something was done about an appointment, a change of mind is about that one."""


class Touched(StrEnum):
    """What was done about an appointment."""

    MADE = "made"  # booked or moved
    CANCELLED = "cancelled"
    CONFIRMED = "confirmed"  # they said that they come
    SHOWN = "shown"  # as one of the patient's that was asked for
    BLOCKED = "blocked"  # no appointment, but stretches of an agenda
    FREED = "freed"


class LastTouched(Frozen):
    """The appointment that a chat booked, moved, cancelled or was shown last: what "mejor el viernes", "perdón, sí voy"
    or "cancélala" said shortly afterwards is about; or what an order blocked or freed, until it is over (`start`)."""

    start: Moment  # that it has, or had
    at: Moment  # when that was done
    patient: str | None = None  # whose it is, where it is somebody else's than the person's own
    how: Touched = Touched.MADE
    before: Moment | None = None  # the time that it had, where it was moved
    doctor: str | None = None  # who had it before it was moved or cancelled
    ordered: bool = False  # by an order of staff's
    asked_doctor: str | None = None  # by name, for the one that was booked
    stretches: tuple[Slot, ...] = Field(default=(), exclude_if=lambda slots: not slots)  # blocked, or freed

    def is_spoken_of(self, now: dt.datetime) -> bool:
        """Whether it is still to come, and was touched a short while ago."""
        return now < self.start and now < self.at + _LATELY


class Unfinished(Frozen):
    """What was looked for when silence ended it, as if it were said: asked about when the person comes back, and begun
    again by a yes alone. Where it ended before the person came back nobody heard that it has: `untold` is what is to be
    said of it with the next answer, and may be all there is."""

    understood: tuple[Intent, ...]
    until: Moment  # nobody is asked about it from then on: two days have passed, or the time that was wished for
    untold: Reply | None = Field(default=None, exclude_if=lambda said: said is None)


class Conversation(Frozen):
    """One person's chat with the clinic. `version` counts stored changes, `draft_version` what buttons refer to."""

    id: int
    person: Person
    state: State = State.IDLE
    control: Control = Control.BOT
    control_until: Moment | None = None
    draft: Draft | None = None
    offer: Offer | None = None
    last_touched: LastTouched | None = None
    question: Question | None = None
    unfinished: Unfinished | None = None
    misses: int = Field(default=0, ge=0)
    version: int = 0
    draft_version: int = 0
    turns: int = 0  # turns handled so far; numbers the log
    reply_to: Identity | None = None  # who wrote last; answers go there
    updated_at: Moment | None = None

    _older = model_validator(mode="before")(conversation_as_now)


def sub_state_of(chat: Conversation) -> SubState:
    """Where the conversation stands by its state and its draft. Raises ValueError if no draft of that kind belongs into
    that state."""
    return standing(chat.state, chat.draft) if chat.state is not State.IDLE else SubState.IDLE


def standing(state: State, draft: Draft | None) -> SubState:
    """Where one stands in a state with this draft; a time is looked for where there is none. Raises ValueError if no
    draft of that kind belongs into that state."""
    if state is State.IDLE:
        return SubState.IDLE
    kind = draft.kind if draft is not None else "booking"
    if (place := _STANDS.get((state, kind))) is None:
        raise ValueError(f"a {kind} in {state}")
    return place


_STANDS: dict[tuple[State, str], SubState] = {
    (State.SLOT_SELECTION, "booking"): SubState.OFFER,
    (State.SLOT_SELECTION, "move"): SubState.MOVE_OFFER,
    (State.SLOT_SELECTION, "choice"): SubState.PICK,
    (State.CUSTOMER_DATA, "booking"): SubState.NAME,
    (State.CUSTOMER_DATA, "ordering"): SubState.ORDER_QUESTION,
    (State.CONFIRM, "booking"): SubState.CONFIRM_BOOK,
    (State.CONFIRM, "move"): SubState.CONFIRM_MOVE,
    (State.CONFIRM, "cancellation"): SubState.CONFIRM_CANCEL,
    (State.CONFIRM, "ordering"): SubState.CONFIRM_ORDER,
}
