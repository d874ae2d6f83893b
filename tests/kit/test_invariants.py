"""Each invariant is worth something: a clinic that breaks just that is seen, without chance."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable

import pytest

from booking.conversation.fsm import holding, proposals, staff_orders, writes
from booking.conversation.fsm.conversation_machine import Conversing
from booking.conversation.fsm.facts import Facts
from booking.conversation.fsm.guards import offer_fresh
from booking.conversation.fsm.outcomes import Outcome
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Turn
from booking.intents import (
    CancelAppointment,
    CheckAvailability,
    Confirm,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
)
from booking.models import Appointment, State, SubState
from booking.models.draft_parts import appointment_of
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import Acts
from booking.testing.invariants import check_all
from booking.testing.tool_requests import wanted
from booking.testing.world import memory_clinic, small_seed
from tests.kit.broken_rows import clinic_with


def telling(write: Callable[[Turn], Outcome], lie: Callable[[Turn, Appointment], None]) -> Callable[[Row], Row]:
    """Rows whose write does what it should, after which something else is told."""

    def does_and_lies(turn: Turn) -> Outcome:
        outcome = write(turn)
        if turn.found.appointments:
            lie(turn, turn.found.appointments[0])
        return outcome

    return lambda row: dataclasses.replace(row, writes=tuple(does_and_lies if w is write else w for w in row.writes))


def another_time(turn: Turn, done: Appointment) -> None:
    later = done.slot.model_copy(update={"start": done.slot.start + dt.timedelta(hours=1)})
    turn.found.appointments = [done.model_copy(update={"slot": later})]


def another_doctor(turn: Turn, done: Appointment) -> None:
    turn.found.appointments = [done.model_copy(update={"doctor_id": 3 - done.doctor_id})]


def another_patient(turn: Turn, done: Appointment) -> None:
    turn.found.patient = "Eva Mora"


def not_stored(write: Callable[[Turn], Outcome]) -> Callable[[Row], Row]:
    """Rows whose write is undone behind everybody's back."""

    def does_and_undoes(turn: Turn) -> Outcome:
        shown = appointment_of(turn.draft)
        before = turn.uow.appointments.get(shown.id) if shown else None
        outcome = write(turn)
        if before is not None:
            rows = turn.uow.appointments._uow.rows  # type: ignore[attr-defined]
            rows.put(before.id, rows.get(before.id)._replace(appointment=before))
        return outcome

    return lambda row: dataclasses.replace(row, writes=tuple(does_and_undoes if w is write else w for w in row.writes))


def books(acts: Acts) -> None:
    acts.book_ahead("Ana", 3)


def cancels(acts: Acts) -> None:
    acts.book_ahead("Ana", 3)
    acts.change("Ana", CancelAppointment(), 1, Confirm())


def moves(acts: Acts) -> None:
    acts.book_ahead("Ana", 3)
    acts.change("Ana", RescheduleAppointment(), 2, Confirm())


@pytest.mark.parametrize(
    ("write", "happens", "lie", "why"),
    [
        (proposals.book, books, another_time, "told .*11-26T10:00"),
        (proposals.book, books, another_doctor, "told Dr. Dos"),
        (proposals.book, books, another_patient, "told 'Eva Mora'"),
        (proposals.cancel_appointment, cancels, another_time, "told .*11-26T10:00"),
        (proposals.cancel_appointment, cancels, another_patient, "told 'Eva Mora'"),
        (proposals.move_appointment, moves, another_time, "told .*T"),
        (proposals.move_appointment, moves, another_doctor, "told Dr. Dos"),
        (proposals.move_appointment, moves, another_patient, "told 'Eva Mora'"),
    ],
)
def test_what_is_told_to_be_done_is_what_was_done(
    write: Callable[[Turn], Outcome], happens: Callable[[Acts], None], lie: Callable[..., None], why: str
) -> None:
    acts = clinic_with(telling(write, lie))
    happens(acts)
    with pytest.raises(AssertionError, match=why):
        check_all(acts.clinic)


