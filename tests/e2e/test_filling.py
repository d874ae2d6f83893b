"""A clinic fills up person by person until nothing is left, over WhatsApp, through the webhook, against PostgreSQL."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Sequence

import pytest
from sqlalchemy import delete, text

from booking.models import Clinic, Doctor, Opening, Policy, State
from booking.testing.profiles import PROFILE
from storage.demo import DOCTORS, OPENINGS
from storage.seed import seed
from storage.tables import AppointmentRow, MedicalRecordRow, ReminderRow
from tests.e2e.house import House

LAST_NAMES = ("Rojas", "Soto", "Luna", "Cota", "Vega")
FIRST_NAMES = ("Ana", "Beto", "Carla", "Dante", "Elsa", "Gala", "Hugo", "Jaime")
ONE = Doctor(id=1, name="Dra. Uno")
SATURDAY_NIGHT = dt.datetime.fromisoformat("2026-11-28T23:10:00-08:00")


def enter(house: House, doctors: Sequence[Doctor], openings: Sequence[Opening], horizon_days: int) -> None:
    """These doctors alone, without appointments, in the place of the demo's."""
    policy = Policy(horizon_days=horizon_days, holidays=None)
    clinic = Clinic(name="Clínica", zone="America/Tijuana", policy=policy, demo=True)
    here = {doctor.id for doctor in doctors}
    gone = [doctor.model_copy(update={"active": False}) for doctor in DOCTORS if doctor.id not in here]
    with house.app.database.begin() as connection:
        # Else a reminder of one of them may be put down between the two.
        connection.execute(text("LOCK TABLE citas_medicas IN EXCLUSIVE MODE"))
        for rows in (ReminderRow, MedicalRecordRow, AppointmentRow):
            connection.execute(delete(rows))
    seed(house.app.database, clinic, [*doctors, *gone], openings)


def fill(house: House, at_most: int) -> list[str]:
    """Person after person, each takes one of the times offered, until nothing is. What they booked."""
    booked: list[str] = []
    for name, place in zip(
        itertools.product(FIRST_NAMES, LAST_NAMES, LAST_NAMES), itertools.cycle((1, 0, 4, 2)), strict=False
    ):
        phone = house.phone(name[0])
        last = house.says(phone, "hola, quiero una cita")
        offered = house.offered(phone)
        if not offered:
            assert "no_slots" in [reply.key for reply in house.turns(phone)[-1].replies], last
            return booked
        place %= len(offered)
        house.taps(phone, phone.last.options[place][1])
        assert house.state(phone) is State.CUSTOMER_DATA, f"{offered[place]} was offered, and could not be taken"
        house.says(phone, " ".join(name))
        house.taps(phone, "Sí, confirmar")
        (appointment,) = house.appointments(phone)
        assert house.local(appointment.slot.start) == offered[place]
        booked.append(offered[place])
        assert len(booked) <= at_most, "more was booked than there is"
    raise AssertionError("there are no more names")


def test_each_gets_the_time_they_choose_until_nothing_is_left(house: House) -> None:
    """One doctor, two days: six half hours tomorrow, and what is left of today."""
    hours = [Opening(doctor_id=1, weekday=day, start=dt.time(9), end=dt.time(12)) for day in (1, 2)]
    enter(house, [ONE], hours, horizon_days=1)
    booked = fill(house, at_most=8)
    today, tomorrow = ["11:00", "11:30"], ["09:00", "09:30", "10:00", "10:30", "11:00", "11:30"]
    assert sorted(booked) == [f"2026-11-24 {at}" for at in today] + [f"2026-11-25 {at}" for at in tomorrow]


@pytest.mark.skipif(PROFILE != "nightly", reason="a week of the demo's doctors: some hundred and fifty people")
def test_a_whole_clinic_fills_up(house: House) -> None:
    house.clock.set(SATURDAY_NIGHT)
    enter(house, DOCTORS, OPENINGS, horizon_days=7)
    booked = fill(house, at_most=180)
    assert len(booked) == 172
