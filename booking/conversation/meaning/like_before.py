"""What of the appointment before the new one shall have, as far as this message says nothing else. Pure."""

from __future__ import annotations

import datetime as dt

from booking.conversation.turn import Turn
from booking.intents import CheckAvailability, Like, StartBooking


def asked_for(turn: Turn) -> Like | None:
    """What shall be as it was, by this message."""
    return turn.intent.like if isinstance(turn.intent, StartBooking | CheckAvailability) else None


def doctor_taken(turn: Turn) -> str | None:
    """The name of the doctor it was with, where that one is asked for and no other was named."""
    like, before, intent = asked_for(turn), turn.found.before, turn.intent
    if like is None or before is None or not isinstance(intent, StartBooking | CheckAvailability):
        return None
    if not like.doctor or intent.doctor or intent.anyone:
        return None
    return next((one.name for one in turn.found.doctors or () if one.id == before.doctor_id), None)


def hour_taken(turn: Turn) -> dt.time | None:
    """The clinic's hour it was at, where that is asked for and no other was said."""
    like, before, intent = asked_for(turn), turn.found.before, turn.intent
    if like is None or before is None or not like.hour or not isinstance(intent, StartBooking | CheckAvailability):
        return None
    said = intent.when
    whens = (said.when,) if said and said.when else said.candidates if said else ()
    if any(when.time_from or when.time_to for when in whens) or (said is not None and said.problem):
        return None
    return before.slot.start.astimezone(turn.zone).time().replace(tzinfo=None)
