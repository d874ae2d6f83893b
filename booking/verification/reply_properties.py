"""What a turn must say. None knows a row."""

from __future__ import annotations

import datetime as dt

from booking.conversation.sequence import LIMIT
from booking.intents import (
    Confirm,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    SelectSlot,
    Unknown,
    UnknownWhy,
    changes_nothing,
)
from booking.models import Control, Purpose, State
from booking.models.draft_parts import choices_of, proposal_of, purpose_of
from booking.verification.situation import same_part
from booking.verification.small_world import CLINIC, NOW
from booking.verification.trial import IDLE_AFTER, Case, properties_of

_CHANGES = ("book", "cancel", "move")
_ASKS_TIME = {
    "ask_visit",
    "ask_which_time",
    "time_impossible",
    "no_slots",
    "ask_other_time",
    "patient_busy",
    "slot_taken",
    "which_appointment",
    "move_or_another",
    "which_first",
}
WAYS_ON: dict[State, set[str]] = {
    State.SLOT_SELECTION: {"offer_slots", "offer_others", *_ASKS_TIME},
    State.CUSTOMER_DATA: {"ask_name", "what_to_change", "tool_question"},
    State.CONFIRM: {"proposal", "move_proposal", "cancel_proposal", "order_proposal", "what_to_change", "doubt"},
}
"""What a person must be left with in each state of a flow: the question it waits for an answer to."""
_ANYWHERE = {"human_coming", "urgent", "help", "maybe_urgent", "ask_opt_out", "ask_human", "ask_leave"}


_SAID_TO_ANYBODY = {"urgent", "maybe_urgent", "opted_out", "opted_in", "timed_out", "way_back", "privacy_requested"}
"""What may be said although a human has the chat, or the person wants no messages: see `unasked_is_unsaid`."""


def every_message_is_answered(case: Case) -> None:
    """Every message is answered, but under human control and after BAJA"""
    if not case.silenced:
        assert case.turn.replies, "said nothing"


def unasked_is_unsaid(case: Case) -> None:
    """Under human control and after BAJA nothing is said but what an emergency, BAJA, ALTA or going on with the
    assistant asks for; and, once a day, how to come back, to who asks for something after BAJA"""
    if not case.silenced:
        return
    said, silent = set(case.keys), case.before.ghost.silent
    resumed = any(isinstance(i, RequestHuman) and i.undo for i in case.input.intents) and not silent
    assert resumed or said <= _SAID_TO_ANYBODY, f"said {case.keys} to one who is not to be written to"
    if "way_back" in said:
        told = case.before.conversation.person.way_back_told_at
        assert silent, "how to come back, to one who never left"
        assert told is None or told <= NOW - dt.timedelta(hours=24), "told again how to come back"
        assert case.after.conversation.person.way_back_told_at == NOW, "told how to come back, and not recorded"
    if "privacy_requested" in said:
        assert "notice" in [asked.name for asked in case.asked], "said to be passed on, and it was not"


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
    if not case.before.ghost.silent or human:
        return
    told = before.person.way_back_told_at
    lately = told is not None and told > NOW - dt.timedelta(hours=24)
    asks = {"start_booking", "check_availability", "list_appointments", "cancel_appointment", "ask_question"}
    if not lately and len(case.input.intents) == 1 and case.input.intents[0].kind in asks:
        assert "way_back" in case.keys, "asked for something after BAJA, and heard nothing"


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


def the_way_on_is_shown(case: Case) -> None:
    """A person is left with the question the state waits for"""
    after = case.after.conversation
    keys = case.keys
    if not keys or case.silenced or after.state is State.IDLE:
        return
    assert keys[-1] in WAYS_ON[after.state] | _ANYWHERE, f"left with {keys[-1]} in {after.state}"


def booked_is_true(case: Case) -> None:
    """What is said to be done was done, and what was done is said"""
    keys = case.keys
    enrolled = any(grant is not None for grant in case.answers("enrol"))
    assert ("enrolled" in keys) == enrolled, f"enrolled: {enrolled}, said otherwise"
    for name, key in (("book", "booked"), ("cancel", "cancelled"), ("move", "moved")):
        assert (key in keys) == bool(case.made(name)), f"{key} said: {key in keys}, done: {bool(case.made(name))}"


_SAYS_NOT_DONE = {"what_to_change", "doubt", "slot_taken", "patient_busy", "urgent"}
"""Their own words say it; an emergency comes before any appointment."""


