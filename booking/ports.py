"""What the core needs from outside, as Protocols that speak in value objects.

Holds no implementation. Repositories belong to one `UnitOfWork`: everything done through it is committed
together or not at all. Moments are aware; `now` is always the caller's clock, never the database's.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from booking.answers import Answer, Arguments
from booking.intents import ModelCall, Source, Understanding
from booking.models import (
    FIRST_VISIT,
    Absence,
    Appointment,
    AppointmentEvent,
    Assignment,
    Block,
    Busy,
    Clinic,
    Control,
    Conversation,
    DateOverride,
    DeliveryStatus,
    Doctor,
    Grant,
    Hold,
    Identity,
    InboundMessage,
    Opening,
    Order,
    OutboxItem,
    OutContent,
    Patient,
    PendingMessage,
    Person,
    Policy,
    Refusal,
    Role,
    Rule,
    Slot,
    SpecialDay,
    Standing,
    Status,
    TurnRecord,
    UnderstandingContext,
    VisitLength,
)
from booking.rights import Caller, Invitation, Session, StageTime


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> dt.datetime:
        """The present instant, in UTC."""
        ...


class IntentExtractor(Protocol):
    """Turns text into typed intents. Never raises; what it cannot read is `unknown`."""

    def understand(self, text: str, context: UnderstandingContext) -> Understanding: ...


class Passage(NamedTuple):
    """A text of the clinic's own, quoted whole, and where it stands."""

    text: str
    source: str


class Knowledge(Protocol):
    """The clinic's documents. Raises ServiceUnavailable; the turn goes on without it."""

    def answer(self, query: str) -> Passage | None: ...


class Sent(NamedTuple):
    """WhatsApp took the message under this id."""

    wamid: str


class NotSent(NamedTuple):
    """WhatsApp did not take the message. `retry_after` None means never."""

    error: str
    code: int | None = None
    retry_after: dt.timedelta | None = None
    stop_everything: bool = False  # token, account or permission: stop the sender and tell the operator


class MessageSender(Protocol):
    """Sends one message. `ready` is False without credentials: messages then wait in the outbox."""

    @property
    def ready(self) -> bool: ...

    def send(self, item: OutboxItem) -> Sent | NotSent: ...

    def acknowledge(self, wamid: str) -> None:
        """Mark as read and show "typing". Best effort, never raises."""
        ...


class Accepted(NamedTuple):
    """A message stored in the inbox."""

    message_id: int
    conversation_id: int


class Inbox(Protocol):
    """Messages received. Unique on WhatsApp's id."""

    def accept(self, message: InboundMessage, now: dt.datetime) -> Accepted | None:
        """Store the message under its sender's conversation, creating person, identities and conversation
        when new (+52/+521 forms and several identities find the same person). None: seen before."""
        ...

    def keep_foreign(self, message: InboundMessage, now: dt.datetime) -> None:
        """Store a message addressed to another phone number: no conversation, no turn."""
        ...

    def keep_damaged(self, raw: str, why: str, now: dt.datetime) -> None:
        """Keep something unreadable for staff to see."""
        ...

    def pending(self, conversation_id: int) -> Sequence[PendingMessage]:
        """Accepted messages that no turn has handled, in order of arrival."""
        ...

    def close(self, message_ids: Sequence[int], turn_id: int) -> None:
        """These messages belong to that turn."""
        ...

    def count_attempt(self, message_ids: Sequence[int], error: str) -> int:
        """One more failed attempt; the highest count among them."""
        ...

    def conversations_waiting(self) -> Sequence[int]:
        """Conversations with messages no turn has handled: for recovery."""
        ...


class Conversations(Protocol):
    """Chats, each with its person."""

    def get(self, conversation_id: int) -> Conversation:
        """Raises NotFound."""
        ...

    def lock(self, conversation_id: int) -> Conversation:
        """The same, locked until the end of the transaction. Raises NotFound."""
        ...

    def save(self, conversation: Conversation, now: dt.datetime) -> None:
        """Store state, control, draft, offer, counts and the person's consent and name; version + 1."""
        ...

    def list(self, *, control: Control | None = None, limit: int = 50) -> Sequence[Conversation]:
        """Most recently used first."""
        ...

    def lapsed_handoffs(self, now: dt.datetime) -> Sequence[int]:
        """Conversations under human control whose time is over."""
        ...


