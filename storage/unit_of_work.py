"""One transaction over all repositories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import TracebackType
from typing import Generic, Self, TypeVar

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import InterfaceError, OperationalError, StatementError

from booking.errors import DatabaseUnavailable, Unstorable
from storage.jobs import DeferredJobs
from storage.repositories.appointment_repository import SqlAppointments
from storage.repositories.away_repository import SqlAway
from storage.repositories.come_back_repository import SqlComeBacks
from storage.repositories.conversation_repository import SqlConversations
from storage.repositories.document_repository import SqlDocuments
from storage.repositories.episode_repository import SqlEpisodes
from storage.repositories.event_repository import SqlAppointmentEvents
from storage.repositories.file_repository import SqlPatientFiles
from storage.repositories.inbox_repository import SqlInbox
from storage.repositories.model_call_repository import SqlModelCalls
from storage.repositories.outbox_repository import SqlOutbox
from storage.repositories.patient_repository import SqlPatients
from storage.repositories.rating_repository import SqlRatings
from storage.repositories.reception_repository import SqlAtWork, SqlStaffNotices
from storage.repositories.record_repository import SqlMedicalRecords
from storage.repositories.reminder_repository import SqlReminders
from storage.repositories.rule_repository import SqlRules
from storage.repositories.schedule_repository import SqlSchedules
from storage.repositories.staff_repository import SqlMetrics, SqlSessions, SqlStaff
from storage.repositories.telling_repository import SqlTellings
from storage.repositories.template_repository import SqlTemplates
from storage.repositories.turn_repository import SqlTurnLog
from storage.repositories.waiting_repository import SqlWaitingList
from storage.repositories.webhook_body_repository import SqlWebhookBodies
from storage.repositories.weekly_rule_repository import KnownRules
from storage.work_session import WorkSession

_Repository = TypeVar("_Repository")


class _Of(Generic[_Repository]):
    """A repository of the unit of work, made when it is first asked for: a turn asks for a few of them."""

    def __init__(self, make: Callable[[WorkSession], _Repository]) -> None:
        self._make = make

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, uow: SqlUnitOfWork, owner: type) -> _Repository:
        made: _Repository = uow.__dict__.setdefault(self._name, self._make(uow._session))
        return made


class SqlUnitOfWork:
    """`booking.ports.UnitOfWork` on PostgreSQL. Begins with its first statement, not before."""

    bodies = _Of(SqlWebhookBodies)
    inbox = _Of(SqlInbox)
    conversations = _Of(SqlConversations)
    appointments = _Of(SqlAppointments)
    events = _Of(SqlAppointmentEvents)
    rules = _Of(SqlRules)
    patients = _Of(SqlPatients)
    outbox = _Of(SqlOutbox)
    files = _Of(SqlPatientFiles)
    documents = _Of(SqlDocuments)
    episodes = _Of(SqlEpisodes)
    records = _Of(SqlMedicalRecords)
    templates = _Of(SqlTemplates)
    tellings = _Of(SqlTellings)
    away = _Of(SqlAway)
    reminders = _Of(SqlReminders)
    waiting_list = _Of(SqlWaitingList)
    come_backs = _Of(SqlComeBacks)
    ratings = _Of(SqlRatings)
    turns = _Of(SqlTurnLog)
    notices = _Of(SqlStaffNotices)
    at_work = _Of(SqlAtWork)
    model_calls = _Of(SqlModelCalls)
    staff = _Of(SqlStaff)
    sessions = _Of(SqlSessions)
    metrics = _Of(SqlMetrics)
    jobs = _Of(DeferredJobs)

    def __init__(self, engine: Engine, known: KnownRules | None = None) -> None:
        self._session = WorkSession(engine)
        self.schedules = SqlSchedules(self._session, known)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.close()  # rolls back what was not committed

    def commit(self) -> None:
        self._session.commit()

    @contextmanager
    def storing(self, *, apart: bool) -> Iterator[None]:
        """`apart` is a savepoint."""
        try:
            with self._session.connection().begin_nested() if apart else nullcontext():
                yield
        except StatementError as error:
            if not _refuses_values(error.orig):
                if isinstance(error, OperationalError | InterfaceError):
                    raise DatabaseUnavailable(type(error.orig).__name__) from error
                raise
            raise Unstorable(type(error.orig).__name__) from error
        except (UnicodeError, OverflowError) as error:  # not ValueError: a row of ours that cannot be read is a bug
            raise Unstorable(type(error).__name__) from error


def _refuses_values(error: BaseException | None) -> bool:
    """The driver cannot write it, a data exception, or beyond a limit of the program (an index entry too long): never
    better by trying again. Anything else, a constraint included, may be a race.
    https://www.postgresql.org/docs/current/errcodes-appendix.html"""
    if not isinstance(error, psycopg.Error):
        return isinstance(error, ValueError | OverflowError)
    return isinstance(error, psycopg.DataError) if error.sqlstate is None else error.sqlstate[:2] in ("22", "54")


class SqlUnitOfWorkFactory:
    """`booking.ports.UnitOfWorkFactory` for an engine. Safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known = KnownRules()

    def __call__(self) -> SqlUnitOfWork:
        return SqlUnitOfWork(self._engine, self._known)
