"""What is said is taken up: answered in words, counted where it was not understood, and the flow goes on where it was.
None knows a row."""

from __future__ import annotations

import datetime as dt

from booking.conversation.replies.texts import Change
from booking.intents import (
    CheckAvailability,
    Confirm,
    Greet,
    Like,
    Manner,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UnknownWhy,
)
from booking.models import Control, Conversation, Patient, Purpose, State
from booking.models.draft_parts import booking_of, choices_of, is_ordering, proposal_of, purpose_of
from booking.verification.cases import Case, properties_of
from booking.verification.situation import same_part
from booking.verification.small_world import CLINIC, IDLE_AFTER, NOW, PATIENTS

_ALWAYS_ANSWERED = (
    "greet thank smalltalk recall privacy_request list_appointments deny cancel_booking use_tool opt_out request_human"
    " rate"
).split()
"""Kinds of what is answered in words wherever it is said; the question of the flow may follow."""


def an_emergency_is_answered(case: Case) -> None:
    """Words of an emergency get its number, whoever has the chat and after BAJA; staff are told unless it is asked"""
    for intent in case.input.intents:
        if isinstance(intent, RequestHuman) and intent.reason == "urgent":
            sure = not (intent.unsure or case.by_model)
            assert ("urgent" if sure else "maybe_urgent") in case.keys, "an emergency, and no number"


def who_asks_after_baja_hears_the_way_back(case: Case) -> None:
    """Who opted out and asks for something is told how to come back, if that was not told lately"""
    before = case.before.conversation
    human = before.control is Control.HUMAN and not (before.control_until and before.control_until <= NOW)
    if not case.before.known.silent or human:
        return
    told = before.person.way_back_told_at
    lately = told is not None and told > NOW - dt.timedelta(hours=24)
    asks = {"start_booking", "check_availability", "list_appointments", "cancel_appointment", "ask_question"}
    if not lately and len(case.input.intents) == 1 and case.input.intents[0].kind in asks:
        assert "way_back" in case.keys, "asked for something after BAJA, and heard nothing"


def who_waits_for_nobody_hears_how_to_go_on(case: Case) -> None:
    """Whose chat a person has, and nobody has written, hears that once when they ask for what the assistant does"""
    waits = "still_waiting" in case.keys
    asked = case.answers("came")
    assert waits == (False in asked), "told that nobody came, and somebody has; or left without an answer"
    after = case.after.conversation
    assert not waits or after.control is Control.HUMAN, "taken from the person who is to answer"
    anew = "urgent" in case.keys  # in the same message, after which the emergency number is said once more
    assert not waits or anew or after.person.way_back_told_at == NOW, "told, and will be with every message"


def an_emergency_is_not_forgotten(case: Case) -> None:
    """Who goes on writing after an emergency that nobody has dealt with, and who is answered by the bot again, is told
    the number to call; who was not in one never is"""
    told = {"urgent_again", "back_after_emergency"} & {*case.keys}
    known = True in case.answers("emergency")
    assert known or not told, "an emergency that nobody told of"
    assert told or not known or case.before.known.silent, "an emergency is forgotten"
    if "urgent_again" in told:
        after = case.after.conversation
        assert after.control is Control.HUMAN, "taken from the person who is to answer"
        anew = "urgent" in case.keys  # another one in the same message, after which it is told once more
        assert anew or after.person.way_back_told_at == NOW, "told again, and will be with every message"


def a_greeting_is_returned(case: Case) -> None:
    """Who greets and asks for something in one message, with nothing under way, is greeted too"""
    before = case.before.conversation
    greets = any(isinstance(intent, Greet) for intent in case.input.intents)
    if greets and before.state is State.IDLE and before.control is Control.BOT and not case.silenced and case.keys:
        assert {"greeting", "go_back"} & {*case.keys}, "no greeting"


def what_is_guessed_ends_nothing(case: Case) -> None:
    """What a model alone read neither opts out, nor hands the chat over, nor ends what is under way: it is asked"""
    if not case.by_model:
        return
    before, after = case.before.conversation, case.after.conversation
    assert after.person.opted_out == before.person.opted_out, "consent changed on a guess"
    if after.control is Control.HUMAN:
        assert before.control is Control.HUMAN, "silenced on a guess"
    left_alone = before.updated_at is not None and before.updated_at + IDLE_AFTER <= NOW
    if before.draft is not None and not left_alone and not case.ended:
        assert after.draft is not None, "what was under way ended on a guess"
    if {"ask_opt_out", "ask_human", "ask_leave", "maybe_urgent"} & set(case.keys[-1:]):
        assert proposal_of(after.draft) is None, "a yes to the question would do something else"


