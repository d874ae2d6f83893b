"""Turn → the raw values that a reply's text needs, by the names of its placeholders. No Spanish here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from pydantic import JsonValue

from booking.conversation.meaning.naming import namesake, without_surname
from booking.conversation.meaning.pending_question import asked_before
from booking.conversation.replies import appointment_values, offer_values, record_values
from booking.conversation.replies.handover import desk, until
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.lost_time import lost
from booking.conversation.replies.order_texts import ORDERS
from booking.conversation.replies.proposal_texts import PROPOSALS, shown, span_of
from booking.conversation.replies.texts import TEXTS
from booking.conversation.turn import Turn
from booking.intents import (
    Attend,
    CancelAppointment,
    ListAppointments,
    RequestHuman,
    RescheduleAppointment,
    StartBooking,
    Unknown,
)
from booking.models import Purpose, Reply, State, Touched
from booking.models.draft_parts import (
    appointment_of,
    choices_of,
    doctor_of,
    hold_of,
    note_of,
    patient_name_of,
    patients_of,
    proposal_of,
    purpose_of,
    wish_of,
)

_MINUTES = dt.timedelta(minutes=10)


def reply_of(key: ReplyKey, turn: Turn) -> Reply:
    """The reply with every value its text, buttons and notice need, as they stand now."""
    params: dict[str, JsonValue] = {"draft_version": turn.conversation.draft_version}
    proposal = proposal_of(turn.draft) if key in PROPOSALS else None
    proposed = shown(proposal.terms, turn.zone) if proposal and proposal.terms else {}
    params |= {name: proposed[name] if name in proposed else VALUES[name](turn) for name in TEXTS[key].needs}
    return Reply(key=key.value, params=params)


def _clinic(turn: Turn) -> JsonValue:
    return turn.clinic.name


def _read_by(turn: Turn) -> JsonValue:
    return turn.services.read_by


def _patient(turn: Turn) -> JsonValue:
    return turn.found.patient or patient_name_of(turn.draft, turn.conversation.person)


def _visit(turn: Turn) -> JsonValue:
    return turn.booking.visit


def _note(turn: Turn) -> JsonValue:
    return note_of(turn.draft)


def _slot(turn: Turn) -> JsonValue:
    if turn.found.appointments:
        return turn.found.appointments[0].slot.start.astimezone(turn.zone).isoformat()
    hold = hold_of(turn.draft)
    return hold.slot.start.astimezone(turn.zone).isoformat() if hold else None


def _existing(turn: Turn) -> JsonValue:
    """The start of the appointment that is to be changed, as it is or was."""
    appointment = appointment_of(turn.draft) or next(iter(turn.found.appointments or ()), None)
    return appointment.slot.start.astimezone(turn.zone).isoformat() if appointment else None


def _choices(turn: Turn) -> JsonValue:
    names = _names(turn)
    return [
        {"start": a.slot.start.astimezone(turn.zone).isoformat(), "patient": names.get(a.patient_id)}
        for a in choices_of(turn.draft)
    ]


_OF_THEIRS = CancelAppointment | RescheduleAppointment | ListAppointments


def _none_of(turn: Turn) -> JsonValue:
    """Whose appointment was asked for and is none of those there are: by name, "" where none was said; None where that
    is not why they are shown or it is asked which."""
    said = turn.intent.whose if isinstance(turn.intent, _OF_THEIRS) and not turn.intent.of_doctor else None
    return said.name or "" if said is not None and not said.own and turn.found.none_fits else None


def _none_with(turn: Turn) -> JsonValue:
    """The doctor whose appointment was asked for, where they have none with them, or none as they said; else None."""
    return turn.intent.of_doctor if isinstance(turn.intent, _OF_THEIRS) and turn.found.none_fits else None


def _deed(turn: Turn) -> JsonValue:
    """What is done to the appointment that is asked for."""
    purpose = purpose_of(turn.draft)
    return purpose.value if purpose else Purpose.MOVE.value


def _none_on(turn: Turn) -> JsonValue:
    """When the appointment would be that was spoken of, and is none of those there are; None where that is not why
    it is asked which."""
    intent = turn.intent
    if not isinstance(intent, _OF_THEIRS) or intent.whose or intent.of_doctor or not turn.found.none_fits:
        return None
    said = intent.when if isinstance(intent, CancelAppointment) else intent.of
    return said.model_dump(mode="json") if said and (said.when or said.candidates) else None


def _with_doctor(turn: Turn) -> JsonValue:
    """The doctor asked for by name."""
    return doctor_of(turn.draft)


def _set_aside(turn: Turn) -> JsonValue:
    """The time that is held, and whether it still is: a hold that has lapsed keeps the time from nobody."""
    hold = hold_of(turn.draft)
    live = hold is not None and turn.now < hold.expires_at
    more = len(hold.all_of_them()) - 1 if hold is not None else 0
    return {"slot": _slot(turn), "with_doctor": _with_doctor(turn), "live": live, "more": more}


def _not_here(turn: Turn) -> JsonValue:
    """Who was asked for and is no doctor here, and who is; None where that is not why."""
    here: list[JsonValue] = [d.name for d in turn.found.doctors or () if d.active]
    return {"doctor": turn.found.stranger, "doctors": here} if turn.found.stranger else None


def _whose(turn: Turn) -> JsonValue:
    """Whose the appointment to be changed is, where not all are the person's own."""
    appointment = appointment_of(turn.draft)
    return _names(turn).get(appointment.patient_id) if appointment else turn.found.patient


