"""Giving and using rights: one-time codes bind a role to whoever writes from that number. Fails to fewer rights.

Works inside the caller's unit of work and commits nothing. A wrong code counts as a try and is told from no code
at all by nobody.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
from typing import TYPE_CHECKING, Final

from booking.models import Grant, Person, Role

if TYPE_CHECKING:
    from booking.ports import UnitOfWork
from booking.access.rights import Invitation

CODE_DIGITS: Final = 8
CODE_LIFE: Final = dt.timedelta(hours=24)


def invite(
    uow: UnitOfWork, phone: str, grant: Grant, code: str, salt: str, now: dt.datetime, life: dt.timedelta = CODE_LIFE
) -> Invitation:
    """Store that whoever writes this code from that number gets the right. Replaces the number's code before.

    Raises ValueError for a patient's role, or for a doctor's without a doctor.
    """
    if grant.role is Role.PATIENT or (grant.role is Role.DOCTOR) != (grant.doctor_id is not None):
        raise ValueError("a code gives staff's, a doctor's or an administrator's rights; only a doctor's has a doctor")
    made = Invitation(phone=phone, grant=grant, salt=salt, digest=_digest(salt, code), expires_at=now + life)
    uow.staff.invite(made)
    return made


def enrol(uow: UnitOfWork, person: Person, code: str, now: dt.datetime) -> Grant | None:
    """Give the person what the code promises their number. None: there is no such code, or no longer; a try counts."""
    invitation = uow.staff.invitation(person.phone) if person.phone else None
    if invitation is None or not invitation.works_at(now):
        return None
    uow.staff.count_try(invitation.phone)
    if not hmac.compare_digest(_digest(invitation.salt, code), invitation.digest):
        return None
    uow.staff.withdraw(invitation.phone)
    uow.staff.grant(person.id, invitation.grant, now)
    return invitation.grant


def _digest(salt: str, code: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", code.encode(), salt.encode(), 20_000).hex()
