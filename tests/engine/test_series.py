"""A series of appointments: all of it or nothing, whoever else wants one of its times."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import Engine as Database

from booking.intents import CheckAvailability, Confirm, Deny, ProvideCustomerData, Reading, Repeats, StartBooking, When
from booking.models import Appointment, Status
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.strategies import MONDAY
from booking.testing.world import OPENING_DAY, memory_clinic
from tests.engine.on_postgres import postgres_clinic

THRICE = Repeats(every=1, times=3)


@pytest.fixture(params=["memory", "postgres"])
def clinic(request: pytest.FixtureRequest) -> Iterator[Clinic]:
    if request.param == "memory":
        yield memory_clinic()
    else:
        yield postgres_clinic(request.getfixturevalue("engine"))


def at(day: int, hour: int = 9, minute: int = 0) -> dt.datetime:
    return dt.datetime.combine(MONDAY + dt.timedelta(days=day), dt.time(hour, minute), OPENING_DAY.tzinfo)


def on(day: int) -> Reading:
    """That day at nine."""
    date = MONDAY + dt.timedelta(days=day)
    return Reading(when=When(date_from=date, date_to=date, time_from=dt.time(9), exact=True))


def live(clinic: Clinic) -> list[Appointment]:
    return sorted(clinic.stored().live, key=lambda appointment: appointment.slot.start)


def test_all_are_held_by_one_choice_and_booked_by_one_yes(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking(when=on(1), doctor="Dra. Uno", repeats=THRICE))
    assert [a.status for a in live(clinic)] == [Status.HELD] * 3
    shown = clinic.mean("Ana", ProvideCustomerData(name="Ana Ruiz"))
    assert shown.keys == ["proposal"]
    assert [a.status for a in live(clinic)] == [Status.HELD] * 3
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]
    assert [(a.status, a.slot.start) for a in live(clinic)] == [(Status.BOOKED, at(day)) for day in (1, 2, 3)]
    with clinic.begin() as uow:
        assert [len(uow.events.list(a.id)) for a in live(clinic)] == [1, 1, 1]
    check_all(clinic)


def test_what_was_taken_meanwhile_is_told_and_nothing_is_booked_before_another_yes(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking(when=on(1), doctor="Dra. Uno", repeats=THRICE))
    clinic.mean("Ana", ProvideCustomerData(name="Ana Ruiz"))
    clinic.advance(minutes=11)
    clinic.mean("Beto", StartBooking(when=on(2), doctor="Dra. Uno"))
    clinic.mean("Beto", ProvideCustomerData(name="Beto Lara"))
    assert clinic.mean("Beto", Confirm()).keys == ["booked"]
    told = clinic.mean("Ana", Confirm())
    assert told.keys == ["proposal_changed", "proposal"]
    assert [a.status for a in live(clinic)].count(Status.BOOKED) == 1
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]
    assert [a.slot.start for a in live(clinic)] == [at(1), at(2), at(2, 9, 30), at(3)]
    assert {a.status for a in live(clinic)} == {Status.BOOKED}
    check_all(clinic)


def test_a_patient_who_is_elsewhere_at_one_of_them_gets_none(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking(when=on(1), doctor="Dra. Uno", repeats=THRICE))
    clinic.mean("Ana", ProvideCustomerData(name="Ana Ruiz"))
    with clinic.begin() as uow:
        patient = uow.patients.find_or_create(clinic.conversation("Ana").person.id, "Ana Ruiz", None, OPENING_DAY)
        slot = next(a.slot for a in live(clinic) if a.slot.start == at(3))
        added = uow.appointments.add(slot, 2, patient.id, "primera_vez", None, OPENING_DAY)
        assert isinstance(added, Appointment)
        uow.commit()
    assert clinic.mean("Ana", Confirm()).keys == ["patient_busy"]
    assert [a.id for a in live(clinic)] == [added.id]


def test_a_no_and_another_search_let_all_of_it_go(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking(when=on(1), doctor="Dra. Uno", repeats=THRICE))
    clinic.mean("Ana", ProvideCustomerData(name="Ana Ruiz"))
    clinic.mean("Ana", Deny())
    assert len(live(clinic)) == 3
    clinic.mean("Ana", CheckAvailability(when=Reading(when=When(date_from=MONDAY + dt.timedelta(days=3)))))
    assert live(clinic) == []
    check_all(clinic)


def test_two_at_once_who_want_one_of_its_times_never_both_get_it(engine: Database) -> None:
    clinic = postgres_clinic(engine)
    for who in ("Ana", "Beto"):
        clinic.mean(who, ProvideCustomerData(name=f"{who} Ruiz"))
    says = {
        "Ana": StartBooking(when=on(1), doctor="Dra. Uno", repeats=THRICE),
        "Beto": StartBooking(when=on(2), doctor="Dra. Uno"),
    }
    _at_once(clinic, says)
    _at_once(clinic, {who: Confirm() for who in says})
    booked = [a for a in live(clinic) if a.status is Status.BOOKED]
    of_ana = [a for a in booked if _is_of(clinic, a, "Ana Ruiz")]
    assert len(of_ana) in (0, 3), "a part of the series"
    assert len(booked) - len(of_ana) <= 1
    assert len({(a.doctor_id, a.slot.start) for a in booked}) == len(booked), "one time for two"
    assert booked, "nobody got anything"
    check_all(clinic)


def _at_once(clinic: Clinic, says: dict[str, StartBooking | CheckAvailability | Confirm]) -> None:
    from booking.testing.clinic import meaning

    for who, intent in says.items():
        clinic.receive(who, meaning(intent))
    gate = Barrier(len(says))

    def handled(who: str) -> None:
        gate.wait(60)
        clinic.engine.process(clinic.conversations[who])

    with ThreadPoolExecutor(len(says)) as pool:
        list(pool.map(handled, says))
    for who in says:
        clinic.drain(who)


def _is_of(clinic: Clinic, appointment: Appointment, name: str) -> bool:
    with clinic.begin() as uow:
        (patient,) = uow.patients.get_many([appointment.patient_id or 0])
    return patient.name == name