def _names(turn: Turn) -> dict[int | None, str]:
    """The patients' names by id; empty where all appointments are the person's own."""
    known = patients_of(turn.draft) if turn.found.patients is None else turn.found.patients
    return {patient.id: patient.name for patient in known}


def _namesake(turn: Turn) -> JsonValue:
    """The person's own name, given to somebody else."""
    return namesake(turn)


def _asked_name(turn: Turn) -> JsonValue:
    """The first name whose surname is asked for; None where the whole name is."""
    return without_surname(turn.booking, turn.conversation.person)


def _coming(turn: Turn) -> JsonValue:
    doctors, patients = {d.id: d for d in turn.found.doctors or ()}, _names(turn)
    return [
        {
            "span": span_of(a.slot, turn.zone),
            "doctor": doctors[a.doctor_id].name if a.doctor_id in doctors else None,
            "room": doctors[a.doctor_id].room if a.doctor_id in doctors else None,
            "patient": patients.get(a.patient_id),
        }
        for a in turn.found.appointments or ()
    ]


def _still_to_come(turn: Turn) -> JsonValue:
    """When the appointments begin that stand, whoever wants no more messages."""
    return [one.slot.start.astimezone(turn.zone).isoformat() for one in turn.found.appointments or ()]


def _stay(turn: Turn) -> JsonValue:
    """Whether the appointments there are shall stay as they are."""
    return isinstance(turn.intent, ListAppointments) and turn.intent.stay


def _not_yet(turn: Turn) -> JsonValue:
    """What waited for a yes when the turn began and is still not done: whoever believes it is, is told. Of an order of
    staff's it is asked again."""
    done = any(reply.key == ReplyKey.BOOKED for reply in turn.replies)  # and this is one more
    waits = turn.began.state is State.CONFIRM and turn.state is not State.IDLE and not done
    purpose = purpose_of(turn.draft)
    return purpose.value if waits and purpose and purpose is not Purpose.STAFF else None


def _changed(turn: Turn) -> JsonValue:
    """How what was proposed is no longer so: the appointment to be changed has another time or doctor, or the time that
    is held has another doctor. Empty where neither tells."""
    before, draft = turn.began.draft, turn.draft
    if before is None:
        return {}
    old, mine = appointment_of(before), appointment_of(draft)
    if old and mine and (old.slot, old.doctor_id) != (mine.slot, mine.doctor_id):
        doctor = next((d.name for d in turn.found.doctors or () if d.id == mine.doctor_id), None)
        return {"slot": mine.slot.start.astimezone(turn.zone).isoformat(), "doctor": doctor}
    was, now = hold_of(before), hold_of(draft)
    if was and now and was.doctor and now.doctor and was.doctor_id != now.doctor_id:
        return {"before": was.doctor, "now": now.doctor}
    if was and now and was.others_shown() != now.others_shown():
        still = {other.slot for other in now.others}
        gone = [other.slot.start for other in was.others if other.slot is not None and other.slot not in still]
        return {"gone": [start.astimezone(turn.zone).isoformat() for start in gone]}
    return {}


def _understood(turn: Turn) -> JsonValue:
    """What was understood of a message that says more than that; what was looked for before silence ended it."""
    understood = turn.intent.understood if isinstance(turn.intent, Unknown) else turn.found.unfinished
    return [intent.model_dump(mode="json") for intent in understood]


def _other_one(turn: Turn) -> JsonValue:
    """Whose the other one of two is, and when it is looked for."""
    begun = next((one for one in turn.found.unfinished if isinstance(one, StartBooking)), StartBooking())
    when = begun.when.model_dump(mode="json") if begun.when else None
    return {"other": turn.found.other, "when": when, "doctor": begun.doctor}


def _done_lately(turn: Turn) -> JsonValue:
    """Whether an appointment was booked or moved in this chat minutes ago: a yes may have been said once more."""
    last = turn.conversation.last_touched
    made = last is not None and last.how is Touched.MADE and not last.ordered
    return last is not None and made and turn.now < min(last.at + _MINUTES, last.start)


def _moved_to(turn: Turn) -> JsonValue:
    """When an appointment was to be instead, as it was said now or while one was being picked."""
    said = turn.intent.when if isinstance(turn.intent, RescheduleAppointment) else wish_of(turn.began.draft)
    return said.model_dump(mode="json") if said else None


def _unread(turn: Turn) -> JsonValue:
    """What else it says, as it was written."""
    return list(turn.intent.left) if isinstance(turn.intent, Unknown) else []