@pytest.mark.parametrize(
    ("write", "happens"), [(proposals.cancel_appointment, cancels), (proposals.move_appointment, moves)]
)
def test_what_is_told_to_be_done_is_stored(write: Callable[[Turn], Outcome], happens: Callable[[Acts], None]) -> None:
    acts = clinic_with(not_stored(write))
    happens(acts)
    with pytest.raises(AssertionError, match="it is as before"):
        check_all(acts.clinic)


def test_a_time_that_somebody_goes_on_from_is_not_kept() -> None:
    def keeping(row: Row) -> Row:
        if Trigger.CHECK_AVAILABILITY in row.on and SubState.CONFIRM_BOOK in row.source:
            return dataclasses.replace(row, writes=tuple(w for w in row.writes if w is not holding.let_go))
        return row

    acts = clinic_with(keeping)
    acts.come_to_the_question("Ana", 1)
    acts.clinic.mean("Ana", CheckAvailability())
    with pytest.raises(AssertionError, match=r"Ana chooses while .* is held"):
        check_all(acts.clinic)


def ordered(acts: Acts) -> None:
    acts.book_ahead("Ana", 3)
    acts.employ("Rosa")
    acts.order("Rosa", wanted("cancelar_cita_medica", paciente="Ana", cuando="jueves"))
    assert acts.state("Rosa") is State.CONFIRM


def test_an_order_is_done_on_a_yes_only() -> None:
    def on_anything(row: Row) -> Row:
        if staff_orders.carry_out not in row.writes:
            return row
        return dataclasses.replace(row, on=(Trigger.SELECT_SLOT,), guards=(on_any,))

    acts = Acts(dataclasses.replace(memory_clinic(), machine=Conversing(sorted(map(on_anything, TABLE), key=_orders))))
    ordered(acts)
    acts.clinic.mean("Rosa", SelectSlot(option=1))
    with pytest.raises(AssertionError, match="performed without a yes"):
        check_all(acts.clinic)


def on_any(facts: Facts) -> bool:
    """whatever is said"""
    return True


def _orders(row: Row) -> bool:
    """Rows that carry out an order come first."""
    return staff_orders.carry_out not in row.writes


def test_patients_are_told_nothing_of_the_staffs() -> None:
    clinic: Clinic = memory_clinic()
    acts = Acts(clinic)
    ordered(acts)
    acts.order("Rosa", wanted("datetime", timezone="Tokio"))
    check_all(clinic)
    turn = clinic.records[-1]
    assert "tool_answer" in [reply.key for reply in turn.replies]
    patient = turn.before.model_copy(update={"person": turn.before.person.model_copy(update={"grants": ()})})
    clinic.records[-1] = turn.model_copy(update={"before": patient})
    clinic.checked.clear()
    with pytest.raises(AssertionError, match="does not work here was told"):
        check_all(clinic)


def test_a_turn_that_cannot_be_made_is_trouble_of_ours() -> None:
    def crashing(row: Row) -> Row:
        return dataclasses.replace(row, writes=(lambda turn: 1 / 0,)) if writes.begin_draft in row.writes else row

    acts = clinic_with(crashing)
    acts.clinic.mean("Ana", StartBooking())
    with pytest.raises(AssertionError, match="failed for good"):
        check_all(acts.clinic)


def test_trouble_of_the_database_is_none_of_ours() -> None:
    acts = Acts(memory_clinic())
    acts.fail("turns.add", 3, as_a_bug=True)
    acts.clinic.mean("Ana", StartBooking())
    check_all(acts.clinic)


def test_a_time_is_taken_of_an_offer_that_is_fresh() -> None:
    def never_stale(row: Row) -> Row:
        chooses = Trigger.SELECT_SLOT in row.on and row.to is not None
        kept = tuple(guard for guard in row.guards if not (chooses and guard is offer_fresh))
        return dataclasses.replace(row, guards=kept)

    clinic = clinic_with(never_stale).clinic
    clinic.mean("Ana", StartBooking())
    clinic.advance(minutes=small_seed().clinic.policy.offer_minutes + 1)
    clinic.mean("Ana", SelectSlot(option=1))
    with pytest.raises(AssertionError, match="of an offer of"):
        check_all(clinic)
