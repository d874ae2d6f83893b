"""Rights and the codes that give them; sessions; how long stages took."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy import (
    CTE,
    BigInteger,
    BindParameter,
    CursorResult,
    Integer,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session as OrmSession

from booking.access.rights import SESSION_WINDOW, Invitation, Session
from booking.models import Grant, Person, Role
from booking.models.stage_times import StageTime
from storage import mapping
from storage.base import MOMENT, columns, table_of
from storage.tables import GrantRow, InvitationRow, PasswordRow, PersonRow, SessionRow, StageRow

GRANTS = (
    select(
        func.jsonb_agg(
            func.jsonb_build_object("role", GrantRow.role, "doctor_id", GrantRow.doctor_id, "until", GrantRow.until)
        )
    )
    .where(GrantRow.person_id == PersonRow.id)
    .correlate(PersonRow)
    .scalar_subquery()
    .label("grants")
)
"""A person's rights, in the statement that reads the person."""


class SqlStaff:
    def __init__(self, session: OrmSession) -> None:
        self._session = session

    def invite(self, invitation: Invitation) -> None:
        values = {
            "role": invitation.grant.role.value,
            "doctor_id": invitation.grant.doctor_id,
            "until": invitation.grant.until,
            "salt": invitation.salt,
            "digest": invitation.digest,
            "expires_at": invitation.expires_at,
            "tries": invitation.tries,
        }
        made = upsert(InvitationRow).values(phone=invitation.phone, **values)
        self._session.execute(
            made.on_conflict_do_update(
                index_elements=[InvitationRow.phone],
                set_={getattr(InvitationRow, name): value for name, value in values.items()},
            )
        )

    def invitation(self, phone: str) -> Invitation | None:
        row = self._session.scalars(
            select(InvitationRow).where(InvitationRow.phone == phone).with_for_update()
        ).one_or_none()
        return None if row is None else _invitation(row)

    def invitations(self) -> Sequence[Invitation]:
        rows = self._session.scalars(select(InvitationRow).order_by(InvitationRow.phone))
        return [_invitation(row) for row in rows]

    def count_try(self, phone: str) -> None:
        self._session.execute(
            update(InvitationRow).where(InvitationRow.phone == phone).values(tries=InvitationRow.tries + 1)
        )

    def withdraw(self, phone: str) -> bool:
        return _count(self._session.execute(delete(InvitationRow).where(InvitationRow.phone == phone))) > 0

    def grant(self, person_id: int, grant: Grant, now: dt.datetime) -> None:
        values = {"doctor_id": grant.doctor_id, "until": grant.until, "granted_at": now}
        made = upsert(GrantRow).values(person_id=person_id, role=grant.role.value, **values)
        self._session.execute(
            made.on_conflict_do_update(
                index_elements=[GrantRow.person_id, GrantRow.role],
                set_={getattr(GrantRow, name): value for name, value in values.items()},
            )
        )

    def revoke(self, person_id: int, role: Role) -> bool:
        gone = delete(GrantRow).where(GrantRow.person_id == person_id, GrantRow.role == role.value)
        return _count(self._session.execute(gone)) > 0

    def list(self) -> Sequence[Person]:
        holders = select(GrantRow.person_id)
        rows = self._session.execute(select(PersonRow, GRANTS).where(PersonRow.id.in_(holders)).order_by(PersonRow.id))
        return [mapping.person(row, cast(Sequence[Mapping[str, Any]], grants)) for row, grants in rows]

    def find(self, phone: str) -> Person | None:
        found = self._session.execute(select(PersonRow, GRANTS).where(PersonRow.phone == phone)).one_or_none()
        return None if found is None else mapping.person(found[0], found[1])

    def set_password(self, person_id: int, digest: str | None, now: dt.datetime) -> None:
        if digest is None:
            self._session.execute(delete(PasswordRow).where(PasswordRow.person_id == person_id))
            return
        values = {"digest": digest, "set_at": now}
        made = upsert(PasswordRow).values(person_id=person_id, **values)
        self._session.execute(
            made.on_conflict_do_update(
                index_elements=[PasswordRow.person_id],
                set_={getattr(PasswordRow, name): value for name, value in values.items()},
            )
        )

    def passwords(self) -> Mapping[int, str]:
        rows = self._session.execute(select(PasswordRow.person_id, PasswordRow.digest))
        return {person_id: digest for person_id, digest in rows}


