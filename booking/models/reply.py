"""What is said, before it is a text."""

from __future__ import annotations

from pydantic import Field, JsonValue

from booking.intents import Frozen


class Reply(Frozen):
    """A key of `es.toml` with the raw values its text needs; rendering is somebody else's work."""

    key: str
    params: dict[str, JsonValue] = Field(default_factory=dict)
