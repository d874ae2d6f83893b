"""`MemoryDatabase` and `MemoryUnitOfWork`: the storage ports in memory, with real commit and rollback.

For one thread: where PostgreSQL would wait for another transaction, `WouldBlock` is raised.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from booking.access.rights import Invitation, Session
from booking.errors import NotFound
from booking.intents import ModelCall
from booking.models import (
    Absence,
    Appointment,
    AppointmentEvent,
    AskedToMove,
    Block,
    ByHand,
    Clinic,
    ComeBack,
    Conversation,
    DateOverride,
    Doctor,
    Duty,
    Grant,
    MessageClass,
    Notice,
    NoticeGiven,
    Opening,
    Patient,
    Rating,
    Reminder,
    Role,
    SpecialDay,
    Summary,
    Telling,
    TemplateState,
    TurnRecord,
    VisitLength,
    WebhookBody,
)
from booking.models.documents import Document
from booking.models.stage_times import StageTime
from booking.models.who_waits import WaitingEntry, WaitingOffer
from booking.testing.fakes.memory_agenda import MemoryAppointments
from booking.testing.fakes.memory_away import MemoryAway
from booking.testing.fakes.memory_calendar import MemoryAppointmentEvents, MemoryRules, MemorySchedules
from booking.testing.fakes.memory_chats import MemoryConversations, MemoryModelCalls, MemoryTurnLog
from booking.testing.fakes.memory_come_backs import MemoryComeBacks
from booking.testing.fakes.memory_documents import MemoryDocuments, PassageRow
from booking.testing.fakes.memory_episodes import EpisodeRow, MemoryEpisodes
from booking.testing.fakes.memory_files import FileRow, MemoryPatientFiles
from booking.testing.fakes.memory_messages import MemoryInbox, MessageRow
from booking.testing.fakes.memory_outbox import DeferredJob, MemoryJobs, MemoryOutbox, OutboxRow
from booking.testing.fakes.memory_patients import MemoryPatients
from booking.testing.fakes.memory_ratings import MemoryRatings
from booking.testing.fakes.memory_reception import MemoryAtWork, MemoryStaffNotices
from booking.testing.fakes.memory_records import MemoryMedicalRecords, RecordRow
from booking.testing.fakes.memory_reminders import MemoryReminders
from booking.testing.fakes.memory_rows import AppointmentRow, row_of
from booking.testing.fakes.memory_staff import MemoryMetrics, MemorySessions, MemoryStaff
from booking.testing.fakes.memory_tables import Store, Tables, View, WouldBlock
from booking.testing.fakes.memory_tellings import MemoryTellings
from booking.testing.fakes.memory_templates import MemoryTemplates
from booking.testing.fakes.memory_turn import Outside
from booking.testing.fakes.memory_waiting import MemoryWaitingList
from booking.testing.fakes.memory_webhook_bodies import MemoryWebhookBodies

__all__ = ["DeferredJob", "MemoryDatabase", "MemoryUnitOfWork", "WouldBlock"]

_NAMES = (
    "persons",
    "conversations",
    "profiles",
    "messages",
    "appointments",
    "people",
    "registered",
    "outbox",
    "held_back",
    "templates",
    "tellings",
    "asked_to_move",
    "reminders",
    "come_backs",
    "ratings",
    "notices_given",
    "turns",
    "notices",
    "duties",
    "summaries",
    "events_told",
    "by_hand",
    "typed",
    "model_calls",
    "kept",
    "doctors",
    "openings",
    "overrides",
    "clinics",
    "identities",
    "wamids",
    "waiting",
    "events",
    "absences",
    "blocks",
    "special_days",
    "visits",
    "outside",
    "invitations",
    "password_rows",
    "numbers",
    "sessions",
    "stages",
    "bodies",
    "files",
    "documents",
    "passages",
    "episodes",
    "remembered",
    "medical_records",
    "waiting_list",
    "waiting_offers",
)


class MemoryDatabase:
    """What a clinic has stored. Call it to begin a unit of work: the database is the factory.

    `fork()` gives an independent copy in some microseconds, for exploring many futures of one past.
    """

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or Store(_NAMES)

    def __call__(self) -> MemoryUnitOfWork:
        return MemoryUnitOfWork(self.store)

    @property
    def jobs(self) -> list[DeferredJob]:
        """Committed jobs that nobody has taken, oldest first; tests may remove what they have run."""
        return self.store.jobs

    def take_jobs(self) -> list[DeferredJob]:
        """Hand over every waiting job, oldest first."""
        taken, self.store.jobs = self.store.jobs, []
        return taken

    def fork(self) -> MemoryDatabase:
        """A database of its own with the same content."""
        return MemoryDatabase(self.store.fork())

    def snapshot(self, but: Collection[str] = ()) -> Tables:
        """Every committed row and waiting job, to compare with `==`; `but` leaves tables out."""
        return self.store.snapshot(but)

    def digest(self, but: Collection[str] = ()) -> str:
        """SHA-256 of the snapshot, stable between processes."""
        return self.store.digest(but)

    def seed(
        self,
        clinic: Clinic,
        doctors: Iterable[Doctor] = (),
        openings: Iterable[Opening] = (),
        overrides: Iterable[DateOverride] = (),
        visits: Iterable[VisitLength] = (),
    ) -> Self:
        """Store what the clinic is and when its doctors work; doctors keep their ids."""
        tables = self.store.tables
        tables["clinics"][0] = clinic
        tables["doctors"].update((doctor.id, doctor) for doctor in doctors)
        for opening in openings:
            tables["openings"][self.store.next_id("openings")] = opening
        for override in overrides:
            tables["overrides"][self.store.next_id("overrides")] = override
        for visit in visits:
            tables["visits"][self.store.next_id("visits")] = visit
        return self

    def seed_appointment(self, appointment: Appointment, *, overbooked: bool = False) -> Self:
        """Store an appointment as staff would have, with its own id."""
        row = row_of(appointment.model_copy(update={"overbooked": overbooked}))
        self.store.tables["appointments"][appointment.id] = row
        return self

    def set_role(self, conversation_id: int, role: Role, doctor_id: int | None = None) -> None:
        """Give the person of a conversation other rights."""
        chats = self.store.tables["conversations"]
        chat = chats[conversation_id]
        person = chat.person.model_copy(update={"grants": (Grant(role=role, doctor_id=doctor_id),)})
        chats[conversation_id] = chat.model_copy(update={"person": person})


T = TypeVar("T")


def _put(jobs: list[DeferredJob], new: DeferredJob) -> None:
    """Behind the others, or in the place of the one of which one waits at most."""
    place = next((n for n, one in enumerate(jobs) if new.job.once and one.job.once == new.job.once), None)
    if place is None:
        jobs.append(new)
    else:
        jobs[place] = max(jobs[place], new, key=lambda one: (one.delay, one is new))


class _Once(Generic[T]):
    """An attribute made when it is first asked for: most transactions look at three tables of two dozen.

    (`cached_property` takes a lock each time, which here costs more than what it keeps.)
    """

    def __init__(self, make: Callable[[MemoryUnitOfWork], T]) -> None:
        self._make = make

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, uow: MemoryUnitOfWork, owner: type) -> T:
        made = uow.__dict__[self._name] = self._make(uow)
        return made


def _table(name: str) -> _Once[Any]:
    return _Once(lambda uow: uow.view(name))


class MemoryUnitOfWork:
    """Implements `UnitOfWork`. After a commit it may go on: what follows is a new transaction."""

    chats: _Once[View[int, Conversation]] = _table("conversations")
    profiles: _Once[View[int, str]] = _table("profiles")  # by chat
    identities: _Once[View[tuple[str, str], int]] = _table("identities")
    wamids: _Once[View[str, int]] = _table("wamids")
    messages: _Once[View[int, MessageRow]] = _table("messages")
    waiting: _Once[View[int, int]] = _table("waiting")
    kept: _Once[View[int, tuple[str, str, dt.datetime]]] = _table("kept")
    rows: _Once[View[int, AppointmentRow]] = _table("appointments")
    people: _Once[View[int, Patient]] = _table("people")
    registered: _Once[View[tuple[int, int], dt.datetime]] = _table("registered")  # by doctor and patient, since when
    doctors: _Once[View[int, Doctor]] = _table("doctors")
    openings: _Once[View[int, Opening]] = _table("openings")
    overrides: _Once[View[int, DateOverride]] = _table("overrides")
    absences: _Once[View[int, Absence]] = _table("absences")
    blocks: _Once[View[int, Block]] = _table("blocks")
    special_days: _Once[View[int, SpecialDay]] = _table("special_days")
    visits: _Once[View[int, VisitLength]] = _table("visits")
    outside: _Once[View[int, Outside]] = _table("outside")  # when a doctor took no part in the fair turn
    event_rows: _Once[View[int, AppointmentEvent]] = _table("events")
    clinics: _Once[View[int, Clinic]] = _table("clinics")
    notices_given: _Once[View[int, tuple[int, NoticeGiven]]] = _table("notices_given")  # by message, with the chat
    template_rows: _Once[View[tuple[str, str], TemplateState]] = _table("templates")
    telling_rows: _Once[View[int, Telling]] = _table("tellings")
    come_back_rows: _Once[View[int, ComeBack]] = _table("come_backs")
    rating_rows: _Once[View[int, Rating]] = _table("ratings")
    asked_to_move: _Once[View[int, AskedToMove]] = _table("asked_to_move")  # by appointment
    reminder_rows: _Once[View[int, Reminder]] = _table("reminders")
    held_back: _Once[View[MessageClass, dt.datetime]] = _table("held_back")  # until when nothing of a class is sent
    outbox_rows: _Once[View[int, OutboxRow]] = _table("outbox")
    turn_rows: _Once[View[int, TurnRecord]] = _table("turns")
    notice_rows: _Once[View[int, Notice]] = _table("notices")
    duty_rows: _Once[View[int, tuple[Duty, ...]]] = _table("duties")  # by person
    summary_rows: _Once[View[tuple[int, dt.date, Summary], dt.datetime]] = _table("summaries")
    events_told: _Once[View[int, dt.datetime]] = _table("events_told")  # of which staff have been told
    by_hand_rows: _Once[View[int, ByHand]] = _table("by_hand")
    typed_rows: _Once[View[str, bool]] = _table("typed")  # WhatsApp's ids of what was typed on the clinic's telephone
    model_call_rows: _Once[View[int, tuple[int, dt.datetime, ModelCall]]] = _table("model_calls")
    invitations: _Once[View[str, Invitation]] = _table("invitations")
    password_rows: _Once[View[int, str]] = _table("password_rows")
    numbers: _Once[View[str, int]] = _table("numbers")  # people whom staff entered by number and who never wrote
    session_rows: _Once[View[int, Session]] = _table("sessions")
    stage_rows: _Once[View[int, StageTime]] = _table("stages")
    body_rows: _Once[View[int, WebhookBody]] = _table("bodies")
    file_rows: _Once[View[int, FileRow]] = _table("files")
    document_rows: _Once[View[int, Document]] = _table("documents")
    passage_rows: _Once[View[int, PassageRow]] = _table("passages")
    episode_rows: _Once[View[int, EpisodeRow]] = _table("episodes")
    record_rows: _Once[View[int, RecordRow]] = _table("medical_records")
    remembered: _Once[View[int, bool]] = _table("remembered")  # turns of which what ended is kept
    waiting_rows: _Once[View[int, WaitingEntry]] = _table("waiting_list")
    waiting_offer_rows: _Once[View[int, WaitingOffer]] = _table("waiting_offers")
    bodies = _Once(MemoryWebhookBodies)
    inbox = _Once(MemoryInbox)
    conversations = _Once(MemoryConversations)
    appointments = _Once(MemoryAppointments)
    events = _Once(MemoryAppointmentEvents)
    schedules = _Once(MemorySchedules)
    rules = _Once(MemoryRules)
    patients = _Once(MemoryPatients)
    outbox = _Once(MemoryOutbox)
    templates = _Once(MemoryTemplates)
    files = _Once(MemoryPatientFiles)
    documents = _Once(MemoryDocuments)
    episodes = _Once(MemoryEpisodes)
    records = _Once(MemoryMedicalRecords)
    tellings = _Once(MemoryTellings)
    away = _Once(MemoryAway)
    reminders = _Once(MemoryReminders)
    waiting_list = _Once(MemoryWaitingList)
    come_backs = _Once(MemoryComeBacks)
    ratings = _Once(MemoryRatings)
    turns = _Once(MemoryTurnLog)
    notices = _Once(MemoryStaffNotices)
    at_work = _Once(MemoryAtWork)
    model_calls = _Once(MemoryModelCalls)
    staff = _Once(MemoryStaff)
    sessions = _Once(MemorySessions)
    metrics = _Once(MemoryMetrics)
    jobs = _Once(MemoryJobs)

    def __init__(self, store: Store) -> None:
        self._store = store
        self._views: list[View[Any, Any]] = []
        self.deferred: list[DeferredJob] = []

    def view(self, name: str) -> View[Any, Any]:
        """A table as this transaction sees it; asked for once."""
        view: View[Any, Any] = View(self._store.tables[name])
        self._views.append(view)
        return view

    def __enter__(self) -> Self:
        self._store.open.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for view in self._views:
            view.changed = {}
        self.deferred = []
        self._store.open.remove(self)
        self._store.release(self)

    def commit(self) -> None:
        """Publish every change and hand over the jobs; locks are given back."""
        if self not in self._store.open:
            raise RuntimeError("a unit of work is used inside `with`")
        for view in self._views:
            if view.changed:
                view.publish()
        for waiting in self.deferred:
            _put(self._store.jobs, waiting)
        self.deferred = []
        self._store.release(self)

    @contextmanager
    def storing(self, *, apart: bool) -> Iterator[None]:
        """Memory refuses nothing."""
        yield

    def defer(self, job: DeferredJob) -> None:
        """It is handed over by the commit."""
        _put(self.deferred, job)

    def next_id(self, name: str) -> int:
        """A new id; not given back on rollback."""
        return self._store.next_id(name)

    def lock(self, kind: str, id: int) -> None:
        """Hold a lock until the end of the transaction. Raises WouldBlock."""
        self._store.take((kind, id), self)

    def chat(self, conversation_id: int) -> Conversation:
        """The stored conversation. Raises NotFound."""
        chat = self.chats.get(conversation_id)
        if chat is None:
            raise NotFound(f"conversation {conversation_id}")
        return chat

    def check_neighbours(self, start: dt.datetime, end: dt.datetime, doctor_id: int) -> None:
        """Raises WouldBlock if another open transaction has written to that stretch of the doctor's time."""
        for other in self._store.open:
            if other is not self:
                for row in other.rows.changed.values():
                    if isinstance(row, AppointmentRow) and (
                        row.doctor_id == doctor_id and row.start < end and start < row.end
                    ):
                        raise WouldBlock(f"doctor {doctor_id} at {start} is being written to")