def what_is_not_done_is_said(case: Case) -> None:
    """Who was shown a proposal and did something else than confirm it is told that it is not done yet"""
    before, after = case.before.conversation, case.after.conversation
    if before.state is not State.CONFIRM or after.state is State.IDLE or not case.keys or case.silenced:
        return
    if (purpose := purpose_of(after.draft)) not in (None, Purpose.STAFF):
        said = case.turn.replies[-1].params.get("not_yet") == purpose
        assert said or case.keys[-1] in _SAYS_NOT_DONE, f"left with {case.keys[-1]}, as if it were done"


def a_yes_beside_a_question_is_heard(case: Case) -> None:
    """A yes to the proposal on screen is heard beside what changes nothing"""
    before, said = case.before.conversation, case.input.intents
    harmless = all(isinstance(i, Confirm) or changes_nothing(i) for i in said)
    yes = any(isinstance(i, Confirm) for i in said) and harmless and not case.input.late
    bound = before.state is State.CONFIRM and proposal_of(before.draft) is not None
    if not yes or not bound or case.silenced or case.ended:
        return
    done = any(asked.name in (*_CHANGES, "perform", "standing") for asked in case.asked)
    assert done or "slot_taken" in case.keys, "a yes that was not heard"


def refusals_are_told(case: Case) -> None:
    """A time that was lost is told, and so is an appointment that changed or is too near"""
    keys = case.keys
    lost = any(a.answer is None for a in case.asked if a.name in ("hold", "renew")) or "slot_taken" in case.answers(
        *_CHANGES
    )
    if lost:
        assert "slot_taken" in keys, "lost a time without a word"
        names = [asked.name for asked in case.asked]
        since = max(place for place, name in enumerate(names) if name in ("hold", "renew", *_CHANGES))
        others = len(case.turn.steps) == LIMIT or "search" in names[since:]
        assert others, "lost a time, and no others were looked for"
    for refusal in ("patient_busy", "appointment_changed", "too_late"):
        if refusal in case.answers(*_CHANGES):
            assert refusal in keys, f"{refusal} without a word"


def the_notice_comes_first(case: Case) -> None:
    """The privacy notice is said with the first answer, once, and recorded"""
    after, ghost = case.after, case.before.ghost
    if case.turn.replies and not case.before.ghost.silent:
        assert after.ghost.noticed, "answered before the privacy notice"
    assert not (ghost.noticed and "privacy_notice" in case.keys), "the notice was said twice"


def a_stale_tap_changes_nothing(case: Case) -> None:
    """What cannot be read, and a stale tap, change nothing but are answered"""
    before, after = case.before.conversation, case.after.conversation
    quiet = {UnknownWhy.STALE_TAP, UnknownWhy.MEDIA, UnknownWhy.VOICE, UnknownWhy.LANGUAGE}
    whys = {i.why for i in case.input.intents if isinstance(i, Unknown)}
    if whys & quiet and not case.silenced and not case.ended:
        assert after.state is before.state, "the state changed"
        assert {str(w) for w in whys} & set(case.keys), "it was not said"
        _draft_kept(case)


def questions_lead_back(case: Case) -> None:
    """A question, thanks or a list leave state, draft and hold as they were"""
    kinds = {i.kind for i in case.input.intents}
    aside = {"ask_question", "thank", "smalltalk", "recall", "list_appointments", "privacy_request", "greet"}
    if kinds <= aside and not case.silenced and not case.ended:
        assert case.after.conversation.state is case.before.conversation.state, "the state changed"
        _draft_kept(case)


def answers_answer(case: Case) -> None:
    """A question is answered from the record or the documents where they know"""
    for intent in case.input.intents:
        if intent.kind == "ask_question" and not case.silenced and not case.too_much:
            known = getattr(intent, "topic", None) is not None
            wanted = "answer_record" if known else "answer_document" if case.input.found else "no_answer"
            assert wanted in case.keys, f"no {wanted}"


def _draft_kept(case: Case) -> None:
    before, after = case.before.conversation.draft, case.after.conversation.draft
    assert (before is None) == (after is None), "the draft came or went"
    if before is not None and after is not None:
        kept = ("kind", "purpose", "appointment", "choices", "name", "for_other", "hold", "note")
        changed = [name for name in kept if not same_part(before, after, name)]
        assert not changed, f"the draft changed: {changed}"


def misses_are_counted(case: Case) -> None:
    """The third message not understood in a row gets buttons, the fourth a human; understanding starts anew"""
    after, keys = case.after, case.keys
    if case.silenced:
        return
    unknown = [i for i in case.input.intents if isinstance(i, Unknown) and i.why is UnknownWhy.NOT_UNDERSTOOD]
    if unknown and len(case.input.intents) == 1:
        if case.before.ghost.misses == 2:
            assert "help" in keys, "no buttons at the third miss"
        if case.before.ghost.misses >= 3 and case.by_model:
            assert "ask_human" in keys, "no human offered at the fourth miss"
        elif case.before.ghost.misses >= 3:
            assert after.conversation.control is Control.HUMAN, "no human at the fourth miss"
        if case.before.ghost.misses < 2:
            assert "help" not in keys, "buttons too early"
            assert after.conversation.control is Control.BOT, "a human too early"


