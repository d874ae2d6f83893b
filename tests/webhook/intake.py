"""An intake in memory: keeps each message once, all of a delivery or nothing."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from booking.errors import DatabaseUnavailable
from booking.models import DeliveryStatus, Echo, InboundMessage, TemplateNews


class MemoryIntake:
    """Implements `webhook.routes.Intake`. `broken` refuses everything; `gate` holds up everything while closed."""

    def __init__(self) -> None:
        self.messages: dict[str, InboundMessage] = {}
        self.statuses: dict[tuple[str, str], DeliveryStatus] = {}
        self.damaged: dict[str, str] = {}
        self.echoes: dict[str, Echo] = {}
        self.templates: list[TemplateNews] = []
        self.calls = 0
        self.broken = False
        self.gate = threading.Event()
        self.gate.set()
        self._lock = threading.Lock()

    def receive(
        self,
        messages: Sequence[InboundMessage],
        statuses: Sequence[DeliveryStatus],
        damaged: Sequence[tuple[str, str]],
        echoes: Sequence[Echo] = (),
        templates: Sequence[TemplateNews] = (),
    ) -> None:
        self.gate.wait(30)
        with self._lock:
            self.calls += 1
            if self.broken:
                raise DatabaseUnavailable
            for message in messages:
                self.messages.setdefault(message.wamid, message)
            for status in statuses:
                self.statuses.setdefault((status.wamid, status.status), status)
            self.damaged |= dict(damaged)
            self.echoes |= {echo.wamid: echo for echo in echoes}
            self.templates += templates

    @property
    def stored(self) -> tuple[int, int, int]:
        """How many messages, statuses and damaged pieces it holds."""
        return len(self.messages), len(self.statuses), len(self.damaged)
