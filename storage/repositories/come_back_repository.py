"""Invitations to book again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import Select, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import ComeBack, ComeBackState
from storage import mapping
from storage.base import fields
from storage.tables import ComeBackRow as Row

_WAITS = Row.state == ComeBackState.WAITING.value
_WAITING = select(*fields(Row)).where(_WAITS).order_by(Row.due, Row.id)


class SqlComeBacks:
    """`regresos`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, invitation: ComeBack) -> bool:
        values = {name: value for name, value in dict(invitation).items() if name != "id"}
        new = insert(Row).values(**values | {"why": invitation.why.value, "state": invitation.state.value})
        once = new.on_conflict_do_nothing(index_elements=[Row.appointment_id]).returning(Row.id)
        return self._session.scalar(once) is not None

    def due(self, now: dt.datetime, most: int) -> Sequence[ComeBack]:
        return self._read(_WAITING.where(Row.due <= now).limit(most).with_for_update(of=Row, skip_locked=True))

    def waiting(self) -> Sequence[ComeBack]:
        return self._read(_WAITING)

    def of_appointment(self, appointment_id: int) -> ComeBack | None:
        return next(iter(self._read(select(*fields(Row)).where(Row.appointment_id == appointment_id))), None)

    def put_off(self, come_back_id: int, due: dt.datetime) -> None:
        self._session.execute(update(Row).where(Row.id == come_back_id, _WAITS).values(due=due))

    def settle(self, come_back_id: int, state: ComeBackState, now: dt.datetime, outbox_id: int | None = None) -> bool:
        this = update(Row).where(Row.id == come_back_id, _WAITS)
        done = this.values(state=state.value, done_at=now, outbox_id=outbox_id).returning(Row.id)
        return self._session.scalar(done) is not None

    def _read(self, wanted: Select[*tuple[object, ...]]) -> list[ComeBack]:
        return [mapping.of_row(ComeBack, row) for row in self._session.execute(wanted)]
