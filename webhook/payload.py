"""A webhook body → what happened: every entry × change × message × status. Pure.

Any JSON is answered with events, never with an exception; any field may be missing or of the wrong type.
Nothing that may have been a person's message is dropped: what cannot be read comes out as `Damaged`.
Shape: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview

Left alone, as `Ignored`: other fields than `messages`, `smb_message_echoes` and those of templates (account, calls),
statuses of calls and payments, and messages of a group. A group is not the private chat the sender has with the clinic:
answering there, or here what was said there, would tell others about a patient.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from booking.models import DeliveryStatus, Echo, InboundMessage, Pricing, TemplateNews, Text
from webhook import json_fields
from webhook.contents import content_of
from webhook.senders import Contacts, addressee_of, contacts_of, recipient_of, sender_of
from webhook.template_updates import FIELDS, news_of

_ECHOES = "smb_message_echoes"
"""What was written on the clinic's own telephone, where it has the number too."""

_ID_LIMIT = 512  # real ids have about 60 characters; an index entry has room for some 2000 bytes
_NUMBER_LIMIT = 64
_STATUS_LIMIT = 40
_TRACKING_LIMIT = 512  # what WhatsApp itself allows
_DETAIL_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Damaged:
    """Something that may matter and cannot be read. `raw` is the fragment, `why` is for staff."""

    raw: str
    why: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """Something that is none of our business; `what` names it for the log, without content."""

    what: str


Event = InboundMessage | DeliveryStatus | Echo | TemplateNews | Damaged | Ignored


def read(body: bytes, received_at: dt.datetime) -> list[Event]:
    """The events of a body as received. Raises `fields.NotJson`."""
    try:
        return parse(json_fields.load(body), received_at)
    except RecursionError:
        shown = json_fields.clean(body[: json_fields.RAW_LIMIT].decode("utf-8", "replace"))
        damaged = Damaged(shown, "nested too deeply to read; what else came with it was taken")
        return [damaged, *parse(json_fields.load_shallow(body), received_at)]


def parse(document: object, received_at: dt.datetime) -> list[Event]:
    """The events of a decoded body. `received_at` stands in for a timestamp that is missing or impossible."""
    if not isinstance(document, Mapping):
        return [Damaged(json_fields.raw(document), "not an object")]
    about = json_fields.text(document, "object", limit=_STATUS_LIMIT)
    if about not in (None, "whatsapp_business_account"):
        return [Ignored(f"object {about}")]
    return list(_entries(document, received_at))


def _entries(document: Mapping[str, object], received_at: dt.datetime) -> Iterator[Event]:
    for entry in _items(document, "entry"):
        if isinstance(entry, Damaged):
            yield entry
            continue
        at = json_fields.moment(entry, "time") or received_at
        for change in _items(entry, "changes"):
            if isinstance(change, Damaged):
                yield change
            else:
                yield from _change(change, at)


def _change(change: Mapping[str, object], at: dt.datetime) -> Iterator[Event]:
    field = json_fields.text(change, "field", limit=_NUMBER_LIMIT)
    if field == _ECHOES:
        yield from _echoes(change, at)
        return
    value = change.get("value")
    if field in FIELDS and isinstance(value, Mapping):
        yield news_of(field, value, at) or Ignored(f"{field} without a template")
        return
    if field not in (None, "", "messages"):
        yield Ignored(f"field {field}")
        return
    if not isinstance(value, Mapping):
        yield Damaged(json_fields.raw(change), "a change without a value")
        return
    number = json_fields.name(value, "metadata", "phone_number_id", limit=_NUMBER_LIMIT) or ""
    contacts, empty = contacts_of(value), True
    for message in _items(value, "messages"):
        empty = False
        yield message if isinstance(message, Damaged) else _message(message, contacts, number, at)
    for status in _items(value, "statuses"):
        empty = False
        yield status if isinstance(status, Damaged) else _status(status, number, at)
    if not empty:
        return
    if value.get("errors"):
        # An error in place of the message it kept from us: somebody may be waiting for an answer.
        yield Damaged(json_fields.raw(value), "WhatsApp reports an error in place of a message")
    else:
        yield Ignored("a change without messages")


