"""What the Cloud API accepts in a request to `/messages`, and the errors it answers with. For the fake of Meta.

Written from Meta's pages, not from our client: a fake that shares the client's ideas finds none of its mistakes.
https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/interactive-list-messages
https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/interactive-reply-buttons-messages
https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

PHONE = re.compile(r"\+?[0-9]{5,15}\Z")
_PLACE = re.compile(r"\{\{(\d+)\}\}")
BSUID = re.compile(r"[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}\Z")

_COMMON = frozenset({"messaging_product"})
_READ_KEYS = _COMMON | {"status", "message_id", "typing_indicator"}
_TO_KEYS = _COMMON | {"recipient_type", "to", "recipient", "context", "biz_opaque_callback_data"}
_MEDIA = {"image": {"caption"}, "document": {"caption", "filename"}, "audio": set[str](), "video": {"caption"}}
"""What each kind of file may have beside its id or link."""
_KEYS = _TO_KEYS | {"type", "text", "interactive", "template"} | _MEDIA.keys()

HTTP_STATUS = {
    0: 401, 190: 401, 3: 403, 10: 403, 200: 403, 299: 403, 368: 403, 131005: 403, 131031: 403,
    4: 429, 80007: 429, 130429: 429, 131048: 429, 131056: 429,
    1: 500, 131000: 500, 131045: 500, 2: 503, 131016: 503, 131057: 503,
}  # fmt: skip
"""The status that comes with a code; 400 for the others."""


class Refusal(Exception):
    """Meta's answer to a request it does not take: `details` is what `error_data.details` says."""

    def __init__(
        self, code: int, details: str, *, status: int | None = None, subcode: int | None = None, retry_after: int = 0
    ) -> None:
        super().__init__(f"(#{code}) {details}")
        self.code, self.details, self.subcode, self.retry_after = code, details, subcode, retry_after
        self.status = status or HTTP_STATUS.get(code, 400)

    def body(self, trace: str) -> dict[str, Any]:
        """The JSON of the answer. `trace` is the id one would give to Meta's support."""
        error: dict[str, Any] = {
            "message": str(self),
            "type": "OAuthException",
            "code": self.code,
            "error_data": {"messaging_product": "whatsapp", "details": self.details},
            "fbtrace_id": trace,
        }
        if self.subcode is not None:
            error["error_subcode"] = self.subcode
        return {"error": error}


def addressee(body: Mapping[str, Any]) -> str:
    """Whom the message is for: `to` is a phone, `recipient` a business-scoped user id; one of the two."""
    to, recipient = body.get("to"), body.get("recipient")
    if to is None and recipient is None:
        raise Refusal(100, "The parameter to is required.")
    if to is not None:
        return _matching("to", to, PHONE).lstrip("+")
    return _matching("recipient", recipient, BSUID)


def check_read(body: Mapping[str, Any]) -> str:
    """The id of the message that is marked as read."""
    _only(body, _READ_KEYS, "")
    if body["status"] != "read":
        raise Refusal(100, "Param status must be one of {READ}")
    indicator = body.get("typing_indicator", {"type": "text"})
    if indicator != {"type": "text"}:
        raise Refusal(131009, "typing_indicator.type must be text")
    wamid = _required(body, "message_id", "")
    if not isinstance(wamid, str) or not wamid.startswith("wamid."):
        raise Refusal(131009, "message_id is not the id of a message")
    return wamid


class Template(NamedTuple):
    """One that Meta has approved; its `body` has {{1}}, {{2}} …, `buttons` are the titles of its quick replies."""

    name: str
    language: str
    body: str
    buttons: tuple[str, ...] = ()
    status: str = "APPROVED"
    category: str = "UTILITY"
    quality: str = "UNKNOWN"
    reason: str = "NONE"

    def listed(self) -> dict[str, Any]:
        """As the account's templates are listed."""
        components: list[dict[str, Any]] = [{"type": "BODY", "text": self.body}]
        if self.buttons:
            replies = [{"type": "QUICK_REPLY", "text": title} for title in self.buttons]
            components.append({"type": "BUTTONS", "buttons": replies})
        shown = {"name": self.name, "language": self.language, "status": self.status, "category": self.category}
        quality = {"quality_score": {"score": self.quality}, "rejected_reason": self.reason}
        return {**shown, **quality, "components": components, "id": "1627019861106475"}

    @property
    def parameters(self) -> int:
        return len(set(_PLACE.findall(self.body)))

    def filled(self, parameters: Sequence[str]) -> str:
        """Its words with these in their places."""
        return _PLACE.sub(lambda place: parameters[int(place[1]) - 1], self.body)