def _heard(turn: Turn) -> JsonValue:
    """What was understood of an order of staff's, in its own words, and what was not."""
    said = turn.intent
    if not isinstance(said, Unknown):
        return None
    flags = {"to_patient": said.to_patient, "erases": said.erases, "late": said.late}
    return {"order": said.order, "left": list(said.left), **flags}


def _asked(turn: Turn) -> JsonValue:
    return asked_before(turn.conversation)


def _late_day(turn: Turn) -> JsonValue:
    """The day that somebody says they will be late on; None: today."""
    said = turn.intent.day if isinstance(turn.intent, RequestHuman) else None
    return said.isoformat() if said else None


def _left_aside(turn: Turn) -> JsonValue:
    """What was said to be understood when the turn began."""
    asked = turn.began.question
    return [intent.model_dump(mode="json") for intent in asked.understood] if asked else []


def _asked_again(turn: Turn) -> JsonValue:
    """Which question stays open, what it said was understood, and whether its buttons may stand here as they are: those
    of what was told of an appointment name that."""
    asked = turn.began.question
    if asked is None:
        return None
    understood: list[JsonValue] = [intent.model_dump(mode="json") for intent in asked.understood]
    return {"of": asked.reply, "one": asked.one, "buttons": not asked.is_unasked_for, "understood": understood}


def _waited(turn: Turn) -> JsonValue:
    """What they are told of when it becomes free, and until when."""
    doctors = {doctor.id: doctor.name for doctor in turn.found.doctors or ()}
    return [
        {
            "before": one.wish.before.astimezone(turn.zone).isoformat() if one.wish.before else None,
            "wish": one.wish.when.model_dump(mode="json") if one.wish.when else None,
            "doctor": doctors.get(one.wish.doctor_id or 0),
            "refused": [doctors[id] for id in one.wish.not_with if id in doctors],
            "patient": one.name,
            "for_other": one.for_other,
            "until": one.until.astimezone(turn.zone).isoformat(),
        }
        for one in turn.found.waits or ()
    ]


def _free_too(turn: Turn) -> JsonValue:
    """When the appointments are, sooner than which there is a time already, beside what else is told."""
    too = [one.appointment.slot.start for one in turn.found.free_too if one.appointment is not None]
    return [start.astimezone(turn.zone).isoformat() for start in too]


def _when_free(turn: Turn) -> JsonValue:
    """The time that is waited for and free already, as it was wished; None where only something earlier was."""
    wished = [one.wish.when for one in turn.found.waits or () if one.wish.when]
    return wished[0].model_dump(mode="json") if wished else None


VALUES: dict[str, Callable[[Turn], JsonValue]] = {
    **ORDERS,
    "clinic": _clinic,
    "emergency": lambda turn: turn.clinic.answers.emergency_text,
    "said_aloud": lambda turn: None,  # the engine says what was heard
    "read_by": _read_by,
    "patient": _patient,
    "visit": _visit,
    "note": _note,
    "span": appointment_values.span,
    "others": appointment_values.others,
    "them": appointment_values.others,
    "these": appointment_values.others,
    "are_booked": appointment_values.others,
    "doctor": appointment_values.doctor,
    "room": appointment_values.room,
    "place": appointment_values.place,
    "reminder": appointment_values.reminder,
    "preparation": lambda turn: None,  # said by a job, with values of its own
    "existing": _existing,
    "changed": _changed,
    "choices": _choices,
    "none_of": _none_of,
    "none_on": _none_on,
    "none_with": _none_with,
    "deed": _deed,
    "with_doctor": _with_doctor,
    "set_aside": _set_aside,
    "whose": _whose,
    "asked_name": _asked_name,
    "namesake": _namesake,
    "not_here": _not_here,
    "no_room": offer_values.no_room,
    "or_wait": offer_values.or_wait,
    "options": offer_values.options,
    "candidates": offer_values.candidates,
    "not_yet": _not_yet,
    "stay": _stay,
    "problem": offer_values.problem,
    "lost": lost,
    "wish": offer_values.wish,
    "nearest": offer_values.nearest,
    "unmet": offer_values.unmet,
    "sought": offer_values.sought,
    "coming": _coming,
    "told": lambda turn: [one.model_dump() for one in turn.intent.those] if isinstance(turn.intent, Attend) else [],
    "still_to_come": _still_to_come,
    "record": record_values.record,
    "unanswered": record_values.unanswered,
    "passage": record_values.passage,
    "near_passage": record_values.near_passage,
    "before": appointment_values.before,
    "visited": appointment_values.visited,
    "recalled": record_values.recalled,
    "desk": desk,
    "until": until,
    "moved_to": _moved_to,
    "understood": _understood,
    "other_one": _other_one,
    "pending": _done_lately,
    "turned": _unread,
    "unread": _unread,
    "late_day": _late_day,
    "left_aside": _left_aside,
    "left_out": lambda turn: list(turn.unanswered),
    "heard": _heard,
    "asked": _asked,
    "asked_again": _asked_again,
    "waited": _waited,
    "free_too": _free_too,
    "when_free": _when_free,
}
"""Every value a text may name."""
