"""Appointments whose doctor will not be there, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from booking.models import COMING, AskedToMove

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryAway:
    """Implements `Away`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def ask(self, asked: AskedToMove) -> None:
        self._uow.asked_to_move.put(asked.appointment_id, asked)

    def awaiting(self, appointment_ids: Collection[int] | None = None) -> Sequence[AskedToMove]:
        found = [
            asked
            for asked in self._uow.asked_to_move.values()
            if (appointment_ids is None or asked.appointment_id in appointment_ids)
            and self._as_it_was(asked)
            and self._away(asked)
        ]
        return sorted(found, key=lambda asked: (asked.start, asked.appointment_id))

    def due(self, now: dt.datetime) -> Sequence[AskedToMove]:
        return [asked for asked in self.awaiting() if asked.called_at is None and asked.answer_by <= now < asked.start]

    def mark_called(self, appointment_ids: Collection[int], now: dt.datetime) -> None:
        for id in appointment_ids:
            if (asked := self._uow.asked_to_move.get(id)) is not None:
                self._uow.asked_to_move.put(id, asked.model_copy(update={"called_at": now}))

    def lifted(self, doctor_id: int) -> Sequence[int]:
        back = [
            asked.appointment_id
            for asked in self._uow.asked_to_move.values()
            if asked.doctor_id == doctor_id and self._as_it_was(asked) and not self._away(asked)
        ]
        for id in back:
            self._uow.asked_to_move.remove(id)
        return sorted(back)

    def _as_it_was(self, asked: AskedToMove) -> bool:
        row = self._uow.rows.get(asked.appointment_id)
        if row is None:
            return False
        one = row.appointment
        return one.status in COMING and (one.doctor_id, one.slot.start) == (asked.doctor_id, asked.start)

    def _away(self, asked: AskedToMove) -> bool:
        row = self._uow.rows.get(asked.appointment_id)
        return row is not None and any(
            away.doctor_id == asked.doctor_id
            and away.start < row.appointment.slot.end
            and row.appointment.slot.start < away.end
            for away in self._uow.absences.values()
        )
