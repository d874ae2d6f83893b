"""Writes: what a row changes, in SQL through the unit of work and on the conversation. One that can refuse
comes first in its row and books, moves or cancels nothing when it does."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import TypeAdapter

from booking import appointments, self_service
from booking.fsm.anchors import AS_IT_IS, anchored, said_of
from booking.fsm.facts import NOTICE_VERSION, meant
from booking.fsm.outcomes import DONE, Outcome, Refused
from booking.fsm.reads import find_doctors
from booking.fsm.triggers import Trigger
from booking.fsm.waiting import leave
from booking.fsm.wishes import effective_wish, refused_doctors, wished_doctor, wished_visit
from booking.intents import CancelAppointment, RescheduleAppointment, SelectSlot
from booking.models import Appointment, Control, Draft, Hold, Made, Offer, Proposal, Purpose, Refusal
from booking.turn import Turn

_HOLD: TypeAdapter[Hold | None] = TypeAdapter(Hold | None)
_BOOKED: TypeAdapter[Appointment | Refusal] = TypeAdapter(Appointment | Refusal)
_NOTHING: TypeAdapter[None] = TypeAdapter(None)


# --- the draft -----------------------------------------------------------------------------------


def begin_draft(turn: Turn) -> Outcome:
    """begin a draft, for the time and the doctor wished for before"""
    turn.change(draft=Draft(wish=turn.draft.wish, doctor=turn.draft.doctor), offer=None)
    return DONE


def open_draft(turn: Turn) -> Outcome:
    """begin a draft if there is none, with the doctor and the type of visit asked for"""
    turn.change_draft(doctor=wished_doctor(turn), without=refused_doctors(turn), kind=wished_visit(turn))
    return DONE


def keep_wish(turn: Turn) -> Outcome:
    """keep what is wished for, to look for it later"""
    turn.change_draft(wish=effective_wish(turn))
    return open_draft(turn)


def refuse_doctor(turn: Turn) -> Outcome:
    """remember that the doctor spoken of so far will not do, and look for the time held with another"""
    hold, names = turn.draft.hold, {d.id: d.name for d in turn.found.doctors or ()}
    held = names.get(hold.doctor_id) if hold else None
    refused = dict.fromkeys(name for name in (*turn.draft.without, turn.draft.doctor, held) if name)
    wish = anchored(AS_IT_IS, hold.slot.start, turn.zone) if hold else turn.draft.wish
    turn.change_draft(doctor=None, without=tuple(refused), wish=wish)
    return DONE


def clear_draft(turn: Turn) -> Outcome:
    """drop the draft and the offer, and tell what waited behind an order"""
    leave(turn, turn.draft.waiting)
    turn.undone = turn.draft.request
    turn.change(draft=None, offer=None)
    turn.next_draft_version()
    return DONE


def offer_slots(turn: Turn) -> Outcome:
    """offer what was found"""
    search = turn.found.search
    if search is None:
        raise ValueError("nothing was searched")
    others = not search.found
    found = search.others if others else search.found
    if search.exact is not None:
        found = (search.exact,)
    keep_wish(turn)
    turn.change_draft(proposal=None)
    version = turn.next_draft_version()
    why = {"closed": search.closed, "beyond": search.beyond, "between": search.between}
    turn.change(offer=Offer(version=version, made_at=turn.now, found=found, others=others, **why))
    return DONE


def drop_offer(turn: Turn) -> Outcome:
    """drop the offer, and a doctor who is none here: the last check found nothing"""
    turn.change(offer=None)
    wanted = turn.draft.doctor
    if wanted and not any(doctor.active and doctor.name == wanted for doctor in turn.found.doctors or ()):
        turn.found.stranger = wanted  # told now; what is asked for next is asked of those who are here
        turn.change_draft(doctor=None)
    return DONE


def pick_exact(turn: Turn) -> Outcome:
    """take the clock time asked for as the choice"""
    turn.intent = SelectSlot(option=1)
    return DONE


def withdraw_proposal(turn: Turn) -> Outcome:
    """withdraw the proposal: a later yes confirms nothing"""
    turn.change_draft(proposal=None)
    return DONE


def propose(turn: Turn) -> Outcome:
    """put the proposal that a yes will answer"""
    version = turn.next_draft_version()
    asked_by = turn.message.sent_at if turn.message else turn.now
    turn.change_draft(proposal=Proposal(version=version, made_at=turn.now, asked_by=asked_by))
    return DONE


# --- bookings -----------------------------------------------------------------------------------


def book(turn: Turn) -> Outcome:
    """book the appointment"""
    conversation = turn.conversation
    booked = turn.journal.ask(
        "book",
        _BOOKED,
        lambda: appointments.book(turn.uow, turn.clinic, turn.draft, conversation.person, conversation.id, turn.now),
    )
    if not isinstance(booked, Appointment):
        return Refused(Trigger(booked))
    turn.change(made=Made(start=booked.slot.start, at=turn.now))
    turn.found.appointments = [booked]
    turn.found.patient = turn.draft.name or conversation.person.name
    return DONE


# --- appointments that exist ----------------------------------------------------------------------


def list_choices(turn: Turn) -> Outcome:
    """list the appointments to pick from"""
    purpose = _purpose_of(turn)
    intent = turn.intent
    wish, doctor = (intent.when, intent.doctor) if isinstance(intent, RescheduleAppointment) else (None, None)
    choices, patients = tuple(turn.found.appointments or ()), tuple(turn.found.patients or ())
    draft = Draft(purpose=purpose, choices=choices, patients=patients, wish=wish, doctor=doctor)
    turn.change(draft=draft, offer=None)
    turn.next_draft_version()
    return DONE


def pick_appointment(turn: Turn) -> Outcome:
    """take the appointment that was meant"""
    appointment = meant(turn)
    if appointment is None:
        raise ValueError("no appointment was meant")
    find_doctors(turn)
    own = next((d.name for d in turn.found.doctors or () if d.id == appointment.doctor_id), None)
    doctor = _doctor_of_move(turn, own)
    purpose = turn.conversation.draft.purpose if turn.conversation.draft else _purpose_of(turn)
    said = turn.intent.when if isinstance(turn.intent, RescheduleAppointment) else turn.draft.wish
    wish = said_of(said, appointment.slot.start, turn.now, turn.zone)
    told, patients = turn.draft.reason, tuple(turn.found.patients or turn.draft.patients)
    draft = Draft(purpose=purpose, appointment=appointment, doctor=doctor, wish=wish, reason=told, patients=patients)
    turn.change(draft=draft, offer=None)
    return DONE


def _doctor_of_move(turn: Turn, own: str | None) -> str | None:
    """The doctor asked for, else the appointment's own (continuity of care), unless anyone will do."""
    intent = turn.intent
    if isinstance(intent, RescheduleAppointment):
        return intent.doctor or (None if intent.anyone else own)
    return turn.draft.doctor or own


