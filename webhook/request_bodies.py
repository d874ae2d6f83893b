"""The JSON of what we ask of the Cloud API. Pure.

https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number/message-api
"""

from __future__ import annotations

from typing import Any, assert_never

from booking.models import (
    Identity,
    IdentityKind,
    OutboxItem,
    OutButtons,
    OutContent,
    OutList,
    OutMedia,
    OutTemplate,
    OutText,
)

_FOR_WHATSAPP = {"messaging_product": "whatsapp"}


def message(item: OutboxItem) -> dict[str, Any]:
    """The request that sends an item. Its token comes back in every status of the message."""
    return {
        **_FOR_WHATSAPP,
        "recipient_type": "individual",
        **_addressee(item.to),
        **_content(item.content),
        "biz_opaque_callback_data": item.token,
    }


def read_and_typing(wamid: str) -> dict[str, Any]:
    """Marks a message and those before it as read and shows "typing" until we answer, 25 s at most."""
    return {**_FOR_WHATSAPP, "status": "read", "message_id": wamid, "typing_indicator": {"type": "text"}}


def _addressee(to: Identity) -> dict[str, str]:
    match to.kind:
        case IdentityKind.WA_ID:
            return {"to": to.value}
        case IdentityKind.BSUID:
            return {"recipient": to.value}
        case _:
            assert_never(to.kind)


def _content(content: OutContent) -> dict[str, Any]:
    match content:
        case OutText():
            # Without a preview: WhatsApp fetches the link to draw one.
            return {"type": "text", "text": {"preview_url": False, "body": content.body}}
        case OutButtons():
            replies = [{"type": "reply", "reply": {"id": b.id, "title": b.title}} for b in content.buttons]
            return _interactive("button", content.body, {"buttons": replies})
        case OutList():
            rows = [row.model_dump(exclude_none=True) for row in content.rows]
            return _interactive("list", content.body, {"button": content.button, "sections": [{"rows": rows}]})
        case OutTemplate():
            return {"type": "template", "template": _template(content)}
        case OutMedia():
            file = content.model_dump(include={"id", "link", "caption", "filename"}, exclude_none=True)
            return {"type": content.kind, content.kind: file}
        case _:
            assert_never(content)


def _template(content: OutTemplate) -> dict[str, Any]:
    components: list[dict[str, Any]] = []
    if content.parameters:
        said = [{"type": "text", "text": text} for text in content.parameters]
        components.append({"type": "body", "parameters": said})
    for index, payload in enumerate(content.payloads):
        given = [{"type": "payload", "payload": payload}]
        components.append({"type": "button", "sub_type": "quick_reply", "index": str(index), "parameters": given})
    named = {"name": content.name, "language": {"code": content.language}}
    return named | ({"components": components} if components else {})


def _interactive(kind: str, body: str, action: dict[str, Any]) -> dict[str, Any]:
    return {"type": "interactive", "interactive": {"type": kind, "body": {"text": body}, "action": action}}
