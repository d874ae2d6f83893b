"""Use cases: who of the staff may sign in to the pages. A password belongs to somebody with a right, and opens what
that right opens at the moment of each look; it gives none."""

from __future__ import annotations

import datetime as dt
import hashlib
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.models import Person, Role
from booking.ports import UnitOfWork

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 10, 200
"""Letters of a password. https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver asks for 8 at least, and for no
rules of what must be in it."""


class SignedIn(NamedTuple):
    """`proof` changes with the password: a session that has another one is over."""

    person_id: int
    name: str
    role: Role
    doctor_id: int | None
    proof: str


def set_password(uow: UnitOfWork, number: str | None, password: str, now: dt.datetime) -> None:
    """Whoever has this number (E.164) signs in with this from now on. Raises DeskRefused, BadValue."""
    promised = uow.staff.invitation(number) if number else None
    person = uow.staff.find(number) if number else None
    if promised and promised.works_at(now) and (person is None or person.role_at(now) is Role.PATIENT):
        raise DeskRefused(
            "Falta que de ese número se le escriba a la clínica su «alta CÓDIGO»; después se le pone clave. Mientras no"
            f" haya WhatsApp: turnero chat --como {number}"
        )
    person = _of_the_staff(uow, number)
    if person.role_at(now) is Role.PATIENT:
        raise DeskRefused("Ese número no tiene ningún permiso vigente. Déselo con: turnero personal alta ROL")
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadValue(Field.PASSWORD, f"use de {SHORTEST} a {LONGEST} letras; una frase corta sirve muy bien.")
    uow.staff.set_password(person.id, _hasher().hash(password), now)


def remove_password(uow: UnitOfWork, number: str | None, now: dt.datetime) -> None:
    """They cannot sign in any more, and are signed out. Raises DeskRefused."""
    person = _of_the_staff(uow, number)
    if person.id not in uow.staff.passwords():
        raise DeskRefused("Ese número no tiene clave para las páginas.")
    uow.staff.set_password(person.id, None, now)


def sign_in(uow: UnitOfWork, number: str | None, password: str, now: dt.datetime) -> SignedIn | None:
    """None: no such number, no right that holds now, or another password. All take as long."""
    from argon2.exceptions import VerificationError

    person = uow.staff.find(number) if number else None
    digest = uow.staff.passwords().get(person.id) if person else None
    try:
        _hasher().verify(digest or _nobodys(), password[:LONGEST])
    except VerificationError:
        return None
    return _signed_in(person, digest, now) if person and digest else None


def still(uow: UnitOfWork, person_id: int, proof: str, now: dt.datetime) -> SignedIn | None:
    """Who signed in earlier, with the rights that they have now. None where they have none, or another password."""
    digest = uow.staff.passwords().get(person_id)
    person = next((one for one in uow.staff.list() if one.id == person_id), None)
    found = _signed_in(person, digest, now) if person and digest else None
    return found if found and found.proof == proof else None


def anybody_can(uow: UnitOfWork) -> bool:
    """Whether there are pages for anybody."""
    return bool(uow.staff.passwords())


def _signed_in(person: Person, digest: str, now: dt.datetime) -> SignedIn | None:
    role = person.role_at(now)
    if role is Role.PATIENT:
        return None
    name = person.name or f"Personal {person.id}"
    doctor = person.doctor_at(now) if role is Role.DOCTOR else None
    return SignedIn(person.id, name, role, doctor, hashlib.sha256(digest.encode()).hexdigest()[:16])


def _of_the_staff(uow: UnitOfWork, number: str | None) -> Person:
    if number is None:
        raise BadValue(Field.PHONE, "hace falta un número con lada.")
    person = uow.staff.find(number)
    if person is None:
        raise DeskRefused("Ese número no es de nadie del personal. Véalos con: turnero personal listar")
    return person


@cache
def _hasher() -> PasswordHasher:
    """Argon2id, as RFC 9106 has it for little memory: 64 MiB and three passes."""
    from argon2 import PasswordHasher
    from argon2.profiles import RFC_9106_LOW_MEMORY

    return PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)


@cache
def _nobodys() -> str:
    """What is looked at where there is no password, so that it takes as long."""
    return _hasher().hash("nobody has this password")
