"""The contract of storage: what fakes and PostgreSQL both pass. A subclass says how to begin a unit of work.

    class TestMemoryContract(UnitOfWorkContract):
        @pytest.fixture
        def database(self) -> MemoryDatabase:
            return MemoryDatabase().seed(*SEED)

        @pytest.fixture
        def begin(self, database: MemoryDatabase) -> UnitOfWorkFactory:
            return database

        @pytest.fixture
        def deferred(self, database: MemoryDatabase) -> Deferred:
            return lambda: …

Every test starts from a store that holds `SEED` and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_agenda import AppointmentsContract, HoldsContract
from booking.testing.contracts.contract_away import AwayContract
from booking.testing.contracts.contract_calendar import PatientsContract, SchedulesContract
from booking.testing.contracts.contract_chats import ConversationsContract
from booking.testing.contracts.contract_come_backs import ComeBacksContract
from booking.testing.contracts.contract_documents import DocumentsContract
from booking.testing.contracts.contract_episodes import EpisodesContract
from booking.testing.contracts.contract_files import FilesContract
from booking.testing.contracts.contract_jobs import JobsContract
from booking.testing.contracts.contract_messages import InboxContract
from booking.testing.contracts.contract_moves import MovesContract
from booking.testing.contracts.contract_outbox import OutboxContract
from booking.testing.contracts.contract_ratings import RatingsContract
from booking.testing.contracts.contract_reception import ReceptionContract
from booking.testing.contracts.contract_records import RecordsContract
from booking.testing.contracts.contract_reminders import RemindersContract
from booking.testing.contracts.contract_rules import RulesContract
from booking.testing.contracts.contract_staff import StaffContract
from booking.testing.contracts.contract_staff_news import StaffNewsContract, SummariesContract
from booking.testing.contracts.contract_statuses import StatusesContract
from booking.testing.contracts.contract_tellings import TellingsContract
from booking.testing.contracts.contract_transactions import TransactionContract
from booking.testing.contracts.contract_turns import TurnLogContract
from booking.testing.contracts.contract_waiting import WaitingContract
from booking.testing.contracts.contract_webhook_bodies import WebhookBodiesContract
from booking.testing.contracts.contract_world import SEED, ContractSeed

__all__ = ["SEED", "ContractSeed", "Deferred", "UnitOfWorkContract"]

Deferred = Callable[[], Sequence[tuple[str, int]]]
"""Gives the committed jobs in order: the name of the kind, and the conversation."""


class UnitOfWorkContract(
    InboxContract,
    OutboxContract,
    StatusesContract,
    JobsContract,
    ConversationsContract,
    TurnLogContract,
    TransactionContract,
    HoldsContract,
    AppointmentsContract,
    SchedulesContract,
    PatientsContract,
    MovesContract,
    RulesContract,
    StaffContract,
    ReceptionContract,
    StaffNewsContract,
    SummariesContract,
    AwayContract,
    ComeBacksContract,
    RatingsContract,
    TellingsContract,
    RecordsContract,
    RemindersContract,
    WaitingContract,
    FilesContract,
    DocumentsContract,
    EpisodesContract,
    WebhookBodiesContract,
):
    """Every port of a unit of work. Subclass it as `Test…` and give the fixtures `begin` and `deferred`."""

    @pytest.fixture
    def begin(self) -> UnitOfWorkFactory:
        """Units of work on a store of this test's own that holds `SEED`."""
        raise NotImplementedError

    @pytest.fixture
    def deferred(self) -> Deferred:
        """The committed jobs."""
        raise NotImplementedError