class Appointments(Protocol):
    """`citas_medicas`. The database's exclusion constraints have the last word on every write."""

    def lock_turn(self) -> None:
        """Lock the fair turn (`control_turnos`) until the end of the transaction: whoever assigns a time takes it
        before asking what is free, so that two never count the same."""
        ...

    def tallies(self, doctor_ids: Sequence[int], now: dt.datetime) -> Sequence[Standing]:
        """Lock the fair turn and count, by doctor; holds that lapsed by `now` do not count.

        The credit of a doctor is the average, by weight, of the live appointments that the other active doctors
        have and that this one could not be given: made before this one joined, or lying in an absence of theirs.
        """
        ...

    def hold(
        self,
        slot: Slot,
        doctor_id: int,
        conversation_id: int,
        now: dt.datetime,
        expires_at: dt.datetime,
        *,
        kind: str = FIRST_VISIT,
        assigned: Assignment | None = None,
    ) -> Hold | None:
        """Delete overlapping holds that lapsed by `now`, then take the slot. None: it is taken."""
        ...

    def renew_hold(self, hold: Hold, conversation_id: int, expires_at: dt.datetime) -> Hold | None:
        """Give a hold that still exists more time, lapsed or not. None: it is gone."""
        ...

    def release_hold(self, hold: Hold, conversation_id: int) -> None:
        """Delete it, if it is still this conversation's hold."""
        ...

    def book(
        self, hold: Hold, conversation_id: int, patient_id: int, kind: str, reason: str | None, now: dt.datetime
    ) -> Appointment | None:
        """Turn the conversation's hold into an appointment. None: the patient is busy at that time.
        The hold must exist (renew it first, in the same transaction). Raises NotFound."""
        ...

    def add(
        self,
        slot: Slot,
        doctor_id: int,
        patient_id: int,
        kind: str,
        reason: str | None,
        now: dt.datetime,
        *,
        assigned: Assignment | None = None,
        overbooked: bool = False,
    ) -> Appointment | Refusal:
        """Enter an appointment without a hold, as staff do. Deletes overlapping holds that lapsed by `now`.
        SLOT_TAKEN and PATIENT_BUSY only if it is not overbooked."""
        ...

    def move(
        self,
        to: Hold | Slot,
        conversation_id: int | None,
        appointment_id: int,
        version: int,
        now: dt.datetime,
        *,
        doctor_id: int | None = None,
        assigned: Assignment | None = None,
        reason: str | None = None,
    ) -> Appointment | Refusal:
        """Give an appointment another time: its row is changed, never made anew. A refusal changes nothing.

        `to` a hold: the conversation's own, which is deleted; its doctor takes over. `to` a slot: with `doctor_id`,
        else with the same doctor; a time that overlaps the old one cannot be held. It is overbooked no longer, and
        has not arrived; `reason`, if given, replaces what it was for. Raises NotFound when the hold is gone.
        SLOT_TAKEN, PATIENT_BUSY; APPOINTMENT_CHANGED: not at that version, or neither `programada` nor `confirmada`.
        """
        ...

    def mark(
        self, appointment_id: int, version: int, status: Status, now: dt.datetime, *, arrived_at: dt.datetime | None
    ) -> Appointment | None:
        """Set status and arrival. None: not at that version, or no longer live."""
        ...

    def assignments(self, *, doctor_id: int | None = None, limit: int = 50) -> Sequence[tuple[Appointment, Assignment]]:
        """The newest first, holds too, with the reason of their doctor."""
        ...

    def get(self, appointment_id: int) -> Appointment:
        """Raises NotFound."""
        ...

    def cancel(self, appointment_id: int, version: int, reason: str | None, now: dt.datetime) -> Appointment | None:
        """Set `cancelada`. None: not at that version, or no longer live."""
        ...

    def list(
        self,
        *,
        start: dt.datetime | None = None,
        end: dt.datetime | None = None,
        doctor_id: int | None = None,
        patient_id: int | None = None,
        person_id: int | None = None,
        statuses: Sequence[Status] | None = None,
        limit: int | None = None,
    ) -> Sequence[Appointment]:
        """By start, then id. Half-open range over the start."""
        ...


class AppointmentEvents(Protocol):
    """`eventos_cita`: what happened to appointments. Only ever added to."""

    def add(self, event: AppointmentEvent) -> None: ...

    def list(self, appointment_id: int) -> Sequence[AppointmentEvent]:
        """In order."""
        ...


class Calendar(NamedTuple):
    """Active doctors, what staff entered about their time, and when they are taken."""

    doctors: Sequence[Doctor]
    openings: Sequence[Opening]
    overrides: Sequence[DateOverride]
    busy: Sequence[Busy]
    absences: Sequence[Absence] = ()
    blocks: Sequence[Block] = ()
    special_days: Sequence[SpecialDay] = ()
    visits: Sequence[VisitLength] = ()


