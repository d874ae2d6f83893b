"""Guards: pure predicates over the facts, readable after "if". What each says is printed by `fsm table`.

Most only return a fact: these are made of it, and say what it says.
"""

from __future__ import annotations

from collections.abc import Callable

from booking.conversation.fsm.facts import SENTENCES, Facts
from booking.conversation.fsm.values import (
    AnswerIs,
    AppointmentsAre,
    ChoiceIs,
    FoundIs,
    HoldIs,
    MemoryIs,
    OfferIs,
    RatingIs,
    ToolIs,
    WaitingIs,
    WishIs,
)
from booking.intents import HumanReason, Manner, UnknownWhy
from booking.models import Purpose

Guard = Callable[[Facts], bool]


def _is_so(name: str) -> Guard:
    """The fact of this name."""
    return _named(name, SENTENCES[name], lambda facts: bool(getattr(facts, name)))


def _is(name: str, sentence: str, fact: str, *values: object) -> Guard:
    """A fact is one of these."""
    return _named(name, sentence, lambda facts: getattr(facts, fact) in values)


def _named(name: str, sentence: str, guard: Guard) -> Guard:
    guard.__name__, guard.__doc__ = name, sentence
    return guard


# who may be written to, and who answers
opted_out = _is_so("opted_out")
undoes_opt_out = _is("undoes_opt_out", "the person wrote ALTA", "undoes", True)
wants_assistant = _is("wants_assistant", "the person wants to go on with the assistant", "undoes", True)
under_human = _is_so("under_human")
way_back_owed = _is_so("way_back_owed")
nobody_came = _is_so("nobody_came")
emergency = _is_so("emergency")
guessed = _is_so("guessed")
none_today = _is_so("none_today")
running_late = _is("running_late", "the person says they will be late", "reason", HumanReason.LATE)
is_urgent = _is("is_urgent", "words of a medical urgency", "reason", HumanReason.URGENT)

# looking for a time, and choosing one
wish_ambiguous = _is("wish_ambiguous", "the time asked for can be read in several ways", "wish", WishIs.AMBIGUOUS)
wish_impossible = _is("wish_impossible", "the time asked for does not exist or is past", "wish", WishIs.IMPOSSIBLE)
several = _is_so("several")
besides_it = _is_so("besides_it")
as_before = _is_so("as_before")
before_found = _is_so("before_found")
was_with = _is_so("was_with")
more = _is_so("more")
goes_back = _is_so("goes_back")
leads_back = _is_so("leads_back")
still_asked = _is_so("still_asked")
another_doctor = _is_so("another_doctor")
visit_open = _is_so("visit_open")
count_open = _is_so("count_open")
which_open = _is_so("which_open")
same_visit = _is_so("same_visit")
exact_time_free = _is("exact_time_free", "the one clock time asked for is free", "found", FoundIs.EXACT)
other_times_found = _is("other_times_found", "nothing as wished is free, but other times are", "found", FoundIs.OTHERS)
any_times_found = _is("any_times_found", "times are free", "found", FoundIs.SOME, FoundIs.EXACT, FoundIs.OTHERS)
offer_missing = _is("offer_missing", "nothing is offered", "offer", OfferIs.NONE)
offer_fresh = _is("offer_fresh", "the offer on screen is fresh", "offer", OfferIs.FRESH)
offers_others = _is_so("offers_others")
just_offered = _is_so("just_offered")
choice_offered = _is("choice_offered", "the choice is among those offered", "choice", ChoiceIs.OFFERED)


def says_what(facts: Facts) -> bool:
    """a time, a doctor or a type of visit was said"""
    return facts.wish is not WishIs.NONE or facts.says_else


# whose it is, and the yes
name_known = _is_so("name_known")
name_given = _is_so("name_given")
brings_note = _is_so("brings_note")
only_whose = _is_so("only_whose")
brings_data = _is_so("brings_data")
only_note = _is_so("only_note")
for_another = _is_so("for_another")
another_patient = _is_so("another_patient")
yes_is_bound = _is_so("yes_is_bound")
holding = _is("holding", "a hold exists, live or lapsed", "hold", HoldIs.LIVE, HoldIs.LAPSED)

# appointments that exist
appointments_found = _is(
    "appointments_found",
    "the person has coming appointments",
    "appointments",
    AppointmentsAre.ONE,
    AppointmentsAre.SEVERAL,
)
one_found = _is("one_found", "one coming appointment fits", "appointments", AppointmentsAre.ONE)
cancelling = _is("cancelling", "it is to be cancelled", "purpose", Purpose.CANCEL)
one_listed = _is_so("one_listed")
one_picked = _is_so("one_picked")
maybe_another = _is_so("maybe_another")
since_changed = _is_so("since_changed")
understood_some = _is_so("understood_some")
doctor_absent = _is_so("doctor_absent")
not_theirs = _is_so("not_theirs")
declines = _is_so("declines")
unsaid = _is_so("unsaid")
too_late = _is_so("too_late")

