"""What every store must do with moves, staff's entries, events, rules, and the credit of the fair turn."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.errors import NotFound
from booking.models import (
    Absence,
    Actor,
    ActorKind,
    AppointmentEvent,
    Assignment,
    Basis,
    Block,
    DateOverride,
    EventKind,
    Opening,
    Policy,
    Refusal,
    Rule,
    Situation,
    SpecialDay,
    Standing,
    Status,
    VisitLength,
)
from booking.ports import UnitOfWorkFactory
from booking.testing.contract_world import BETO, DAY, HOUR, MINUTE, NOW, booked, chat, hold, patient, slot


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

    def test_the_reason_of_a_doctor_is_kept(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        standing = Standing(doctor_id=11, load=1, weight=2, credit=0.5)
        why = Assignment(basis=Basis.TURN, at=NOW, standings=(standing,))
        with begin() as uow:
            hold(uow, slot(1), chat_id)
            second = uow.appointments.hold(slot(2), 11, chat_id, NOW, NOW + HOUR, kind="revision", assigned=why)
            third = uow.appointments.hold(slot(2), 12, chat_id, NOW, NOW + HOUR, assigned=why)
            assert second is not None
            assert third is not None
            found = uow.appointments.assignments()
            assert [(a.id, a.kind, reason) for a, reason in found] == [
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


class RulesContract:
    """`Rules`, `AppointmentEvents`, and the patients somebody writes for."""

    def test_rules_come_back_and_go(self, begin: UnitOfWorkFactory) -> None:
        rules: list[Rule] = [
            Opening(doctor_id=13, weekday=2, start=dt.time(9), end=dt.time(12), daily_cap=4),
            DateOverride(doctor_id=13, date=dt.date(2026, 12, 24), start=dt.time(9), end=dt.time(11)),
            Absence(doctor_id=13, start=NOW, end=NOW + DAY, reason="congreso"),
            Block(doctor_id=13, weekday=2, start=dt.time(10), end=dt.time(11), valid_to=dt.date(2026, 12, 31)),
            VisitLength(kind="revision", doctor_id=13, minutes=15, buffer_after=5),
        ]
        with begin() as uow:
            ids = [uow.rules.add(rule) for rule in rules]
            uow.commit()
        with begin() as uow:
            assert uow.rules.list(13) == list(zip(ids, rules, strict=True))
            calendar = uow.schedules.calendar(NOW, NOW + 40 * DAY, NOW)
            assert (list(calendar.absences), list(calendar.blocks)) == ([rules[2]], [rules[3]])
            assert list(calendar.visits) == [rules[4]]
            assert list(uow.schedules.calendar(NOW + 2 * DAY, NOW + 3 * DAY, NOW).absences) == []
            for rule, id in zip(rules, ids, strict=True):
                assert uow.rules.remove(type(rule), id)
                assert not uow.rules.remove(type(rule), id)
            assert uow.rules.list(13) == []

    def test_many_rules_of_a_kind_come_and_go_at_once(self, begin: UnitOfWorkFactory) -> None:
        hours = [Opening(doctor_id=13, weekday=day, start=dt.time(9), end=dt.time(12)) for day in range(5)]
        with begin() as uow:
            uow.rules.add(Absence(doctor_id=13, start=NOW, end=NOW + DAY))
            uow.rules.add_all([])
            uow.rules.add_all(hours)
            theirs = uow.rules.of(Opening, 13)
            assert [opening for _, opening in theirs] == hours
            assert list(uow.rules.of(Block, 13)) == []
            assert uow.rules.remove(Opening) == 0
            assert uow.rules.remove(Opening, *(id for id, _ in theirs[:3]), 999_999) == 3
            assert uow.rules.of(Opening, 13) == theirs[3:]

    def test_special_days_and_lengths_are_one_of_a_kind(self, begin: UnitOfWorkFactory) -> None:
        day = SpecialDay(date=dt.date(2026, 12, 25), open=True)
        with begin() as uow:
            uow.rules.add(day.model_copy(update={"open": False, "reason": "inventario"}))
            uow.rules.add(day)
            for minutes in (20, 40):
                uow.rules.add(VisitLength(kind="urgencia", minutes=minutes))
            uow.rules.add(VisitLength(kind="urgencia", doctor_id=11, minutes=50))
            calendar = uow.schedules.calendar(NOW, NOW + 40 * DAY, NOW)
            near = uow.schedules.calendar(NOW, NOW + DAY, NOW)
        assert list(calendar.special_days) == [day]
        assert list(near.special_days) == []
        assert [(v.doctor_id, v.minutes) for v in calendar.visits] == [(None, 40), (11, 50)]

    def test_who_gets_only_those_who_ask_for_them_has_no_part_in_the_turn(self, begin: UnitOfWorkFactory) -> None:
        """Neither credit nor a share of what others could not be given; who joins is credited like somebody new."""
        chat_id = chat(begin)
        with begin() as uow:
            uow.rules.set_by_turn(12, False, NOW)
            uow.commit()
        for hours, doctor in ((1, 11), (2, 12), (3, 12)):
            booked(begin, slot(hours), chat_id, doctor=doctor)
        with begin() as uow:
            assert [d.id for d in uow.schedules.doctors() if not d.by_turn] == [12]
            assert [d.by_turn for d in uow.schedules.calendar(NOW, NOW + DAY, NOW).doctors] == [True, False, True]
            uow.rules.add(Absence(doctor_id=13, start=slot(0).start, end=slot(9).start))
            assert [s.credit for s in uow.appointments.tallies([11, 12, 13], NOW)] == [0, 0, pytest.approx(1 / 1)]
            uow.rules.set_by_turn(12, True, NOW + HOUR)
            assert [s.credit for s in uow.appointments.tallies([11, 12], NOW)] == [0, pytest.approx(2 * 1 / 2)]
            new = uow.rules.add_doctor("Dra. Nueva", "Dermatología", 1, NOW, by_turn=False)
            assert (new.by_turn, uow.appointments.tallies([new.id], NOW)[0].credit) == (False, 0)
            with pytest.raises(NotFound):
                uow.rules.set_by_turn(999_999, True, NOW)

    def test_policy_and_who_works_here(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            uow.rules.set_policy(Policy(cancel_hours=7))
            uow.rules.set_active(11, False, NOW)
            uow.rules.set_active(14, True, NOW)
            new = uow.rules.add_doctor("Dr. Nuevo", "Pediatría", 3, NOW)
            with pytest.raises(NotFound):
                uow.rules.set_active(999_999, True, NOW)
            uow.commit()
        with begin() as uow:
            assert uow.schedules.clinic().policy == Policy(cancel_hours=7)
            assert [d.id for d in uow.schedules.doctors() if d.active] == [12, 13, 14, new.id]
            assert (new.name, new.specialty, new.weight) == ("Dr. Nuevo", "Pediatría", 3)

    def test_events_come_back_in_order(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        made, other = booked(begin, slot(1), chat_id), booked(begin, slot(2), chat_id)
        with begin() as uow:
            person = uow.conversations.get(chat_id).person.id
            before = Situation(status=Status.BOOKED, slot=slot(1), doctor_id=11)
            first = AppointmentEvent(
                appointment_id=made.id,
                kind=EventKind.BOOKED,
                at=NOW,
                by=Actor(kind=ActorKind.PATIENT, person_id=person),
                after=before,
            )
            second = AppointmentEvent(
                appointment_id=made.id,
                kind=EventKind.MOVED,
                at=NOW + HOUR,
                by=Actor(kind=ActorKind.STAFF, name="recepcion"),
                before=before,
                after=before.model_copy(update={"slot": slot(3), "doctor_id": 12}),
                why="viaje",
            )
            uow.events.add(first)
            uow.events.add(second)
            uow.commit()
        with begin() as uow:
            assert list(uow.events.list(made.id)) == [first, second]
            assert list(uow.events.list(other.id)) == []

    def test_everybody_a_person_writes_for(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = chat(begin), chat(begin, BETO)
        with begin() as uow:
            ids = [patient(uow, ana, name) for name in ("Ana López", "Leo Núñez")]
            other = patient(uow, beto, "Beto Nunez")
            person = uow.conversations.get(ana).person
            assert [p.id for p in uow.patients.list_of(person.id)] == ids
            assert list(uow.patients.list_of(999_999)) == []
            assert [p.id for p in uow.patients.search("NUÑEZ")] == [ids[1], other]
            assert [p.id for p in uow.patients.search(phone="6641110002")] == [other]
            assert [p.id for p in uow.patients.search("nunez", phone=person.phone)] == [ids[1]]
            assert list(uow.patients.search("100%")) == []
            assert len(uow.patients.search(limit=2)) == 2
