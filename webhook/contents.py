"""What a message says: text, a tap, or something we cannot read, under WhatsApp's name of its type. Pure.

Types: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from booking.models import Content, Tap, Text, Unsupported
from booking.models.patient_files import may_be_kept
from webhook import json_fields

_NAME_LIMIT = 64
_FILE_NAME_LIMIT = 240
_MEDIA_LIMIT = 128
_UNNAMED = "unknown"

_CAPTION = MappingProxyType(
    {
        "image": ("image", "caption"),
        "video": ("video", "caption"),
        "document": ("document", "caption"),
        "audio": ("audio", "caption"),
        "order": ("order", "text"),
    }
)
"""Types that may carry words of the person's beside what we cannot read, and where those stand."""

_TYPES = ("text", "interactive", "button", *_CAPTION, "sticker", "location", "contacts", "reaction", "system", "edit")
"""Types whose content stands under a key of the same name: tells what a message without `type` is."""


def content_of(message: Mapping[str, object]) -> Content:
    """The content of one message, whatever it holds."""
    kind = json_fields.name(message, "type", limit=_NAME_LIMIT) or _guessed(message)
    match kind:
        case "text":
            return _text(message)
        case "button":
            # The quick reply of a template. Without a payload of its own WhatsApp repeats the text.
            return _tap(message.get("button"), "payload", "text") or Unsupported(what=kind)
        case "interactive":
            return _interactive(message.get("interactive"))
        case "edit":
            return Unsupported(what=kind, caption=_edited(message.get("edit")))
        case "audio":
            return Unsupported(what=kind, caption=_words(message, kind), media=_media(message, kind))
        case "image" | "document":
            return _file(message, kind)
        case _:
            return Unsupported(what=kind, caption=_words(message, kind))


def _guessed(message: Mapping[str, object]) -> str:
    return next((kind for kind in _TYPES if message.get(kind)), _UNNAMED)


def _media(message: Mapping[str, object], kind: str) -> str | None:
    return json_fields.name(message, kind, "id", limit=_MEDIA_LIMIT)


def _file(message: Mapping[str, object], kind: str) -> Content:
    """Some telephones repeat a file's name as its caption, which then is nothing that anybody said."""
    name = json_fields.text(message, kind, "filename", limit=_FILE_NAME_LIMIT) or None
    caption = _words(message, kind)
    media = _media(message, kind) if may_be_kept(json_fields.text(message, kind, "mime_type")) else None
    said = None if caption is not None and caption[:_FILE_NAME_LIMIT] == name else caption
    return Unsupported(what=kind, caption=said, media=media, name=name)


def _text(message: Mapping[str, object]) -> Content:
    body = json_fields.text(message, "text", "body")
    return Text(body=body) if body and body.strip() else Unsupported(what="text")


def _interactive(reply: object) -> Content:
    if not isinstance(reply, Mapping):
        return Unsupported(what="interactive")
    tap = _tap(reply.get("button_reply"), "id", "title") or _tap(reply.get("list_reply"), "id", "title")
    return tap or Unsupported(what=json_fields.name(reply, "type", limit=_NAME_LIMIT) or "interactive")


def _tap(reply: object, payload: str, title: str) -> Tap | None:
    """A tap keeps its payload as it is, or "" if it came without one, which is no button of ours."""
    pressed, read = json_fields.text(reply, payload), json_fields.text(reply, title)
    return Tap(payload=pressed or "", title=read or "") if pressed or read else None


def _words(message: Mapping[str, object], kind: str) -> str | None:
    return json_fields.text(message, *_CAPTION[kind]) or None if kind in _CAPTION else None


def _edited(edit: object) -> str | None:
    """What the message says now: its text, or its caption."""
    now = edit.get("message") if isinstance(edit, Mapping) else None
    if not isinstance(now, Mapping):
        return None
    kind = json_fields.name(now, "type", limit=_NAME_LIMIT) or _guessed(now)
    return json_fields.text(now, "text", "body") or _words(now, kind)
