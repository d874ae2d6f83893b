"""What every store must do with staff's rules and the events of appointments."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.errors import NotFound
from booking.models import (
    Absence,
    Actor,
    ActorKind,
    Answers,
    AppointmentEvent,
    Block,
    DateOverride,
    EventKind,
    Opening,
    Policy,
    Price,
    Rule,
    Situation,
    SpecialDay,
    Status,
    VisitLength,
)
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import BETO, DAY, HOUR, NOW, booked, chat, patient, slot


class RulesContract:
    """`Rules`, `AppointmentEvents`, and the patients somebody writes for."""

    def test_rules_come_back_and_go(self, begin: UnitOfWorkFactory) -> None:
        rules: list[Rule] = [
            Opening(doctor_id=13, weekday=2, start=dt.time(9), end=dt.time(12), daily_cap=4),
            DateOverride(doctor_id=13, date=dt.date(2026, 12, 24), start=dt.time(9), end=dt.time(11)),
            Absence(doctor_id=13, start=NOW, end=NOW + DAY, reason="congreso"),
            Block(doctor_id=13, weekday=2, start=dt.time(10), end=dt.time(11), valid_to=dt.date(2026, 12, 31)),
            VisitLength(visit="revision", doctor_id=13, minutes=15, buffer_after=5),
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

    def test_a_clinic_says_something_else_of_itself(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            before = uow.schedules.clinic()
            answers = Answers(prices=(Price(what="Consulta", said="$600"),), insurances=("GNP",), cards="Sí")
            now = before.model_copy(update={"name": "Otra", "opens": dt.time(7), "answers": answers})
            uow.rules.set_clinic(now)
            uow.commit()
        with begin() as uow:
            assert uow.schedules.clinic() == now
            assert uow.schedules.overview()[0] == now

    def test_a_doctor_is_stored_as_they_are_now(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            before = next(doctor for doctor in uow.schedules.doctors() if doctor.id == 13)
            now = before.model_copy(update={"room": "Consultorio 3", "specialty": "Cardiología", "weight": 3})
            uow.rules.set_doctor(now, NOW)
            assert now in uow.schedules.doctors()
            assert now in uow.schedules.overview()[1]
            assert now in uow.schedules.calendar(NOW, NOW + DAY, NOW).doctors
            with pytest.raises(NotFound):
                uow.rules.set_doctor(now.model_copy(update={"id": 999_999}), NOW)

    def test_special_days_and_lengths_are_one_of_a_kind(self, begin: UnitOfWorkFactory) -> None:
        day = SpecialDay(date=dt.date(2026, 12, 25), open=True)
        with begin() as uow:
            uow.rules.add(day.model_copy(update={"open": False, "reason": "inventario"}))
            uow.rules.add(day)
            for minutes in (20, 40):
                uow.rules.add(VisitLength(visit="urgencia", minutes=minutes))
            uow.rules.add(VisitLength(visit="urgencia", doctor_id=11, minutes=50))
            calendar = uow.schedules.calendar(NOW, NOW + 40 * DAY, NOW)
            near = uow.schedules.calendar(NOW, NOW + DAY, NOW)
            assert [one for _, one in uow.rules.of(SpecialDay)] == [day]
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
            assert uow.events.begun([made.id, other.id]) == {made.id: min(first.at, second.at)}
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
            whole = patient(uow, ana, "Rosa Elena Campos Vega")
            assert [p.id for p in uow.patients.search("rosa campos")] == [whole], "a name between them aside"
            assert list(uow.patients.search("rosa cano")) == []
            assert len(uow.patients.search(limit=2)) == 2