def check_message(body: Mapping[str, Any], templates: Sequence[Template] = ()) -> None:
    """Raise Refusal for what Meta does not send. `templates` are those that are approved."""
    _only(body, _KEYS, "")
    if body.get("recipient_type", "individual") != "individual":
        raise Refusal(131009, "recipient_type must be individual")
    tracking = body.get("biz_opaque_callback_data")
    if tracking is not None:
        _text(body, "biz_opaque_callback_data", 512, "")
    kind = body.get("type", "text")
    if kind == "text":
        text = _object(body, "text", "")
        _only(text, {"body", "preview_url"}, "text")
        if not isinstance(text.get("preview_url", False), bool):
            raise Refusal(100, "Param text['preview_url'] must be a boolean")
        _text(text, "body", 4096, "text", code=100)
    elif kind == "interactive":
        _interactive(_object(body, "interactive", ""))
    elif kind == "template":
        template_of(body, templates)
    elif kind in _MEDIA:
        _media(_object(body, kind, ""), kind)
    else:
        raise Refusal(131009, f"type {kind!r} is not sent by this fake")


def template_of(body: Mapping[str, Any], templates: Sequence[Template]) -> Template:
    """The template that a message is made of."""
    sent = _object(body, "template", "")
    _only(sent, {"name", "language", "components"}, "template")
    language = _object(sent, "language", "template")
    _only(language, {"code", "policy"}, "template.language")
    name, code = _text(sent, "name", 512, "template"), _text(language, "code", 15, "template.language")
    template = next((one for one in templates if (one.name, one.language) == (name, code)), None)
    if template is None:
        raise Refusal(132001, f"template name ({name}) does not exist in {code}")
    if template.status != "APPROVED":
        code_of = {"PAUSED": 132015, "DISABLED": 132016}
        raise Refusal(code_of.get(template.status, 132001), f"template {name} is {template.status}")
    components = sent.get("components", [])
    if not isinstance(components, list) or not all(isinstance(one, dict) for one in components):
        raise Refusal(100, "Param template['components'] must be an array of JSON objects.")
    given = {"body": 0}
    indices = []
    for component in components:
        match component.get("type"):
            case "body":
                _only(component, {"type", "parameters"}, "components")
                given["body"] = len(_parameters(component, "text", 1024))
            case "button":
                _only(component, {"type", "sub_type", "index", "parameters"}, "components")
                if component.get("sub_type") != "quick_reply" or len(_parameters(component, "payload", 256)) != 1:
                    raise Refusal(131009, "a quick_reply button has one payload")
                indices.append(str(_required(component, "index", "components")))
            case other:
                raise Refusal(131009, f"component {other!r} is not sent by this fake")
    if given["body"] != template.parameters:
        raise Refusal(132000, f"body: {given['body']} parameters, expected {template.parameters}")
    if not set(indices) <= {str(n) for n in range(len(template.buttons))} or len(set(indices)) < len(indices):
        raise Refusal(132000, f"buttons: {indices}, expected {len(template.buttons)}")
    return template


def _parameters(component: Mapping[str, Any], kind: str, longest: int) -> list[str]:
    found = _listed(component, "parameters", 100, "components")
    for one in found:
        _only(one, {"type", kind}, "parameters")
        if one.get("type") != kind:
            raise Refusal(132012, f"parameter format does not match: {kind} expected")
    said = [_text(one, kind, longest, "parameters") for one in found]
    if kind == "text" and any(re.search(r"[\n\t]| {5}", text) for text in said):
        raise Refusal(100, "Param text cannot have new-line/tab characters or more than 4 consecutive spaces")
    return said


