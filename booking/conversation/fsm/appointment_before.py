"""An appointment that shall be as the one before: read off the appointments themselves, of one patient alone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from pydantic import TypeAdapter

from booking.conversation.fsm.outcomes import DONE, GoesOn, Outcome
from booking.conversation.fsm.reads import find_doctors, patients_called
from booking.conversation.meaning.like_before import asked_for, doctor_taken, hour_taken
from booking.conversation.meaning.naming import is_theirs
from booking.conversation.turn import Turn
from booking.intents import CheckAvailability, Reading, StartBooking, VisitType, When, Whose
from booking.models import LIVE_APPOINTMENTS, Appointment, Patient, Status

_BEFORE: TypeAdapter[Sequence[Appointment]] = TypeAdapter(Sequence[Appointment])
_LOOKED_BACK: Final = dt.timedelta(days=3 * 365)
_MADE: Final = (*LIVE_APPOINTMENTS, Status.COMPLETED)


def find_before(turn: Turn) -> None:
    """find the last appointment of whom it is for"""
    if asked_for(turn) is None or turn.found.before is not None:
        return
    find_doctors(turn)
    id = turn.conversation.person.id
    latest: Sequence[Appointment] = turn.journal.ask(
        "before", _BEFORE, lambda: _latest(_of_person(turn, id), turn.now), person_id=id
    )
    ids = {one.patient_id for one in latest if one.patient_id is not None}
    patients = patients_called(turn, ids)
    theirs = [one for one in latest if any(p.id == one.patient_id and _is_meant(turn, p) for p in patients)]
    here = {doctor.id for doctor in turn.found.doctors or ()}
    turn.found.before = theirs[0] if len(theirs) == 1 and theirs[0].doctor_id in here else None


def take_as_before(turn: Turn) -> Outcome:
    """fill in what shall be as it was"""
    intent, before = turn.intent, turn.found.before
    if not isinstance(intent, StartBooking | CheckAvailability):
        return DONE
    filled = intent.model_copy(update={"like": None})
    if before is None:
        return GoesOn(filled)
    taken: dict[str, object] = {}
    if doctor := doctor_taken(turn):
        taken["doctor"] = doctor
        follows_up = before.visit == VisitType.FOLLOW_UP.value and intent.visit is None
        taken |= {"visit": VisitType.FOLLOW_UP} if follows_up else {}
    if hour := hour_taken(turn):
        taken["when"] = _at(intent.when, hour)
    return GoesOn(filled.model_copy(update=taken))


def _of_person(turn: Turn, id: int) -> Sequence[Appointment]:
    return turn.uow.appointments.list(start=turn.now - _LOOKED_BACK, person_id=id, statuses=_MADE)


def _latest(found: Sequence[Appointment], now: dt.datetime) -> list[Appointment]:
    """Of each patient the last one that has begun, else the next one to come."""
    of: dict[int | None, Appointment] = {}
    for one in found:  # by start
        if one.slot.start <= now or one.patient_id not in of:
            of[one.patient_id] = one
    return [of[id] for id in sorted(id for id in of if id is not None)]


def _is_meant(turn: Turn, patient: Patient) -> bool:
    """Whether it is for this patient. Somebody else who was not named may be anybody, and is nobody who was here."""
    like, draft = asked_for(turn), turn.draft
    if draft is not None and draft.kind == "move":
        return patient.id == draft.appointment.patient_id
    said = like.whose if like else None
    if said is None and draft is not None and draft.kind == "booking" and (draft.for_other or draft.name):
        said = Whose(name=draft.name)
    said = said or Whose(own=True)
    own = turn.conversation.person.name if said.own else None
    return (said.own or said.name is not None) and is_theirs(patient.name, said, own)


def _at(wish: Reading | None, hour: dt.time) -> Reading:
    """The wish at that hour."""
    at = {"time_from": hour, "exact": True}
    if wish is None or (wish.when is None and not wish.candidates):
        return Reading(when=When(time_from=hour, exact=True), anchor=wish.anchor if wish else None)
    if wish.when is not None:
        return wish.model_copy(update={"when": wish.when.model_copy(update=at)})
    return wish.model_copy(update={"candidates": tuple(one.model_copy(update=at) for one in wish.candidates)})
