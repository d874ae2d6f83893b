"""Value objects: what a conversation, a time and an appointment are. Frozen; no rule, no storage."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import AwareDatetime, Field, JsonValue

from booking.intents import Frozen, Intent, Reading

Moment = AwareDatetime
"""An instant; always aware."""


# --- who ---------------------------------------------------------------------------------------


class Role(StrEnum):
    """Rights, least first. Unknown senders are patients."""

    PATIENT = "patient"
    STAFF = "staff"
    DOCTOR = "doctor"
    ADMIN = "admin"


class IdentityKind(StrEnum):
    """How WhatsApp names a person. A business-scoped user id (BSUID) is not a phone number."""

    WA_ID = "wa_id"
    BSUID = "bsuid"


class Identity(Frozen):
    """One name under which a person writes. `value` is kept as received: answers go back to it."""

    kind: IdentityKind
    value: str = Field(min_length=1, max_length=160)


class Grant(Frozen):
    """A right somebody was given besides being a patient: as which doctor, and until when (None: for good)."""

    role: Role
    doctor_id: int | None = None
    until: Moment | None = None


class Person(Frozen):
    """Somebody who writes, under one or more identities. `name` is what they told us, never the profile."""

    id: int
    grants: tuple[Grant, ...] = ()
    name: str | None = None
    phone: str | None = None  # E.164, for matching and display only
    notice_version: str | None = None  # privacy notice shown
    opted_out: bool = False

    def roles_at(self, now: dt.datetime) -> frozenset[Role]:
        """Every role they have at that moment. Everybody is a patient; a doctor's role without a doctor is none."""
        held = {
            grant.role
            for grant in self.grants
            if (grant.until is None or now < grant.until)
            and (grant.role is Role.DOCTOR) == (grant.doctor_id is not None)
        }
        return frozenset(held | {Role.PATIENT})

    def role_at(self, now: dt.datetime) -> Role:
        """The role with the most rights at that moment."""
        return max(self.roles_at(now), key=list(Role).index)

    def doctor_at(self, now: dt.datetime) -> int | None:
        """The doctor they are at that moment."""
        if Role.DOCTOR not in self.roles_at(now):
            return None
        valid = (g for g in self.grants if g.role is Role.DOCTOR and (g.until is None or now < g.until))
        return next((g.doctor_id for g in valid if g.doctor_id is not None), None)


class Doctor(Frozen):
    id: int
    name: str
    specialty: str | None = None
    weight: int = Field(default=1, ge=1)
    active: bool = True


class Patient(Frozen):
    id: int
    name: str
    phone: str | None = None
    person_id: int | None = None
    doctor_id: int | None = None  # who entered them; otherwise a doctor's patients are those with an appointment


# --- time --------------------------------------------------------------------------------------


FIRST_VISIT: Final = "primera_vez"
"""The type of a visit when nobody said which."""


DAY_MINUTES: Final = 24 * 60
"""The longest that a visit may last."""


class Slot(Frozen):
    """A time range, and nothing else. Half open: `start` included, `end` not."""

    start: Moment
    end: Moment


class Opening(Frozen):
    """A stretch of a doctor's weekly schedule, in the clinic's wall time (`weekday` 0 is Monday)."""

    doctor_id: int
    weekday: int = Field(ge=0, le=6)
    start: dt.time
    end: dt.time
    slot_minutes: int = Field(default=30, gt=0, le=DAY_MINUTES)
    daily_cap: int | None = None
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None


class DateOverride(Frozen):
    """Hours of one doctor on one date that replace the weekly ones; none at all is a day off."""

    doctor_id: int
    date: dt.date
    start: dt.time | None = None
    end: dt.time | None = None


class Absence(Frozen):
    """A doctor is away from one instant to another."""

    doctor_id: int
    start: Moment
    end: Moment
    reason: str | None = None


class Block(Frozen):
    """A stretch of every such weekday in which a doctor takes nobody, in wall time; 00:00 as an end is midnight."""

    doctor_id: int
    weekday: int = Field(ge=0, le=6)
    start: dt.time
    end: dt.time
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    reason: str | None = None


class SpecialDay(Frozen):
    """A date on which the whole clinic is closed, or open although it is a holiday."""

    date: dt.date
    open: bool = False
    reason: str | None = None