class Schedules(Protocol):
    """When doctors work, and when they are taken."""

    def overview(self) -> tuple[Clinic, Sequence[Doctor]]:
        """The clinic and its active doctors, by id: what every turn begins with. Raises NotFound."""
        ...

    def clinic(self) -> Clinic:
        """Raises NotFound."""
        ...

    def doctors(self) -> Sequence[Doctor]:
        """By id; inactive ones too."""
        ...

    def calendar(
        self,
        start: dt.datetime,
        end: dt.datetime,
        now: dt.datetime,
        *,
        except_conversation: int | None = None,
        except_appointment: int | None = None,
    ) -> Calendar:
        """Everything slot arithmetic needs for that range, in as few statements as can be. Busy are live
        appointments and holds that have not lapsed by `now`, by start, but for the holds of that conversation and
        for that appointment (the one to be moved). Ask for whole local days: daily caps count them."""
        ...


class Rules(Protocol):
    """What staff enter about when the clinic and its doctors work."""

    def list(self, doctor_id: int | None = None) -> Sequence[tuple[int, Rule]]:
        """All of them, or those of one doctor, with the id within their kind; by kind, then id."""
        ...

    def add(self, rule: Rule) -> int:
        """Its id. A special day replaces that of its date, a visit length that of its type and doctor."""
        ...

    def remove(self, kind: type[Rule], rule_id: int) -> bool:
        """Whether there was one."""
        ...

    def set_policy(self, policy: Policy) -> None:
        """Change the clinic's policy. Raises NotFound while there is no clinic."""
        ...

    def add_doctor(self, name: str, specialty: str | None, weight: int, now: dt.datetime) -> Doctor:
        """A new doctor, without hours, who joins the fair turn at `now`."""
        ...

    def set_active(self, doctor_id: int, active: bool, now: dt.datetime) -> None:
        """A doctor who becomes active joins the fair turn at `now`. Raises NotFound."""
        ...


class Patients(Protocol):
    def find_or_create(self, person_id: int, name: str, phone: str | None, now: dt.datetime) -> Patient:
        """The patient of this name (accents and case aside) whom this person writes for."""
        ...

    def get_many(self, patient_ids: Sequence[int]) -> Sequence[Patient]: ...

    def list_of(self, person_id: int) -> Sequence[Patient]:
        """Everybody this person writes for, by id."""
        ...

    def search(
        self,
        name: str | None = None,
        phone: str | None = None,
        limit: int = 20,
        *,
        doctor_id: int | None = None,
    ) -> Sequence[Patient]:
        """Those with this in the name (accents and case aside), or with this number (its last ten digits); by id.
        `doctor_id`: only that doctor's, who entered them or has or had an appointment with them."""
        ...

    def enter(self, name: str, phone: str | None, doctor_id: int | None, now: dt.datetime) -> Patient:
        """The patient of this name, entered by staff: under the person who has the number (canonical E.164), who is
        entered too; without a number, under nobody."""
        ...


class Outbox(Protocol):
    """Messages of ours, stored with what they speak of."""

    def add(
        self, conversation_id: int, to: Identity, contents: Sequence[OutContent], reply_to: str | None, now: dt.datetime
    ) -> Sequence[int]: ...

    def due(self, conversation_id: int, now: dt.datetime) -> Sequence[OutboxItem]:
        """Unsent and not waiting, oldest first; stops before the first that waits (order is kept)."""
        ...

    def mark_sent(self, item_id: int, wamid: str, now: dt.datetime) -> None: ...

    def mark_failed(self, item_id: int, error: str, retry_at: dt.datetime | None) -> None:
        """`retry_at` None: never again."""
        ...

    def record_status(self, status: DeliveryStatus) -> None:
        """Keep the furthest of sent < delivered < read; `failed` with its error. Unknown ids are ignored."""
        ...

    def conversations_due(self, now: dt.datetime) -> Sequence[int]: ...

    def list(self, conversation_id: int, limit: int = 50) -> Sequence[OutboxItem]:
        """The newest, oldest first."""
        ...


class TurnLog(Protocol):
    def add(self, record: TurnRecord) -> int:
        """Its id. Where messages were handled, also how long its stages took and that this person was heard
        (`Sessions.touch`)."""
        ...

    def list(self, conversation_id: int, limit: int | None = None) -> Sequence[TurnRecord]:
        """In order, `texts` read back from the inbox."""
        ...


class ModelCalls(Protocol):
    """`clasificaciones_llm`: what every call of a model cost. Never what was said."""

    def add(self, conversation_id: int, calls: Sequence[ModelCall], source: Source, now: dt.datetime) -> None: ...

    def list(self, limit: int = 50) -> Sequence[tuple[int, dt.datetime, ModelCall]]:
        """Newest first: conversation, when, what it cost."""
        ...


