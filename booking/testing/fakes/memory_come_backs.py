"""Invitations to book again, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

from booking.models import ComeBack, ComeBackState

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryComeBacks:
    """Implements `ComeBacks`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, invitation: ComeBack) -> bool:
        of = invitation.appointment_id
        if of is not None and any(one.appointment_id == of for one in self._uow.come_back_rows.values()):
            return False
        id = self._uow.next_id("come_backs")
        self._uow.come_back_rows.put(id, invitation.model_copy(update={"id": id}))
        return True

    def due(self, now: dt.datetime, most: int) -> Sequence[ComeBack]:
        return [one for one in self.waiting() if one.due <= now][:most]

    def waiting(self) -> Sequence[ComeBack]:
        wait = [one for one in self._uow.come_back_rows.values() if one.state is ComeBackState.WAITING]
        return sorted(wait, key=lambda one: (one.due, one.id))

    def of_appointment(self, appointment_id: int) -> ComeBack | None:
        rows = self._uow.come_back_rows.values()
        return next((one for one in rows if one.appointment_id == appointment_id), None)

    def put_off(self, come_back_id: int, due: dt.datetime) -> None:
        one = self._uow.come_back_rows.items()[come_back_id]
        self._uow.come_back_rows.put(come_back_id, one.model_copy(update={"due": due}))

    def settle(self, come_back_id: int, state: ComeBackState, now: dt.datetime, outbox_id: int | None = None) -> bool:
        one = self._uow.come_back_rows.get(come_back_id)
        if one is None or one.state is not ComeBackState.WAITING:
            return False
        done = {"state": state, "done_at": now, "outbox_id": outbox_id}
        self._uow.come_back_rows.put(come_back_id, one.model_copy(update=done))
        return True
