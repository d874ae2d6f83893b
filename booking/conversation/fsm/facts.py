"""The facts of a turn: a frozen record of enums and booleans, the only thing a guard sees."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, get_origin, get_type_hints

from pydantic import JsonValue

from booking.appointments.appointment_changes import may_change
from booking.appointments.holds import visit_of
from booking.conversation.fsm.consent_facts import OF_CONSENT
from booking.conversation.fsm.reads import told_of
from booking.conversation.fsm.staff_orders import listed, tool_is
from booking.conversation.fsm.values import (
    AnswerIs,
    AppointmentsAre,
    ChoiceIs,
    FoundIs,
    HoldIs,
    OfferIs,
    ToolIs,
    WishIs,
)
from booking.conversation.fsm.waiting import first_of_several, queued
from booking.conversation.meaning.naming import another_patient, gives_name, said_name, without_surname
from booking.conversation.meaning.on_screen import chosen, meant, picked
from booking.conversation.meaning.order_under_way import names_another
from booking.conversation.meaning.pending_question import asked_before
from booking.conversation.meaning.reference_times import said
from booking.conversation.meaning.unfinished_search import goes_back_to_it
from booking.conversation.meaning.wished_times import another_doctor, wished_visit
from booking.conversation.turn import Turn
from booking.intents import (
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    HumanReason,
    Manner,
    ProvideCustomerData,
    Reading,
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
from booking.models import Appointment, Offer, Purpose
from booking.models.draft_parts import choices_of, hold_of, proposal_of, purpose_of


@dataclass(frozen=True, slots=True)
class Facts:
    """Of one that is so or not the sentence is what its guard is printed as."""

    opted_out: Annotated[bool, "the person asked for no messages"]
    undoes: bool  # ALTA, or the assistant instead of a person
    under_human: Annotated[bool, "a human answers this chat"]
    way_back_owed: Annotated[bool, "who wants no messages asks for something, and was not told lately how to come back"]
    guessed: Annotated[bool, "words near it were said, or a model alone read it"]
    wish: WishIs
    says_else: bool  # asks for other times than those offered, for a doctor, for anyone, or for a type of visit
    found: FoundIs
    offer: OfferIs
    offers_others: Annotated[bool, "what is offered is not what was wished"]
    choice: ChoiceIs
    hold: HoldIs
    name_known: Annotated[bool, "the patient's name is known, with a surname"]
    name_given: Annotated[bool, "the message brings a name, or says that the known one is meant"]
    yes_is_bound: Annotated[bool, "the yes answers the proposal that was shown"]
    misses: int  # 0 to 3
    why: UnknownWhy | None
    manner: Manner | None  # of talk; what cannot be said once more and short is said in full
    in_doubt: Annotated[bool, "it says no, or changes something, nobody knows what"]
    still_unclear: Annotated[bool, "what was understood of the message before is all there is"]
    answer: AnswerIs
    appointments: AppointmentsAre
    purpose: Purpose | None  # of the draft
    one_listed: Annotated[bool, "one appointment is listed, to be moved or left for another one"]
    one_picked: Annotated[bool, "the message picks one of the appointments listed"]
    several: Annotated[bool, "several appointments are to be made, or cancelled"]
    another_doctor: Annotated[bool, "another doctor is asked for than the one spoken of so far"]
    maybe_another: Annotated[bool, "it may be another appointment that is wanted"]
    since_changed: Annotated[bool, "a button of a message about an appointment that is not so any more"]
    too_late: Annotated[bool, "the appointment is too near to be changed by chat"]
    reason: HumanReason | None  # why a human is asked for
    tool: ToolIs
    names_another: Annotated[bool, "it reads like a change of the order under way, but names another patient"]
    denies: Annotated[bool, "it began with a no to the order under way"]
    listed: Annotated[bool, "one of those that a tool listed is picked"]
    first_of_several: Annotated[bool, "more of the same message waits behind it, and no yes was said to any of it"]
    queued: Annotated[bool, "something else of the same message waits"]
    right_ended: Annotated[bool, "the order under way is theirs no longer"]
    visit_open: Annotated[bool, "the clinic asks for the type of visit, and nobody said it yet"]
    same_visit: Annotated[bool, "the type of visit is said that is looked for already"]
    brings_note: Annotated[bool, "the message tells the doctor something"]
    brings_data: Annotated[bool, "the message says something of the patient that can be kept"]
    for_another: Annotated[bool, "it is about somebody else"]
    another_patient: Annotated[bool, "somebody else is named than the patient whose appointment is being moved"]
    only_note: Annotated[bool, "the message tells the doctor something, and no more about the patient"]
    goes_back: Annotated[bool, "silence ended a search, and no other is said"]

    def plain(self) -> dict[str, JsonValue]:
        """The facts by name, for the log."""
        return {name: getattr(self, name) for name in _NAMES}


_NAMES = tuple(fact.name for fact in fields(Facts))
SENTENCES: dict[str, str] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(Facts, include_extras=True).items()
    if get_origin(hint) is Annotated
}
"""Of each fact that is so or not, what is printed of it."""


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
    return appointment is not None and not may_change(turn.clinic, appointment, turn.now)


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
    return AnswerIs.DOCUMENT if turn.looked_up.passage else AnswerIs.NONE


def _on_record(turn: Turn, asked: AskQuestion) -> bool:
    match asked.topic:
        case Topic.HOURS | Topic.DOCTORS | Topic.ASSISTANT | Topic.CHANGES | Topic.DURATION | Topic.PROPOSAL:
            return True
    return turn.clinic.says(asked.topic, asked.query) is not None


def _has_name(turn: Turn) -> bool:
    booking, own = turn.booking, turn.conversation.person.name
    return bool(booking.name or (own and not booking.for_other)) and without_surname(booking) is None


def _says_else(turn: Turn) -> bool:
    intent = turn.intent
    if isinstance(intent, CheckAvailability) and intent.shift is not None:
        return True
    if not isinstance(intent, StartBooking | CheckAvailability | RescheduleAppointment):
        return False
    another = not isinstance(intent, StartBooking) and intent.another
    visit = not isinstance(intent, RescheduleAppointment) and intent.visit
    return bool(intent.doctor or intent.anyone or intent.not_with or another or visit)


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


def _brings_data(turn: Turn) -> bool:
    intent = turn.intent
    if not isinstance(intent, ProvideCustomerData):
        return False
    who = intent.name is None and (intent.for_other or intent.for_self)
    return who or said_name(turn) is not None or _brings_note(turn)


def _manner(turn: Turn) -> Manner | None:
    manner = turn.intent.manner if isinstance(turn.intent, Smalltalk) else None
    return None if manner is Manner.PARDON and asked_before(turn.conversation) is None else manner


def _why(turn: Turn) -> UnknownWhy | None:
    if not isinstance(turn.intent, Unknown):
        return None
    nothing = turn.intent.why is UnknownWhy.PARTLY and not turn.intent.says_back
    return UnknownWhy.NOT_UNDERSTOOD if nothing else turn.intent.why


OF_TURN: dict[str, Callable[[Turn], Any]] = {
    **OF_CONSENT,
    "wish": _wish,
    "says_else": _says_else,
    "found": _found,
    "offer": _offer,
    "offers_others": _offers_others,
    "choice": _choice,
    "hold": _hold,
    "name_known": _has_name,
    "name_given": gives_name,
    "yes_is_bound": _bound,
    "misses": lambda turn: min(turn.conversation.misses, 3),
    "why": _why,
    "manner": _manner,
    "in_doubt": lambda turn: isinstance(turn.intent, Unknown) and turn.intent.doubt,
    "still_unclear": lambda turn: isinstance(turn.intent, Unknown) and turn.intent.says_back and not turn.intent.left,
    "answer": _answer,
    "appointments": _how_many,
    "purpose": lambda turn: purpose_of(turn.draft),
    "one_listed": lambda turn: len(choices_of(turn.draft)) == 1 and purpose_of(turn.draft) is Purpose.MOVE,
    "one_picked": lambda turn: picked(turn) is not None,
    "several": lambda turn: isinstance(turn.intent, StartBooking | CancelAppointment) and turn.intent.several,
    "another_doctor": another_doctor,
    "maybe_another": lambda turn: isinstance(turn.intent, RescheduleAppointment) and turn.intent.unsure,
    "since_changed": lambda turn: told_of(turn.intent) is not None and turn.found.none_fits,
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
    "same_visit": _same_visit,
    "brings_note": _brings_note,
    "brings_data": _brings_data,
    "for_another": lambda turn: isinstance(turn.intent, ProvideCustomerData) and turn.intent.for_other,
    "another_patient": another_patient,
    "only_note": lambda turn: only_note(turn.intent),
    "goes_back": goes_back_to_it,
}
"""How each fact is read off a turn; apart, so that the verification sees which of them a turn looked at."""