def a_stale_tap_changes_nothing(case: Case) -> None:
    """What cannot be read, and a stale tap, change nothing but are answered"""
    before, after = case.before.conversation, case.after.conversation
    quiet = {UnknownWhy.STALE_TAP, UnknownWhy.MEDIA, UnknownWhy.VOICE, UnknownWhy.LOCATION, UnknownWhy.LANGUAGE}
    whys = {i.why for i in case.input.intents if isinstance(i, Unknown)}
    if whys & quiet and not case.silenced and not case.ended and not case.lost:
        assert after.state is before.state, "the state changed"
        assert {str(w) for w in whys} & set(case.keys), "it was not said"
        _draft_kept(case)


def an_option_that_is_not_there_is_told(case: Case) -> None:
    """A number that no option on screen has is told to be none, takes nothing, and the flow stays where it was"""
    before = case.before.conversation
    missed = any(isinstance(i, Unknown) and i.why is UnknownWhy.NO_OPTION for i in case.input.intents)
    if missed and not case.silenced and not case.ended and not case.lost:
        assert "not_offered" in case.keys, "it was not told"
        assert "hold" not in [asked.name for asked in case.asked], "something was taken"
        assert case.after.conversation.state is before.state, "the state changed"


def questions_lead_back(case: Case) -> None:
    """A question, thanks, a list or a mark leave state, draft and hold as they were, and lead back to the times on
    offer; but a time that is held no longer, and shown again, is taken anew, or told to be lost"""
    kinds = {i.kind for i in case.input.intents}
    aside = {"ask_question", "thank", "smalltalk", "recall", "list_appointments", "privacy_request", "greet", "rate"}
    if kinds <= aside and not case.silenced and not case.ended and not case.lost:
        assert case.after.conversation.state is case.before.conversation.state, "the state changed"
        _draft_kept(case)
        if case.keys[-1:] == ["ask_other_time"]:
            offer = case.after.conversation.offer
            fresh = offer is not None and offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) > NOW
            assert not fresh, "the times on offer were not shown again"


def answers_answer(case: Case) -> None:
    """A question is answered from the record or the documents where they know"""
    for intent in case.input.intents:
        if intent.kind == "ask_question" and not case.silenced and not case.too_much:
            known = getattr(intent, "topic", None) is not None
            wanted = "answer_record" if known else "answer_document" if case.input.found else "no_answer"
            assert wanted in case.keys, f"no {wanted}"


def the_nearest_is_no_answer(case: Case) -> None:
    """What only says something near a question is never said as its answer: it is shown as that, and a person is
    offered"""
    if case.silenced or case.too_much or not case.input.near:
        return
    assert "answer_document" not in case.keys, "said as the answer"
    shown = [reply for reply in case.turn.replies if reply.params.get("near_passage")]
    assert all(reply.key == "no_answer" for reply in shown), "shown as something else"
    asked = case.texts[-1].question
    if case.keys[-1] == "no_answer":
        assert shown, "what is near was not shown"
        offered = asked.yes if asked is not None else None
        assert isinstance(offered, RequestHuman), "no person was offered"


def memory_answers(case: Case) -> None:
    """A question about what was before is answered by what is remembered, or told that nothing is, or that it cannot be
    looked at now"""
    for intent in case.input.intents:
        if intent.kind == "recall" and not case.silenced and not case.too_much:
            there = "recalled" if case.input.found else "no_memory"
            wanted = "memory_late" if case.input.fails else there
            assert wanted in case.keys, f"no {wanted}"


def as_before_is_of_the_same_patient(case: Case) -> None:
    """What shall be as it was is read off the last appointment of whom it is for, and of nobody else; where there is
    none, that is told"""
    said, before = case.alone, case.before.conversation
    like = said.like if isinstance(said, StartBooking | CheckAvailability) else None
    if like is None or is_ordering(before.draft):
        return
    assert ("as_before" in case.keys) != ("no_before" in case.keys), "nobody was told whether there is one before"
    if "as_before" in case.keys:
        last = [one for found in case.answers("before") for one in found]
        assert last, "nothing was found"
        theirs = {patient.id for patient in PATIENTS if _may_be_meant(patient, like, before)}
        assert all(one.patient_id in theirs for one in last), "another patient's appointment"


def _may_be_meant(patient: Patient, like: Like, before: Conversation) -> bool:
    """Whether an appointment may be of this patient, by what was said now or before."""
    if before.draft is not None and before.draft.kind == "move":
        return patient.id == before.draft.appointment.patient_id
    if like.whose and like.whose.name:
        return patient.name.startswith(like.whose.name)
    booking = booking_of(before.draft)
    if booking.for_other or booking.name:
        return booking.name is not None and patient.name.startswith(booking.name.split()[0])
    return before.person.name in (None, patient.name)


def _draft_kept(case: Case) -> None:
    before, after = case.before.conversation.draft, case.after.conversation.draft
    assert (before is None) == (after is None), "the draft came or went"
    if before is not None and after is not None:
        kept = ("kind", "purpose", "appointment", "choices", "name", "for_other", "hold", "note")
        renewed = ("hold",) if case.answers("renew") else ()
        changed = [name for name in kept if not (name in renewed or same_part(before, after, name))]
        assert not changed, f"the draft changed: {changed}"


