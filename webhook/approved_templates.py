"""The templates that WhatsApp has of our account, asked for over the Graph API.

https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-account/message-template-api
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from booking.errors import NotConnected, SettingsInvalid
from booking.models import RemoteTemplate
from booking.settings import Settings
from webhook import json_fields
from webhook.graph import Graph

FIELDS = "name,language,status,category,components,quality_score,rejected_reason"
PAGES = 50
"""More than any account has."""

_LONGEST = 1100


def fetch(settings: Settings) -> Sequence[RemoteTemplate]:
    """All of them. Raises NotConnected without account or token, SettingsInvalid where they are none,
    ServiceUnavailable where WhatsApp does not answer or refuses."""
    account = (settings.whatsapp_business_account_id or "").strip()
    if not account:
        raise NotConnected("WHATSAPP_BUSINESS_ACCOUNT_ID is missing.")
    if not re.fullmatch(r"[0-9]+", account):
        raise SettingsInvalid("WHATSAPP_BUSINESS_ACCOUNT_ID is the id of the WhatsApp Business account, digits only.")
    found: list[RemoteTemplate] = []
    after: str | None = None
    with Graph(settings) as graph:
        for _ in range(PAGES):
            # Never the address of the next page that the answer gives: the token goes where we send it.
            asked = {"fields": FIELDS, "limit": "100"} | ({"after": after} if after else {})
            page = graph.get(f"{account}/message_templates", asked)
            listed = page.get("data")
            found += [made for one in listed if (made := _template(one))] if isinstance(listed, list) else []
            paging = page.get("paging")
            more = isinstance(paging, Mapping) and paging.get("next")
            after = json_fields.name(paging, "cursors", "after", limit=512)
            if not (more and after):
                break
    return found


def _template(one: object) -> RemoteTemplate | None:
    name, language = json_fields.name(one, "name", limit=512), json_fields.name(one, "language", limit=15)
    if name is None or language is None or not isinstance(one, Mapping):
        return None
    body, buttons = "", list[str]()
    components = one.get("components")
    for part in components if isinstance(components, list) else []:
        kind = json_fields.text(part, "type") or ""
        if kind == "BODY":
            body = json_fields.text(part, "text", limit=_LONGEST) or ""
        elif kind == "BUTTONS" and isinstance(part, Mapping) and isinstance(part.get("buttons"), list):
            buttons += [json_fields.text(button, "text", limit=40) or "" for button in part["buttons"]]
    reason = json_fields.name(one, "rejected_reason", limit=200)
    return RemoteTemplate(
        name=name,
        language=language,
        status=json_fields.text(one, "status", limit=40) or "?",
        category=json_fields.text(one, "category", limit=40) or "?",
        body=body,
        buttons=tuple(buttons),
        quality=json_fields.name(one, "quality_score", "score", limit=40),
        reason=None if reason == "NONE" else reason,
    )
