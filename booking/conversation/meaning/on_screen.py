"""Which of the things on screen a message picks: an offered time, a listed appointment. Pure."""

from __future__ import annotations

from booking.conversation.meaning.wished_times import that_fit
from booking.conversation.turn import Turn
from booking.intents import CheckAvailability, SelectSlot
from booking.models import Appointment, FreeSlot
from booking.models.draft_parts import appointment_of, choices_of


def chosen(turn: Turn) -> FreeSlot | None:
    """The offered slot that the intent picks, if it was offered. Option 1 is the first on screen."""
    if not isinstance(turn.intent, SelectSlot):
        return None
    offer, index = turn.conversation.offer, turn.intent.option - 1
    return offer.found[index] if offer is not None and index < len(offer.found) else None


def with_another(turn: Turn) -> bool:
    """Whether the offered slot that the intent picks is with another doctor than the one asked for."""
    offer = turn.conversation.offer
    return isinstance(turn.intent, SelectSlot) and offer is not None and turn.intent.option in offer.elsewhere


def picked(turn: Turn) -> Appointment | None:
    """The listed appointment that the message picks: by its number, or by a day and time that fit one alone."""
    intent = turn.intent
    if isinstance(intent, SelectSlot):
        choices = choices_of(turn.draft)
        return choices[intent.option - 1] if intent.option <= len(choices) else None
    if isinstance(intent, CheckAvailability) and intent.when is not None and not _answers_another(turn):
        fitting = that_fit(choices_of(turn.draft), intent.when, turn.zone)
        return fitting[0] if len(fitting) == 1 else None
    return None


def _answers_another(turn: Turn) -> bool:
    """Whether another question came between: a yes to what was understood is none to what was asked before it."""
    asked = turn.began.question
    return asked is not None and bool(asked.understood)


def meant(turn: Turn) -> Appointment | None:
    """The appointment that a change would be made to: the picked, the draft's, or the only one found."""
    found = turn.found.appointments or ()
    return picked(turn) or appointment_of(turn.draft) or (found[0] if len(found) == 1 else None)
