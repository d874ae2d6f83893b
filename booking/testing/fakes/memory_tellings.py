"""What patients are told of their appointments, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from booking.models import Telling, TellingState, Told
from booking.models.messages import WITHDRAWN

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryTellings:
    """Implements `Tellings`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, telling: Telling) -> None:
        key = (telling.about, telling.what)
        once = telling.track == "change"
        if once and any((one.about, one.what) == key for one in self._uow.telling_rows.values()):
            return
        id = self._uow.next_id("tellings")
        self._uow.telling_rows.put(id, telling.model_copy(update={"id": id}))

    def lock(self, appointment_id: int) -> Sequence[Told]:
        self._uow.lock("telling", appointment_id)
        return self.of([appointment_id])

    def settle(
        self, ids: Collection[int], state: TellingState, now: dt.datetime, *, outbox_id: int | None = None
    ) -> None:
        for id in ids:
            telling = self._uow.telling_rows.get(id)
            if telling is not None and telling.state is TellingState.WAITING:
                done = {"state": state, "done_at": now, "outbox_id": outbox_id}
                self._uow.telling_rows.put(id, telling.model_copy(update=done))

    def said_again(self, outbox_id: int, instead: int) -> None:
        for id, telling in list(self._uow.telling_rows.items().items()):
            if telling.outbox_id == outbox_id:
                self._uow.telling_rows.put(id, telling.model_copy(update={"outbox_id": instead}))

    def together(self, telling: Telling) -> Sequence[int]:
        def whose(id: int) -> tuple[int | None, int]:
            one = self._uow.rows.items()[id].appointment
            return one.patient_id, one.doctor_id

        made = (telling.what, telling.at, telling.person_id)
        return sorted(
            one.about.id
            for one in self._uow.telling_rows.values()
            if one.state is TellingState.WAITING
            and (one.what, one.at, one.person_id) == made
            and one.about.id != telling.about.id
            and whose(one.about.id) == whose(telling.about.id)
        )

    def said_by(self, outbox_id: int) -> Sequence[Told]:
        said = [one for one in self._uow.telling_rows.values() if one.outbox_id == outbox_id]
        return [self._told(one) for one in sorted(said, key=lambda telling: (telling.about.id, telling.id))]

    def again(self, outbox_ids: Collection[int], but: Collection[int]) -> Sequence[int]:
        found = []
        for id, one in list(self._uow.telling_rows.items().items()):
            if one.outbox_id in outbox_ids and one.about.id not in but and self._told(one).error == WITHDRAWN:
                waits = {"state": TellingState.WAITING, "outbox_id": None, "done_at": None}
                self._uow.telling_rows.put(id, one.model_copy(update=waits))
                found.append(one.about.id)
        return sorted(found)

    def of(self, appointment_ids: Collection[int]) -> Sequence[Told]:
        theirs = [one for one in self._uow.telling_rows.values() if one.about.id in appointment_ids]
        return [self._told(one) for one in sorted(theirs, key=lambda telling: (telling.about.id, telling.id))]

    def waiting(self) -> Sequence[int]:
        rows = self._uow.telling_rows.values()
        return sorted({one.about.id for one in rows if one.state is TellingState.WAITING})

    def _told(self, telling: Telling) -> Told:
        row = self._uow.outbox_rows.get(telling.outbox_id) if telling.outbox_id is not None else None
        if row is None:
            return Told(telling=telling)
        item = row.item
        return Told(
            telling=telling, message=item.state, sent_at=item.sent_at, delivery=row.delivery, error=item.last_error
        )
