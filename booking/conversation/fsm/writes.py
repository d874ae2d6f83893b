"""Writes: what a row changes, in SQL through the unit of work and on the conversation. None here can refuse; those that
can are in `holding`, `proposals` and `staff`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from booking.conversation.fsm.outcomes import DONE, GoesOn, Outcome
from booking.conversation.fsm.reads import find_doctors
from booking.conversation.fsm.waiting import leave_order, leave_rest, next_order, queued
from booking.conversation.meaning.merged_wishes import merge
from booking.conversation.meaning.naming import same_name
from booking.conversation.meaning.on_screen import meant
from booking.conversation.meaning.reference_times import local_time, said_beside, said_of, time_of
from booking.conversation.meaning.unfinished_search import left_unfinished
from booking.conversation.meaning.wished_series import wished_repeats
from booking.conversation.meaning.wished_times import (
    effective_wish,
    instead_of,
    refused_doctors,
    searched_after,
    seen_already,
    shows_again,
    soonest,
    standing,
    wished_doctor,
    wished_visit,
)
from booking.conversation.turn import Turn
from booking.intents import (
    OWN,
    CancelAppointment,
    CheckAvailability,
    ListAppointments,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    When,
)
from booking.models import Booking, Cancellation, Choice, Draft, FreeSlot, LastTouched, Move, Offer, Purpose, Touched
from booking.models.draft_parts import (
    choices_of,
    doctor_of,
    note_of,
    patients_of,
    purpose_of,
    seeks_time,
    wanted_besides,
    wish_of,
)

# --- the draft -----------------------------------------------------------------------------------


def keep_unfinished(turn: Turn) -> Outcome:
    """keep for two days what was looked for, to ask about it"""
    turn.change(unfinished=left_unfinished(turn))
    return DONE


def forget_unfinished(turn: Turn) -> Outcome:
    """forget what was looked for before silence ended it"""
    turn.change(unfinished=None)
    return DONE


def ask_unfinished(turn: Turn) -> Outcome:
    """ask once about what was looked for before silence ended it"""
    kept = turn.conversation.unfinished
    turn.found.unfinished = kept.understood if kept else ()
    turn.change(unfinished=None)
    turn.next_draft_version()
    return DONE


def begin_draft(turn: Turn) -> Outcome:
    """begin a draft, for the time and the doctor wished for before"""
    forget_unfinished(turn)
    wish, listed = wish_of(turn.draft), choices_of(turn.draft)
    if len(listed) == 1:  # one more beside it
        wish = said_beside(wish, listed[0].slot.start, turn.now, turn.zone)
    said = turn.intent
    anothers = isinstance(said, StartBooking) and said.besides and said.other not in (None, OWN)
    turn.change(draft=Booking(wish=wish, doctor=doctor_of(turn.draft), for_other=anothers), offer=None)
    return DONE


def open_draft(turn: Turn) -> Outcome:
    """begin a draft if there is none, with the doctor, the type of visit and the series asked for"""
    forget_unfinished(turn)
    wanted: dict[str, Any] = {"doctor": wished_doctor(turn), "refused_doctors": refused_doctors(turn)}
    if turn.draft is None or turn.draft.kind == "booking":  # an appointment that exists keeps its type
        wanted["visit"], wanted["repeats"] = wished_visit(turn), wished_repeats(turn)
    _look_for(turn, wanted)
    whose = turn.intent.whose if isinstance(turn.intent, CheckAvailability) else None
    if whose is not None and turn.draft is not None and turn.draft.kind == "booking":
        turn.change_draft(for_other=not whose.own, name=whose.name, whole_name=False)
    return DONE


def _look_for(turn: Turn, wanted: Mapping[str, Any]) -> None:
    """Change with whom, or for what visit, a time is looked for. What was offered for another is no longer on offer."""
    before = turn.draft or turn.booking
    if any(getattr(before, name) != value for name, value in wanted.items()):
        turn.change(offer=None)
    turn.change_draft(**wanted)


def keep_wish(turn: Turn) -> Outcome:
    """keep what is wished for, to look for it later"""
    if turn.draft is not None and turn.draft.kind == "cancellation":
        return DONE  # no time is looked for
    turn.change_draft(wish=effective_wish(turn))
    return open_draft(turn)


def refuse_doctor(turn: Turn) -> Outcome:
    """remember that the doctor spoken of so far will not do, and look for the time held with another"""
    draft, names = turn.draft, {d.id: d.name for d in turn.found.doctors or ()}
    if not seeks_time(draft):
        raise ValueError("no time is looked for")
    hold = draft.hold
    held = names.get(hold.doctor_id) if hold else None
    refused = dict.fromkeys(name for name in (*draft.refused_doctors, draft.doctor, held) if name)
    wish = time_of(hold.slot.start, turn.zone) if hold else standing(turn)
    _look_for(turn, {"doctor": None, "refused_doctors": tuple(refused)})
    turn.change_draft(wish=wish)
    return DONE


def clear_draft(turn: Turn) -> Outcome:
    """drop the draft and the offer, and tell what waited behind an order"""
    leave_order(turn)
    turn.change(draft=None, offer=None)
    turn.next_draft_version()
    return DONE


def end_order(turn: Turn) -> Outcome:
    """end this order and take up the next thing asked for, or tell what is left"""
    if queued(turn):
        return next_order(turn)
    leave_rest(turn)
    return clear_draft(turn) if turn.conversation.draft is not None else DONE


def offer_slots(turn: Turn) -> Outcome:
    """offer what was found; what is on screen already keeps its buttons"""
    search = turn.found.search
    if search is None:
        raise ValueError("nothing was searched")
    others = not search.found
    found = search.others if others else search.found
    if search.exact is not None:
        found = (search.exact,)
    if search.elsewhere:
        found = tuple(sorted((*found, *search.elsewhere), key=lambda free: free.slot.start))
    why: dict[str, Any] = {"closed": search.closed, "beyond": search.beyond, "between": search.between}
    why |= {"spread": search.spread, "as_it_is": search.as_it_is}
    why["elsewhere"] = tuple(n for n, free in enumerate(found, start=1) if free in search.elsewhere)
    why |= {"soonest": soonest(turn), "after": searched_after(turn), "but": seen_already(turn)}
    keep_wish(turn)
    turn.change_draft(proposal=None)
    shown = turn.conversation.offer if shows_again(turn) else None
    version = shown.version if shown and _same_times(shown, found) else turn.next_draft_version()
    turn.change(offer=Offer(version=version, made_at=turn.now, found=found, others=others, **why))
    turn.searched = True
    return DONE


def _same_times(shown: Offer, found: Sequence[FreeSlot]) -> bool:
    return [free.slot for free in shown.found] == [free.slot for free in found]


def drop_offer(turn: Turn) -> Outcome:
    """drop the offer, and a doctor who is none here: the last check found nothing"""
    turn.change(offer=None)
    wanted = doctor_of(turn.draft)
    if wanted and not any(doctor.active and doctor.name == wanted for doctor in turn.found.doctors or ()):
        turn.found.stranger = wanted  # told now; what is asked for next is asked of those who are here
        turn.change_draft(doctor=None)
    return DONE


def forget_offer(turn: Turn) -> Outcome:
    """offer nothing any more: what was on screen is lost"""
    turn.change(offer=None)
    return DONE


def pick_exact(turn: Turn) -> Outcome:
    """take the clock time asked for as the choice"""
    return GoesOn(SelectSlot(option=1))


def count_miss(turn: Turn) -> Outcome:
    """count a message that was not understood"""
    turn.change(misses=turn.conversation.misses + 1)
    return DONE


# --- appointments that exist ----------------------------------------------------------------------


def list_choices(turn: Turn) -> Outcome:
    """list the appointments to pick from"""
    purpose: Literal[Purpose.MOVE, Purpose.CANCEL] = Purpose.CANCEL if _cancels(turn) else Purpose.MOVE
    choices, patients = tuple(turn.found.appointments or ()), tuple(turn.found.patients or ())
    draft = Choice(purpose=purpose, choices=choices, patients=patients)
    if isinstance(said := turn.intent, RescheduleAppointment):
        whom = {"doctor": said.doctor, "anyone": said.anyone, "another": said.another, "refused_doctors": said.not_with}
        draft = draft.model_copy(update={"wish": said.when, **whom})
    turn.change(draft=draft, offer=None)
    turn.next_draft_version()
    return DONE


def wish_instead(turn: Turn) -> Outcome:
    """keep what is wished for, and what was where it is not named anew, until it is known of which appointment"""
    said, draft = turn.intent, turn.draft
    if isinstance(said, CheckAvailability) and draft is not None and draft.kind == "choice" and said.when:
        told = said.when.anchor is not None or said.when.problem is not None  # by what is not known yet
        turn.change_draft(wish=said.when if told else merge(draft.wish, said.when))
    return DONE


def pick_appointment(turn: Turn) -> Outcome:
    """take the appointment that was meant"""
    appointment = meant(turn)
    if appointment is None:
        raise ValueError("no appointment was meant")
    find_doctors(turn)
    own = next((d.name for d in turn.found.doctors or () if d.id == appointment.doctor_id), None)
    note, patients = note_of(turn.draft), tuple(turn.found.patients or patients_of(turn.draft))
    draft: Draft = Cancellation(appointment=appointment, patients=patients, doctor=own, note=note)
    if purpose_of(turn.draft) is Purpose.MOVE or (turn.draft is None and not _cancels(turn)):
        said = turn.intent.when if isinstance(turn.intent, RescheduleAppointment) else wish_of(turn.draft)
        start, zone = appointment.slot.start, turn.zone
        wish = instead_of(appointment, said_of(said, start, turn.now, zone), zone)
        doctor, refused = _with_whom(turn, own)
        its_hour = wish is None or (wish.when == When(time_from=local_time(start, zone), exact=True))
        another = isinstance(turn.intent, RescheduleAppointment) and turn.intent.another
        if its_hour and (another or doctor not in (None, own) or own in refused):
            wish = time_of(start, zone)  # only with whom it is, is to be another
        draft = Move(
            appointment=appointment, patients=patients, wish=wish, doctor=doctor, refused_doctors=refused, note=note
        )
    turn.change(draft=draft.model_copy(update=wanted_besides(turn.draft)), offer=None)
    return DONE


def _with_whom(turn: Turn, own: str | None) -> tuple[str | None, tuple[str, ...]]:
    """Who shall have the appointment that is moved: the doctor asked for, else its own (continuity of care), unless
    that one will not do or anyone will; and who shall not."""
    said, draft = turn.intent, turn.draft
    if isinstance(said, RescheduleAppointment):  # another one is looked for as wherever one is asked for
        asked, anyone, another, refused = said.doctor, said.anyone, False, said.not_with
    elif draft is not None and draft.kind == "choice":
        asked, anyone, another, refused = draft.doctor, draft.anyone, draft.another, draft.refused_doctors
    else:
        return own, ()
    if another and own:
        refused = tuple(dict.fromkeys((*refused, own)))
    return asked or (None if anyone or own in refused else own), refused


def remember_shown(turn: Turn) -> Outcome:
    """remember which appointment was shown, where it is the only one, or whose they were, where that was asked for"""
    found, said, last = turn.found.appointments, turn.intent, turn.conversation.last_touched
    if not found or not isinstance(said, ListAppointments) or turn.found.none_fits:
        return DONE
    if len({a.patient_id for a in found}) > 1:
        return DONE
    asked = said.whose is not None and not said.whose.own
    changed_lately = last is not None and last.how is not Touched.SHOWN and last.is_spoken_of(turn.now)
    if not asked and (len(found) > 1 or changed_lately):
        return DONE
    whose = next((p.name for p in turn.found.patients or () if p.id == found[0].patient_id), None)
    others = None
    if whose and not ((own := turn.conversation.person.name) and same_name(whose, own)):
        others = whose
    if others or not asked:
        turn.change(last_touched=LastTouched(start=found[0].slot.start, at=turn.now, patient=others, how=Touched.SHOWN))
    return DONE


def move_instead(turn: Turn) -> Outcome:
    """move the appointment instead of cancelling it"""
    given_up = turn.draft
    if given_up is None or given_up.kind != "cancellation":
        raise ValueError("nothing is being cancelled")
    mine, patients, doctor, note = given_up.appointment, given_up.patients, given_up.doctor, given_up.note
    turn.change(draft=Move(appointment=mine, patients=patients, doctor=doctor, note=note))
    return DONE


def _cancels(turn: Turn) -> bool:
    return isinstance(turn.intent, CancelAppointment)
