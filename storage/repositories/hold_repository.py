"""Statements about holds, which most turns run. Composed once: that costs several times what running them does."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import BigInteger, ColumnElement, and_, bindparam, delete, literal, literal_column, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from booking.models import LIVE, Status
from storage.base import MOMENT, fields, table_of
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
LOCK_TURN = select(FairTurnRow.doctor_id).order_by(FairTurnRow.doctor_id).with_for_update()
STANDINGS = standings(occupied(_NOW), _NOW)
DELETE_LAPSED = delete(AppointmentRow).where(
    AppointmentRow.status == _HELD,
    AppointmentRow.doctor_id == bindparam("doctor_id"),
    AppointmentRow.start < bindparam("end"),
    AppointmentRow.start > bindparam("start", type_=MOMENT) - literal(dt.timedelta(days=1)),  # nothing lasts longer
    AppointmentRow.end > bindparam("start"),
    or_(AppointmentRow.expires_at <= _NOW, AppointmentRow.conversation_id == bindparam("but_for", type_=BigInteger)),
)
"""And, of a conversation that takes a time, what was held for it there: whoever waited for a time may take it as if it
had not been offered to them."""

_TABLE = table_of(AppointmentRow)
WRITTEN = fields(AppointmentRow)
HOLD = insert(_TABLE).on_conflict_do_nothing().returning(*WRITTEN)
_ITS_HOLD = and_(
    _TABLE.c.id == bindparam("hold_id"),
    _TABLE.c.estado == Status.HELD.value,
    _TABLE.c.conversacion_id == bindparam("conversation_id"),
)
RENEW = update(_TABLE).where(_ITS_HOLD).returning(*WRITTEN)
BOOK = RENEW.values(version=_TABLE.c.version + 1)
RELEASE = delete(_TABLE).where(_ITS_HOLD)
