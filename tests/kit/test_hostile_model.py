"""A model that lies in every way: nothing that must hold breaks, on fakes and on PostgreSQL."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine

from booking.conversation.fsm import holding
from booking.conversation.fsm.conversation_machine import Conversing
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.intents import (
    AskQuestion,
    CancelAppointment,
    ListAppointments,
    PrivacyRequest,
    Recall,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Unknown,
)
from booking.testing.clinic import Clinic
from booking.testing.crowd import Crowd, crowded_clinic, crowded_seed
from booking.testing.decisions import Decisions
from booking.testing.hostile import Liar
from booking.testing.invariants import check_all
from booking.testing.profiles import WALK_STEPS, a_share
from booking.testing.shrinking import shortest, why_broken
from booking.testing.walk import WalkBroken, hostile_clinic, steps_of, walk
from booking.testing.world import clinic_on
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.engine.on_postgres import entered

A_CLINIC = 80


def walks(steps: int) -> None:
    seeds = Decisions(20261123)
    for _ in range(steps // A_CLINIC):
        walk(hostile_clinic, steps_of(seeds.number(), A_CLINIC))


def test_a_long_walk_breaks_nothing_on_fakes() -> None:
    walks(WALK_STEPS)


def test_a_long_walk_breaks_nothing_on_postgresql(engine: Engine) -> None:
    def make_clinic() -> Clinic:
        entered(engine)
        return clinic_on(SqlUnitOfWorkFactory(engine), Liar())

    seeds = Decisions(20261124)
    for _ in range(max(WALK_STEPS // 20 // A_CLINIC, 1)):
        walk(make_clinic, steps_of(seeds.number(), A_CLINIC))


def test_people_after_the_same_hours_who_answer_slowly_break_nothing_on_fakes() -> None:
    seeds = Decisions(20261125)
    for _ in range(max(WALK_STEPS // 4 // A_CLINIC, 1)):
        walk(crowded_clinic, steps_of(seeds.number(), A_CLINIC), kind=Crowd)


def test_people_after_the_same_hours_who_answer_slowly_break_nothing_on_postgresql(engine: Engine) -> None:
    def make_clinic() -> Clinic:
        entered(engine, crowded_seed())
        return clinic_on(SqlUnitOfWorkFactory(engine), Liar())

    seeds = Decisions(20261126)
    for _ in range(max(WALK_STEPS // 40 // A_CLINIC, 1)):
        walk(make_clinic, steps_of(seeds.number(), A_CLINIC), kind=Crowd)


@a_share(2)
@given(st.lists(st.integers(0, 2**32 - 1), max_size=40))
def test_a_walk_that_hypothesis_chooses_breaks_nothing(steps: list[int]) -> None:
    walk(hostile_clinic, steps)


def test_five_things_at_once_are_answered() -> None:
    clinic = hostile_clinic()
    clinic.mean("Ana", AskQuestion(), ListAppointments(), PrivacyRequest(), Recall(), Smalltalk())
    clinic.mean("Ana", StartBooking(), CancelAppointment(), RescheduleAppointment(), ListAppointments(), Unknown())
    assert all(turn.replies for turn in clinic.records)
    check_all(clinic)


def keeping_the_time() -> Clinic:
    """A clinic in which giving up keeps the time."""
    rows = [
        dataclasses.replace(row, writes=tuple(w for w in row.writes if w is not holding.release_hold))
        if Trigger.CANCEL_BOOKING in row.on
        else row
        for row in TABLE
    ]
    return dataclasses.replace(hostile_clinic(), machine=Conversing(rows))


def a_failing_walk() -> tuple[int, ...]:
    """The steps of the first walk that finds it."""
    for seed in range(200):
        try:
            walk(keeping_the_time, steps_of(seed, 16))
        except WalkBroken as broken:
            return broken.steps
    return ()


def test_a_failing_walk_is_made_short() -> None:
    few = shortest(keeping_the_time, a_failing_walk(), tries=60)
    assert len(few) <= 8
    assert "holds that no conversation owns" in (why_broken(keeping_the_time, few) or "")


def test_the_same_numbers_are_the_same_walk() -> None:
    steps = steps_of(7, 40)
    first, second = walk(hostile_clinic, steps, aloud=True), walk(hostile_clinic, steps, aloud=True)
    assert first.transcript == second.transcript
    assert [t.steps for t in first.records] == [t.steps for t in second.records]
