"""Use cases that change who works at the clinic: add a doctor, let them take part in the turns, activate them."""

from __future__ import annotations

import datetime as dt

from booking.desk import find_people, touched_appointments, turn_order
from booking.desk.json_views import Json
from booking.models import Doctor
from booking.models.folded_text import folded
from booking.ports import UnitOfWork


def add(
    uow: UnitOfWork, name: str, specialty: str | None, weight: int, by_turn: bool | None, now: dt.datetime
) -> Doctor:
    """Add one, who takes part in the turns as the specialty says unless `by_turn` does. Raises DeskRefused."""
    find_people.clinic_of(uow)
    uow.appointments.lock_turn()
    find_people.no_doctor_of(uow, name)
    of_the_turn = turn_order.usually(specialty) if by_turn is None else by_turn
    return uow.rules.add_doctor(name, specialty, weight, now, by_turn=of_the_turn)


def edit(
    uow: UnitOfWork,
    doctor: str,
    name: str | None,
    specialty: str | None,
    room: str | None,
    weight: int | None,
    now: dt.datetime,
) -> Doctor:
    """Change what is given of a doctor; an empty text takes it away. Raises BadValue, DeskRefused."""
    uow.appointments.lock_turn()
    before = find_people.find_doctor(uow, doctor)
    named = " ".join((name or before.name).split())
    if folded(named) != folded(before.name):
        find_people.no_doctor_of(uow, named)
    after = before.model_copy(
        update={
            "name": named,
            "specialty": before.specialty if specialty is None else specialty.strip() or None,
            "room": before.room if room is None else room.strip() or None,
            "weight": weight or before.weight,
        }
    )
    uow.rules.set_doctor(after, now)
    return after


def set_by_turn(uow: UnitOfWork, doctor: str, by_turn: bool, now: dt.datetime) -> tuple[Doctor, bool]:
    """Let a doctor get patients who ask for nobody, or no longer; the doctor, and whether any such doctor is left."""
    uow.appointments.lock_turn()
    found = find_people.find_doctor(uow, doctor)
    uow.rules.set_by_turn(found.id, by_turn, now)
    left = any(d.active and d.by_turn for d in uow.schedules.doctors())
    return found.model_copy(update={"by_turn": by_turn}), left


def set_active(uow: UnitOfWork, doctor: str, active: bool, now: dt.datetime) -> tuple[Doctor, list[Json]]:
    """Let a doctor get patients, or no longer; the doctor, and the appointments that it touches."""
    found = find_people.find_doctor(uow, doctor)
    _, affected = touched_appointments.by(uow, now, lambda: uow.rules.set_active(found.id, active, now))
    return found, affected
