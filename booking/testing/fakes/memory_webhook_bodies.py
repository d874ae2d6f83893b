"""What WhatsApp delivered and nobody has taken apart yet, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from booking.models import WebhookBody
from booking.ports import Taken
from booking.testing.fakes.memory_tables import WouldBlock

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryWebhookBodies:
    """Implements `WebhookBodies`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def keep(self, bodies: Sequence[tuple[dt.datetime, bytes]]) -> None:
        for at, body in bodies:
            id = self._uow.next_id("bodies")
            self._uow.body_rows.put(id, WebhookBody(id, at, body))

    def take(self, limit: int) -> Taken | None:
        rows = self._uow.body_rows
        try:
            self._uow.lock("bodies", 0)
        except WouldBlock:
            return None
        waiting = sorted(rows.items().items())
        for id, _ in waiting[:limit]:
            rows.remove(id)
        return Taken([one for _, one in waiting[:limit]], len(waiting) > limit)

    def count_attempt(self, body_id: int) -> int:
        row = self._uow.body_rows.get(body_id)
        if row is None:
            return 0
        self._uow.body_rows.put(body_id, replace(row, attempts=row.attempts + 1))
        return row.attempts + 1

    def remove(self, body_id: int) -> bool:
        there = self._uow.body_rows.get(body_id) is not None
        if there:
            self._uow.body_rows.remove(body_id)
        return there

    def oldest(self) -> dt.datetime | None:
        rows = self._uow.body_rows.items()
        return rows[min(rows)].received_at if rows else None
