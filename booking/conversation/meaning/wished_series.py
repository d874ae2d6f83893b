"""What was said of how often an appointment is to come again, now and before. Pure."""

from __future__ import annotations

from booking.conversation.turn import Turn
from booking.intents import CheckAvailability, Repeats, StartBooking


def wished_repeats(turn: Turn) -> Repeats | None:
    """The series that is wanted, by what this message says on top of what was said before; None: one appointment."""
    before, intent = turn.booking.repeats, turn.intent
    said = intent.repeats if isinstance(intent, StartBooking | CheckAvailability) else None
    return over(before, said)


def over(before: Repeats | None, said: Repeats | None) -> Repeats | None:
    """What was said last, with what it leaves unsaid as it was before. Of one appointment, or where nobody said how far
    apart they are, no series comes."""
    if said is None:
        return before
    every = said.every or (before.every if before else None)
    how_many = said if said.times or said.span else before
    if every is None or (how_many is not None and how_many.times == 1):
        return None
    return Repeats(every=every, times=how_many and how_many.times, span=how_many and how_many.span)


def count_open(turn: Turn) -> bool:
    """Whether it is to be a series, and nobody said of how many."""
    if turn.draft is not None and turn.draft.kind != "booking":
        return False
    wished = wished_repeats(turn)
    return wished is not None and wished.count is None
