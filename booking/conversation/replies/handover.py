"""How long it may take until a person answers, as far as it is known."""

from __future__ import annotations

from pydantic import JsonValue

from booking.conversation.turn import Turn
from booking.scheduling.quiet import end_of_quiet


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
    """On which day the bot writes again by itself, if nobody gives the chat back before, and in how many days that is:
    not in the quiet hours. The hour is that of a message, which says nothing to anybody."""
    end = turn.conversation.control_until
    if end is None:
        return None
    end = end_of_quiet(turn.clinic, end) or end
    day, today = (at.astimezone(turn.zone).date() for at in (end, turn.now))
    return {"date": day.isoformat(), "ahead": (day - today).days}
