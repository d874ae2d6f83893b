"""Days that are over: nothing of them can be changed any more, and that is said."""

from __future__ import annotations

from booking.intents import Reading
from booking.models.tool_answers import Why
from tools.access import Access


def not_over(access: Access, when: Reading | None) -> None:
    """Raises Stop where the day that was said is over."""
    said = when.when if when is not None else None
    last = (said.date_to or said.date_from) if said is not None else None
    if last is not None and last < access.now.astimezone(access.zone).date():
        raise access.no(Why.PAST)
