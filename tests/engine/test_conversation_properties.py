"""Hypothesis drives whole clinics; every invariant is checked after every step."""

from __future__ import annotations

from hypothesis.stateful import run_state_machine_as_test

from booking.testing.machine import BookingStateMachine


def test_every_invariant_holds_on_fakes() -> None:
    run_state_machine_as_test(BookingStateMachine)
