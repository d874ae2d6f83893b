"""Use cases of a demo: a clinic whose days are nearly full, and somebody who is quicker than whoever chooses."""

from __future__ import annotations

import datetime as dt
import itertools
import zlib
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from booking.appointments.appointment_changes import open_on
from booking.desk import change_appointments, find_people
from booking.desk.change_appointments import NewPatient, Wish
from booking.desk.desk_errors import DeskRefused
from booking.models import Actor, Offer, State
from booking.ports import UnitOfWork, UnitOfWorkFactory

DAYS = 6
"""So many, from today on, are filled."""

_PERCENT = 65
_GIVEN = ("Alma", "Beto", "Clara", "Dante", "Elisa", "Fermín", "Gala", "Hugo", "Irma", "Joel", "Karla", "Leo")
_FAMILY = ("Aguirre", "Barraza", "Cota", "Duarte", "Esparza", "Félix", "Gastélum", "Haro", "Íñiguez", "Jaramillo")
_VISIT = "primera_vez"


def fill(begin: UnitOfWorkFactory, now: dt.datetime, by: Actor, seed: int) -> int:
    """Book two thirds of what is free in the coming days, each as staff would, a transaction a day; how many were
    made. The same seed chooses the same times of the same clinic."""
    names, made = _names(seed), 0
    for ahead in range(DAYS):
        with begin() as uow:
            clinic = find_people.clinic_of(uow)
            _demo_alone(clinic.demo)
            date = now.astimezone(ZoneInfo(clinic.zone)).date() + dt.timedelta(days=ahead)
            for doctor in [one for one in uow.schedules.doctors() if one.active]:
                for slot in open_on(uow, clinic, doctor.id, date, now):
                    if zlib.crc32(f"{seed}|{doctor.id}|{slot.start.isoformat()}".encode()) % 100 < _PERCENT:
                        made += _enter(uow, doctor.name, next(names), slot.start, now, by)
            uow.commit()
    return made


def steal(uow: UnitOfWork, now: dt.datetime, by: Actor) -> str:
    """Another patient takes the first of the times that whoever wrote last was offered; what happened, for whoever
    did it. Raises DeskRefused where nobody chooses."""
    clinic = find_people.clinic_of(uow)
    _demo_alone(clinic.demo)
    choosing = next((one for one in uow.conversations.list() if one.offer and one.state is State.SLOT_SELECTION), None)
    if choosing is None or choosing.offer is None:
        raise DeskRefused("Nadie está eligiendo horario. Pida primero una cita por teléfono.")
    offer: Offer = choosing.offer
    free, name = offer.found[0], next(_names(choosing.id + offer.version))
    doctors = {one.id: one.name for one in uow.schedules.doctors()}
    taken = sum(_enter(uow, doctors[id], name, free.slot.start, now, by) for id in free.doctor_ids)
    if not taken:
        raise DeskRefused("Ese horario ya lo tenía alguien más.")
    at = free.slot.start.astimezone(ZoneInfo(clinic.zone))
    return f"{name} se quedó con el primer horario ofrecido, el de las {at:%H:%M}. Elíjalo en el teléfono."


def _enter(uow: UnitOfWork, doctor: str, name: str, start: dt.datetime, now: dt.datetime, by: Actor) -> bool:
    new = NewPatient(name, None)
    wish = Wish(doctor, None, new, start.isoformat(), _VISIT, None, overbook=False, tell=False)
    try:
        change_appointments.enter(uow, wish, now, by)
    except DeskRefused:  # it overlaps one that was made a moment ago
        return False
    return True


def _names(seed: int) -> Iterator[str]:
    """A hundred and twenty, from another one on for each seed, then again."""
    every = [f"{given} {family}" for family, given in itertools.product(_FAMILY, _GIVEN)]
    first = seed * 7 % len(every)
    return itertools.cycle([*every[first:], *every[:first]])


def _demo_alone(demo: bool) -> None:
    if not demo:
        raise DeskRefused("Solo una clínica de demostración se llena de citas inventadas.")
