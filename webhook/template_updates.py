"""What the webhook says of templates. Such a change names no phone number: it is about the account. Pure.

https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/message_template_status_update
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from booking.models import TemplateNews
from webhook import json_fields

_STATUS, _QUALITY, _CATEGORY = (
    "message_template_status_update",
    "message_template_quality_update",
    "template_category_update",
)
FIELDS = frozenset({_STATUS, _QUALITY, _CATEGORY})

_LIMIT = 40


def news_of(field: str, value: Mapping[str, object], at: dt.datetime) -> TemplateNews | None:
    """None where it does not say of which template."""
    name = json_fields.name(value, "message_template_name", limit=512)
    language = json_fields.name(value, "message_template_language", limit=15)
    if name is None or language is None:
        return None
    said: dict[str, str | None] = {}
    if field == _STATUS:
        reason = json_fields.text(value, "reason", limit=200)
        more = json_fields.text(value, "other_info", "title", limit=200)
        said["status"] = json_fields.name(value, "event", limit=_LIMIT)
        said["reason"] = ": ".join(part for part in (None if reason == "NONE" else reason, more) if part) or None
    elif field == _QUALITY:
        said["quality"] = json_fields.name(value, "new_quality_score", limit=_LIMIT)
    else:
        said["category"] = json_fields.name(value, "new_category", limit=_LIMIT)
    return TemplateNews(name=name, language=language.replace("-", "_"), at=at, **said)
