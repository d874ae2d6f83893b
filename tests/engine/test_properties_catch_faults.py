"""The properties are worth something: a clinic broken on purpose does not pass them.

Each fault is put in by parts made for it: a table with a row changed, a write that does another thing, a repository
that forgets something. Nothing is patched.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis.stateful import run_state_machine_as_test

from booking.conversation.fsm import holding, proposals, writes
from booking.conversation.fsm.triggers import Trigger
from booking.intents import Confirm
from booking.models import SubState
from booking.testing.agreements import what_is_done_was_shown
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import BREAKABLE, Acts
from booking.testing.invariants import INVARIANTS, check_all
from booking.testing.machine import BookingStateMachine
from booking.testing.profiles import FIRST_FAILURE
from tests.engine.broken_clinics import (
    Broken,
    EveryMessageIsNew,
    OnlyTheFirstDayIsRead,
    PatientsAreEverywhere,
    Switchboard,
    book_another_time,
    half_rolled_back,
    hold_another_time,
    instead_of,
    no_exclusion,
    on,
    saying_nothing,
    staying,
    two_alike,
    with_rows,
    with_storage,
    without_write,
)

FAULTS: dict[str, tuple[Broken, str]] = {
    "an offer knows of the first day alone": (
        with_storage(lambda uow: setattr(uow, "schedules", OnlyTheFirstDayIsRead(uow))),
        "was offered .* not free",
    ),
    "a choice holds nothing": (
        with_rows(on(Trigger.SELECT_SLOT, leaving=True), without_write(holding.hold_slot)),
        "without a time",
    ),
    "a choice holds another time": (
        with_rows(on(Trigger.SELECT_SLOT, leaving=True), instead_of(holding.hold_slot, hold_another_time)),
        "which was not offered",
    ),
    "a yes books another time": (
        with_rows(
            on(Trigger.CONFIRM, SubState.CONFIRM_BOOK, leaving=True), instead_of(proposals.book, book_another_time)
        ),
        r"proposed \[Slot.*, booked \[Slot",
    ),
    "a yes books nothing": (
        with_rows(on(Trigger.CONFIRM, SubState.CONFIRM_BOOK, leaving=True), without_write(proposals.book)),
        "said booked, booked nothing|holds that no conversation owns",
    ),
    "a yes leads nowhere": (
        with_rows(on(Trigger.CONFIRM, SubState.CONFIRM_BOOK, leaving=True), staying),
        "without a draft",
    ),
    "giving up keeps the time": (
        with_rows(on(Trigger.CANCEL_BOOKING, leaving=True), without_write(holding.release_hold)),
        "holds that no conversation owns",
    ),
    "giving up keeps the draft": (
        with_rows(on(Trigger.CANCEL_BOOKING, leaving=True), without_write(writes.clear_draft)),
        "IDLE with a",
    ),
    "a stray yes is not answered": (with_rows(on(Trigger.CONFIRM, SubState.IDLE), saying_nothing), "said nothing"),
    "the storage excludes nothing": (with_storage(no_exclusion), "overlaps"),
    "a patient may be in two places": (
        with_storage(lambda uow: setattr(uow, "appointments", PatientsAreEverywhere(uow)), two_alike()),
        "overlaps",
    ),
    "a repeated message is new": (
        with_storage(lambda uow: setattr(uow, "inbox", EveryMessageIsNew(uow))),
        "a repeated message",
    ),
    "answers go to somebody else": (
        with_storage(lambda uow: setattr(uow, "outbox", Switchboard(uow))),
        "was told .* name",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_clinic_broken_on_purpose_does_not_pass(fault: str) -> None:
    broken, what_is_seen = FAULTS[fault]

    class Tested(BookingStateMachine):
        must_hold = INVARIANTS  # a replay, by the table as it is, would notice any other table

        def make_clinic(self) -> Clinic:
            return broken()

    with pytest.raises((AssertionError, ValueError), match=what_is_seen):
        run_state_machine_as_test(Tested, settings=FIRST_FAILURE)


def test_a_failed_turn_that_is_half_rolled_back_does_not_pass() -> None:
    """It shows where a service fails at the answer to a question, and at few moments of that: each is tried."""
    seen = []
    for name, nth in product(BREAKABLE, (1, 2, 3)):
        acts = Acts(half_rolled_back())
        acts.come_to_the_question("Ana", 1)
        acts.fail(name, nth, as_a_bug=False)
        acts.clinic.mean("Ana", Confirm())
        try:
            check_all(acts.clinic, INVARIANTS)
        except AssertionError as broken:
            seen.append(str(broken))
    assert seen
    assert all("holds that no conversation owns" in said for said in seen), seen


def test_the_words_that_went_out_are_held_against_what_a_yes_did() -> None:
    broken, _ = FAULTS["a yes books another time"]
    clinic = broken()
    Acts(clinic).book_ahead("Ana", 3)
    with pytest.raises(AssertionError, match=r"done is .*, proposed was"):
        what_is_done_was_shown(clinic)
