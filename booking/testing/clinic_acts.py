"""What can happen to a clinic, each thing whole: what people, those who work there and an unlucky database do.

Walks draw them by numbers (`walk`), Hypothesis by its strategies (`machine`): both do the same things.
"""

from __future__ import annotations

import datetime as dt
import itertools
from zoneinfo import ZoneInfo

from booking.access.identification import invite
from booking.appointments import appointment_changes
from booking.intents import (
    AnyIntent,
    CancelAppointment,
    Confirm,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    UseTool,
    When,
)
from booking.models import COMING, Actor, ActorKind, Control, Grant, MessageClass, Role, State
from booking.testing.clinic import Clinic
from booking.testing.tool_requests import wanted
from booking.testing.world import PEOPLE

WORKERS = ("Rosa", "Laura")
"""Who works at a test clinic once they are given their rights: at the desk, and as its first doctor."""
EVERYBODY = (*PEOPLE, *WORKERS)
CHANGES: tuple[AnyIntent, ...] = (CancelAppointment(), RescheduleAppointment(), ListAppointments())
"""What somebody may want of the appointments they have."""
MINUTES = (1, 6, 11, 16, 61, 12 * 60 + 1, 24 * 60 + 1)
"""How long nobody says anything: less or more than a hold's life, an offer's, a chat with a human's, a flow's."""
BREAKABLE = (
    "commit",
    "begin",
    "appointments.hold",
    "appointments.book",
    "appointments.move",
    "appointments.cancel",
    "appointments.release_hold",
    "schedules.calendar",
    "conversations.lock",
    "turns.add",
    "inbox.accept_all",
    "jobs.defer",
    "knowledge.answer",
    "extractor.understand",
)
"""Calls of ports that may fail."""
_OUTSIDE = frozenset(
    {"begin", "commit", "inbox.accept_all", "jobs.defer", "knowledge.answer", "memory.recall", "extractor.understand"}
)
"""Of these only what their ports promise is to be borne: a bug in the webhook's handler is seen by Meta."""
_DESK = Actor(kind=ActorKind.STAFF, name="recepción")
_CODE = "12345678"


