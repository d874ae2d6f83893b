"""What the checker itself knows of the world, beside the conversation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from booking.models import Conversation


@dataclass(frozen=True, slots=True)
class Screen:
    """The proposal on screen, by its reply key; `still`: a yes to it would do what it said."""

    key: str
    still: bool


@dataclass(frozen=True, slots=True)
class Known:
    """What the checker itself knows of the world, whatever the table did."""

    holds: frozenset[int] = frozenset()  # ids of holds that exist
    screen: Screen | None = None
    misses: int = 0  # messages not understood in a row
    humans: bool = False  # staff were called, and have the chat
    silent: bool = False  # the person wrote BAJA
    noticed: bool = False  # the privacy notice was said

    def model_copy(self, *, update: dict[str, Any]) -> Known:
        """As of the other values."""
        return replace(self, **update)


@dataclass(slots=True)
class World:
    """A conversation and what is known beside it. Watched values stand in for the real ones."""

    conversation: Conversation
    known: Known
