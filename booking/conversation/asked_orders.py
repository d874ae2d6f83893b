"""What staff ask for in one message, while it is handled: what no draft keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from booking.intents import UseTool
from booking.models import Request, Waiting
from booking.models.tool_answers import ToolRefused


@dataclass(slots=True)
class AskedOrders:
    """Set by the sequence and the hooks of staff's rows, and told by their replies."""

    several: bool = False  # several things were asked for: what is refused is named
    reads: Sequence[UseTool] = ()  # reads of the message that are answered with the one being fired
    waiting: Waiting | None = None  # what else was asked for, while no draft keeps that
    undone: Request | None = None  # the order that was under way and is left
    left: Sequence[UseTool] = ()  # what nobody will take up any more
    refusal: ToolRefused | None = None  # why the order that was confirmed could not be carried out
