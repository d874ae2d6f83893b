"""Statements about holds, which most turns run. Composed once: that costs several times what running them does."""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, and_, bindparam, delete, literal, literal_column, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from booking.models import LIVE, Status
from storage.base import MOMENT, columns, fields, table_of
from storage.prepared import Prepared
from storage.repositories.fair_turn_repository import standings
from storage.tables import AppointmentRow, FairTurnRow

LIVE_STATUSES = sorted(status.value for status in LIVE)


# As they are written in the indexes: PostgreSQL could not see that one is for a parameter.
_LIVE: list[ColumnElement[str]] = [literal_column(f"'{status}'") for status in LIVE_STATUSES]
_HELD: ColumnElement[str] = literal_column(f"'{Status.HELD.value}'")


def occupied(now: dt.datetime | ColumnElement[dt.datetime]) -> ColumnElement[bool]:
    """Rows that take up their time: live appointments, and holds that have not lapsed by `now`."""
    return and_(
        AppointmentRow.status.in_(_LIVE),
        or_(AppointmentRow.expires_at.is_(None), AppointmentRow.expires_at > now),
    )


_NOW = bindparam("now", type_=MOMENT)
_START, _END = bindparam("start", type_=MOMENT), bindparam("end", type_=MOMENT)
LOCK_TURN = Prepared(select(FairTurnRow.doctor_id).order_by(FairTurnRow.doctor_id).with_for_update())
DELETE_LAPSED = Prepared(
    delete(AppointmentRow).where(
        AppointmentRow.status == _HELD,
        AppointmentRow.doctor_id == bindparam("doctor_id", type_=BigInteger),
        AppointmentRow.start < _END,
        AppointmentRow.start > _START - literal(dt.timedelta(days=1)),  # nothing lasts longer
        AppointmentRow.end > _START,
        or_(
            AppointmentRow.expires_at <= _NOW, AppointmentRow.conversation_id == bindparam("but_for", type_=BigInteger)
        ),
    )
)
"""And, of a conversation that takes a time, what was held for it there: whoever waited for a time may take it as if it
had not been offered to them."""


@cache
def standings_of(doctors: int) -> Prepared:
    """Where so many doctors stand in the fair turn."""
    return Prepared(standings(occupied(_NOW), _NOW, doctors))


_TABLE = table_of(AppointmentRow)
WRITTEN = fields(AppointmentRow)


def _given(*names: str) -> dict[str, ColumnElement[Any]]:
    """Parameters for these attributes, by column and named like it."""
    return {name: bindparam(name, type_=_TABLE.c[name].type) for name in columns(AppointmentRow, dict.fromkeys(names))}


_HOLD = ("status", "start", "end", "doctor_id", "conversation_id", "expires_at", "visit", "assigned")
_BOOK = ("status", "patient_id", "expires_at", "visit", "reason", "updated_at")
_ITS_HOLD = and_(
    _TABLE.c.id == bindparam("hold_id", type_=BigInteger),
    _TABLE.c.estado == _HELD,
    _TABLE.c.conversacion_id == bindparam("conversation_id", type_=BigInteger),
)
_RENEW = update(_TABLE).where(_ITS_HOLD).returning(*WRITTEN)
HOLD = Prepared(
    insert(_TABLE)
    .values(_given(*_HOLD, "version", "created_at", "updated_at"))
    .on_conflict_do_nothing()
    .returning(*WRITTEN)
)
RENEW = Prepared(_RENEW.values(_given("expires_at")))
BOOK = Prepared(_RENEW.values(version=_TABLE.c.version + 1, **_given(*_BOOK)))
RELEASE = Prepared(delete(_TABLE).where(_ITS_HOLD))
