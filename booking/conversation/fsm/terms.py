"""What a yes would do, read off the draft: what a proposal shows, and what its yes must still find so. Pure."""

from __future__ import annotations

from booking.conversation.turn import Turn
from booking.models import Clinic, Conversation, Patient, Terms
from booking.models.draft_parts import patient_name_of, proposal_of, seeks_time


def terms_of(chat: Conversation, clinic: Clinic) -> Terms:
    """What a yes would do as things stand."""
    draft = chat.draft
    if draft is None or draft.kind == "choice":
        return Terms(place=clinic.name)
    if draft.kind == "ordering":
        return Terms(order=draft.order)
    to = Terms(place=clinic.name)
    if seeks_time(draft) and (hold := draft.hold) is not None:
        doctor = {"doctor_id": hold.doctor_id, "doctor": hold.doctor or draft.doctor, "room": hold.room}
        to = to.model_copy(update={"slot": hold.slot, "others": hold.others_shown(), **doctor})
    if draft.kind == "booking":
        patient = patient_name_of(draft, chat.person)
        return to.model_copy(update={"patient": patient, "visit": draft.visit, "note": draft.note})
    mine = draft.appointment
    whose = _called(draft.patients, mine.patient_id)
    existing = {"appointment_id": mine.id, "before": mine.slot, "before_with": mine.doctor_id}
    return to.model_copy(update={**existing, "patient": whose})


def stands(turn: Turn) -> bool:
    """Whether a yes would do just what the proposal shows. What the doctor should know may have grown by what is said
    beside the yes."""
    proposal = proposal_of(turn.draft)
    if proposal is None or proposal.terms is None:
        return False
    shown, now = proposal.terms, terms_of(turn.conversation, turn.clinic)
    if now.note and now.note.startswith(shown.note or ""):
        shown = shown.model_copy(update={"note": now.note})
    return shown == now


def _called(patients: tuple[Patient, ...], id: int | None) -> str | None:
    """The name of one of these; None where all appointments are the person's own."""
    return next((patient.name for patient in patients if patient.id == id), None)
