"""A clinic that books, takes or lists another doctor than was said is seen."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable

import pytest

from booking.conversation.fsm import proposals, reads
from booking.conversation.fsm.outcomes import Outcome
from booking.conversation.fsm.row import Row
from booking.conversation.turn import Turn
from booking.intents import (
    CancelAppointment,
    Confirm,
    ListAppointments,
    Reading,
    StartBooking,
    When,
)
from booking.models.draft_parts import hold_of
from booking.testing.clinic_acts import Acts
from booking.testing.deeds import lists_are_true
from booking.testing.invariants import check_all
from booking.testing.world import OPENING_DAY
from tests.kit.broken_rows import clinic_with


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
