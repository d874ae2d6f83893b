"""Whether somebody asked for the doctor of what is looked for, proposed or booked, or it is whoever is free. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from booking.models import Conversation, LastTouched, State
from booking.ports import Coming


def seeks_anyone(conversation: Conversation) -> bool:
    """Whether a new appointment is looked for, and nobody was named or refused for it."""
    draft = conversation.draft
    if conversation.state is not State.SLOT_SELECTION or draft is None or draft.kind != "booking":
        return False
    return draft.doctor is None and not draft.refused_doctors


def is_by_turn(conversation: Conversation, made: LastTouched | None, coming: Sequence[Coming]) -> bool:
    """Whether the doctor of what is proposed, or of the one appointment that was booked lately, is whoever was free."""
    draft = conversation.draft
    if conversation.state is State.CONFIRM:
        return draft is not None and draft.kind == "booking" and draft.doctor is None and not draft.refused_doctors
    booked = made is not None and made.before is None and made.asked_doctor is None
    return booked and all(made is not None and one.start == made.start for one in coming)
