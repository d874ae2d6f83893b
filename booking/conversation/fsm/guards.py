"""Guards: pure predicates over the facts, readable after "if". Each docstring line is printed by `fsm table`."""

from __future__ import annotations

from collections.abc import Callable

from booking.conversation.fsm.facts import Facts
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
from booking.intents import HumanReason, UnknownWhy
from booking.models import Purpose

Guard = Callable[[Facts], bool]


def wish_ambiguous(facts: Facts) -> bool:
    """the time asked for can be read in several ways"""
    return facts.wish is WishIs.AMBIGUOUS


def wish_impossible(facts: Facts) -> bool:
    """the time asked for does not exist or is past"""
    return facts.wish is WishIs.IMPOSSIBLE


def says_what(facts: Facts) -> bool:
    """a time, a doctor or a type of visit was said"""
    return facts.wish is not WishIs.NONE or facts.says_else


def visit_open(facts: Facts) -> bool:
    """the clinic asks for the type of visit, and nobody said it yet"""
    return facts.visit_open


def same_visit(facts: Facts) -> bool:
    """the type of visit is said that is looked for already"""
    return facts.same_visit


def brings_note(facts: Facts) -> bool:
    """the message tells the doctor something"""
    return facts.brings_note


def brings_data(facts: Facts) -> bool:
    """the message says something of the patient that can be kept"""
    return facts.brings_data


def for_another(facts: Facts) -> bool:
    """it is about somebody else"""
    return facts.for_another


def another_patient(facts: Facts) -> bool:
    """somebody else is named than the patient whose appointment is being moved"""
    return facts.another_patient


def only_note(facts: Facts) -> bool:
    """the message tells the doctor something, and no more about the patient"""
    return facts.only_note


def exact_time_free(facts: Facts) -> bool:
    """the one clock time asked for is free"""
    return facts.found is FoundIs.EXACT


def times_found(facts: Facts) -> bool:
    """times as wished are free"""
    return facts.found in (FoundIs.SOME, FoundIs.EXACT)


def other_times_found(facts: Facts) -> bool:
    """nothing as wished is free, but other times are"""
    return facts.found is FoundIs.OTHERS


def offer_missing(facts: Facts) -> bool:
    """nothing is offered"""
    return facts.offer is OfferIs.NONE


def offer_fresh(facts: Facts) -> bool:
    """the offer on screen is fresh"""
    return facts.offer is OfferIs.FRESH


def offers_others(facts: Facts) -> bool:
    """what is offered is not what was wished"""
    return facts.offers_others


def choice_offered(facts: Facts) -> bool:
    """the choice is among those offered"""
    return facts.choice is ChoiceIs.OFFERED


def holding(facts: Facts) -> bool:
    """a hold exists, live or lapsed"""
    return facts.hold is not HoldIs.NONE


def name_known(facts: Facts) -> bool:
    """the patient's name is known, with a surname"""
    return facts.has_name


def name_given(facts: Facts) -> bool:
    """the message brings a name, or says that the known one is meant"""
    return facts.gives_name


def yes_is_bound(facts: Facts) -> bool:
    """the yes answers the proposal that was shown"""
    return facts.yes_is_bound


def third_miss(facts: Facts) -> bool:
    """two messages before this one were not understood"""
    return facts.misses == 2


def fourth_miss(facts: Facts) -> bool:
    """three messages before this one were not understood"""
    return facts.misses >= 3


def in_doubt(facts: Facts) -> bool:
    """it says no, or changes something, nobody knows what"""
    return facts.doubt


def is_media(facts: Facts) -> bool:
    """a picture, document or other thing we cannot read"""
    return facts.why is UnknownWhy.MEDIA


def is_voice(facts: Facts) -> bool:
    """a voice note"""
    return facts.why is UnknownWhy.VOICE


def is_foreign(facts: Facts) -> bool:
    """written in another language"""
    return facts.why is UnknownWhy.LANGUAGE


def is_stale_tap(facts: Facts) -> bool:
    """a button of an earlier draft"""
    return facts.why is UnknownWhy.STALE_TAP


def on_record(facts: Facts) -> bool:
    """the clinic's record answers the question"""
    return facts.answer is AnswerIs.RECORD


def in_documents(facts: Facts) -> bool:
    """a document of the clinic answers the question"""
    return facts.answer is AnswerIs.DOCUMENT


def appointments_found(facts: Facts) -> bool:
    """the person has coming appointments"""
    return facts.appointments is not AppointmentsAre.NONE


def one_found(facts: Facts) -> bool:
    """one coming appointment fits"""
    return facts.appointments is AppointmentsAre.ONE


def cancelling(facts: Facts) -> bool:
    """the draft is about cancelling an appointment"""
    return facts.purpose is Purpose.CANCEL


def moving(facts: Facts) -> bool:
    """the draft is about moving an appointment"""
    return facts.purpose is Purpose.MOVE


def changing(facts: Facts) -> bool:
    """the draft is about an appointment that exists"""
    return facts.purpose in (Purpose.MOVE, Purpose.CANCEL)


def one_listed(facts: Facts) -> bool:
    """one appointment is listed, to be moved or left for another one"""
    return facts.one_listed


def picking(facts: Facts) -> bool:
    """one of several appointments is to be picked"""
    return facts.picking


def one_picked(facts: Facts) -> bool:
    """the message picks one of the appointments listed"""
    return facts.picked


def another_doctor(facts: Facts) -> bool:
    """another doctor is asked for than the one spoken of so far"""
    return facts.another_doctor


def several(facts: Facts) -> bool:
    """several appointments are to be made, or cancelled"""
    return facts.several


def maybe_another(facts: Facts) -> bool:
    """it may be another appointment that is wanted"""
    return facts.unsure


def too_late(facts: Facts) -> bool:
    """the appointment is too near to be changed by chat"""
    return facts.too_late


def running_late(facts: Facts) -> bool:
    """the person says they will be late"""
    return facts.reason is HumanReason.LATE


def is_urgent(facts: Facts) -> bool:
    """words of a medical urgency"""
    return facts.reason is HumanReason.URGENT


def ordering(facts: Facts) -> bool:
    """the draft is an order of staff's"""
    return facts.purpose is Purpose.STAFF


def brings_code(facts: Facts) -> bool:
    """a code that enrols"""
    return facts.tool is ToolIs.CODE


def tool_proposes(facts: Facts) -> bool:
    """the tool asked for has an order to confirm"""
    return facts.tool is ToolIs.PROPOSED


def tool_answers(facts: Facts) -> bool:
    """the tool asked for has an answer"""
    return facts.tool in (ToolIs.ANSWERED, ToolIs.REFUSED)


def tool_refuses(facts: Facts) -> bool:
    """the tool asked for cannot do it"""
    return facts.tool is ToolIs.REFUSED


def tool_asks(facts: Facts) -> bool:
    """the tool asked for needs something more"""
    return facts.tool is ToolIs.ASKS


def tool_forbidden(facts: Facts) -> bool:
    """the tool asked for is not theirs to use"""
    return facts.tool is ToolIs.NOT_ALLOWED


def goes_on(facts: Facts) -> bool:
    """the message fills or changes the order under way"""
    return facts.goes_on


def names_another(facts: Facts) -> bool:
    """it reads like a change of the order under way, but names another patient"""
    return facts.names_another


def denies(facts: Facts) -> bool:
    """it began with a no to the order under way"""
    return facts.denies


def listed(facts: Facts) -> bool:
    """one of those that a tool listed is picked"""
    return facts.listed


def queued(facts: Facts) -> bool:
    """something else of the same message waits"""
    return facts.queued
