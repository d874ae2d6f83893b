"""Fifty people, one time, one doctor: on PostgreSQL, each in a thread of their own."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine as Database

from booking.conversation.engine import Engine, Pace
from booking.intents import (
    AnyIntent,
    CheckAvailability,
    Confirm,
    ProvideCustomerData,
    Reading,
    SelectSlot,
    StartBooking,
    When,
)
from booking.models import Appointment, Identity, IdentityKind, InboundMessage, Slot, Status, TurnRecord
from booking.ports import Calendar, UnitOfWorkFactory
from booking.testing.clinic import MeaningReader, meaning, phone_of
from booking.testing.fakes import ScriptedKnowledge
from booking.testing.frozen_clock import FrozenClock
from booking.testing.strategies import MONDAY
from booking.testing.world import OPENING_DAY
from storage.repositories.schedule_repository import SqlSchedules
from storage.unit_of_work import SqlUnitOfWork, SqlUnitOfWorkFactory
from tests.engine.on_postgres import entered

PEOPLE = [f"Persona{number}" for number in range(50)]
NINE = Slot(
    start=dt.datetime.combine(MONDAY, dt.time(9), OPENING_DAY.tzinfo),
    end=dt.datetime.combine(MONDAY, dt.time(9, 30), OPENING_DAY.tzinfo),
)
MONDAY_AT_NINE = Reading(when=When(date_from=MONDAY, date_to=MONDAY, time_from=dt.time(9), exact=True))


class Crowd:
    """Everybody does the same thing at the same moment."""

    def __init__(self, begin: UnitOfWorkFactory) -> None:
        self.begin = begin
        self.engine = Engine(
            begin=begin,
            clock=FrozenClock(OPENING_DAY),
            extractor=MeaningReader(),
            knowledge=ScriptedKnowledge(),
            pace=Pace(pause=dt.timedelta()),
        )
        self.chats: dict[str, int] = {}
        self._written = 0

    def each(self, says: Callable[[str], Sequence[AnyIntent]]) -> dict[str, TurnRecord]:
        """All write, then all are handled, in as many threads; each person's newest turn."""
        for who in PEOPLE:
            self._written += 1
            message = InboundMessage(
                wamid=f"wamid.{self._written}",
                phone_number_id="test",
                sender=(Identity(kind=IdentityKind.WA_ID, value=phone_of(who)),),
                sent_at=self.engine.clock.now(),
                content=meaning(*says(who)),
            )
            (self.chats[who],) = self.engine.receive([message])
        gate = threading.Barrier(len(PEOPLE))

        def handled(who: str) -> int:
            gate.wait(60)
            return self.engine.process(self.chats[who])

        with ThreadPoolExecutor(len(PEOPLE)) as pool:
            assert list(pool.map(handled, PEOPLE)) == [1] * len(PEOPLE)
        with self.begin() as uow:
            return {who: uow.turns.list(chat)[-1] for who, chat in self.chats.items()}

    def at_nine(self) -> list[Appointment]:
        """Whatever occupies the first doctor at nine on Monday."""
        with self.begin() as uow:
            found = uow.appointments.list(start=NINE.start, end=NINE.end, doctor_id=1)
        return [appointment for appointment in found if appointment.status is not Status.CANCELLED]

    def waiting(self) -> int:
        """Messages that no turn has handled."""
        with self.begin() as uow:
            return sum(len(uow.inbox.pending(chat)) for chat in self.chats.values())


def keys(turn: TurnRecord) -> list[str]:
    return [reply.key for reply in turn.replies]


def offered(turn: TurnRecord) -> set[dt.datetime]:
    """The times in the last reply."""
    options = turn.replies[-1].params.get("options") or ()
    return {dt.datetime.fromisoformat(str(at)) for at in options}  # type: ignore[union-attr]


class AlwaysFree(SqlSchedules):
    """The application's own check, removed: nothing is ever busy."""

    def calendar(self, start: dt.datetime, end: dt.datetime, now: dt.datetime, **aside: int | None) -> Calendar:
        return super().calendar(start, end, now, **aside)._replace(busy=())


@pytest.fixture
def begin(engine: Database) -> UnitOfWorkFactory:
    entered(engine)
    return SqlUnitOfWorkFactory(engine)


@pytest.fixture
def begin_unchecked(engine: Database) -> UnitOfWorkFactory:
    """Units of work that see every time as free: only the database's constraint is left."""
    entered(engine)

    def begin() -> SqlUnitOfWork:
        uow = SqlUnitOfWork(engine)
        uow.schedules = AlwaysFree(uow._session)
        return uow

    return begin