def _invitation(row: InvitationRow) -> Invitation:
    return Invitation(
        phone=row.phone,
        grant=Grant(role=Role(row.role), doctor_id=row.doctor_id, until=row.until),
        salt=row.salt,
        digest=row.digest,
        expires_at=row.expires_at,
        tries=row.tries,
    )


class _Heard(NamedTuple):
    id: BindParameter[int]
    at: BindParameter[dt.datetime]
    messages: BindParameter[int]
    since: BindParameter[dt.datetime]


HEARD = _Heard(
    bindparam("touched_by", type_=BigInteger),
    bindparam("touched_at", type_=MOMENT),
    bindparam("touched_messages", type_=Integer),
    bindparam("touched_since", type_=MOMENT),
)
"""Who was heard: the parameters of `touched`."""
_SESSIONS = table_of(SessionRow)


def going_on(person: CTE) -> tuple[CTE, CTE]:
    """Parts of a statement: a session that goes on, or begins where `person` is there."""
    goes_on = (
        update(SessionRow)
        .where(SessionRow.person_id == HEARD.id, SessionRow.last_activity > HEARD.since)
        .values(last_activity=HEARD.at, messages=SessionRow.messages + HEARD.messages)
        .returning(SessionRow.id)
        .cte("sigue")
    )
    begins = (
        insert(_SESSIONS)
        .from_select(
            [_SESSIONS.c[name] for name in ("user_id", "started_at", "last_activity", "messages_count")],
            select(HEARD.id, HEARD.at, HEARD.at, HEARD.messages).where(
                select(person.c.id).exists(), ~select(goes_on.c.id).exists()
            ),
        )
        .returning(_SESSIONS.c.id)
        .cte("empieza")
    )
    return goes_on, begins


_SEEN = update(PersonRow).where(PersonRow.id == HEARD.id).values(seen_at=HEARD.at).returning(PersonRow.id).cte("visto")
_TOUCH = select(literal(1)).add_cte(_SEEN, *going_on(_SEEN))


def touched(person_id: int, messages: int, now: dt.datetime) -> dict[str, Any]:
    return {
        "touched_by": person_id,
        "touched_messages": messages,
        "touched_at": now,
        "touched_since": now - SESSION_WINDOW,
    }


class SqlSessions:
    def __init__(self, session: OrmSession) -> None:
        self._session = session

    def touch(self, person_id: int, messages: int, now: dt.datetime) -> None:
        """One statement. The turn holds the conversation's lock, so two never begin a session at once."""
        self._session.connection().execute(_TOUCH, touched(person_id, messages, now))

    def list(self, person_id: int) -> Sequence[Session]:
        rows = self._session.scalars(
            select(SessionRow).where(SessionRow.person_id == person_id).order_by(SessionRow.id.desc())
        )
        return [mapping.of_row(Session, row) for row in rows]

    def purge(self, before: dt.datetime) -> int:
        return _count(self._session.execute(delete(SessionRow).where(SessionRow.last_activity < before)))


class SqlMetrics:
    def __init__(self, session: OrmSession) -> None:
        self._session = session

    def add(self, times: Sequence[StageTime]) -> None:
        if times:
            self._session.connection().execute(insert(table_of(StageRow)).values([*map(stage_values, times)]))

    def list(self, limit: int = 50) -> Sequence[StageTime]:
        rows = self._session.scalars(select(StageRow).order_by(StageRow.id.desc()).limit(limit))
        return [mapping.of_row(StageTime, row) for row in rows]

    def purge(self, before: dt.datetime) -> int:
        return _count(self._session.execute(delete(StageRow).where(StageRow.at < before)))


STAGE_COLUMNS = tuple(columns(StageRow, dict.fromkeys(StageTime.model_fields)))


def stage_values(time: StageTime) -> dict[str, Any]:
    """What is stored of it, by column."""
    return columns(StageRow, time.model_dump() | {"outcome": time.outcome.value})


def _count(result: Any) -> int:
    return cast("CursorResult[Any]", result).rowcount
