"""A mailbox in memory that takes bodies apart at once: keeps each message once, all of a delivery or nothing."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Sequence

from booking.errors import DatabaseUnavailable
from booking.models import DeliveryStatus, Echo, InboundMessage, TemplateNews, WebhookBody
from webhook.deliveries import brought


class MemoryIntake:
    """Implements `webhook.routes.Mailbox`; `calls` counts bodies. `broken` refuses
    everything; `gate` holds up everything while closed."""

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

    def keep(self, bodies: Sequence[tuple[dt.datetime, bytes]]) -> None:
        self.gate.wait(30)
        with self._lock:
            self.calls += len(bodies)
            if self.broken:
                raise DatabaseUnavailable
            for at, body in bodies:
                one = brought(WebhookBody(0, at, body))
                for message in one.messages:
                    self.messages.setdefault(message.wamid, message)
                for status in one.statuses:
                    self.statuses.setdefault((status.wamid, status.status), status)
                self.damaged |= dict(one.damaged)
                self.echoes |= {echo.wamid: echo for echo in one.echoes}
                self.templates += one.templates

    @property
    def stored(self) -> tuple[int, int, int]:
        """How many messages, statuses and damaged pieces it holds."""
        return len(self.messages), len(self.statuses), len(self.damaged)
