"""Writes about what patients answer to a reminder."""

from __future__ import annotations

from functools import partial

from pydantic import TypeAdapter

from booking.appointments import attendance
from booking.appointments.history import acting
from booking.conversation.fsm.appointments_meant import told_of
from booking.conversation.fsm.outcomes import DONE, Outcome, Refused
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Turn
from booking.models import Appointment, LastTouched, Status, Touched, as_told

_MARKED: TypeAdapter[Appointment | None] = TypeAdapter(Appointment | None)


def attend(turn: Turn) -> Outcome:
    """mark as confirmed those that are as they were told"""
    told = told_of(turn.intent)
    theirs = [one for one in turn.found.appointments or () if any(as_told(one, each) for each in told)]
    for one in theirs:
        if one.status is Status.CONFIRMED:
            continue
        marked: Appointment | None = turn.journal.ask(
            "attend", _MARKED, partial(_confirm, turn, one), appointment_id=one.id, version=one.version
        )
        if marked is None:
            return Refused(Trigger.ATTEND_CHANGED)
    if len(theirs) == 1:
        _remember(turn, theirs[0])
    return DONE


def _remember(turn: Turn, appointment: Appointment) -> None:
    """That "siempre no" is about this one, unless another was changed in this very turn."""
    last = turn.conversation.last_touched
    if last is None or last.at != turn.now or last.how is Touched.SHOWN:
        touched = LastTouched(start=appointment.slot.start, at=turn.now, how=Touched.CONFIRMED)
        turn.change(last_touched=touched)


def _confirm(turn: Turn, appointment: Appointment) -> Appointment | None:
    by = acting(turn.conversation.person, turn.now)
    marked = attendance.confirm(turn.uow, appointment, turn.now, by)
    return marked if isinstance(marked, Appointment) else None
