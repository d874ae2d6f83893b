"""Use cases about who may do what from which number: promise a right by a one-time code, list them, take one back."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.access import identification
from booking.desk import find_people, staff_dates
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.masking import last_four
from booking.models import Grant, Role
from booking.ports import UnitOfWork

ROLES = {"admin": Role.ADMIN, "personal": Role.STAFF, "doctor": Role.DOCTOR}
"""As staff call them."""
_WORDS = {role: word for word, role in ROLES.items()}

COLUMNS = ("Persona", "Teléfono", "Rol", "Doctor", "Hasta", "Vigente")


class NewRight(NamedTuple):
    """A right as staff give it: a doctor's names the doctor; without `until` it has no end."""

    role: str
    number: str | None  # E.164; None: what was given is no number
    doctor: str | None
    until: str | None


class OneTimeCode(NamedTuple):
    """What has to be written to the clinic from that number, and the salt that it is kept with."""

    code: str
    salt: str


def role_of(word: str) -> Role:
    """Raises BadValue."""
    if word not in ROLES:
        raise BadValue(Field.ROLE, f"hay: {', '.join(ROLES)}.")
    return ROLES[word]


def invite(uow: UnitOfWork, right: NewRight, made: OneTimeCode, now: dt.datetime) -> None:
    """Store that whoever writes the code from that number gets the right. Raises BadValue."""
    role = role_of(right.role)
    if right.number is None:
        raise BadValue(Field.PHONE, "hace falta un número con lada.")
    if (role is Role.DOCTOR) != (right.doctor is not None):
        raise BadValue(Field.DOCTOR, "va con el rol de doctor, y solo con él.")
    here = now.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))
    ends = None
    if right.until:
        ends = staff_dates.midnight(staff_dates.day(right.until, here, Field.UNTIL) + dt.timedelta(days=1), here)
        if ends <= here:
            raise BadValue(Field.UNTIL, "ese día ya pasó.")
    doctor_id = find_people.find_doctor(uow, right.doctor).id if right.doctor else None
    grant = Grant(role=role, doctor_id=doctor_id, until=ends)
    identification.invite(uow, right.number, grant, made.code, made.salt, now)


def rows(uow: UnitOfWork, now: dt.datetime) -> list[tuple[object, ...]]:
    """Lines of the table: who has rights, and which codes nobody has written yet."""
    names = {d.id: d.name for d in uow.schedules.doctors()}
    zone = ZoneInfo(find_people.clinic_of(uow).zone)

    def line(person_id: int | None, phone: str | None, grant: Grant, holds: str) -> tuple[object, ...]:
        doctor = names.get(grant.doctor_id) if grant.doctor_id else None
        until = grant.until and staff_dates.until(grant.until, zone)
        return person_id, last_four(phone), _WORDS[grant.role], doctor, until, holds

    given = [
        line(person.id, person.phone, grant, "sí" if grant.role in person.roles_at(now) else "no")
        for person in uow.staff.list()
        for grant in person.grants
    ]
    promised = [
        line(None, one.phone, one.grant, f"por escribir su código, hasta {_minute(one.expires_at, zone)}")
        for one in uow.staff.invitations()
        if one.works_at(now)
    ]
    return [*given, *promised]


def _minute(at: dt.datetime, zone: dt.tzinfo) -> str:
    return f"{at.astimezone(zone):%d/%m/%Y %H:%M}"


def revoke(uow: UnitOfWork, role: str, number: str | None) -> None:
    """Take a right back, and the code that would give it. Raises DeskRefused where there is neither."""
    taken = role_of(role)
    person = uow.staff.find(number) if number else None
    withdrawn = uow.staff.withdraw(number) if number else False
    revoked = uow.staff.revoke(person.id, taken) if person else False
    if not (withdrawn or revoked):
        raise DeskRefused("Ese número no tiene ese permiso. Véalos con: turnero personal listar")