class StaffNotices(Protocol):
    """What staff must look at: a chat that asks for a human, a message that failed three times."""

    def add(self, kind: str, conversation_id: int | None, detail: str, now: dt.datetime) -> None: ...

    def list(self, limit: int = 50) -> Sequence[tuple[int, dt.datetime, str, int | None, str]]: ...


class Staff(Protocol):
    """Rights beyond a patient's, and the codes that give them."""

    def invite(self, invitation: Invitation) -> None:
        """Store a code; it replaces the one that its number had."""
        ...

    def invitation(self, phone: str) -> Invitation | None:
        """The code waiting for that number, locked until the end of the transaction."""
        ...

    def count_try(self, phone: str) -> None: ...

    def withdraw(self, phone: str) -> bool:
        """Forget the number's code. Whether there was one."""
        ...

    def grant(self, person_id: int, grant: Grant, now: dt.datetime) -> None:
        """Replaces what the person had of the same role."""
        ...

    def revoke(self, person_id: int, role: Role) -> bool:
        """Whether they had it."""
        ...

    def list(self) -> Sequence[Person]:
        """Everybody with a right, lapsed or not, by id."""
        ...

    def find(self, phone: str) -> Person | None:
        """Whoever has this number (canonical E.164)."""
        ...


class Sessions(Protocol):
    """`user_sessions`, and when somebody was last seen."""

    def touch(self, person_id: int, messages: int, now: dt.datetime) -> None:
        """So many messages now: within the window of the last session, or as a new one."""
        ...

    def list(self, person_id: int) -> Sequence[Session]:
        """Newest first."""
        ...

    def purge(self, before: dt.datetime) -> int:
        """Forget those not used since. How many."""
        ...


class Metrics(Protocol):
    """`metricas_nodos`."""

    def add(self, times: Sequence[StageTime]) -> None: ...

    def list(self, limit: int = 50) -> Sequence[StageTime]:
        """Newest first."""
        ...

    def purge(self, before: dt.datetime) -> int:
        """Forget older ones. How many."""
        ...


class Toolbox(Protocol):
    """What doctors and staff may have done for them, each with the rights of whoever asks. Answers are values."""

    def number(self, said: str) -> str | None:
        """One spelling of a phone number that comes with its country's code."""
        ...

    def writes(self, name: str) -> bool:
        """Whether a tool of this name would write. False for one that does not exist."""
        ...

    def may(self, caller: Caller, name: str) -> bool:
        """Whether whoever asks may use it."""
        ...

    def ask(
        self, clinic: Clinic, caller: Caller, now: dt.datetime, calls: Sequence[tuple[str, Arguments]]
    ) -> Sequence[Answer]:
        """The answers of independent reads, side by side, in the order of the calls. None spoils another."""
        ...

    def use(
        self,
        uow: UnitOfWork,
        clinic: Clinic,
        caller: Caller,
        now: dt.datetime,
        name: str,
        arguments: Arguments,
        chosen: int | None = None,
    ) -> Answer:
        """Do a read; make the proposal of a write, and write nothing. `chosen` was picked from a list given before."""
        ...

    def perform(self, uow: UnitOfWork, clinic: Clinic, caller: Caller, now: dt.datetime, order: Order) -> Answer:
        """Carry out an order as it was confirmed, with the rights of this moment. A refusal changed nothing."""
        ...


class Jobs(Protocol):
    """Background work, deferred in the same transaction as what it is about."""

    def process(self, conversation_id: int, *, message_id: int, urgent: bool, delay: dt.timedelta) -> None:
        """Handle what is pending. `urgent` (a tap) overtakes waiting texts of the same conversation."""
        ...

    def deliver(self, conversation_id: int) -> None: ...


class UnitOfWork(Protocol):
    """One transaction. Leaving without `commit` rolls back."""

    @property
    def inbox(self) -> Inbox: ...

    @property
    def conversations(self) -> Conversations: ...

    @property
    def appointments(self) -> Appointments: ...

    @property
    def events(self) -> AppointmentEvents: ...

    @property
    def schedules(self) -> Schedules: ...

    @property
    def rules(self) -> Rules: ...

    @property
    def patients(self) -> Patients: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def turns(self) -> TurnLog: ...

    @property
    def notices(self) -> StaffNotices: ...

    @property
    def model_calls(self) -> ModelCalls: ...

    @property
    def staff(self) -> Staff: ...

    @property
    def sessions(self) -> Sessions: ...

    @property
    def metrics(self) -> Metrics: ...

    @property
    def jobs(self) -> Jobs: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def commit(self) -> None: ...


UnitOfWorkFactory = Callable[[], UnitOfWork]