_UNCLEAR = (UnknownWhy.NOT_UNDERSTOOD, UnknownWhy.PARTLY, UnknownWhy.ORDER_PARTLY)


def misses_are_counted(case: Case) -> None:
    """The third message not understood in a row gets buttons, the fourth a human, but for who works here; understanding
    starts anew"""
    after, keys = case.after, case.keys
    if case.silenced:
        return
    unknown = [i for i in case.input.intents if isinstance(i, Unknown) and i.why in _UNCLEAR]
    if unknown and len(case.input.intents) == 1:
        if case.before.known.misses == 2:
            assert "help" in keys, "no buttons at the third miss"
        if case.before.known.misses >= 3 and case.works_here:
            assert "help" in keys, "no help at the fourth miss"
        elif case.before.known.misses >= 3 and case.by_model:
            assert "ask_human" in keys, "no human offered at the fourth miss"
        elif case.before.known.misses >= 3:
            assert after.conversation.control is Control.HUMAN, "no human at the fourth miss"
        if case.before.known.misses < 2:
            assert "help" not in keys, "buttons too early"
            assert after.conversation.control is Control.BOT, "a human too early"


def each_thing_said_is_taken_up(case: Case) -> None:
    """What is said is taken up in words before the flow goes on"""
    said, draft = case.alone, case.before.conversation.draft
    if said is None or (isinstance(said, OptOut | RequestHuman) and said.undo):
        return
    if _must_be_answered(case):
        assert any(said.kind in text.answers for text in case.texts), f"{said.kind} was answered only with {case.keys}"
    if isinstance(said, ProvideCustomerData) and said.reason and draft is not None:
        noted = purpose_of(draft) not in (Purpose.MOVE, Purpose.CANCEL) or "note_kept" in case.keys
        assert noted, "the note was kept without a word"
    if isinstance(said, SelectSlot) and 0 < len(choices_of(draft)) < said.option:
        assert "not_offered" in case.keys, "one that was not listed was passed over"
    if "which_first" in case.keys:
        assert getattr(said, "several", False), "which of them first, to one who cancels one"
    if "stale_tap" in case.keys:
        assert case.keys[-1] != "stale_tap", "an old button, and no way on"


def _must_be_answered(case: Case) -> bool:
    """Of what was said alone: it is answered in words of its own, and not only by what the flow then asks."""
    said, before = case.alone, case.before.conversation
    if isinstance(said, Unknown):
        return said.why is UnknownWhy.NOT_UNDERSTOOD
    if isinstance(said, Confirm):
        return not case.answers(*Change, "standing")
    if isinstance(said, ProvideCustomerData):
        return before.state is State.SLOT_SELECTION and purpose_of(before.draft) is Purpose.BOOK
    return said is not None and said.kind in _ALWAYS_ANSWERED


_ANSWERS_MANNER = {Manner.WAIT: "waiting", Manner.LAUGH: "laughing"}


def it_is_taken_up_as_where_it_is_said(case: Case) -> None:
    """A greeting and thanks ask what is wanted only with nothing under way; who asks for a moment
    or laughs, a name or a note is taken up as such"""
    said, before = case.alone, case.before.conversation
    idle = before.state is State.IDLE
    if isinstance(said, Greet):
        assert bool({"greeting", "go_back"} & {*case.keys}) == idle, (
            "greeted as if nothing were under way, or the other way round"
        )
    if isinstance(said, Thank) or (isinstance(said, Smalltalk) and said.manner is None):
        assert ("anything_else" in case.keys) == idle, "asked what else in the middle of something, or nothing asked"
    if isinstance(said, Smalltalk) and said.manner in _ANSWERS_MANNER:
        assert _ANSWERS_MANNER[said.manner] in case.keys, f"{case.keys} to who would {said.manner}"
    if not isinstance(said, ProvideCustomerData) or said.instead_of:
        return
    if idle and not (said.for_other or said.of_patient) and (said.reason or said.name):
        # What was looked for the day before is offered again to who says the name that was asked for then.
        to_a_name = {"welcome", "go_back_or_anew"} if before.unfinished else {"welcome"}
        fitting = {"note_later"} if said.reason else to_a_name
        assert fitting & {*case.keys}, f"{case.keys} to a note or a name"
    if said.name and before.state is State.SLOT_SELECTION and purpose_of(before.draft) is Purpose.BOOK:
        namesake = (said.for_other or booking_of(before.draft).for_other) and said.name == before.person.name
        assert namesake or "name_kept" in case.keys, "a name was kept without a word"


def who_waits_for_a_person_hears_how_long(case: Case) -> None:
    """Who is told that a person comes hears when somebody is at the desk"""
    assert "human_coming" not in case.keys or case.questions("desk"), "nobody looked when that is"


HEARINGS = properties_of(globals())
