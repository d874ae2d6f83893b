"""What a reply tells of the appointment that was made or moved, or that is held: raw values. No Spanish here."""

from __future__ import annotations

from pydantic import JsonValue

from booking.conversation.first_reminder import first_reminder
from booking.conversation.meaning.like_before import doctor_taken, hour_taken
from booking.conversation.replies.proposal_texts import shown_others, span_of
from booking.conversation.turn import Turn
from booking.models import Doctor
from booking.models.draft_parts import hold_of


def span(turn: Turn) -> JsonValue:
    """When the appointment that was made or moved begins and ends; else that which is held."""
    hold, done = hold_of(turn.draft), turn.found.appointments
    return span_of(done[0].slot if done else hold.slot if hold else None, turn.zone)


def others(turn: Turn) -> JsonValue:
    """Those that follow the first of a series: as they were made, else as they are held."""
    hold = hold_of(turn.draft) or hold_of(turn.began.draft)
    done = turn.found.appointments or ()
    return shown_others(hold.others, turn.zone) if hold is not None and len(done) != 1 else []


def _with(turn: Turn) -> Doctor | None:
    wanted = turn.found.appointments[0].doctor_id if turn.found.appointments else None
    return next((d for d in turn.found.doctors or () if d.id == wanted), None)


def doctor(turn: Turn) -> JsonValue:
    doctor = _with(turn)
    return doctor.name if doctor else None


def room(turn: Turn) -> JsonValue:
    """Where that doctor sees patients, as the clinic calls it."""
    doctor = _with(turn)
    return doctor.room if doctor else None


def place(turn: Turn) -> JsonValue:
    """Where the clinic is, and the link that shows it on a map; None for what it has not said."""
    return {"address": turn.clinic.address, "map_link": turn.clinic.answers.map_link}


def reminder(turn: Turn) -> JsonValue:
    """On which day the patient will first be reminded of the appointment that was made; None: on none."""
    done = turn.found.appointments
    comes = first_reminder(turn.clinic, done[0].visit, done[0].slot, turn.now) if done else None
    if comes is None:
        return None
    day, today = (at.astimezone(turn.zone).date() for at in (comes, turn.now))
    return {"date": day.isoformat(), "today": day == today}


def visited(turn: Turn) -> JsonValue:
    """When the last appointment of whoever writes was, and with whom."""
    last = turn.looked_up.visited
    return {"day": last.at.astimezone(turn.zone).date().isoformat(), "doctor": last.doctor} if last else None


def before(turn: Turn) -> JsonValue:
    """When the appointment before was, and what of it was taken: its doctor, its hour."""
    last, hour = turn.found.before, hour_taken(turn)
    return {
        "day": last.slot.start.astimezone(turn.zone).date().isoformat() if last else None,
        "doctor": doctor_taken(turn),
        "hour": hour.isoformat("minutes") if hour else None,
    }