class VisitLength(Frozen):
    """How long a type of visit lasts, and what is kept free around it: with one doctor, or with any (None).

    `minutes` None is the slot length of the doctor's hours. A doctor's own entry replaces the general one whole.
    """

    kind: str
    doctor_id: int | None = None
    minutes: int | None = Field(default=None, gt=0, le=DAY_MINUTES)
    buffer_before: int = Field(default=0, ge=0)
    buffer_after: int = Field(default=0, ge=0)


Rule = Opening | DateOverride | Absence | Block | SpecialDay | VisitLength
"""What staff enter about time, one stored row each."""


class Busy(Frozen):
    """A range in which a doctor cannot be booked, and the type of visit. Says nothing about whose it is."""

    doctor_id: int
    start: Moment
    end: Moment
    kind: str = FIRST_VISIT


class FreeSlot(Frozen):
    """A slot and the doctors who are free in it, in order of their ids."""

    slot: Slot
    doctor_ids: tuple[int, ...]


class Policy(Frozen):
    """The clinic's rules of scheduling (durations in the named unit). Beyond these bounds nobody could book."""

    horizon_days: int = Field(60, ge=0, le=366)
    min_notice_minutes: int = Field(60, ge=0, le=14 * 24 * 60)
    hold_minutes: int = Field(10, ge=1, le=24 * 60)
    offer_minutes: int = Field(15, ge=1, le=24 * 60)
    offer_size: int = Field(5, ge=1, le=9)  # WhatsApp's lists take ten rows, and one asks for more
    buffer_minutes: int = Field(0, ge=0, le=240)
    holidays: str | None = "MX"  # country whose public holidays close the clinic, as in the `holidays` library
    cancel_hours: int = Field(
        4, ge=0, le=30 * 24
    )  # later than this before it, only staff move or cancel an appointment
    ask_visit: bool = False  # whether a patient is asked if it is a first visit or a follow-up


class Clinic(Frozen):
    """What the clinic says of itself."""

    name: str
    zone: str
    address: str | None = None
    phone: str | None = None
    opens: dt.time = dt.time(8)
    closes: dt.time = dt.time(20)
    policy: Policy = Policy()
    demo: bool = False  # only a demo clinic may run on a moved clock


# --- appointments ------------------------------------------------------------------------------


class Status(StrEnum):
    """`citas_medicas.estado`. The first four occupy their time."""

    HELD = "apartada"
    BOOKED = "programada"
    CONFIRMED = "confirmada"
    IN_PROGRESS = "en_curso"
    COMPLETED = "completada"
    CANCELLED = "cancelada"
    NO_SHOW = "no_asistio"


LIVE = frozenset({Status.HELD, Status.BOOKED, Status.CONFIRMED, Status.IN_PROGRESS})
"""Statuses that block their time for the doctor."""


class Refusal(StrEnum):
    """An expected "no" to a change of an appointment."""

    SLOT_TAKEN = "slot_taken"
    PATIENT_BUSY = "patient_busy"
    APPOINTMENT_CHANGED = "appointment_changed"
    TOO_LATE = "too_late"


class ActorKind(StrEnum):
    PATIENT = "paciente"
    STAFF = "personal"
    SYSTEM = "sistema"


class Actor(Frozen):
    """Who changes an appointment. `name` is the account of whoever works at the desk."""

    kind: ActorKind
    person_id: int | None = None
    name: str | None = None


class Basis(StrEnum):
    """Why an appointment is with its doctor."""

    TURN = "turno"  # the fair turn
    ONLY = "unico"  # nobody else was free
    ASKED = "pedido"  # asked for by name
    SAME = "continuidad"  # moved, with the same doctor
    STAFF = "personal"  # staff said so


class Standing(Frozen):
    """A doctor's place in the fair turn at one moment; the lowest `score` is next.

    `load` are live appointments and holds, `credit` what counts besides for a doctor who could not be given some
    of the appointments that others have now.
    """

    doctor_id: int
    load: int
    weight: int
    credit: float = 0.0

    @property
    def score(self) -> float:
        return (self.load + self.credit) / self.weight


class Assignment(Frozen):
    """The reason of a doctor: on what it rests, and who stood where."""

    basis: Basis
    at: Moment
    standings: tuple[Standing, ...] = ()


