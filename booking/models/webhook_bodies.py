"""What WhatsApp delivers: a body as it came, and what it brings."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from booking.models.messages import DeliveryStatus, Echo, InboundMessage
from booking.models.template_states import TemplateNews


@dataclass(frozen=True, slots=True)
class WebhookBody:
    """A body whose signature was checked, stored as it came until it is taken apart. `attempts` that failed so far."""

    id: int
    received_at: dt.datetime
    body: bytes
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Brought:
    """What one delivery of the webhook brings. `damaged` are pairs of what could not be read and why."""

    received_at: dt.datetime
    messages: tuple[InboundMessage, ...] = ()
    statuses: tuple[DeliveryStatus, ...] = ()
    damaged: tuple[tuple[str, str], ...] = ()
    echoes: tuple[Echo, ...] = ()
    templates: tuple[TemplateNews, ...] = ()
