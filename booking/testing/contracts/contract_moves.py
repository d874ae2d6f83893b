"""What every store must do with moves, staff's entries, and the credit of the fair turn."""

from __future__ import annotations

import pytest

from booking.models import (
    Absence,
    Assignment,
    Basis,
    Refusal,
    Standing,
    Status,
)
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import BETO, DAY, HOUR, MINUTE, NOW, booked, chat, hold, patient, slot


class MovesContract:
    """`Appointments`: moving, entering, marking, and why a doctor."""

    def test_a_move_changes_the_row_and_frees_the_old_time(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        made = booked(begin, slot(1), chat_id)
        with begin() as uow:
            held = hold(uow, slot(3), chat_id, doctor=12)
            assert held is not None
            moved = uow.appointments.move(held, chat_id, made.id, made.version, NOW)
            uow.commit()
        changes = {"slot": slot(3), "doctor_id": 12, "version": made.version + 1}
        assert moved == made.model_copy(update=changes)
        with begin() as uow:
            assert uow.appointments.list() == [moved]
            assert hold(uow, slot(1), chat_id)
            assert hold(uow, slot(3), chat_id, doctor=12) is None

    def test_a_time_that_overlaps_the_old_one_needs_no_hold(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        made = booked(begin, slot(1), chat_id)
        with begin() as uow:
            assert hold(uow, slot(1.25), chat_id) is None
            moved = uow.appointments.move(slot(1.25), None, made.id, made.version, NOW, reason="alergia")
            assert not isinstance(moved, Refusal)
            assert (moved.slot, moved.doctor_id, moved.reason) == (slot(1.25), 11, "alergia")

    def test_a_refused_move_changes_nothing(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        made = booked(begin, slot(1), chat_id)
        booked(begin, slot(5), chat_id)
        booked(begin, slot(2), other, name="Beto")
        with begin() as uow:
            held = hold(uow, slot(5.25), chat_id, doctor=12)
            assert held is not None
            move = uow.appointments.move
            assert move(held, chat_id, made.id, made.version, NOW) is Refusal.PATIENT_BUSY
            assert move(slot(2), None, made.id, made.version, NOW) is Refusal.SLOT_TAKEN
            assert move(held, chat_id, made.id, made.version - 1, NOW) is Refusal.APPOINTMENT_CHANGED
            assert move(slot(9), None, 999_999, 1, NOW) is Refusal.APPOINTMENT_CHANGED
            assert move(slot(9), None, held.appointment_id, 1, NOW) is Refusal.APPOINTMENT_CHANGED
            assert move(held, other, made.id, made.version, NOW) is Refusal.SLOT_TAKEN, "it is somebody else's"
            assert uow.appointments.get(made.id) == made
            assert uow.appointments.renew_hold(held, chat_id, NOW + HOUR), "the hold is still there"

    def test_a_lapsed_hold_is_not_in_the_way_of_staff(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        made = booked(begin, slot(1), chat_id)
        with begin() as uow:
            assert hold(uow, slot(2), chat_id, minutes=0)
            assert hold(uow, slot(3), chat_id, minutes=0)
            who = patient(uow, chat_id, "Leo")
            assert not isinstance(uow.appointments.add(slot(2), 11, who, "control", None, NOW), Refusal)
            moved = uow.appointments.move(slot(3), None, made.id, made.version, NOW, doctor_id=11)
            assert not isinstance(moved, Refusal)

    def test_staff_enter_and_overbook(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        booked(begin, slot(1), chat_id)
        with begin() as uow:
            who, child = patient(uow, chat_id), patient(uow, chat_id, "Leo")
            add = uow.appointments.add
            assert add(slot(1.25), 11, child, "control", None, NOW) is Refusal.SLOT_TAKEN
            assert add(slot(1.25), 12, who, "control", None, NOW) is Refusal.PATIENT_BUSY
            over = add(slot(1.25), 11, child, "control", "tos", NOW, overbooked=True)
            plain = add(slot(4), 11, child, "control", None, NOW)
            uow.commit()
        assert not isinstance(over, Refusal)
        assert not isinstance(plain, Refusal)
        assert (over.overbooked, over.status, over.reason, over.version) == (True, Status.BOOKED, "tos", 1)
        with begin() as uow:
            assert uow.appointments.get(over.id) == over
            moved = uow.appointments.move(slot(1), None, over.id, 1, NOW)
            assert moved is Refusal.SLOT_TAKEN, "moved it is overbooked no longer"
            again = uow.appointments.move(slot(1), None, over.id, 1, NOW, overbooked=True)
            assert not isinstance(again, Refusal)
            assert again.overbooked
            assert len(uow.schedules.calendar(NOW, NOW + DAY, NOW).busy) == 3

    def test_marks(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        made = booked(begin, slot(1), chat_id)
        with begin() as uow:
            mark = uow.appointments.mark
            here = mark(made.id, made.version, Status.BOOKED, NOW, arrived_at=NOW)
            assert here == made.model_copy(update={"version": made.version + 1, "arrived_at": NOW})
            assert mark(made.id, made.version, Status.NO_SHOW, NOW, arrived_at=None) is None
            gone = mark(made.id, made.version + 1, Status.NO_SHOW, NOW, arrived_at=None)
            assert gone is not None
            assert gone.status is Status.NO_SHOW
            assert mark(made.id, gone.version, Status.BOOKED, NOW, arrived_at=None) is None
            assert hold(uow, slot(1), chat_id), "who did not come takes up no time"

    def test_a_mark_is_taken_back(self, begin: UnitOfWorkFactory) -> None:
        made = booked(begin, slot(1), chat(begin))
        with begin() as uow:
            unmark, version = uow.appointments.unmark, made.version
            gone = uow.appointments.mark(made.id, version, Status.NO_SHOW, NOW, arrived_at=None)
            assert gone is not None
            assert unmark(made.id, version, Status.BOOKED, NOW, arrived_at=None) is Refusal.APPOINTMENT_CHANGED
            back = unmark(made.id, gone.version, Status.BOOKED, NOW, arrived_at=NOW)
            assert back == made.model_copy(update={"version": gone.version + 1, "arrived_at": NOW})
            over = uow.appointments.mark(made.id, back.version, Status.NO_SHOW, NOW, arrived_at=None)
            assert over is not None
            other = uow.appointments.add(
                slot(1), 11, uow.patients.enter("Luz", None, None, NOW).id, "control", None, NOW
            )
            assert not isinstance(other, Refusal)
            assert unmark(made.id, over.version, Status.BOOKED, NOW, arrived_at=None) is Refusal.SLOT_TAKEN
            cancelled = uow.appointments.cancel(other.id, other.version, None, NOW)
            assert cancelled is not None
            refused = unmark(other.id, cancelled.version, Status.BOOKED, NOW, arrived_at=None)
            assert refused is Refusal.APPOINTMENT_CHANGED

    def test_the_reason_of_a_doctor_is_kept(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        standing = Standing(doctor_id=11, load=1, weight=2, credit=0.5)
        why = Assignment(basis=Basis.TURN, at=NOW, standings=(standing,))
        with begin() as uow:
            hold(uow, slot(1), chat_id)
            second = uow.appointments.hold(slot(2), 11, chat_id, NOW, NOW + HOUR, visit="revision", assigned=why)
            third = uow.appointments.hold(slot(2), 12, chat_id, NOW, NOW + HOUR, assigned=why)
            assert second is not None
            assert third is not None
            found = uow.appointments.assignments()
            assert [(a.id, a.visit, reason) for a, reason in found] == [
                (third.appointment_id, "primera_vez", why),
                (second.appointment_id, "revision", why),
            ]
            assert len(uow.appointments.assignments(limit=1)) == 1
            assert [a.doctor_id for a, _ in uow.appointments.assignments(doctor_id=11)] == [11]

    def test_credit_for_what_a_doctor_could_not_be_given(self, begin: UnitOfWorkFactory) -> None:
        """Weights are 1, 2 and 1; the inactive one does not count."""
        chat_id = chat(begin)
        for hours, doctor in ((1, 11), (2, 12), (3, 12)):
            booked(begin, slot(hours), chat_id, doctor=doctor)
        with begin() as uow:
            new = uow.rules.add_doctor("Dra. Nueva", None, 2, NOW + HOUR)
            uow.rules.add(Absence(doctor_id=13, start=slot(1.5).start, end=slot(2.25).start))
            found = {s.doctor_id: s for s in uow.appointments.tallies([11, 12, 13, new.id], NOW)}
        assert [s.credit for s in found.values()] == [0, 0, pytest.approx(1 / 5), pytest.approx(2 * 3 / 4)]
        assert [s.load for s in found.values()] == [1, 2, 0, 0]

    def test_what_is_over_counts_for_nobody(self, begin: UnitOfWorkFactory) -> None:
        """Nobody may ever say what became of it."""
        chat_id = chat(begin)
        made = booked(begin, slot(1), chat_id)
        with begin() as uow:
            uow.rules.add(Absence(doctor_id=12, start=slot(0).start, end=slot(2).start))
            last = uow.appointments.tallies([11, 12], made.slot.end - MINUTE)
            assert [(s.load, s.credit) for s in last] == [(1, 0), (0, pytest.approx(2 / 2))]
            assert [(s.load, s.credit) for s in uow.appointments.tallies([11, 12], made.slot.end)] == [(0, 0), (0, 0)]

    def test_who_was_not_active_is_credited_with_what_was_made_meanwhile(self, begin: UnitOfWorkFactory) -> None:
        """And with nothing else, however often: an appointment is made now, one after each of the changes."""
        chat_id, credits = chat(begin), []
        booked(begin, slot(1), chat_id)
        for away in (NOW - 2 * HOUR, NOW - HOUR), (NOW, NOW + HOUR), (NOW + 2 * HOUR, NOW + 3 * HOUR):
            with begin() as uow:
                for active, at in zip((False, True), away, strict=True):
                    uow.rules.set_active(12, active, at)
                    uow.rules.set_active(12, active, at + MINUTE)  # as it is already
                credits += [s.credit for s in uow.appointments.tallies([12], NOW)]
                uow.commit()
        assert credits == [0, pytest.approx(2 / 2), pytest.approx(2 / 2)]

    def test_who_is_here_stays_here_where_that_is_said(self, begin: UnitOfWorkFactory) -> None:
        made = booked(begin, slot(1), chat(begin))
        with begin() as uow:
            uow.appointments.lock_day(made.doctor_id, slot(1).start, slot(2).start)
            here = uow.appointments.mark(made.id, made.version, Status.BOOKED, NOW, arrived_at=NOW)
            assert here is not None
            moved = uow.appointments.move(slot(2), None, made.id, here.version, NOW, keeps_arrival=True)
            assert not isinstance(moved, Refusal)
            assert moved.arrived_at == NOW
            again = uow.appointments.move(slot(3), None, made.id, moved.version, NOW)
            assert not isinstance(again, Refusal)
            assert again.arrived_at is None
