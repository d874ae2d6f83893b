"""A body as it was stored → what it brings, as the core takes it. Pure."""

from __future__ import annotations

from booking.models import Brought, DeliveryStatus, Echo, InboundMessage, TemplateNews, WebhookBody
from webhook import json_fields
from webhook.json_fields import NotJson
from webhook.payload import Damaged, read


def brought(body: WebhookBody) -> Brought:
    """What is no JSON after all is damaged."""
    at = body.received_at
    try:
        events = read(body.body, at)
    except NotJson:
        shown = json_fields.clean(body.body[: json_fields.RAW_LIMIT].decode("utf-8", "replace"))
        events = [Damaged(shown, "not JSON")]
    return Brought(
        at,
        messages=tuple(event for event in events if isinstance(event, InboundMessage)),
        statuses=tuple(event for event in events if isinstance(event, DeliveryStatus)),
        damaged=tuple((event.raw, event.why) for event in events if isinstance(event, Damaged)),
        echoes=tuple(event for event in events if isinstance(event, Echo)),
        templates=tuple(event for event in events if isinstance(event, TemplateNews)),
    )