def _message(message: Mapping[str, object], contacts: Contacts, number: str, at: dt.datetime) -> Event:
    if message.get("group_id") or (json_fields.text(message, "from") or "").endswith("@g.us"):
        return Ignored("a message in a group")
    wamid = json_fields.name(message, "id", limit=_ID_LIMIT)
    if wamid is None:
        return Damaged(json_fields.raw(message), "a message without a usable id")
    sender = sender_of(message, contacts)
    if sender is None:
        return Damaged(json_fields.raw(message), "a message that does not say who sent it")
    return InboundMessage(
        wamid=wamid,
        phone_number_id=number,
        sender=sender.identities,
        sent_at=json_fields.moment(message, "timestamp") or at,
        content=content_of(message),
        profile_name=sender.profile,
    )


def _echoes(change: Mapping[str, object], at: dt.datetime) -> Iterator[Event]:
    value = change.get("value")
    if not isinstance(value, Mapping):
        yield Damaged(json_fields.raw(change), "a change without a value")
        return
    number = json_fields.name(value, "metadata", "phone_number_id", limit=_NUMBER_LIMIT) or ""
    for echo in _items(value, "message_echoes"):
        yield echo if isinstance(echo, Damaged) else _echo(echo, number, at)


def _echo(echo: Mapping[str, object], number: str, at: dt.datetime) -> Event:
    wamid, to = json_fields.name(echo, "id", limit=_ID_LIMIT), addressee_of(echo)
    if wamid is None or not to:
        return Damaged(json_fields.raw(echo), "a message of the clinic's telephone without its id or addressee")
    said = content_of(echo)
    return Echo(
        wamid=wamid,
        phone_number_id=number,
        to=to,
        sent_at=json_fields.moment(echo, "timestamp") or at,
        text=said.body if isinstance(said, Text) else None,
    )


def _status(status: Mapping[str, object], number: str, at: dt.datetime) -> Event:
    about = json_fields.text(status, "type", limit=_STATUS_LIMIT)
    if about not in (None, "", "message"):
        return Ignored(f"status of a {about}")
    wamid, became = (
        json_fields.name(status, "id", limit=_ID_LIMIT),
        json_fields.name(status, "status", limit=_STATUS_LIMIT),
    )
    if wamid is None or became is None:
        return Damaged(json_fields.raw(status), "a status without its message or its name")
    errors = [error for error in _items(status, "errors") if not isinstance(error, Damaged)]
    codes = [code for error in errors if (code := json_fields.whole(error, "code")) is not None]
    return DeliveryStatus(
        wamid=wamid,
        status=became,
        at=json_fields.moment(status, "timestamp") or at,
        phone_number_id=number,
        recipient=recipient_of(status),
        tracking=json_fields.name(status, "biz_opaque_callback_data", limit=_TRACKING_LIMIT),
        error_code=codes[0] if codes else None,
        error_detail=json_fields.without_numbers("; ".join(filter(None, map(_error, errors))))[:_DETAIL_LIMIT] or None,
        pricing=_pricing(status.get("pricing")),
    )


def _pricing(told: object) -> Pricing | None:
    category, model, kind = (
        json_fields.name(told, key, limit=_STATUS_LIMIT) for key in ("category", "pricing_model", "type")
    )
    billable = told.get("billable") if isinstance(told, Mapping) else None
    known = billable if isinstance(billable, bool) else None
    if (category, model, kind, known) == (None, None, None, None):
        return None
    return Pricing(category=category and category.casefold(), billable=known, model=model, kind=kind)


def _error(error: Mapping[str, object]) -> str:
    """WhatsApp's words for an error, the precise ones last."""
    title = json_fields.text(error, "title") or json_fields.text(error, "message")
    details = json_fields.text(error, "error_data", "details") or json_fields.text(error, "details")
    return ": ".join(dict.fromkeys(filter(None, (title, details))))


def _items(holder: Mapping[str, object], key: str) -> Iterator[Mapping[str, object] | Damaged]:
    """The objects of a list. Absent or null is an empty list, anything else that is not an object is damaged."""
    listed = holder.get(key)
    if listed is None:
        return
    if not isinstance(listed, list):
        yield Damaged(json_fields.raw(listed), f"`{key}` is not a list")
        return
    for item in listed:
        yield item if isinstance(item, Mapping) else Damaged(json_fields.raw(item), f"`{key}` holds no object here")
