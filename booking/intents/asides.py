"""What may stand beside a yes: it changes nothing of what the yes would do."""

from __future__ import annotations

from booking.intents.about_appointments import ListAppointments, ProvideCustomerData
from booking.intents.about_waiting import JoinWaitingList
from booking.intents.meanings import AnyIntent, AskQuestion, Greet, Recall, Smalltalk, Thank


def only_note(intent: AnyIntent) -> bool:
    """Whether a message tells the doctor something, and nothing else about the patient."""
    if not isinstance(intent, ProvideCustomerData):
        return False
    return bool(intent.reason) and intent == ProvideCustomerData(reason=intent.reason)


def changes_nothing(intent: AnyIntent) -> bool:
    """Whether what a yes would do stays as it was proposed, whatever comes of this intent: a yes beside it counts."""
    aside = Greet | Thank | Smalltalk | AskQuestion | Recall | ListAppointments | JoinWaitingList
    return isinstance(intent, aside) or only_note(intent)