def an_offer_is_on_screen(case: Case) -> None:
    """Times that are shown are remembered, and those found are shown; what is not as wished is called so"""
    keys, after = case.keys, case.after.conversation
    if keys and keys[-1] in ("offer_slots", "offer_others"):
        assert after.offer is not None, "shown times are not remembered"
        assert after.offer.others == (keys[-1] == "offer_others"), "others are shown as if they were as wished"
    searches = case.answers("search")
    if searches and keys and keys[-1] == "no_slots":
        last = searches[-1]
        shown = getattr(last, "found", ()) or getattr(last, "others", ())
        assert not shown, "times found were not shown"
    if searches and after.offer is not None:
        last = searches[-1]
        assert after.offer.others == (not getattr(last, "found", ())), "others are remembered as wished"


MISSED = {"not_understood", "help", "human_coming", "doubt"}
_SAID_TO: dict[str, set[str]] = {
    "greet": {"greeting", "hello_again"},
    "thank": {"anything_else", "smalltalk"},
    "smalltalk": {"anything_else", "smalltalk"},
    "recall": {"no_memory"},
    "privacy_request": {"privacy_requested"},
    "list_appointments": {"my_appointments", "no_appointments"},
    "deny": {"what_to_change", "ask_other_time", "all_right", "unchanged", "order_dropped"},
    "cancel_booking": {"flow_cancelled", "unchanged", "nothing_to_cancel", "order_dropped"},
    "use_tool": {"tool_answer", "tool_question", "order_proposal", "order_refused", "enrolled", *MISSED},
    "opt_out": {"opted_out", "opted_in", "ask_opt_out"},
}
"""What is said to each of these, wherever it comes from; the question of the flow may follow."""


def each_thing_said_is_taken_up(case: Case) -> None:
    """What is said is taken up in words before the flow goes on"""
    said = case.alone
    if said is None or (isinstance(said, OptOut | RequestHuman) and said.undo):
        return
    keys = set(case.keys)
    wanted = _SAID_TO.get(said.kind)
    if isinstance(said, Unknown) and said.why is UnknownWhy.NOT_UNDERSTOOD:
        wanted = MISSED
    if isinstance(said, RequestHuman):
        wanted = {"late_noted", "human_coming", "maybe_urgent" if said.unsure else "urgent"}
    if isinstance(said, Confirm) and not case.answers(*_CHANGES, "standing", "perform"):
        wanted = {"yes_to_what", "nothing_pending"}
    if isinstance(said, ProvideCustomerData) and case.before.conversation.state is State.SLOT_SELECTION:
        draft = case.before.conversation.draft
        wanted = {"name_kept", "name_later", "note_kept"} if draft is not None and draft.kind == "booking" else None
    if isinstance(said, ProvideCustomerData) and said.reason and case.before.conversation.draft is not None:
        changing = purpose_of(case.before.conversation.draft) in (Purpose.MOVE, Purpose.CANCEL)
        wanted = {"note_kept"} if changing else wanted
    if isinstance(said, SelectSlot) and case.before.conversation.draft is not None:
        choices = choices_of(case.before.conversation.draft)
        wanted = {"not_offered"} if choices and said.option > len(choices) else None
    assert wanted is None or keys & wanted, f"{said.kind} was answered only with {case.keys}"
    if "which_first" in keys:
        assert getattr(said, "several", False), "which of them first, to one who cancels one"
    if "stale_tap" in keys:
        assert case.keys[-1] != "stale_tap", "an old button, and no way on"


def who_answers_is_said(case: Case) -> None:
    """That the bot answers again is said"""
    until = case.before.conversation.control_until
    if until is not None and until <= NOW and not case.before.ghost.silent:
        assert "bot_back" in case.keys, "the bot is back without a word"


def an_old_offer_is_called_old(case: Case) -> None:
    """Who chooses from an offer that is no longer fresh is told so; where nothing is free no offer is left"""
    before, said = case.before.conversation, case.alone
    if isinstance(said, SelectSlot) and before.state is State.SLOT_SELECTION and before.offer is not None:
        fresh = before.offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) > NOW
        assert fresh or "offer_expired" in case.keys, "an old offer, without a word"
    if case.keys[-1:] == ["no_slots"]:
        assert case.after.conversation.offer is None, "nothing is free, and an offer stands"


SAYINGS = properties_of(globals())
