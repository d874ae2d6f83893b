"""Use cases: when each of the staff is on duty, which is when they are told of notices by message."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from booking.access.on_duty import EVERY_CHAT, sees_every_chat
from booking.desk import staff_dates
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.masking import last_four, short_name
from booking.models import Duty, Person
from booking.ports import UnitOfWork

COLUMNS = ("Persona", "Nombre", "Teléfono", "De guardia")


def put(
    uow: UnitOfWork, number: str | None, days: Sequence[str], hours: Sequence[str], now: dt.datetime
) -> Sequence[Duty]:
    """Somebody of the whole clinic's staff is on duty on these days of each week ("lun") at these hours ("9:00-18:00"),
    and at no other. Raises BadValue, and DeskRefused for who has no right to it."""
    person = _of_the_staff(uow, number, now)
    weekdays = staff_dates.weekdays(days, Field.WEEKDAYS)
    ranges = staff_dates.clock_ranges(hours, Field.HOURS)
    duties = [Duty(person_id=person.id, weekday=day, start=a, end=b) for day in weekdays for a, b in ranges]
    uow.at_work.set_duties(person.id, duties)
    return duties


def clear(uow: UnitOfWork, number: str | None) -> None:
    """Somebody is on duty no longer. Raises DeskRefused."""
    person = uow.staff.find(number) if number else None
    if person is None:
        raise DeskRefused("Ese número no es de nadie del personal. Véalos con: turnero personal listar")
    uow.at_work.set_duties(person.id, [])


def rows(uow: UnitOfWork) -> list[tuple[object, ...]]:
    """Lines of the table: who is on duty when."""
    people = {person.id: person for person in uow.staff.list()}
    hours: dict[int, list[str]] = {}
    for duty in uow.at_work.duties():
        if duty.person_id in people:
            said = f"{staff_dates.WEEKDAYS[duty.weekday]} {duty.start:%H:%M}-{duty.end:%H:%M}"
            hours.setdefault(duty.person_id, []).append(said)
    return [
        (id, short_name(people[id].name), last_four(people[id].phone), ", ".join(said)) for id, said in hours.items()
    ]


def _of_the_staff(uow: UnitOfWork, number: str | None, now: dt.datetime) -> Person:
    if number is None:
        raise BadValue(Field.PHONE, "hace falta un número con lada.")
    person = uow.staff.find(number)
    if person is None or not sees_every_chat(person, now):
        promised = uow.staff.invitation(number)
        if promised and promised.works_at(now) and promised.grant.role in EVERY_CHAT:
            raise DeskRefused("Ese número todavía no escribe su código a la clínica; después se le pone de guardia.")
        raise DeskRefused(
            "Ese número no tiene permiso de personal ni de admin; de guardia solo está quien ve todos los chats. Désele"
            f" con: turnero personal alta personal --telefono {number}"
        )
    return person
