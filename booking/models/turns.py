"""What one turn was given and what it did."""

from __future__ import annotations

import datetime as dt
from typing import Final

from pydantic import Field, JsonValue

from booking.intents import Frozen, Intent, OnButton
from booking.models.conversations import Conversation, LastTouched, State
from booking.models.drafts import Purpose
from booking.models.persons import Moment, Role
from booking.models.reply import Reply
from booking.models.schedules import Clinic
from booking.models.staff_requests import Asked


class Offered(Frozen):
    """One answer that a question offers: the title of its button, the question's own words for it (folded; "agend*"
    are all that begin so), and what it means."""

    intent: Intent
    title: str = ""
    words: tuple[str, ...] = ()


class Expected(Frozen):
    """What answers the question on screen: what a yes and a no mean, None where they mean no more than that, and what
    else was offered. `numbered`: those may be picked by their place. `understood` is what a yes to that means."""

    yes: OnButton | None = None
    no: OnButton | None = None
    options: tuple[Offered, ...] = ()
    choices: tuple[Intent, ...] = ()  # what picking the first, the second … of those shown means
    numbered: bool = False
    understood: tuple[Intent, ...] = ()
    amended: bool = True  # what else is said goes on top of that; else it is something new
    shows: Moment | None = None  # the one time that it is about
    noted: OnButton | None = None  # what it means that it was taken note of: thanks, or that they come


class UnderstandingContext(Frozen):
    """What a reader of a message may know: nothing personal but whose the appointments to pick from, the last one made
    and the order under way are, and the first name whose surname is asked for, which no model is shown. `now` is in the
    clinic's zone; `offered` are the starts of the offer, in its order (option 1 first)."""

    now: Moment
    state: State
    offered: tuple[Moment, ...] = ()
    opens: dt.time | None = None
    closes: dt.time | None = None
    role: Role = Role.PATIENT
    doctors: tuple[str, ...] = ()  # names, so that "con la doctora Ríos" can be read
    emergency_words: tuple[str, ...] = ()  # the clinic's own, beside those that everybody knows
    specialties: tuple[tuple[str, str], ...] = ()  # each doctor's, so that "con el dentista" can be read
    purpose: Purpose | None = None  # what a yes would do: at a cancellation, "cancélala" is one
    anyone_sought: bool = False  # a new appointment is looked for, and nobody was named or refused for it
    by_turn: bool = False  # nobody asked for the doctor of what is proposed, or was booked last and is all they have
    sought_with: str | None = None  # the doctor whose times are looked for
    proposed: Moment | None = None  # the start that a yes would book, or move to
    standing: Moment | None = None  # the start of the appointment that is being moved
    let_go: Moment | None = None  # the start that was held for a booking before another was asked for
    let_go_with: str | None = None  # and its doctor
    held_before: tuple[tuple[Moment, str], ...] = ()  # what was held before, each with its doctor, first to last
    another: bool = False  # another one is wanted besides what is under way
    was: Moment | None = None  # when what the question on screen tells of was, before staff moved or cancelled it
    was_with: str | None = None  # and with whom
    other_unnamed: bool = False  # another one is wanted besides, of somebody who has no name yet
    picking: int = 0  # of so many appointments one is to be picked, so that "una cita" is another
    patients: tuple[str, ...] = ()  # of each of those, in their order, where they are not all the person's own
    own: int = 0  # which of those is the person's own, counted from 1, where just one is
    surname_of: str | None = None  # the first name whose surname is asked for
    visits: tuple[Moment, ...] = ()  # the starts of the appointments to come that the person has, earliest first
    unbooked: bool = False  # it is known that the person has none to come
    visits_of: tuple[str, ...] = ()  # whose each of these is, which no model is told of
    others_visits: tuple[Moment, ...] = ()  # of these, those that are surely of other patients of theirs
    made: Moment | None = None  # the start of the appointment that this chat made or moved lately
    made_for: str | None = None  # whose that is, where it is not the person's own
    touched: LastTouched | None = None  # what was done last about an appointment, to be taken back
    agenda: LastTouched | None = None  # what was blocked or freed last, where that was done last
    asked: Asked | None = None  # what a tool needs: the message may be the answer
    order_said: tuple[tuple[str, str], ...] = ()  # what was said of that order, but for whom it is
    order_for: str | None = None  # the patient of the order of staff's that is under way, whom no model is told of
    expected: Expected | None = None  # what answers the question that was asked last

    @property
    def hours(self) -> tuple[dt.time, dt.time] | None:
        """When the clinic opens and closes, where that is known."""
        return (self.opens, self.closes) if self.opens and self.closes else None


UNANSWERED: Final = "unanswered"
"""The value of a reply to a question that nobody has said the answer to: what it was about."""


class Effect(Frozen):
    """One answer from outside the machine: what a read found or a write gave. Replay serves these back.

    `arguments` is what was asked for; None in records older than that. What is as always is left out of it. `kept_as`
    is where both were kept that are forgotten by now (`models/clinical_effects`).
    """

    name: str
    value: JsonValue = None
    arguments: dict[str, JsonValue] | None = Field(default=None, exclude_if=lambda asked: asked is None)
    kept_as: str | None = Field(default=None, exclude_if=lambda kept: kept is None)


class Step(Frozen):
    """One trigger of a turn: which row took it, what the guards saw, what the world answered."""

    trigger: str
    intent: Intent
    row: str
    source: State
    target: State
    facts: dict[str, JsonValue]
    effects: tuple[Effect, ...] = ()
    refused: str | None = None  # the trigger that an expected "no" became


class MessageTimes(Frozen):
    """When a turn's last message was sent (WhatsApp's clock) and received (ours), and whether it was a tap. Of several
    texts, `first_sent_at` and `first_received_at` are the earliest of these times: a yes may stand in any of them."""

    sent_at: Moment
    received_at: Moment
    tap: bool = False
    first_sent_at: Moment | None = None
    first_received_at: Moment | None = None

    def all_since(self, sent: Moment, received: Moment) -> bool:
        """Whether every one of the messages was sent and received at these times or later."""
        return (self.first_sent_at or self.sent_at) >= sent and (self.first_received_at or self.received_at) >= received


class TurnRecord(Frozen):
    """Everything needed to explain one turn, and to replay it without a model or a database."""

    id: int | None = None
    conversation_id: int
    number: int
    at: Moment
    message_ids: tuple[int, ...]
    texts: tuple[str, ...] = ()  # read back from the inbox, not stored in the log
    intents: tuple[Intent, ...]
    source: str
    new_subject: bool = False  # the message was about something else than what was under way
    message: MessageTimes | None = None  # of the last message; none in a turn of the system's own
    clinic: Clinic
    before: Conversation
    lookups: tuple[Effect, ...] = ()
    steps: tuple[Step, ...]
    replies: tuple[Reply, ...]
    outbox_ids: tuple[int, ...] = ()
    stages_ms: dict[str, float] = Field(default_factory=dict)
    statements: int | None = None  # asked of the database, from looking what waits on; None: not counted

    @property
    def unanswered(self) -> tuple[str | None, ...]:
        """What was asked and nobody has said, a topic each; None for what is of no topic."""
        told = [reply.params[UNANSWERED] for reply in self.replies if UNANSWERED in reply.params]
        topics = [one.get("topic") if isinstance(one, dict) else None for one in told]
        return tuple(topic if isinstance(topic, str) else None for topic in topics)
