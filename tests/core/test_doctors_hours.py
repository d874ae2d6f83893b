"""Which doctors attend when, as patients are told."""

from __future__ import annotations

import datetime as dt

from booking.models import Absence
from booking.scheduling.doctors_hours import doctors_hours
from booking.testing.world import OPENING_DAY, demo_seed, memory_clinic, visits_seed

RIOS, SALAS = "Dra. Paula Ríos", "Dr. Jorge Salas"
TUESDAY = OPENING_DAY.date() + dt.timedelta(days=1)


def asked(seed=demo_seed, absences=(), **of):  # type: ignore[no-untyped-def]
    clinic = memory_clinic(seed())
    with clinic.begin() as uow:
        for absence in absences:
            uow.rules.add(absence)
        uow.commit()
    with clinic.begin() as uow:
        return doctors_hours(uow.schedules, uow.schedules.clinic(), OPENING_DAY, **of)


def test_every_weekday_of_a_doctor_is_told_once() -> None:
    found = asked(doctor=RIOS)
    assert {row.date.weekday() for row in found} == {1, 3}
    assert {row.hours for row in found} == {((dt.time(15), dt.time(20)),)}


def test_on_a_date_those_who_have_hours_are_told() -> None:
    assert {row.doctor for row in asked(date=TUESDAY)} == {RIOS, SALAS, "Dra. Laura Méndez"}
    assert {row.doctor for row in asked(date=TUESDAY + dt.timedelta(days=4))} == {SALAS}
    assert asked(date=TUESDAY + dt.timedelta(days=5)) == []


def test_who_is_away_that_day_does_not_attend_but_does_in_general() -> None:
    start = dt.datetime.combine(TUESDAY, dt.time(), OPENING_DAY.tzinfo)
    away = Absence(doctor_id=3, start=start, end=start + dt.timedelta(days=1))
    assert asked(absences=[away], doctor=RIOS, date=TUESDAY) == []
    assert [row.date for row in asked(absences=[away], doctor=RIOS, date=TUESDAY, weekly=True)] == [
        TUESDAY + dt.timedelta(days=7)
    ]


def test_a_visit_lasts_as_long_as_its_type_says() -> None:
    assert {(row.shortest, row.longest) for row in asked()} == {(30, 30)}
    assert {(row.shortest, row.longest) for row in asked(seed=visits_seed)} == {(30, 60)}