def _media(sent: Mapping[str, Any], kind: str) -> None:
    _only(sent, {"id", "link"} | _MEDIA[kind], kind)
    if ("id" in sent) == ("link" in sent):
        raise Refusal(100, f"Param {kind} must have an id or a link.")
    if "link" in sent and not re.match(r"https?://", _text(sent, "link", 2048, kind)):
        raise Refusal(131009, f"{kind}.link is no URL")
    if "id" in sent and not _text(sent, "id", 64, kind).isdigit():
        raise Refusal(131009, f"{kind}.id is not the id of a file")
    if "caption" in sent:
        _text(sent, "caption", 1024, kind)
    if "filename" in sent:
        _text(sent, "filename", 240, kind)


def _interactive(sent: Mapping[str, Any]) -> None:
    _only(sent, {"type", "body", "action", "header", "footer"}, "interactive")
    _text(_object(sent, "body", "interactive"), "text", 1024, "interactive.body")
    if "footer" in sent:
        _text(_object(sent, "footer", "interactive"), "text", 60, "interactive.footer")
    action = _object(sent, "action", "interactive")
    match sent.get("type"):
        case "button":
            _buttons(action)
        case "list":
            _list(action)
        case other:
            raise Refusal(131009, f"interactive.type {other!r} is not valid")


def _buttons(action: Mapping[str, Any]) -> None:
    _only(action, {"buttons"}, "interactive.action")
    buttons = _listed(action, "buttons", 3, "interactive.action")
    for button in buttons:
        _only(button, {"type", "reply"}, "buttons")
        if button.get("type") != "reply":
            raise Refusal(131009, "Button type must be reply")
        reply = _object(button, "reply", "buttons")
        _only(reply, {"id", "title"}, "reply")
        _text(reply, "id", 256, "reply")
        _text(reply, "title", 20, "reply")
    _unique([button["reply"]["id"] for button in buttons], "Button ids")
    _unique([button["reply"]["title"] for button in buttons], "Button titles")


def _list(action: Mapping[str, Any]) -> None:
    _only(action, {"button", "sections"}, "interactive.action")
    _text(action, "button", 20, "interactive.action")
    sections = _listed(action, "sections", 10, "interactive.action")
    rows = []
    for section in sections:
        _only(section, {"title", "rows"}, "sections")
        if len(sections) > 1 or "title" in section:
            _text(section, "title", 24, "sections")
        rows += _listed(section, "rows", 10, "sections")
    if len(rows) > 10:
        raise Refusal(131009, "Total row count exceed max allowed count: 10")
    for row in rows:
        _only(row, {"id", "title", "description"}, "rows")
        _text(row, "id", 200, "rows")
        _text(row, "title", 24, "rows")
        if "description" in row:
            _text(row, "description", 72, "rows")
    _unique([row["id"] for row in rows], "Row ids")


def _required(holder: Mapping[str, Any], key: str, where: str) -> Any:
    if holder.get(key) is None:
        raise Refusal(131008, f"Required parameter is missing: {_path(where, key)}")
    return holder[key]


def _object(holder: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    found = _required(holder, key, where)
    if not isinstance(found, dict):
        raise Refusal(100, f"Param {_path(where, key)} must be a JSON object.")
    return found


def _listed(holder: Mapping[str, Any], key: str, most: int, where: str) -> list[Mapping[str, Any]]:
    found = _required(holder, key, where)
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise Refusal(100, f"Param {_path(where, key)} must be an array of JSON objects.")
    if not 1 <= len(found) <= most:
        raise Refusal(131009, f"{_path(where, key)}: invalid count. Min: 1, max: {most}")
    return found


def _text(holder: Mapping[str, Any], key: str, longest: int, where: str, *, code: int = 131009) -> str:
    found = _required(holder, key, where)
    if not isinstance(found, str):
        raise Refusal(100, f"Param {_path(where, key)} must be a string.")
    if not found.strip() or len(found) > longest:
        raise Refusal(code, f"{_path(where, key)}: invalid length. Min length: 1, max length: {longest}")
    return found


def _matching(key: str, found: object, form: re.Pattern[str]) -> str:
    if not isinstance(found, str) or not form.match(found):
        raise Refusal(131009, f"The parameter {key} is not valid.")
    return found


def _only(holder: Mapping[str, Any], keys: frozenset[str] | set[str], where: str) -> None:
    for key in holder:
        if key not in keys:
            raise Refusal(100, f'Unexpected key "{key}" on param "{where or "body"}".')


def _unique(values: list[str], what: str) -> None:
    if len(set(values)) < len(values):
        raise Refusal(131009, f"{what} must be unique")


def _path(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
