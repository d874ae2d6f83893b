"""Each invariant is worth something: a clinic that breaks just that is seen, without chance."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable

import pytest

from booking.conversation.fsm import holding, proposals, reads, staff_orders, writes
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
    ListAppointments,
    Reading,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    When,
)
from booking.models import Appointment, State, SubState
from booking.models.draft_parts import appointment_of, hold_of
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import Acts
from booking.testing.deeds import lists_are_true
from booking.testing.invariants import check_all
from booking.testing.tool_requests import wanted
from booking.testing.world import OPENING_DAY, memory_clinic, small_seed


def clinic_with(change: Callable[[Row], Row]) -> Acts:
    return Acts(dataclasses.replace(memory_clinic(), machine=Conversing([change(row) for row in TABLE])))


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
            return dataclasses.replace(row, writes=tuple(w for w in row.writes if w is not holding.release_hold))
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
    acts.fail("conversations.save", 3, as_a_bug=True)
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


def with_another_doctor(turn: Turn) -> Outcome:
    """book the time with whoever else is there"""
    hold, chat = hold_of(turn.draft), turn.conversation
    assert hold is not None
    turn.uow.appointments.release_hold(hold, chat.id)
    other = turn.uow.appointments.hold(hold.slot, 3 - hold.doctor_id, chat.id, turn.now, hold.expires_at)
    assert other is not None
    turn.change_draft(hold=other, proposal=None)
    proposals.propose(turn)
    return proposals.book(turn)


def with_anybody(turn: Turn) -> Outcome:
    """book, and forget who was refused"""
    turn.change_draft(refused_doctors=())
    return proposals.book(turn)


def of_one_doctor(turn: Turn) -> None:
    """find the doctors, and take them all for the first"""
    reads.find_doctors(turn)
    turn.found.doctors = [d.model_copy(update={"name": "Dra. Uno"}) for d in turn.found.doctors or ()]


def the_first(turn: Turn) -> None:
    """find the person's appointments, and take the first of the day"""
    reads.find_appointments(turn)
    found = turn.found.appointments or ()
    turn.found.appointments, turn.found.none_fits = found[:1], False


def reading(read: Callable[[Turn], None], other: Callable[[Turn], None]) -> Callable[[Row], Row]:
    return lambda row: dataclasses.replace(row, reads=tuple(other if r is read else r for r in row.reads))


def booking(other: Callable[[Turn], Outcome]) -> Callable[[Row], Row]:
    return lambda row: dataclasses.replace(row, writes=tuple(other if w is proposals.book else w for w in row.writes))


def at(days: int, hour: int, minute: int = 0) -> Reading:
    day = OPENING_DAY.date() + dt.timedelta(days=days)
    return Reading(when=When(date_from=day, date_to=day, time_from=dt.time(hour, minute), exact=True))


def two_on_a_day(acts: Acts) -> None:
    """Ana has one with each doctor, and a second one on that day."""
    for hour, minute, doctor in ((9, 0, "Dra. Uno"), (10, 0, "Dr. Dos")):
        acts.clinic.mean("Ana", StartBooking(when=at(1, hour, minute), doctor=doctor))
        acts.answer("Ana", 1, Confirm())


def test_a_yes_to_one_doctor_books_no_other() -> None:
    acts = clinic_with(booking(with_another_doctor))
    acts.clinic.mean("Ana", StartBooking(when=at(1, 10)))
    acts.answer("Ana", 1, Confirm())
    with pytest.raises(AssertionError, match="proposed was"):
        check_all(acts.clinic)


def test_a_doctor_who_was_refused_is_not_taken_when_the_hold_has_lapsed() -> None:
    acts = clinic_with(booking(with_anybody))
    acts.clinic.mean("Ana", StartBooking(when=at(1, 10), not_with=("Dra. Uno",)))
    acts.come_to_the_question("Ana", 1)
    acts.clinic.advance(minutes=11)
    acts.clinic.mean("Beto", StartBooking(when=at(1, 10), doctor="Dr. Dos"))
    acts.answer("Beto", 1, Confirm())
    acts.clinic.mean("Ana", Confirm())
    with pytest.raises(AssertionError, match=r"Dra\. Uno was refused, and is held"):
        check_all(acts.clinic)


def test_each_appointment_is_listed_with_its_own_doctor() -> None:
    acts = clinic_with(reading(reads.find_doctors, of_one_doctor))
    two_on_a_day(acts)
    acts.clinic.checked.clear()
    acts.clinic.records.clear()
    acts.clinic.mean("Ana", ListAppointments())
    with pytest.raises(AssertionError, match=r"one with Dr\. Dos: .*Dra\. Uno"):
        check_all(acts.clinic, [lists_are_true])


def test_of_several_on_a_day_the_one_meant_is_asked_about() -> None:
    acts = clinic_with(reading(reads.find_appointments, the_first))
    two_on_a_day(acts)
    check_all(acts.clinic)
    day = OPENING_DAY.date() + dt.timedelta(days=1)
    acts.clinic.mean("Ana", CancelAppointment(when=Reading(when=When(date_from=day, date_to=day))))
    with pytest.raises(AssertionError, match="meant any of"):
        check_all(acts.clinic)