def test_of_fifty_who_choose_the_same_offered_time_one_gets_it_and_the_others_are_offered_other_times(
    begin: UnitOfWorkFactory,
) -> None:
    crowd = Crowd(begin)
    first = crowd.each(lambda who: [StartBooking()])
    assert all(NINE.start in offered(turn) for turn in first.values())

    chosen = crowd.each(lambda who: [SelectSlot(option=1), ProvideCustomerData(name=f"{who} Pérez")])
    winners = [who for who, turn in chosen.items() if keys(turn)[-1] == "proposal"]
    assert len(winners) == 1
    assert len(crowd.at_nine()) == 1
    others = [turn for who, turn in chosen.items() if who not in winners]
    assert all("slot_taken" in keys(turn) and keys(turn)[-1] == "offer_slots" for turn in others)
    assert all(offered(turn) and NINE.start not in offered(turn) for turn in others)

    answered = crowd.each(lambda who: [Confirm()])
    assert [who for who, turn in answered.items() if keys(turn) == ["booked"]] == winners
    assert all(keys(turn)[-1] == "offer_slots" for who, turn in answered.items() if who not in winners)
    assert [a.status for a in crowd.at_nine()] == [Status.BOOKED]
    assert crowd.waiting() == 0


def test_of_fifty_who_ask_for_the_same_time_at_once_one_gets_it_and_the_others_the_nearest(
    begin: UnitOfWorkFactory,
) -> None:
    crowd = Crowd(begin)
    asked = crowd.each(lambda who: [CheckAvailability(when=MONDAY_AT_NINE), ProvideCustomerData(name=f"{who} Pérez")])
    winners = [who for who, turn in asked.items() if keys(turn)[-1] == "proposal"]
    assert len(winners) == 1
    others = [turn for who, turn in asked.items() if who not in winners]
    assert {keys(turn)[-1] for turn in others} <= {"offer_others", "offer_slots"}
    assert all(offered(turn) and NINE.start not in offered(turn) for turn in others)
    crowd.each(lambda who: [Confirm()])
    assert [a.status for a in crowd.at_nine()] == [Status.BOOKED]
    assert crowd.waiting() == 0


def test_without_the_applications_own_check_the_database_still_lets_one_in(
    begin_unchecked: UnitOfWorkFactory,
) -> None:
    crowd = Crowd(begin_unchecked)
    crowd.each(lambda who: [StartBooking()])
    chosen = crowd.each(lambda who: [SelectSlot(option=1), ProvideCustomerData(name=f"{who} Pérez")])
    winners = [who for who, turn in chosen.items() if keys(turn)[-1] == "proposal"]
    assert len(winners) == 1
    assert all("slot_taken" in keys(turn) for who, turn in chosen.items() if who not in winners)

    answered = crowd.each(lambda who: [Confirm()])
    assert [who for who, turn in answered.items() if keys(turn) == ["booked"]] == winners
    assert [a.status for a in crowd.at_nine()] == [Status.BOOKED]
    assert all(turn.replies for turn in answered.values())
    assert crowd.waiting() == 0


def test_ten_yeses_of_one_person_handled_at_once_book_once(begin: UnitOfWorkFactory) -> None:
    """The same conversation in ten threads: what a queue without its lock would do."""
    crowd = Crowd(begin)
    only = PEOPLE[:1]
    for intents in ([StartBooking()], [SelectSlot(option=1), ProvideCustomerData(name="Ana Pérez")]):
        crowd._written += 1
        message = InboundMessage(
            wamid=f"wamid.{crowd._written}",
            phone_number_id="test",
            sender=(Identity(kind=IdentityKind.WA_ID, value=phone_of(only[0])),),
            sent_at=crowd.engine.clock.now(),
            content=meaning(*intents),
        )
        (chat,) = crowd.engine.receive([message])
        crowd.engine.process(chat)
    yes = [
        InboundMessage(
            wamid=f"wamid.yes.{number}",
            phone_number_id="test",
            sender=(Identity(kind=IdentityKind.WA_ID, value=phone_of(only[0])),),
            sent_at=crowd.engine.clock.now(),
            content=meaning(Confirm()),
        )
        for number in range(10)
    ]
    crowd.engine.receive(yes)
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda _: crowd.engine.process(chat), range(10)))
    with crowd.begin() as uow:
        turns = uow.turns.list(chat)
        assert not uow.inbox.pending(chat)
    handled = [message_id for turn in turns for message_id in turn.message_ids]
    assert len(handled) == len(set(handled)) == 12
    assert [a.status for a in crowd.at_nine()] == [Status.BOOKED]
    assert sum(key == "booked" for turn in turns for key in keys(turn)) == 1
