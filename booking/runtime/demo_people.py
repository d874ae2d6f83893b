"""The made-up people whose telephones the demo has: who they are, and the rights of those who work there."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from booking.models import Grant, Identity, IdentityKind, Role
from booking.ports import UnitOfWork
from storage.demo import LAURA

PATIENT, DOCTOR, STAFF = "patient", "doctor", "staff"
_RIGHTS = {DOCTOR: Grant(role=Role.DOCTOR, doctor_id=LAURA), STAFF: Grant(role=Role.STAFF)}


@dataclass(frozen=True, slots=True)
class Owner:
    """Of a telephone; `number` is a `wa_id`."""

    number: str
    name: str
    role: str


FIRST = (
    Owner("526645550191", "Rosa Delgado", PATIENT),
    Owner("526645550101", "Ana Torres", PATIENT),
    Owner("526645550102", "Luis Herrera", PATIENT),
    Owner("526645550180", "Dra. Laura Méndez", DOCTOR),
    Owner("526645550190", "Lupe, de recepción", STAFF),
)
"""Rosa has never been there; Ana and Luis are patients of the demo, with these numbers."""

_NEXT = 526645550600


def kept(path: Path) -> list[Owner]:
    """Those that were made on the page, after the first ones."""
    made = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return [*FIRST, *(Owner(**one) for one in made)]


def keep(path: Path, owners: Iterable[Owner]) -> None:
    made = [asdict(one) for one in owners if one not in FIRST]
    draft = path.with_name(f"{path.name}.new")
    draft.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)


def another(owners: Iterable[Owner], name: str, role: str) -> Owner:
    """With a number that none of them has. Raises ValueError for an unknown role."""
    if role not in (PATIENT, *_RIGHTS):
        raise ValueError(role)
    last = max([_NEXT, *(int(one.number) for one in owners)])
    return Owner(str(last + 1), name, role)


def give_rights(uow: UnitOfWork, owners: Iterable[Owner], now: dt.datetime) -> bool:
    """Those who work there have their rights, as after their one-time code; whether anything had to be given."""
    given = False
    for owner in owners:
        grant = _RIGHTS.get(owner.role)
        if grant is None:
            continue
        person = uow.staff.find(f"+{owner.number}")
        if person is None or grant.role not in person.roles_at(now):
            chat = uow.inbox.conversation_of([Identity(kind=IdentityKind.WA_ID, value=owner.number)], now)
            uow.staff.grant(uow.conversations.get(chat).person.id, grant, now)
            given = True
    return given