# times that may become free
no_waiting_list = _is("no_waiting_list", "the clinic keeps no waiting list", "waiting", WaitingIs.OFF)
nothing_to_wait_for = _is(
    "nothing_to_wait_for", "nobody can tell what time is waited for", "waiting", WaitingIs.NOTHING
)
free_already = _is("free_already", "what is to be waited for is free already", "waiting", WaitingIs.FREE)
in_vain = _is("in_vain", "when it is waited for there is no consultation", "waiting", WaitingIs.IN_VAIN)
for_theirs = _is_so("for_theirs")
on_waiting_list = _is("on_waiting_list", "they are on the waiting list", "waiting", WaitingIs.LISTED)
offer_lost = _is(
    "offer_lost",
    "the time offered is not held for them any more",
    "waiting",
    WaitingIs.GONE,
    WaitingIs.LATE,
    WaitingIs.LATE_TO_MOVE,
    WaitingIs.BOOKED,
)
offer_late = _is(
    "offer_late", "the time offered is not held for them any more, and is looked for anew", "waiting", WaitingIs.LATE
)
offer_late_to_move = _is(
    "offer_late_to_move",
    "the time offered is not held any more, and an appointment of theirs may be moved there",
    "waiting",
    WaitingIs.LATE_TO_MOVE,
)
offer_is_booked = _is("offer_is_booked", "they have an appointment then already", "waiting", WaitingIs.BOOKED)
offer_is_taken = _is("offer_is_taken", "the time offered is what is under way", "waiting", WaitingIs.TAKEN)
offer_is_moving = _is("offer_is_moving", "the time offered is for an appointment of theirs", "waiting", WaitingIs.MOVES)
offer_named = _is("offer_named", "the time offered is for a patient whose name is known", "waiting", WaitingIs.NAMED)

# how a visit was
not_asked_about = _is("not_asked_about", "nobody asked them about that visit, as it is now", "rating", RatingIs.GONE)
rates_low = _is("rates_low", "the visit gets a low mark", "rating", RatingIs.LOW)

# what was not understood, and questions
third_miss = _is("third_miss", "two messages before this one were not understood", "misses", 2)
fourth_miss = _is("fourth_miss", "three messages before this one were not understood", "misses", 3)
in_doubt = _is_so("in_doubt")
unreadable = _is(
    "unreadable",
    "a picture, a voice note, another language: nothing that we can read",
    "why",
    UnknownWhy.FILE,
    UnknownWhy.MEDIA,
    UnknownWhy.VOICE,
    UnknownWhy.LOCATION,
    UnknownWhy.LANGUAGE,
)
partly = _is(
    "partly",
    "something was understood, and something else beside it was not",
    "why",
    UnknownWhy.PARTLY,
    UnknownWhy.ORDER_PARTLY,
)
amended = _is("amended", "more was said of what was understood in part, and no yes to it", "why", UnknownWhy.AMENDED)
not_so = _is(
    "not_so", "what was said to be understood is not what is wanted, and stays to be changed", "why", UnknownWhy.NOT_SO
)
of_an_order = _is("of_an_order", "it was an order of staff's, to be given anew", "why", UnknownWhy.ORDER_PARTLY)
still_unclear = _is_so("still_unclear")
has_manner = _is("has_manner", "it asks for a moment, laughs, or asks what was said", "manner", *Manner)
waits = _is("waits", "it asks for a moment", "manner", Manner.WAIT)
laughs = _is("laughs", "it laughs", "manner", Manner.LAUGH)
is_voice = _is("is_voice", "a voice note", "why", UnknownWhy.VOICE)
is_file = _is("is_file", "a picture or document, which is kept for the staff", "why", UnknownWhy.FILE)
is_location = _is("is_location", "where somebody is, on a map", "why", UnknownWhy.LOCATION)
is_foreign = _is("is_foreign", "written in another language", "why", UnknownWhy.LANGUAGE)
is_stale_tap = _is("is_stale_tap", "a button of an earlier draft", "why", UnknownWhy.STALE_TAP)
not_on_screen = _is(
    "not_on_screen",
    "a button of an earlier draft, or a number that none of the options on screen has",
    "why",
    UnknownWhy.STALE_TAP,
    UnknownWhy.NO_OPTION,
)
on_record = _is("on_record", "the clinic's record answers the question", "answer", AnswerIs.RECORD)
in_documents = _is("in_documents", "a document of the clinic answers the question", "answer", AnswerIs.DOCUMENT)
remembered = _is("remembered", "something that was before fits the question", "memory", MemoryIs.FOUND)
memory_late = _is("memory_late", "what was before could not be looked at", "memory", MemoryIs.LATE)

# doctors and staff
tool_proposes = _is("tool_proposes", "the tool asked for has an order to confirm", "tool", ToolIs.PROPOSED)
tool_asks = _is("tool_asks", "the tool asked for needs something more", "tool", ToolIs.ASKS)
tool_prepares = _is(
    "tool_prepares",
    "the tool asked for has an order to confirm, or needs something more",
    "tool",
    ToolIs.PROPOSED,
    ToolIs.ASKS,
)
tool_answers = _is("tool_answers", "the tool asked for has an answer", "tool", ToolIs.ANSWERED, ToolIs.REFUSED)
tool_refuses = _is("tool_refuses", "the tool asked for cannot do it", "tool", ToolIs.REFUSED)
names_another = _is_so("names_another")
denies = _is_so("denies")
first_of_several = _is_so("first_of_several")
listed = _is_so("listed")
queued = _is_so("queued")
right_ended = _is_so("right_ended")
