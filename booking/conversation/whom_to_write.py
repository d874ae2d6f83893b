"""Whom the clinic writes to of its own accord about a patient, and whether it may be now: by the one rule for what it
asks after a visit and for what it invites to."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Final

from booking.conversation.meaning.naming import same_name
from booking.intents import CheckAvailability, Whose
from booking.models import Control, Conversation, Patient, State
from booking.ports import UnitOfWork

AGAIN: Final = dt.timedelta(minutes=15)
"""Where somebody is in the middle of something, it is tried again after so long."""

STILL_ASKED: Final = dt.timedelta(hours=2)
"""So long another question of ours is left on screen: an answer must be to one of them."""


class Unwritten(StrEnum):
    """Why nobody is written to. By these names what was to be said keeps it."""

    NO_NUMBER = "sin_numero"
    OPTED_OUT = "baja"


def chat_of(uow: UnitOfWork, patient: Patient, now: dt.datetime) -> Conversation | Unwritten:
    """The chat of whoever manages the patient, locked; or why there is none to write to."""
    known = uow.conversations.for_patient(patient, now)
    if known is None or known.reply_to is None:
        return Unwritten.NO_NUMBER
    chat = uow.conversations.lock(known.id)
    return Unwritten.OPTED_OUT if chat.person.opted_out else chat


def is_busy(chat: Conversation, now: dt.datetime) -> bool:
    """Somebody of the clinic has the chat, something is under way in it, or we asked something else a while ago."""
    asked = chat.question
    ours = asked is not None and asked.is_unasked_for and now < asked.at + STILL_ASKED
    return chat.control is Control.HUMAN or chat.state is not State.IDLE or ours


def search_of(chat: Conversation, patient: str, doctor: str | None) -> CheckAvailability:
    """What a yes looks for, of who is invited to book for that patient with that doctor (None: whoever is free)."""
    own = chat.person.name is not None and same_name(patient, chat.person.name)
    return CheckAvailability(doctor=doctor, whose=Whose(own=own, name=None if own else patient))
