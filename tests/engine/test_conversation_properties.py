"""Hypothesis drives whole clinics; every invariant is checked after every step."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import Engine

from booking.testing.clinic import Clinic
from booking.testing.machine import BookingStateMachine
from tests.engine.on_postgres import postgres_clinic
from tests.profiles import a_share


def test_every_invariant_holds_on_fakes() -> None:
    run_state_machine_as_test(BookingStateMachine)


def test_every_invariant_holds_on_postgresql(engine: Engine) -> None:
    class OnPostgreSQL(BookingStateMachine):
        def make_clinic(self) -> Clinic:
            return postgres_clinic(engine)

    run_state_machine_as_test(OnPostgreSQL, settings=settings(a_share(5), stateful_step_count=20))
