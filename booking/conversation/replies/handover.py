"""How long it may take until a person answers, as far as it is known."""

from __future__ import annotations

from pydantic import JsonValue

from booking.conversation.turn import Turn


def desk(turn: Turn) -> JsonValue:
    """The next hours of consultation, and whether these are today's and have begun. Nobody entered when the desk
    itself is staffed, so no more is told than these."""
    hours = turn.found.open
    if hours is None or hours.opens is None:
        return None
    local = turn.now.astimezone(turn.zone)
    open_now = hours.date == local.date() and hours.opens <= local.time()
    return {**hours.model_dump(mode="json"), "now": open_now, "today": hours.date == local.date()}


def until(turn: Turn) -> JsonValue:
    """When the bot answers again, if nobody gives the chat back before."""
    end = turn.conversation.control_until
    return end.astimezone(turn.zone).isoformat() if end else None
