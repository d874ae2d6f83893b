"""One transaction, what is done in it and the tools that do it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol, Self

from booking.access.rights import Caller
from booking.models import AnyOrder, Clinic, Job, Picked
from booking.models.documents import WORDS_ALONE, Meaning
from booking.models.tool_answers import Answer, Arguments
from booking.ports.appointment_ports import AppointmentEvents, Appointments, Patients
from booking.ports.away_ports import Away
from booking.ports.come_back_ports import ComeBacks
from booking.ports.conversation_ports import Conversations, Metrics, ModelCalls, TurnLog
from booking.ports.document_ports import Documents
from booking.ports.episode_ports import Episodes
from booking.ports.file_ports import PatientFiles
from booking.ports.message_ports import Inbox, Outbox, Templates, WebhookBodies
from booking.ports.rating_ports import Ratings
from booking.ports.reception_ports import AtWork, StaffNotices
from booking.ports.record_ports import MedicalRecords
from booking.ports.reminder_ports import Reminders
from booking.ports.schedule_ports import Rules, Schedules
from booking.ports.staff_ports import Sessions, Staff
from booking.ports.telling_ports import Tellings
from booking.ports.waiting_ports import WaitingList


class Toolbox(Protocol):
    """What doctors and staff may have done for them, each with the rights of whoever asks. Answers are values."""

    def number(self, said: str) -> str | None:
        """One spelling of a phone number, the clinic's country where none is said. None: it is no number."""
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
        chosen: Picked | None = None,
        meaning: Meaning = WORDS_ALONE,
    ) -> Answer:
        """Do a read; make the proposal of a write, and write nothing. `chosen` was picked from a list given before;
        `meaning` is that of what is looked for."""
        ...

    def meaning(self, name: str, arguments: Arguments) -> Meaning:
        """Of what a tool is to look for, if it does by meaning. No transaction may be open: a model works on it."""
        ...

    def may_see(self, uow: UnitOfWork, caller: Caller, order: AnyOrder) -> bool:
        """Whether an order may be put again to whoever asks: the tool and the patient are theirs as things stand."""
        ...

    def perform(self, uow: UnitOfWork, clinic: Clinic, caller: Caller, now: dt.datetime, order: AnyOrder) -> Answer:
        """Carry out an order as it was confirmed, with the rights of this moment. A refusal changed nothing."""
        ...


class Jobs(Protocol):
    """Background work, deferred in the same transaction as what it is about."""

    def defer(self, job: Job, now: dt.datetime, at: dt.datetime | None = None) -> None:
        """Have its handler do it at that moment, by the clock that says it is `now`; without one, at once."""
        ...

    def defer_all(self, jobs: Sequence[tuple[Job, dt.datetime | None]], now: dt.datetime) -> None:
        """Several, each with its moment."""
        ...


class UnitOfWork(Protocol):
    """One transaction. Leaving without `commit` rolls back."""

    @property
    def bodies(self) -> WebhookBodies: ...

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
    def files(self) -> PatientFiles: ...

    @property
    def documents(self) -> Documents: ...

    @property
    def episodes(self) -> Episodes: ...

    @property
    def records(self) -> MedicalRecords: ...

    @property
    def tellings(self) -> Tellings: ...

    @property
    def away(self) -> Away: ...

    @property
    def come_backs(self) -> ComeBacks: ...

    @property
    def ratings(self) -> Ratings: ...

    @property
    def reminders(self) -> Reminders: ...

    @property
    def waiting_list(self) -> WaitingList: ...

    @property
    def templates(self) -> Templates: ...

    @property
    def turns(self) -> TurnLog: ...

    @property
    def notices(self) -> StaffNotices: ...

    @property
    def at_work(self) -> AtWork: ...

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

    def storing(self, *, apart: bool) -> AbstractContextManager[None]:
        """A part of the work that the database may refuse for its values alone: raises Unstorable then, and
        DatabaseUnavailable where it may be better later. `apart`: what
        it wrote is taken back and the rest goes on; else the unit of work is at its end."""
        ...


UnitOfWorkFactory = Callable[[], UnitOfWork]