class Hold(Frozen):
    """A slot kept for one conversation until `expires_at`; a row of `citas_medicas` with no patient."""

    appointment_id: int
    slot: Slot
    doctor_id: int
    expires_at: Moment


class Appointment(Frozen):
    id: int
    status: Status
    slot: Slot
    doctor_id: int
    patient_id: int | None
    kind: str = FIRST_VISIT
    reason: str | None = None
    version: int = 1
    arrived_at: Moment | None = None
    overbooked: bool = False  # by staff, on purpose: the only kind that may overlap


class Order(Frozen):
    """What a tool would write, whole: shown before it is done, and done as it was shown."""

    tool: str
    doctor_id: int | None = None
    doctor: str | None = None
    patient_id: int | None = None
    patient: str | None = None
    phone: str | None = None
    appointment: Appointment | None = None  # as it was shown; done only to that version
    slot: Slot | None = None  # the new time, or the stretch of an absence
    status: Status | None = None  # the mark to set
    kind: str = FIRST_VISIT
    reason: str | None = None
    affected: int = 0  # coming appointments inside the stretch; they stay


class EventKind(StrEnum):
    """What happened to an appointment."""

    BOOKED = "agendada"
    OVERBOOKED = "sobrecupo"
    MOVED = "movida"
    CONFIRMED = "confirmada"
    CANCELLED = "cancelada"
    ARRIVED = "llego"
    STARTED = "iniciada"
    COMPLETED = "completada"
    NO_SHOW = "no_asistio"


class Situation(Frozen):
    """What an event tells of an appointment before and after: nothing about the patient."""

    status: Status
    slot: Slot
    doctor_id: int


class AppointmentEvent(Frozen):
    """One change of an appointment: who, when, from what, to what, why. Never changed afterwards."""

    appointment_id: int
    kind: EventKind
    at: Moment
    by: Actor
    before: Situation | None = None  # None: it was made
    after: Situation
    why: str | None = None


# --- conversation ------------------------------------------------------------------------------


class State(StrEnum):
    IDLE = "IDLE"
    SLOT_SELECTION = "SLOT_SELECTION"
    CUSTOMER_DATA = "CUSTOMER_DATA"
    CONFIRM = "CONFIRM"


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
    closed: bool = False  # for there are no hours at all on the day wished


class Proposal(Frozen):
    """What a yes would do, as it was put to the person.

    `version` is the draft version its buttons carry; `asked_by` is WhatsApp's timestamp of the message
    that led to it: a typed yes sent before that was not an answer to it.
    """

    version: int
    made_at: Moment
    asked_by: Moment


class Draft(Frozen):
    """What the person and we have agreed on so far in this flow. IDLE has none."""

    purpose: Purpose = Purpose.BOOK
    appointment: Appointment | None = None  # the one to move or cancel
    choices: tuple[Appointment, ...] = ()  # several, of which the person is to pick that one
    patients: tuple[Patient, ...] = ()  # whose they are, where that tells them apart
    wish: Reading | None = None
    doctor: str | None = None  # asked for by name, as the clinic writes it
    kind: str | None = None  # type of the visit, where it was said
    name: str | None = None
    for_other: bool = False
    reason: str | None = None  # what the doctor should know
    hold: Hold | None = None
    proposal: Proposal | None = None
    order: Order | None = None  # what a yes of staff's carries out


class Conversation(Frozen):
    """One person's chat with the clinic. `version` counts stored changes, `draft_version` what buttons refer to."""

    id: int
    person: Person
    state: State = State.IDLE
    control: Control = Control.BOT
    control_until: Moment | None = None
    draft: Draft | None = None
    offer: Offer | None = None
    misses: int = Field(default=0, ge=0)
    version: int = 0
    draft_version: int = 0
    turns: int = 0  # turns handled so far; numbers the log
    reply_to: Identity | None = None  # who wrote last; answers go there
    updated_at: Moment | None = None


# --- messages ----------------------------------------------------------------------------------


class Text(Frozen):
    type: Literal["text"] = "text"
    body: str


class Tap(Frozen):
    """A reply button, list row or template button; `payload` is the id we gave it, `title` what was read."""

    type: Literal["tap"] = "tap"
    payload: str
    title: str = ""