class Acts:
    """Everything that may happen to one clinic."""

    def __init__(self, clinic: Clinic) -> None:
        self.clinic = clinic

    def state(self, who: str) -> State:
        """Where somebody's conversation stands."""
        return self.clinic.conversation(who).state if who in self.clinic.conversations else State.IDLE

    # --- patients -----------------------------------------------------------------------------------

    def go_on(self, who: str, option: int) -> None:
        """What somebody who wants to book says next."""
        replies: dict[State, AnyIntent] = {
            State.IDLE: StartBooking(),
            State.SLOT_SELECTION: SelectSlot(option=option),
            State.CUSTOMER_DATA: ProvideCustomerData(name=f"{who} Apellido{who}"),
            State.CONFIRM: Confirm(),
        }
        self.clinic.mean(who, replies[self.state(who)])

    def come_to_the_question(self, who: str, option: int) -> None:
        """The same until there is something to say yes or no to: chance alone seldom gets that far."""
        for _ in range(4):
            if self.state(who) is not State.CONFIRM:
                self.go_on(who, option)

    def answer(self, who: str, option: int, *answers: AnyIntent) -> None:
        """Come to the question and answer it, perhaps more than once."""
        self.come_to_the_question(who, option)
        for said in answers:
            self.clinic.mean(who, said)

    def book_ahead(self, who: str, days: int) -> None:
        """Somebody books the first time of a day to come: late enough to be changed by chat."""
        day = self.clinic.clock.now().date() + dt.timedelta(days=days)
        self.clinic.mean(who, StartBooking(when=Reading(when=When(date_from=day, date_to=day))))
        self.answer(who, 1, Confirm())

    def change(self, who: str, change: AnyIntent, option: int, *answers: AnyIntent) -> None:
        """Cancel, move or list what somebody has: say which, or to when, if that is asked; answer the question."""
        self.clinic.mean(who, change)
        for said in itertools.chain([SelectSlot(option=option)] * 2, answers):
            asked = State.SLOT_SELECTION if isinstance(said, SelectSlot) else State.CONFIRM
            if self.state(who) is asked:
                self.clinic.mean(who, said)

    # --- those who work there -----------------------------------------------------------------------

    def employ(self, who: str) -> None:
        """One of `WORKERS` has rights from now on."""
        if who not in self.clinic.conversations:
            self.clinic.mean(who, ListAppointments())
        with self.clinic.begin() as uow:
            person = uow.conversations.get(self.clinic.conversations[who]).person
            if not person.grants:
                first = min(doctor.id for doctor in uow.schedules.doctors())
                grant = Grant(role=Role.STAFF) if who == WORKERS[0] else Grant(role=Role.DOCTOR, doctor_id=first)
                uow.staff.grant(person.id, grant, self.clinic.clock.now())
                uow.commit()

    def enrol(self, who: str, *, right: bool) -> None:
        """Somebody brings the code that was given for their number, or another one."""
        if who not in self.clinic.conversations:
            self.clinic.mean(who, ListAppointments())
        with self.clinic.begin() as uow:
            phone = uow.conversations.get(self.clinic.conversations[who]).person.phone
            if phone:
                invite(uow, phone, Grant(role=Role.STAFF), _CODE, "sal", self.clinic.clock.now())
                uow.commit()
        self.clinic.mean(who, wanted("alta_personal", codigo=_CODE if right else "87654321"))

    def order(self, who: str, request: UseTool, *answers: AnyIntent) -> None:
        """Somebody asks for what only those who work there may, and answers the question if there is one."""
        self.clinic.mean(who, request)
        for said in answers:
            if self.state(who) is State.CONFIRM:
                self.clinic.mean(who, said)

    def cancel_at_the_desk(self, which: int) -> None:
        """An appointment is cancelled, perhaps while its patient talks about it."""
        with self.clinic.begin() as uow:
            live = uow.appointments.list(statuses=COMING)
            if live:
                now = self.clinic.clock.now()
                appointment_changes.cancel(uow, uow.schedules.clinic(), live[which % len(live)], now, _DESK)
                uow.commit()

    def move_at_the_desk(self, which: int, day: dt.date, time: dt.time, doctor_id: int) -> None:
        """An appointment gets another time or doctor, if that is free, perhaps while its patient talks about it."""
        with self.clinic.begin() as uow:
            live = uow.appointments.list(statuses=COMING)
            if live:
                clinic, now = uow.schedules.clinic(), self.clinic.clock.now()
                start = dt.datetime.combine(day, time, ZoneInfo(clinic.zone))
                one = live[which % len(live)]
                appointment_changes.move_to(uow, clinic, one, start, now, _DESK, doctor_id=doctor_id)
                uow.commit()

    def ask_the_type_of_visit(self, asked: bool) -> None:
        """The desk has patients asked for it from now on, or no more."""
        with self.clinic.begin() as uow:
            policy = uow.schedules.clinic().policy
            uow.rules.set_policy(policy.model_copy(update={"ask_visit": asked}))
            uow.commit()

    def give_back(self, who: str) -> None:
        """A chat that a human answers is given back to the bot."""
        if who in self.clinic.conversations and self.clinic.conversation(who).control is Control.HUMAN:
            self.clinic.faults.mend()
            self.clinic.give_back(who)

    # --- everything else ----------------------------------------------------------------------------

    def repeat_the_webhook(self) -> None:
        """The same webhook twice changes nothing."""
        clinic = self.clinic
        before = {who: clinic.conversation(who) for who in clinic.conversations}
        assert clinic.deliver_twice() == [], "a repeated message was accepted"
        for who, conversation in before.items():
            assert not clinic.drain(who).turns, "a repeated message led to a turn"
            assert clinic.conversation(who) == conversation, "a repeated message changed a conversation"

    def fail(self, name: str, nth: int, *, as_a_bug: bool) -> None:
        """One of the next calls of a port fails, as its port says, or as a bug in it would; the turn it hits leaves
        nothing behind and is tried again."""
        error = RuntimeError("a bug") if as_a_bug and name not in _OUTSIDE else None
        self.clinic.break_service(name, nth, error)

    def deliver(self) -> None:
        """What waits goes out."""
        self.clinic.faults.mend()
        self.clinic.tell_patients()
        for conversation_id in self.clinic.conversations.values():
            for message_class in MessageClass:
                self.clinic.delivery.deliver(conversation_id, message_class)
