"""How each fact is read off a turn."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from booking.appointments.appointment_changes import may_change
from booking.appointments.holds import visit_of
from booking.conversation.fsm.appointments_meant import told_of
from booking.conversation.fsm.consent_facts import OF_CONSENT, works_here
from booking.conversation.fsm.facts import Facts
from booking.conversation.fsm.lookups import only_begins
from booking.conversation.fsm.rating import rating_is
from booking.conversation.fsm.tools_asked_for import listed, tool_is
from booking.conversation.fsm.values import (
    AnswerIs,
    AppointmentsAre,
    ChoiceIs,
    FoundIs,
    HoldIs,
    MemoryIs,
    OfferIs,
    WishIs,
)
from booking.conversation.fsm.waiting import first_of_several, queued
from booking.conversation.fsm.waiting_facts import for_theirs, waiting
from booking.conversation.meaning.kept_question import kept
from booking.conversation.meaning.like_before import asked_for
from booking.conversation.meaning.naming import another_patient, gives_name, has_name, said_name
from booking.conversation.meaning.on_screen import chosen, meant, picked
from booking.conversation.meaning.order_under_way import names_another
from booking.conversation.meaning.pending_question import asked_before
from booking.conversation.meaning.reference_times import is_asked_which, said
from booking.conversation.meaning.unfinished_search import goes_back_to_it
from booking.conversation.meaning.wished_series import count_open
from booking.conversation.meaning.wished_times import another_doctor, wished_visit
from booking.conversation.turn import Turn
from booking.intents import (
    AskQuestion,
    Attend,
    CancelAppointment,
    CheckAvailability,
    Manner,
    ProvideCustomerData,
    Reading,
    Recall,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Topic,
    Unknown,
    UnknownWhy,
    UseTool,
    only_note,
)
from booking.models import Appointment, Offer, Purpose, State
from booking.models.draft_parts import choices_of, has_more, hold_of, proposal_of, purpose_of


def facts_of(turn: Turn) -> Facts:
    """The facts as they stand now."""
    return Facts(**{name: of(turn) for name, of in OF_TURN.items()})


def _wish(turn: Turn) -> WishIs:
    reading = said(turn)
    if reading is None or reading == Reading():
        return WishIs.NONE
    clear = WishIs.AMBIGUOUS if reading.ambiguous else WishIs.CLEAR
    return WishIs.IMPOSSIBLE if reading.problem else clear


def _found(turn: Turn) -> FoundIs:
    search = turn.found.search
    if search is None:
        return FoundIs.UNCHECKED
    if search.exact is not None:
        return FoundIs.EXACT
    if search.found:
        return FoundIs.SOME
    return FoundIs.OTHERS if search.others or search.elsewhere else FoundIs.NOTHING


def _offer(turn: Turn) -> OfferIs:
    offer: Offer | None = turn.conversation.offer
    if offer is None or not offer.found:
        return OfferIs.NONE
    fresh_for = dt.timedelta(minutes=turn.clinic.policy.offer_minutes)
    return OfferIs.FRESH if turn.now < offer.made_at + fresh_for else OfferIs.STALE


def _offers_others(turn: Turn) -> bool:
    offer = turn.conversation.offer
    return offer is not None and offer.others


def _choice(turn: Turn) -> ChoiceIs:
    if not isinstance(turn.intent, SelectSlot):
        return ChoiceIs.NONE
    return ChoiceIs.OFFERED if chosen(turn) else ChoiceIs.NOT_OFFERED


def _how_many(turn: Turn) -> AppointmentsAre:
    appointments: Sequence[Appointment] | None = turn.found.appointments
    if not appointments:
        return AppointmentsAre.NONE
    # One that is not when the person said it is may not be the one meant: they are asked.
    sure = len(appointments) == 1 and not turn.found.none_fits
    return AppointmentsAre.ONE if sure else AppointmentsAre.SEVERAL


def _too_late(turn: Turn) -> bool:
    appointment = meant(turn)
    if appointment is None or appointment.id in turn.found.away:
        return False
    return not may_change(turn.clinic, appointment, turn.now)


def _hold(turn: Turn) -> HoldIs:
    hold = hold_of(turn.draft)
    if hold is None:
        return HoldIs.NONE
    return HoldIs.LIVE if turn.now < hold.expires_at else HoldIs.LAPSED


def _bound(turn: Turn) -> bool:
    proposal = proposal_of(turn.draft)
    if proposal is None or turn.shown_proposal != proposal or turn.message is None:
        return False
    if proposal.version != turn.conversation.draft_version:
        return False
    return turn.message.tap or turn.message.all_since(proposal.asked_by, proposal.made_at)


def _answer(turn: Turn) -> AnswerIs:
    intent = turn.intent
    if not isinstance(intent, AskQuestion):
        return AnswerIs.NONE
    if _on_record(turn, intent):
        return AnswerIs.RECORD
    passage = turn.looked_up.passage_of(intent.query)
    return AnswerIs.DOCUMENT if passage and not passage.near else AnswerIs.NONE


def _memory(turn: Turn) -> MemoryIs:
    remembered = turn.looked_up.remembered if isinstance(turn.intent, Recall) else ()
    if remembered is None:
        return MemoryIs.LATE
    return MemoryIs.FOUND if remembered else MemoryIs.NONE


def _on_record(turn: Turn, asked: AskQuestion) -> bool:
    match asked.topic:
        case Topic.HOURS | Topic.DOCTORS | Topic.ASSISTANT | Topic.CHANGES | Topic.DURATION | Topic.PROPOSAL:
            return True
    return turn.clinic.says(asked.topic, asked.query) is not None


def _has_name(turn: Turn) -> bool:
    return has_name(turn.booking, turn.conversation.person)


def _says_else(turn: Turn) -> bool:
    intent = turn.intent
    if isinstance(intent, CheckAvailability) and intent.shift is not None:
        return True
    if not isinstance(intent, StartBooking | CheckAvailability | RescheduleAppointment):
        return False
    another = not isinstance(intent, StartBooking) and intent.another
    more = not isinstance(intent, RescheduleAppointment) and (intent.visit or intent.repeats)
    return bool(intent.doctor or intent.anyone or intent.not_with or another or more)


def _visit_open(turn: Turn) -> bool:
    if not turn.clinic.policy.ask_visit:
        return False
    return (turn.draft is None or turn.draft.kind == "booking") and wished_visit(turn) is None


def _same_visit(turn: Turn) -> bool:
    intent = turn.intent
    if not isinstance(intent, CheckAvailability) or intent.visit is None:
        return False
    return intent == CheckAvailability(visit=intent.visit) and intent.visit == visit_of(turn.draft)


def _brings_note(turn: Turn) -> bool:
    return isinstance(turn.intent, ProvideCustomerData) and bool((turn.intent.reason or "").strip())


def _for_another(turn: Turn) -> bool:
    said = turn.intent
    return isinstance(said, ProvideCustomerData) and (said.for_other or said.of_patient)


def _only_whose(turn: Turn) -> bool:
    said = turn.intent
    whose = isinstance(said, ProvideCustomerData) and said.name is None and (said.for_other or said.for_self)
    return whose and not turn.alone and not _brings_note(turn)


def _brings_data(turn: Turn) -> bool:
    intent = turn.intent
    if not isinstance(intent, ProvideCustomerData):
        return False
    who = intent.name is None and (intent.for_other or intent.for_self)
    return who or said_name(turn) is not None or _brings_note(turn)


def _manner(turn: Turn) -> Manner | None:
    manner = turn.intent.manner if isinstance(turn.intent, Smalltalk) else None
    return None if manner is Manner.PARDON and asked_before(turn.conversation) is None else manner


def _leads_back(turn: Turn) -> bool:
    silent = isinstance(turn.intent, Unknown) and turn.intent.why is UnknownWhy.FILE
    return turn.state is not State.IDLE and (bool(turn.replies) or not silent)


def _why(turn: Turn) -> UnknownWhy | None:
    if not isinstance(turn.intent, Unknown):
        return None
    nothing = turn.intent.why is UnknownWhy.PARTLY and not turn.intent.says_back
    return UnknownWhy.NOT_UNDERSTOOD if nothing else turn.intent.why


def _misses(turn: Turn) -> int:
    """Of who works here never so many that they are handed over: nobody else does what they order."""
    misses = min(turn.conversation.misses, 3)
    return 2 if misses == 3 and works_here(turn) else misses


OF_TURN: dict[str, Callable[[Turn], Any]] = {
    **OF_CONSENT,
    "wish": _wish,
    "says_else": _says_else,
    "found": _found,
    "offer": _offer,
    "just_offered": lambda turn: turn.searched and turn.conversation.offer is not None,
    "offers_others": _offers_others,
    "choice": _choice,
    "hold": _hold,
    "name_known": _has_name,
    "name_given": gives_name,
    "yes_is_bound": _bound,
    "misses": _misses,
    "why": _why,
    "manner": _manner,
    "in_doubt": lambda turn: isinstance(turn.intent, Unknown) and turn.intent.doubt,
    "still_unclear": lambda turn: (
        isinstance(turn.intent, Unknown) and turn.intent.says_back and not (turn.intent.left or turn.intent.unsure)
    ),
    "understood_some": lambda turn: isinstance(turn.intent, Unknown) and bool(turn.intent.understood),
    "answer": _answer,
    "memory": _memory,
    "appointments": _how_many,
    "purpose": lambda turn: purpose_of(turn.draft),
    "one_listed": lambda turn: purpose_of(turn.draft) is Purpose.MOVE and len(choices_of(turn.draft)) == 1,
    "one_picked": lambda turn: picked(turn) is not None,
    "several": lambda turn: (
        isinstance(turn.intent, StartBooking | CancelAppointment | RescheduleAppointment) and turn.intent.several
    ),
    "besides_it": lambda turn: isinstance(turn.intent, StartBooking) and turn.intent.several and turn.intent.besides,
    "as_before": lambda turn: asked_for(turn) is not None,
    "before_found": lambda turn: turn.found.before is not None,
    "was_with": lambda turn: only_begins(turn.intent) and turn.alone and turn.looked_up.visited is not None,
    "more": lambda turn: has_more(turn.draft),
    "another_doctor": another_doctor,
    "maybe_another": lambda turn: isinstance(turn.intent, RescheduleAppointment) and turn.intent.unsure,
    "declines": lambda turn: isinstance(turn.intent, Attend) and not turn.intent.coming,
    "unsaid": lambda turn: isinstance(turn.intent, Attend) and turn.intent.unsaid,
    "since_changed": lambda turn: bool(told_of(turn.intent)) and turn.found.none_fits,
    "doctor_absent": lambda turn: bool(turn.found.absent),
    "not_theirs": lambda turn: turn.found.not_theirs,
    "too_late": _too_late,
    "reason": lambda turn: turn.intent.reason if isinstance(turn.intent, RequestHuman) else None,
    "tool": tool_is,
    "names_another": names_another,
    "denies": lambda turn: isinstance(turn.intent, UseTool) and turn.intent.denies,
    "listed": lambda turn: listed(turn) is not None,
    "first_of_several": first_of_several,
    "queued": queued,
    "right_ended": lambda turn: turn.found.right is False,
    "visit_open": _visit_open,
    "count_open": count_open,
    "which_open": is_asked_which,
    "same_visit": _same_visit,
    "brings_note": _brings_note,
    "only_whose": _only_whose,
    "brings_data": _brings_data,
    "for_another": _for_another,
    "another_patient": another_patient,
    "only_note": lambda turn: only_note(turn.intent),
    "goes_back": goes_back_to_it,
    "waiting": waiting,
    "for_theirs": for_theirs,
    "rating": rating_is,
    "still_asked": lambda turn: kept(turn) is not None,
    "leads_back": _leads_back,
}
"""By name; apart from one another, so that the verification sees which of them a turn looked at."""