def move_instead(turn: Turn) -> Outcome:
    """move the appointment instead of cancelling it"""
    turn.change_draft(purpose=Purpose.MOVE, proposal=None)
    return DONE


def cancel_appointment(turn: Turn) -> Outcome:
    """cancel the appointment"""
    return _changed(turn, "cancel", self_service.cancel)


def move_appointment(turn: Turn) -> Outcome:
    """move the appointment"""
    return _changed(turn, "move", self_service.move)


def _changed(turn: Turn, name: str, change: Callable[..., Appointment | Refusal]) -> Outcome:
    done = turn.journal.ask(
        name,
        _BOOKED,
        lambda: change(turn.uow, turn.clinic, turn.draft, turn.conversation.person, turn.conversation.id, turn.now),
    )
    if not isinstance(done, Appointment):
        return Refused(Trigger(done))
    turn.change(made=Made(start=done.slot.start, at=turn.now) if name == "move" else None)
    turn.found.appointments = [done]
    turn.found.patient = next((p.name for p in turn.draft.patients if p.id == done.patient_id), None)
    return DONE


def _purpose_of(turn: Turn) -> Purpose:
    return Purpose.CANCEL if isinstance(turn.intent, CancelAppointment) else Purpose.MOVE


def tell_staff_of_delay(turn: Turn) -> Outcome:
    """tell staff that the person is running late"""
    _notify(turn, "late")
    return DONE


def call_for_help(turn: Turn) -> Outcome:
    """give the chat to a human and tell staff that it is urgent"""
    _hand_over(turn)
    _notify(turn, "urgent")
    return DONE


# --- who answers, and consent ----------------------------------------------------------------------


def record_notice(turn: Turn) -> Outcome:
    """record that the privacy notice was shown"""
    turn.change_person(notice_version=NOTICE_VERSION)
    return DONE


def record_opt_out(turn: Turn) -> Outcome:
    """record the opt-out"""
    turn.change_person(opted_out=True)
    return DONE


def undo_opt_out(turn: Turn) -> Outcome:
    """undo the opt-out"""
    turn.change_person(opted_out=False)
    return DONE


def hand_over(turn: Turn) -> Outcome:
    """give the chat to a human and tell staff"""
    _hand_over(turn)
    _notify(turn, "human")
    return DONE


def take_back(turn: Turn) -> Outcome:
    """give the chat back to the bot"""
    turn.change(control=Control.BOT, control_until=None, misses=0)
    return DONE


def tell_staff_of_privacy(turn: Turn) -> Outcome:
    """tell staff of the privacy request"""
    _notify(turn, "privacy")
    return DONE


def count_miss(turn: Turn) -> Outcome:
    """count a message that was not understood"""
    turn.change(misses=turn.conversation.misses + 1)
    return DONE


def _hand_over(turn: Turn) -> None:
    """What is said to a human answers no proposal of ours."""
    turn.change(control=Control.HUMAN, control_until=turn.now + turn.services.handoff, misses=0)
    if turn.conversation.draft is not None:
        turn.change_draft(proposal=None)


def _notify(turn: Turn, kind: str) -> None:
    turn.journal.ask(
        "notice", _NOTHING, lambda: turn.uow.notices.add(kind, turn.conversation.id, turn.intent.kind, turn.now)
    )
