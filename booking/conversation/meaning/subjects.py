"""What a message is about, and whether that is something else than what was going on: then what is remembered of
the person is worth a look. Pure; answers to a question of ours are about whatever that was about."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from booking.intents import AnyIntent, CheckAvailability
from booking.models import Conversation, State


class Subject(StrEnum):
    """What a conversation can be about."""

    BOOKING = "booking"
    CHANGE = "change"  # of an appointment that exists
    APPOINTMENTS = "appointments"
    CLINIC = "clinic"
    PAST = "past"
    WORK = "work"  # staff's own


_OF = {
    "start_booking": Subject.BOOKING,
    "cancel_appointment": Subject.CHANGE,
    "reschedule_appointment": Subject.CHANGE,
    "list_appointments": Subject.APPOINTMENTS,
    "ask_question": Subject.CLINIC,
    "recall": Subject.PAST,
    "use_tool": Subject.WORK,
}
_UNDER_WAY = {
    "booking": Subject.BOOKING,
    "choice": Subject.CHANGE,
    "move": Subject.CHANGE,
    "cancellation": Subject.CHANGE,
    "ordering": Subject.WORK,
}


def subject_of(intents: Sequence[AnyIntent], state: State) -> Subject | None:
    """The last subject that a message brings up; None for talk and for answers. In IDLE, asking for times books."""
    found = None
    for intent in intents:
        looks = state is State.IDLE and isinstance(intent, CheckAvailability)
        found = Subject.BOOKING if looks else _OF.get(intent.kind, found)
    return found


def changes_subject(intents: Sequence[AnyIntent], before: Conversation) -> bool:
    """Whether a message brings up something else than what was under way. With nothing under way, anything does."""
    subject = subject_of(intents, before.state)
    under_way = _UNDER_WAY[before.draft.kind] if before.draft else None
    return subject is not None and subject is not under_way
