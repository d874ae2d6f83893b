"""Who did not come is offered another date once, whatever dies; who is to come back is invited when it is time."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments import attendance
from booking.errors import DatabaseUnavailable
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    ComeBack,
    ComeBackState,
    ComeBackWhy,
    Control,
    EventKind,
)
from booking.ports import UnitOfWork
from booking.runtime.upkeep import Upkeep
from booking.testing.contracts.contract_world import DAY, HOUR, NOW, SEED, booked, chat, slot
from booking.testing.fakes import MemoryDatabase, RecordingSender
from booking.testing.frozen_clock import FrozenClock
from tests.engine.test_unanswered_moves import Dies

DESK = Actor(kind=ActorKind.STAFF, name="pruebas")
MISSED_AT = NOW + 25 * HOUR


def clinic() -> tuple[MemoryDatabase, int, Appointment]:
    """An appointment to which nobody came."""
    database = MemoryDatabase().seed(*SEED)
    chat_id = chat(database)
    one = booked(database, slot(24), chat_id)
    with database() as uow:
        missed = attendance.no_show(uow, one, MISSED_AT, DESK)
        assert isinstance(missed, Appointment)
        uow.commit()
    return database, chat_id, missed


def bodies(database: MemoryDatabase, chat_id: int) -> list[str]:
    with database() as uow:
        return [item.content.body for item in uow.outbox.list(chat_id) if item.content.type == "buttons"]


def state(database: MemoryDatabase) -> ComeBackState:
    (row,) = database.store.tables["come_backs"].values()
    found: ComeBackState = row.state
    return found


def sweep(database: MemoryDatabase, at: dt.datetime) -> None:
    Upkeep(database, FrozenClock(at), RecordingSender(ready=False), lambda conversation_id: None).sweep()


@pytest.mark.parametrize("deaths", range(5))
def test_who_did_not_come_is_offered_another_date_once(deaths: int) -> None:
    database, chat_id, _ = clinic()
    sweep(database, MISSED_AT + HOUR)
    assert bodies(database, chat_id) == [], "a mark by mistake can be taken back"
    begin, clock = Dies(database, 0), FrozenClock(MISSED_AT + 2 * HOUR)
    jobs = Upkeep(begin, clock, RecordingSender(ready=False), lambda conversation_id: None)
    for number in range(deaths):
        begin.times = number + 1
        try:
            jobs.sweep()
        except DatabaseUnavailable:
            begin.times = 0
    for _ in range(3):
        jobs.sweep()
        clock.advance(HOUR)
    (said,) = bodies(database, chat_id)
    assert "No pudimos recibir a" in said
    assert state(database) is ComeBackState.WRITTEN


def not_wanted(uow: UnitOfWork, one: Appointment, chat_id: int) -> None:
    policy = uow.schedules.clinic().policy
    uow.rules.set_policy(policy.model_copy(update={"invite_missed": False}))


def test_an_invitation_waits_while_a_person_has_the_chat() -> None:
    database, chat_id, _ = clinic()
    chat_row = database.store.tables["conversations"][chat_id]
    database.store.tables["conversations"][chat_id] = chat_row.model_copy(update={"control": Control.HUMAN})
    sweep(database, MISSED_AT + 2 * HOUR)
    assert bodies(database, chat_id) == []
    assert state(database) is ComeBackState.WAITING
    database.store.tables["conversations"][chat_id] = chat_row
    sweep(database, MISSED_AT + 3 * HOUR)
    assert len(bodies(database, chat_id)) == 1


def test_what_could_not_be_sent_for_days_is_not_sent_any_more() -> None:
    database, chat_id, _ = clinic()
    sweep(database, MISSED_AT + 4 * DAY)
    assert (bodies(database, chat_id), state(database)) == ([], ComeBackState.LATE)


def test_who_has_an_appointment_to_come_is_not_invited() -> None:
    database, chat_id, _ = clinic()
    booked(database, slot(60), chat_id)
    sweep(database, MISSED_AT + 2 * HOUR)
    assert (bodies(database, chat_id), state(database)) == ([], ComeBackState.HAS_ONE)


def test_a_mark_that_was_a_mistake_invites_nobody() -> None:
    database, chat_id, one = clinic()
    with database() as uow:
        taken_back = attendance.undo(uow, EventKind.NO_SHOW, one, MISSED_AT + HOUR, DESK)
        assert isinstance(taken_back, Appointment), taken_back
        again = attendance.no_show(uow, taken_back, MISSED_AT + HOUR, DESK)
        assert isinstance(again, Appointment), again
        assert isinstance(attendance.undo(uow, EventKind.NO_SHOW, again, MISSED_AT + HOUR, DESK), Appointment)
        uow.commit()
    sweep(database, MISSED_AT + 3 * HOUR)
    assert bodies(database, chat_id) == []
    assert state(database) is ComeBackState.CHANGED, "and there is one invitation at most"


def test_a_clinic_may_not_want_to() -> None:
    database, chat_id, one = clinic()
    with database() as uow:
        not_wanted(uow, one, chat_id)
        uow.commit()
    sweep(database, MISSED_AT + 2 * HOUR)
    assert (bodies(database, chat_id), state(database)) == ([], ComeBackState.CHANGED)


def test_who_is_to_come_back_is_invited_then() -> None:
    database = MemoryDatabase().seed(*SEED)
    chat_id = chat(database)
    one = booked(database, slot(1), chat_id)
    with database() as uow:
        uow.come_backs.add(
            ComeBack(patient_id=one.patient_id or 0, why=ComeBackWhy.RECALL, due=NOW + 180 * DAY, made_at=NOW)
        )
        uow.commit()
    sweep(database, NOW + 179 * DAY)
    assert bodies(database, chat_id) == []
    sweep(database, NOW + 180 * DAY + HOUR)
    (said,) = bodies(database, chat_id)
    assert "ya es tiempo de agendar la próxima cita" in said
    assert state(database) is ComeBackState.WRITTEN


def test_nobody_is_invited_while_all_is_paused_and_who_still_would_be_is_afterwards() -> None:
    database, chat_id, _ = clinic()

    def pause(paused: bool) -> None:
        with database() as uow:
            uow.rules.set_policy(uow.schedules.clinic().policy.model_copy(update={"paused": paused}))
            uow.commit()

    pause(True)
    sweep(database, MISSED_AT + 2 * HOUR)
    assert (bodies(database, chat_id), state(database)) == ([], ComeBackState.WAITING)
    pause(False)
    sweep(database, MISSED_AT + 30 * HOUR)
    assert len(bodies(database, chat_id)) == 1
