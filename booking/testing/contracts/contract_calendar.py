"""What every store must do with the calendar and with those whom appointments are for."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.models import Appointment, Busy, Slot
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    ANA,
    BETO,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    SEED,
    booked,
    chat,
    hold,
    message,
    slot,
)


class SchedulesContract:
    """`Schedules`."""

    def test_clinic_and_doctors_come_back(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            assert uow.schedules.clinic() == SEED.clinic
            assert list(uow.schedules.doctors()) == list(SEED.doctors)
            clinic, doctors = uow.schedules.overview()
        assert clinic == SEED.clinic
        assert list(doctors) == [doctor for doctor in SEED.doctors if doctor.active]

    def test_the_calendar_speaks_of_active_doctors_only(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            calendar = uow.schedules.calendar(NOW, NOW + 7 * DAY, NOW)
        assert list(calendar.doctors) == [doctor for doctor in SEED.doctors if doctor.active]
        assert sorted(calendar.openings, key=repr) == sorted(SEED.openings[:3], key=repr)
        assert sorted(calendar.overrides, key=repr) == sorted(SEED.overrides[:2], key=repr)
        assert list(calendar.busy) == []

    def test_busy_are_appointments_and_live_holds_by_start(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        moving = booked(begin, slot(3), chat_id)
        booked(begin, slot(1), chat_id, doctor=12)
        gone = booked(begin, slot(2), chat_id)
        with begin() as uow:
            uow.appointments.cancel(gone.id, gone.version, None, NOW)
            hold(uow, slot(2), chat_id, doctor=12)
            hold(uow, slot(2), other, doctor=13)
            hold(uow, slot(1), other, doctor=13, minutes=0)
            uow.commit()
        times = [
            _busy(12, slot(1)),
            _busy(12, slot(2), "primera_vez"),
            _busy(13, slot(2), "primera_vez"),
            _busy(11, slot(3)),
        ]
        with begin() as uow:
            calendar = uow.schedules.calendar
            assert list(calendar(NOW, NOW + DAY, NOW).busy) == times
            mine = calendar(NOW, NOW + DAY, NOW, except_conversation=chat_id).busy
            assert list(mine) == [times[0], *times[2:]]
            others = calendar(NOW, NOW + DAY, NOW, except_appointment=moving.id).busy
            assert list(others) == times[:3]
            later = calendar(NOW, NOW + DAY, NOW + 10 * MINUTE).busy
            assert list(later) == [times[0], times[3]]

    def test_the_calendar_covers_whole_local_days_and_the_buffer(self, begin: UnitOfWorkFactory) -> None:
        """A daily cap counts the day, and what ends just before midnight still pushes what comes after."""
        chat_id = chat(begin)
        midnight = dt.datetime(2026, 11, 23, tzinfo=ZoneInfo("America/Tijuana")).astimezone(dt.UTC)
        buffer = SEED.clinic.policy.buffer_minutes * MINUTE
        inside = [
            Slot(start=midnight - HOUR, end=midnight - buffer + MINUTE),
            slot(-6),
            slot(8),
            Slot(start=midnight + DAY + buffer - MINUTE, end=midnight + DAY + HOUR),
        ]
        outside = [
            Slot(start=midnight - 2 * HOUR, end=midnight - HOUR),
            Slot(start=midnight + DAY + HOUR, end=midnight + DAY + 2 * HOUR),
        ]
        for taken in inside + outside:
            booked(begin, taken, chat_id)
        with begin() as uow:
            calendar = uow.schedules.calendar(slot(1).start, slot(1).end, NOW)
        assert list(calendar.busy) == [_busy(11, taken) for taken in inside]
        assert [override.date.day for override in calendar.overrides] == [23]


class PatientsContract:
    """`Patients`."""

    def test_accents_case_and_spacing_do_not_make_another_patient(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = _two(begin)
        with begin() as uow:
            find = uow.patients.find_or_create
            first = find(ana, "José Núñez", None, NOW)
            assert (first.name, first.phone, first.person_id) == ("José Núñez", None, ana)
            for same in ("jose nunez", "JOSÉ NÚÑEZ", " José  Nuñez "):
                assert find(ana, same, None, NOW) == first
            other = find(ana, "José Núñez Ríos", None, NOW)
            foreign = find(beto, "José Núñez", None, NOW)
            uow.commit()
        assert len({first.id, other.id, foreign.id}) == 3
        with begin() as uow:
            assert uow.patients.find_or_create(ana, "JOSE NUÑEZ", None, NOW) == first
            assert list(uow.patients.get_many([foreign.id, first.id, first.id, 999_999])) == [first, foreign]
            assert list(uow.patients.get_many([])) == []

    def test_a_patient_gets_the_number_that_was_missing(self, begin: UnitOfWorkFactory) -> None:
        ana, _ = _two(begin)
        with begin() as uow:
            find = uow.patients.find_or_create
            find(ana, "Leo", None, NOW)
            assert find(ana, "leo", "+526641110001", NOW).phone == "+526641110001"
            assert find(ana, "leo", "+526640000000", NOW).phone == "+526641110001"

    def test_what_is_known_of_a_patient_is_corrected(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            one, other = (uow.patients.enter(name, None, None, NOW) for name in ("Leo Paz", "Ana Ruiz"))
            leo = uow.patients.edit(one.id, NOW, name="Leonel Paz", phone="+526645550001", email="l@x.mx")
            assert leo is not None
            assert (leo.name, leo.phone, leo.email) == ("Leonel Paz", "+526645550001", "l@x.mx")
            assert leo.person_id is not None
            assert uow.patients.edit(other.id, NOW, phone="+526645550001") is not None, "a number may be of two"
            assert uow.patients.edit(other.id, NOW, name="LEONEL PAZ") is None
            assert uow.patients.get_many([one.id]) == [leo]
            assert list(uow.patients.numbers(leo)) == ["+526645550001"]

    def test_a_number_does_not_take_a_patient_from_whoever_wrote(self, begin: UnitOfWorkFactory) -> None:
        ana, _ = _two(begin)
        with begin() as uow:
            leo = uow.patients.find_or_create(ana, "Leo", "+526641110001", NOW)
            moved = uow.patients.edit(leo.id, NOW, phone="+526645550002")
            assert moved is not None
            assert (moved.person_id, moved.phone) == (ana, "+526645550002")
            assert list(uow.patients.numbers(moved)) == ["+526645550002", "+526641110001"]

    def test_two_records_become_one(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = _two(begin)
        with begin() as uow:
            mine = uow.patients.find_or_create(ana, "Norma Ayón", None, NOW)
            theirs = uow.patients.find_or_create(beto, "Norma Ayon Ruiz", "+526645550003", NOW)
            made = uow.appointments.add(slot(9), 11, theirs.id, "control", None, NOW)
            assert isinstance(made, Appointment)
            uow.patients.enter("Norma Ayon Ruiz", "+526645550003", 12, NOW)
            uow.commit()
        with begin() as uow:
            uow.patients.join(mine, theirs, NOW)
            uow.commit()
        with begin() as uow:
            (kept,) = uow.patients.get_many([mine.id, theirs.id])
            assert (kept.id, kept.name, kept.phone, kept.person_id) == (mine.id, mine.name, "+526645550003", ana)
            assert [a.id for a in uow.appointments.list(person_id=ana)] == [made.id]
            assert uow.conversations.of_person(ana) is not None

    def test_whoever_wrote_for_nobody_else_is_one_person_with_the_other(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = _two(begin)
        with begin() as uow:
            mine = uow.patients.find_or_create(ana, "Norma", None, NOW)
            theirs = uow.patients.find_or_create(beto, "Norma Ayón", None, NOW)
            uow.patients.join(mine, theirs, NOW)
            uow.commit()
        with begin() as uow:
            again = [uow.inbox.accept(message(f"again of {who.value}", who), NOW) for who in (ANA, BETO)]
            assert len({one.conversation_id for one in again if one}) == 1, "both numbers lead to one chat"
            (kept,) = uow.patients.list_of(ana)
            assert set(uow.patients.numbers(kept)) == {"+526641110001", "+526641110002"}


def _two(begin: UnitOfWorkFactory) -> tuple[int, int]:
    """The ids of two people."""
    ids = chat(begin), chat(begin, BETO)
    with begin() as uow:
        one, other = (uow.conversations.get(chat_id).person.id for chat_id in ids)
    return one, other


def _busy(doctor_id: int, taken: Slot, visit: str = "control") -> Busy:
    return Busy(doctor_id=doctor_id, start=taken.start, end=taken.end, visit=visit)
