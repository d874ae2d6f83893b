"""The payload of a button or list row: what it means and which draft it belongs to. Pure."""

from __future__ import annotations

import json
from typing import NamedTuple

from booking.intents import ON_BUTTON, AnyIntent, AsUnderstood, Unknown

_PREFIX = "t1"
_ANY_DRAFT = "-"


class Pressed(NamedTuple):
    """A decoded button. `draft_version` None: it belongs to no draft and never goes stale."""

    intent: AnyIntent | AsUnderstood
    draft_version: int | None


def encode(intent: AnyIntent | AsUnderstood, draft_version: int | None) -> str:
    """The id to put on a button (WhatsApp allows 200 characters on a row, 256 on a button)."""
    version = _ANY_DRAFT if draft_version is None else str(draft_version)
    meaning = {"kind": intent.kind, **intent.model_dump(mode="json", exclude_defaults=True)}
    return f"{_PREFIX}|{version}|{json.dumps(meaning, separators=(',', ':'), ensure_ascii=False)}"


def decode(payload: str) -> Pressed:
    """What a tap meant. Anything that is not one of ours is `unknown`."""
    prefix, _, rest = payload.partition("|")
    version, _, body = rest.partition("|")
    if prefix != _PREFIX or not (version == _ANY_DRAFT or (version.isascii() and version.isdigit())):
        return Pressed(Unknown(), None)
    try:
        intent = ON_BUTTON.validate_json(body)
    except ValueError:
        return Pressed(Unknown(), None)
    return Pressed(intent, None if version == _ANY_DRAFT else int(version))
