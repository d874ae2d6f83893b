"""Hypothesis drives whole clinics; every invariant is checked after every step."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import Engine

from booking.testing.clinic import Clinic
from booking.testing.machine import BookingStateMachine
from booking.testing.profiles import a_share
from tests.engine.on_postgres import postgres_clinic


def test_every_invariant_holds_on_fakes() -> None:
    """And not because nothing happens: appointments are changed too, and staff are answered."""
    clinics: list[Clinic] = []

    class Kept(BookingStateMachine):
        def make_clinic(self) -> Clinic:
            clinics.append(super().make_clinic())
            return clinics[-1]

    run_state_machine_as_test(Kept)
    said = {reply.key for clinic in clinics for turn in clinic.records for reply in turn.replies}
    assert {"booked", "my_appointments", "cancel_proposal", "move_proposal"} <= said
    assert said & {"cancelled", "moved"}
    assert said & {"tool_answer", "order_proposal"}


def test_every_invariant_holds_on_postgresql(engine: Engine) -> None:
    class OnPostgreSQL(BookingStateMachine):
        def make_clinic(self) -> Clinic:
            return postgres_clinic(engine)

    run_state_machine_as_test(OnPostgreSQL, settings=settings(a_share(5), stateful_step_count=20))
