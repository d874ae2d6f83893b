"""What a yes would do, read off the draft: what a proposal shows, and what its yes must still find so. Pure."""

from __future__ import annotations

from booking.conversation.turn import Turn
from booking.models import Clinic, Conversation, Draft, Patient, Purpose, Terms


def terms_of(chat: Conversation, clinic: Clinic) -> Terms:
    """What a yes would do as things stand."""
    draft, own = chat.draft or Draft(), chat.person.name
    if draft.purpose is Purpose.STAFF:
        return Terms(order=draft.order)
    hold = draft.hold if draft.purpose is not Purpose.CANCEL else None
    to = Terms(place=clinic.name)
    if hold is not None:
        to = Terms(place=to.place, slot=hold.slot, doctor_id=hold.doctor_id, doctor=hold.doctor or draft.doctor)
    if draft.purpose is Purpose.BOOK:
        patient = draft.name or (None if draft.for_other else own)
        return to.model_copy(update={"patient": patient, "kind": draft.kind, "reason": draft.reason})
    mine = draft.appointment
    if mine is None:
        return to
    whose = _called(draft.patients, mine.patient_id)
    existing = {"appointment_id": mine.id, "before": mine.slot, "before_with": mine.doctor_id}
    return to.model_copy(update={**existing, "patient": whose})


def stands(turn: Turn) -> bool:
    """Whether a yes would do just what the proposal shows. What the doctor should know may have grown by what is said
    beside the yes."""
    proposal = turn.draft.proposal
    if proposal is None or proposal.terms is None:
        return False
    shown, now = proposal.terms, terms_of(turn.conversation, turn.clinic)
    if now.reason and now.reason.startswith(shown.reason or ""):
        shown = shown.model_copy(update={"reason": now.reason})
    return shown == now


def _called(patients: tuple[Patient, ...], id: int | None) -> str | None:
    """The name of one of these; None where all appointments are the person's own."""
    return next((patient.name for patient in patients if patient.id == id), None)
