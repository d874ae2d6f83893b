"""What earlier releases stored, read as what it is called today. The only place that knows the older shapes.

A conversation's draft lies in its row, and the conversation as it stood before each turn in the log of turns: both
outlive the release that wrote them. Each function is a before-validator: given what is of today, or is no JSON object,
it gives that back. Nothing is guessed: what fits neither shape is refused by the model it is read as.
"""

from __future__ import annotations

from typing import Any

_BOOKING = {
    "wish": "wish",
    "doctor": "doctor",
    "without": "refused_doctors",
    "kind": "visit",
    "name": "name",
    "for_other": "for_other",
    "whole": "whole_name",
    "reason": "note",
    "hold": "hold",
    "proposal": "proposal",
}
_EXISTING = {"appointment": "appointment", "patients": "patients", "doctor": "doctor", "reason": "note"}
_CHOICE = {"choices": "choices", "patients": "patients", "wish": "wish", "doctor": "doctor", "reason": "note"}
_MOVE = {**_EXISTING, "wish": "wish", "without": "refused_doctors", "hold": "hold", "proposal": "proposal"}
_CANCELLATION = {**_EXISTING, "proposal": "proposal"}
_ORDERING = {"order": "order", "request": "request", "waiting": "waiting", "proposal": "proposal"}
_DRAFTS = {
    "book": ("booking", _BOOKING),
    "move": ("move", _MOVE),
    "cancel": ("cancellation", _CANCELLATION),
    "staff": ("ordering", _ORDERING),
}
"""By the purpose that an older draft named: what it is now, and its fields then and now."""
_OF_A_DRAFT = {"purpose"}.union(*(names for _, names in _DRAFTS.values()), _CHOICE)
_KINDS = {"choice", *(kind for kind, _ in _DRAFTS.values())}
"""What `kind` is of a draft of today; it was the type of the visit, which is none of these."""
_TERMS = {"kind": "visit", "reason": "note"}
_CONVERSATION = {"made": "last_touched", "last_made": "last_touched"}


def draft_as_now(value: Any) -> Any:
    """A draft that had every field whatever it was for, which `purpose` said, as the one kind of draft it was. Fields
    that this kind never used were empty, or what nobody looked at."""
    if not isinstance(value, dict) or value.get("kind") in _KINDS or not value.keys() <= _OF_A_DRAFT:
        return value
    if value.get("purpose", "book") not in _DRAFTS:
        return value
    kind, names = _DRAFTS[value.get("purpose", "book")]
    read: dict[str, Any] = {"kind": kind}
    if value.get("choices"):
        read, names = {"kind": "choice", "purpose": value["purpose"]}, _CHOICE
    return read | {now: value[then] for then, now in names.items() if then in value}


def terms_as_now(value: Any) -> Any:
    """The terms of a proposal, by their names of today."""
    return _renamed(value, _TERMS)


def conversation_as_now(value: Any) -> Any:
    """A conversation, by its names of today."""
    return _renamed(value, _CONVERSATION)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if not isinstance(value, dict) or names.keys().isdisjoint(value):
        return value
    return {names.get(name, name): one for name, one in value.items()}
