"""The clinic that patients with a goal write to: its agenda as far as a talk fills it, and what is free in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from random import Random
from zoneinfo import ZoneInfo

from booking.intents import ProvideCustomerData, Reading, StartBooking, When
from booking.models import Slot
from booking.testing.clinic import Clinic
from booking.testing.scripts import booked
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.kit.goals.goal import Row

WHO = "Rosa"
OWN = "Rosa Ornelas Peña"
_HALF = dt.timedelta(minutes=30)
_SEED = demo_seed()
DOCTORS = {doctor.id: doctor.name for doctor in _SEED.doctors}
READER = Shortcuts()
AHEAD = 24
"""Days that goals look ahead."""
_BEFORE = dt.timedelta(days=2)
"""So long ago patients made the appointments that they have."""


def _times(now: dt.datetime) -> Iterator[Row]:
    """Every half hour that somebody works, from tomorrow on."""
    for ahead in range(1, AHEAD):
        day = now.date() + dt.timedelta(days=ahead)
        for opening in _SEED.openings:
            start = dt.datetime.combine(day, opening.start, ZoneInfo(ZONE))
            while opening.weekday == day.weekday() and start.time() < opening.end:
                yield Row(start, DOCTORS[opening.doctor_id], None)
                start += _HALF


def agenda(now: dt.datetime, filled: float, full_until: dt.date | None, rng: Random) -> tuple[list[Row], list[Row]]:
    """The times that are taken, and those that are free."""
    taken: list[Row] = []
    free: list[Row] = []
    for row in _times(now):
        full = full_until is not None and row.start.date() <= full_until
        (taken if full or rng.random() < filled else free).append(row)
    return taken, free


def opened(now: dt.datetime, taken: list[Row], own: tuple[Row, ...]) -> Clinic:
    """A clinic where these are taken; its clock stands at `now`, and the patient has their `own`."""
    clinic = memory_clinic(_SEED, READER)
    clinic.clock.set(now)
    ids = {name: id for id, name in DOCTORS.items()}
    with clinic.begin() as uow:
        other = uow.patients.enter("Otra Persona", "+526645550999", 1, now)
        for row in taken:
            slot = Slot(start=row.start, end=row.start + _HALF)
            uow.appointments.add(slot, ids[row.doctor or ""], other.id, "primera_vez", None, now)
        uow.commit()
    clinic.clock.set(now - _BEFORE)
    for row in own:
        _book(clinic, row)
    clinic.clock.set(now)
    return clinic


def _book(clinic: Clinic, row: Row) -> None:
    """An appointment that the patient has from before, made by chat."""
    start = row.start.astimezone(ZoneInfo(ZONE))
    when = When(date_from=start.date(), date_to=start.date(), time_from=start.time(), exact=True)
    clinic.mean(WHO, StartBooking(when=Reading(when=when), doctor=row.doctor))
    clinic.mean(WHO, ProvideCustomerData(name=row.patient, for_other=row.patient != OWN))
    clinic.tap(WHO, "Sí")


def rows_of(clinic: Clinic) -> list[Row]:
    """The appointments of whoever writes, as the database has them."""
    found = []
    with clinic.begin() as uow:
        person = uow.conversations.get(clinic.conversations[WHO]).person.id
        mine = {a.id for a in uow.appointments.list(person_id=person)}
    for appointment in booked.live(clinic, held=False):
        if appointment.id in mine:
            facts = booked.facts(clinic, appointment)
            start = appointment.slot.start.astimezone(ZoneInfo(ZONE))
            found.append(Row(start, facts["doctor"], facts["paciente"]))
    return found
