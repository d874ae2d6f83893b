"""How patients say that their visits were, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from booking.models import AskedRating, Rating, RatingState

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryRatings:
    """Implements `Ratings`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, rating: Rating) -> bool:
        if any(one.appointment_id == rating.appointment_id for one in self._uow.rating_rows.values()):
            return False
        id = self._uow.next_id("ratings")
        self._uow.rating_rows.put(id, rating.model_copy(update={"id": id}))
        return True

    def due(self, now: dt.datetime, most: int) -> Sequence[Rating]:
        rows = self._uow.rating_rows.values()
        waiting = [one for one in rows if one.state is RatingState.WAITING and one.due <= now]
        return sorted(waiting, key=lambda one: (one.due, one.id))[:most]

    def put_off(self, rating_id: int, due: dt.datetime) -> None:
        self._while(rating_id, waits=True, due=due)

    def settle(self, rating_id: int, state: RatingState, now: dt.datetime) -> bool:
        return self._while(rating_id, waits=True, state=state, done_at=now)

    def asked(self, rating_id: int, version: int, outbox_id: int, now: dt.datetime) -> bool:
        said = {"state": RatingState.ASKED, "version": version, "outbox_id": outbox_id}
        return self._while(rating_id, waits=True, done_at=now, **said)

    def said_again(self, outbox_id: int, instead: int) -> None:
        for id, one in list(self._uow.rating_rows.items().items()):
            if one.outbox_id == outbox_id:
                self._uow.rating_rows.put(id, one.model_copy(update={"outbox_id": instead}))

    def answer(self, rating_id: int, mark: int, now: dt.datetime) -> bool:
        return self._while(rating_id, waits=False, state=RatingState.ANSWERED, mark=mark, answered_at=now)

    def _while(self, rating_id: int, *, waits: bool, **values: object) -> bool:
        one = self._uow.rating_rows.get(rating_id)
        if one is None or not (one.state is RatingState.WAITING if waits else one.outbox_id is not None):
            return False
        self._uow.rating_rows.put(rating_id, one.model_copy(update=values))
        return True

    def of(self, appointment_ids: Collection[int]) -> Sequence[AskedRating]:
        theirs = [one for one in self._uow.rating_rows.values() if one.appointment_id in appointment_ids]
        return [self._with_message(one) for one in sorted(theirs, key=lambda one: one.appointment_id)]

    def since(self, start: dt.datetime, end: dt.datetime) -> Sequence[AskedRating]:
        asked = ((one.done_at, one.id, one) for one in self._uow.rating_rows.values() if one.outbox_id is not None)
        then = sorted((at, id) for at, id, _ in asked if at is not None and start <= at < end)
        return [self._with_message(self._uow.rating_rows.items()[id]) for _, id in then]

    def _with_message(self, rating: Rating) -> AskedRating:
        row = self._uow.outbox_rows.get(rating.outbox_id) if rating.outbox_id is not None else None
        if row is None:
            return AskedRating(rating=rating)
        item = row.item
        return AskedRating(rating=rating, message=item.state, delivery=row.delivery, error=item.last_error)