class Unsupported(Frozen):
    """Anything we cannot read; `what` is WhatsApp's name of the type."""

    type: Literal["unsupported"] = "unsupported"
    what: str
    caption: str | None = None


Content = Annotated[Text | Tap | Unsupported, Field(discriminator="type")]


class InboundMessage(Frozen):
    """One message as WhatsApp delivered it. `wamid` is unique; `sent_at` is WhatsApp's clock."""

    wamid: str
    phone_number_id: str
    sender: tuple[Identity, ...] = Field(min_length=1)  # as named by this message, phone first
    sent_at: Moment
    content: Content
    profile_name: str | None = None


class PendingMessage(Frozen):
    """An accepted message that no turn has handled yet. `received_at` is our clock."""

    id: int
    wamid: str
    sent_at: Moment
    received_at: Moment
    content: Content
    attempts: int = 0


class DeliveryStatus(Frozen):
    """What became of a message of ours. Statuses may repeat and come out of order."""

    wamid: str
    status: str  # sent, delivered, read, failed, …
    at: Moment
    tracking: str | None = None  # our outbox id, echoed
    error_code: int | None = None
    error_detail: str | None = None


class Button(Frozen):
    """At most three to a message. https://developers.facebook.com/documentation/business-messaging/whatsapp"""

    id: str = Field(min_length=1, max_length=256)
    title: str = Field(min_length=1, max_length=20)


class ListRow(Frozen):
    id: str = Field(min_length=1, max_length=200)
    title: str = Field(min_length=1, max_length=24)
    description: str | None = Field(default=None, max_length=72)


class OutText(Frozen):
    type: Literal["text"] = "text"
    body: str = Field(min_length=1, max_length=4096)


class OutButtons(Frozen):
    type: Literal["buttons"] = "buttons"
    body: str = Field(min_length=1, max_length=1024)
    buttons: tuple[Button, ...] = Field(min_length=1, max_length=3)


class OutList(Frozen):
    type: Literal["list"] = "list"
    body: str = Field(min_length=1, max_length=1024)
    button: str = Field(min_length=1, max_length=20)
    rows: tuple[ListRow, ...] = Field(min_length=1, max_length=10)


OutContent = Annotated[OutText | OutButtons | OutList, Field(discriminator="type")]
"""A message of ours. WhatsApp's limits are the types' limits."""


class OutboxItem(Frozen):
    """One message waiting to go out, or gone."""

    id: int
    conversation_id: int
    to: Identity
    content: OutContent
    created_at: Moment
    state: Literal["pending", "sent", "failed"] = "pending"
    attempts: int = 0
    wamid: str | None = None
    last_error: str | None = None
    reply_to: str | None = None  # wamid of the last message of the turn, to mark as read


# --- understanding and the log of turns --------------------------------------------------------


class UnderstandingContext(Frozen):
    """What a reader of a message may know: nothing personal. `now` is in the clinic's zone;
    `offered` are the starts of the offer, in its order (option 1 first)."""

    now: Moment
    state: State
    offered: tuple[Moment, ...] = ()
    opens: dt.time | None = None
    closes: dt.time | None = None
    role: Role = Role.PATIENT
    doctors: tuple[str, ...] = ()  # names, so that "con la doctora Ríos" can be read
    picking: bool = False  # which of several appointments is meant was asked, so that "una cita" is another


class Reply(Frozen):
    """A key of `es.toml` with the raw values its text needs; rendering is somebody else's work."""

    key: str
    params: dict[str, JsonValue] = Field(default_factory=dict)


class Effect(Frozen):
    """One answer from outside the machine: what a read found or a write gave. Replay serves these back."""

    name: str
    value: JsonValue = None


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
    """When a turn's last message was sent (WhatsApp's clock) and received (ours), and whether it was a tap."""

    sent_at: Moment
    received_at: Moment
    tap: bool = False


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
    message: MessageTimes | None = None  # of the last message; none in a turn of the system's own
    clinic: Clinic
    before: Conversation
    lookups: tuple[Effect, ...] = ()
    steps: tuple[Step, ...]
    replies: tuple[Reply, ...]
    outbox_ids: tuple[int, ...] = ()
    stages_ms: dict[str, float] = Field(default_factory=dict)
