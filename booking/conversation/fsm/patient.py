"""Writes about whose appointment it is: the name, known or new, and what the doctor should know."""

from __future__ import annotations

from booking.appointments.appointment_changes import noted
from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.meaning.naming import for_somebody_else, full_name, insisted, namesake, said_name
from booking.conversation.turn import Turn
from booking.intents import ProvideCustomerData
from booking.models.draft_parts import note_of


def keep_data(turn: Turn) -> Outcome:
    """keep the data given"""
    intent = turn.intent
    if isinstance(intent, ProvideCustomerData):
        other = for_somebody_else(turn)
        said = said_name(turn)
        name = full_name(turn, said) if said else turn.booking.name
        if (intent.name is None and (intent.for_other or intent.for_self)) or namesake(turn):
            name = None  # somebody else than the one named before
        whole = insisted(turn, said) if said else turn.booking.whole_name
        note = noted(turn.booking.note, intent.reason)
        turn.change_draft(for_other=other, name=name, whole_name=whole, note=note)
        if name and said and not (other or intent.of_patient):
            turn.change_person(name=name)
    return DONE


def keep_note(turn: Turn) -> Outcome:
    """keep what the doctor should know"""
    if isinstance(turn.intent, ProvideCustomerData):
        turn.change_draft(note=noted(note_of(turn.draft), turn.intent.reason))
    return DONE


def remember_name(turn: Turn) -> Outcome:
    """remember the person's name"""
    intent = turn.intent
    if not isinstance(intent, ProvideCustomerData) or intent.for_other or intent.of_patient:
        return DONE
    if name := said_name(turn):
        turn.change_person(name=full_name(turn, name))
    return DONE
