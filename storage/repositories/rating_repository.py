"""How patients say that their visits were."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import AskedRating, Rating, RatingState
from storage import mapping
from storage.base import fields
from storage.tables import OutboundRow
from storage.tables import RatingRow as Row

_WAITS: ColumnElement[bool] = Row.state == RatingState.WAITING.value
_RATING: Final = fields(Row)
_WITH_MESSAGE: Final = select(
    *_RATING,
    OutboundRow.state.label("message"),
    OutboundRow.delivery.label("delivery"),
    OutboundRow.last_error.label("error"),
).outerjoin(OutboundRow, OutboundRow.id == Row.outbox_id)


class SqlRatings:
    """`calificaciones`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, rating: Rating) -> bool:
        values = {name: value for name, value in dict(rating).items() if name != "id"}
        new = insert(Row).values(**values | {"state": rating.state.value})
        once = new.on_conflict_do_nothing(index_elements=[Row.appointment_id]).returning(Row.id)
        return self._session.scalar(once) is not None

    def due(self, now: dt.datetime, most: int) -> Sequence[Rating]:
        waiting = select(*_RATING).where(_WAITS, Row.due <= now).order_by(Row.due, Row.id).limit(most)
        rows = self._session.execute(waiting.with_for_update(of=Row, skip_locked=True))
        return [mapping.of_row(Rating, row) for row in rows]

    def put_off(self, rating_id: int, due: dt.datetime) -> None:
        self._session.execute(update(Row).where(Row.id == rating_id, _WAITS).values(due=due))

    def settle(self, rating_id: int, state: RatingState, now: dt.datetime) -> bool:
        return self._change(rating_id, _WAITS, state=state.value, done_at=now)

    def asked(self, rating_id: int, version: int, outbox_id: int, now: dt.datetime) -> bool:
        asked = RatingState.ASKED.value
        return self._change(rating_id, _WAITS, state=asked, done_at=now, version=version, outbox_id=outbox_id)

    def said_again(self, outbox_id: int, instead: int) -> None:
        self._session.execute(update(Row).where(Row.outbox_id == outbox_id).values(outbox_id=instead))

    def answer(self, rating_id: int, mark: int, now: dt.datetime) -> bool:
        was_asked = Row.outbox_id.is_not(None)
        answered = RatingState.ANSWERED.value
        return self._change(rating_id, was_asked, state=answered, mark=mark, answered_at=now)

    def _change(self, rating_id: int, while_so: ColumnElement[bool], **values: Any) -> bool:
        changed = update(Row).where(Row.id == rating_id, while_so).values(**values).returning(Row.id)
        return self._session.scalar(changed) is not None

    def of(self, appointment_ids: Collection[int]) -> Sequence[AskedRating]:
        return self._many(_WITH_MESSAGE.where(Row.appointment_id.in_(appointment_ids)).order_by(Row.appointment_id))

    def since(self, start: dt.datetime, end: dt.datetime) -> Sequence[AskedRating]:
        then = _WITH_MESSAGE.where(Row.outbox_id.is_not(None), Row.done_at >= start, Row.done_at < end)
        return self._many(then.order_by(Row.done_at, Row.id))

    def _many(self, wanted: Select[*tuple[Any, ...]]) -> list[AskedRating]:
        return [
            AskedRating(rating=mapping.of_row(Rating, row), message=row.message, delivery=row.delivery, error=row.error)
            for row in self._session.execute(wanted)
        ]
