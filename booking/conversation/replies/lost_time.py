"""Why a time that was chosen or held can no longer be had. No Spanish here."""

from __future__ import annotations

import datetime as dt

from pydantic import JsonValue

from booking.conversation.meaning.on_screen import chosen
from booking.conversation.turn import Turn
from booking.models.draft_parts import hold_of


def lost(turn: Turn) -> JsonValue:
    """That it has passed, that it is too near by now (nothing kept it any more), or else that somebody took it."""
    choice, hold = chosen(turn), hold_of(turn.began.draft)
    slot = choice.slot if choice else hold.slot if hold else None
    if slot is None:
        return "taken"
    if slot.start <= turn.now:
        return "passed"
    kept = choice is None and hold is not None and turn.now < hold.expires_at
    notice = dt.timedelta(minutes=turn.clinic.policy.min_notice_minutes)
    return "near" if not kept and slot.start < turn.now + notice else "taken"
