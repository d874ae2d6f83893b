"""Webhook bodies as Meta writes them, field by field. For the fake of Meta."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from booking.testing.channel.meta_limits import Template

Json = dict[str, Any]


class Inbound(NamedTuple):
    """A message and the contact that goes with it."""

    message: Json
    contact: Json


def stamp(at: dt.datetime) -> str:
    """Seconds since 1970, as a string: so Meta writes them."""
    return str(int(at.timestamp()))


def contact(name: str | None, wa_id: str | None, bsuid: str | None) -> Json:
    """One entry of `contacts`; a person who hides the number has no `wa_id`."""
    found: Json = {"profile": {"name": name}} if name else {}
    return found | ({"wa_id": wa_id} if wa_id else {}) | ({"user_id": bsuid} if bsuid else {})


def message(
    kind: str,
    content: object,
    *,
    wamid: str,
    at: dt.datetime,
    wa_id: str | None,
    bsuid: str | None,
    answers: Json | None,
) -> Json:
    """One entry of `messages`; its content stands under its type. `answers` is the context of a tap."""
    found: Json = {"from": wa_id} if wa_id else {}
    found |= {"from_user_id": bsuid} if bsuid else {}
    found |= {"id": wamid, "timestamp": stamp(at), "type": kind}
    return found | ({kind: content} if content is not None else {}) | ({"context": answers} if answers else {})


def status(
    wamid: str,
    became: str,
    at: dt.datetime,
    to: str,
    tracking: str | None = None,
    error: tuple[int, str] | None = None,
    category: str = "service",
) -> Json:
    """One entry of `statuses`. `error` is a code and its details, of a message that failed. Free words and utility cost
    nothing here, as to who has just written."""
    named = "recipient_id" if to.isdigit() else "recipient_user_id"
    found: Json = {"id": wamid, "status": became, "timestamp": stamp(at), named: to}
    if tracking is not None:
        found["biz_opaque_callback_data"] = tracking
    if became in ("sent", "delivered", "read"):
        found["conversation"] = {"id": "7270432eae37498234f4444b35ffc5", "origin": {"type": category}}
        free = category in ("service", "utility")
        found["pricing"] = {"billable": not free, "pricing_model": "PMP", "category": category}
        found["pricing"]["type"] = "free_customer_service" if free else "regular"
    if error is not None:
        code, details = error
        title = "Message undeliverable"
        found["errors"] = [{"code": code, "title": title, "message": title, "error_data": {"details": details}}]
    return found


def change(phone_number_id: str, display: str, inbound: Iterable[Inbound] = (), statuses: Sequence[Json] = ()) -> Json:
    """One entry of `changes`. The contacts of several messages of one person are one."""
    value: Json = {
        "messaging_product": "whatsapp",
        "metadata": {"display_phone_number": display, "phone_number_id": phone_number_id},
    }
    pairs = list(inbound)
    contacts: list[Json] = []
    for pair in pairs:
        if pair.contact not in contacts:
            contacts.append(pair.contact)
    if pairs:
        value |= {"contacts": contacts, "messages": [pair.message for pair in pairs]}
    if statuses:
        value["statuses"] = list(statuses)
    return {"field": "messages", "value": value}


def template_news(template: Template, changes: Collection[str]) -> list[Json]:
    """The `changes` that tell what is new of a template. They are about the account, and name no phone number."""
    about: Json = {
        "message_template_id": 1627019861106475,
        "message_template_name": template.name,
        "message_template_language": template.language,
    }
    said: dict[str, tuple[str, Json]] = {
        "status": ("message_template_status_update", {"event": template.status, "reason": template.reason}),
        "quality": (
            "message_template_quality_update",
            {"previous_quality_score": "UNKNOWN", "new_quality_score": template.quality},
        ),
        "category": (
            "template_category_update",
            {"previous_category": "UTILITY", "new_category": template.category},
        ),
    }
    return [{"field": field, "value": {**about, **new}} for name, (field, new) in said.items() if name in changes]


def body(account: str, changes: Sequence[Json]) -> Json:
    """A whole webhook body."""
    return {"object": "whatsapp_business_account", "entry": [{"id": account, "changes": list(changes)}]}
