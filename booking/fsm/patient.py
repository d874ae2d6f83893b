"""Writes about whose appointment it is: the name, known or new, and what the doctor should know."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter

from booking.appointments import noted
from booking.fsm.naming import for_somebody_else, namesake, said_name, same_name
from booking.fsm.outcomes import DONE, Outcome
from booking.intents import ProvideCustomerData
from booking.models import Patient
from booking.turn import Turn

_PATIENTS: TypeAdapter[Sequence[Patient]] = TypeAdapter(Sequence[Patient])


def keep_data(turn: Turn) -> Outcome:
    """keep the data given"""
    intent = turn.intent
    if isinstance(intent, ProvideCustomerData):
        other = for_somebody_else(turn)
        said = said_name(turn)
        name = _full_name(turn, said) if said else turn.draft.name
        if (intent.name is None and (intent.for_other or intent.for_self)) or namesake(turn):
            name = None  # somebody else than the one named before
        turn.change_draft(for_other=other, name=name, reason=noted(turn.draft.reason, intent.reason))
        if name and said and not other:
            turn.change_person(name=name)
    return DONE


def keep_note(turn: Turn) -> Outcome:
    """keep what the doctor should know"""
    if isinstance(turn.intent, ProvideCustomerData):
        turn.change_draft(reason=noted(turn.draft.reason, turn.intent.reason))
    return DONE


def remember_name(turn: Turn) -> Outcome:
    """remember the person's name"""
    intent = turn.intent
    if isinstance(intent, ProvideCustomerData) and not intent.for_other and (name := said_name(turn)):
        turn.change_person(name=name)
    return DONE


def _full_name(turn: Turn, name: str) -> str:
    """A first name alone is that of the patient whom this person has brought before, if it is just one; somebody else
    of the person's own first name is not the person."""
    if len(name.split()) > 1:
        return name
    known: Sequence[Patient] = turn.journal.ask(
        "patients", _PATIENTS, lambda: turn.uow.patients.list_of(turn.conversation.person.id)
    )
    called = [p.name for p in known if same_name(p.name.split()[0], name)]
    if for_somebody_else(turn) and (own := turn.conversation.person.name):
        called = [other for other in called if not same_name(other, own)]
    return called[0] if len(called) == 1 else name
