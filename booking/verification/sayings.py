"""What a turn must say. None knows a row."""

from __future__ import annotations

import datetime as dt

from booking.intents import (
    Confirm,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    SelectSlot,
    Unknown,
    UnknownWhy,
)
from booking.models import Control, Purpose, State
from booking.sequence import LIMIT
from booking.verification.situation import same
from booking.verification.trial import PROPOSALS, Case, properties_of
from booking.verification.world import CLINIC, NOW

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
_ANYWHERE = {"human_coming", "urgent", "help"}


def every_message_is_answered(case: Case) -> None:
    """Every message is answered, but under human control and after BAJA"""
    out = [i.undo for i in case.input.intents if isinstance(i, OptOut)]
    if case.silenced and any(out):
        return  # ALTA is answered where the person wanted silence, not where a human has the chat
    if case.silenced and not out:
        assert not [k for k in case.keys if k != "timed_out"], f"said {case.keys} to one who is not to be written to"
    else:
        assert case.turn.replies or case.before.ghost.silent, "said nothing"


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


def refusals_are_told(case: Case) -> None:
    """A time that was lost is told, and so is an appointment that changed or is too near"""
    keys = case.keys
    lost = any(a.answer is None for a in case.asked if a.name in ("hold", "renew")) or "slot_taken" in case.answers(
        *_CHANGES
    )
    if lost:
        assert "slot_taken" in keys, "lost a time without a word"
        others = len(case.turn.steps) == LIMIT or "search" in [asked.name for asked in case.asked[-2:]]
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
    if whys & quiet and not case.silenced and not case.dropped:
        assert after.state is before.state, "the state changed"
        assert {str(w) for w in whys} & set(case.keys), "it was not said"
        _draft_kept(case)


def questions_lead_back(case: Case) -> None:
    """A question, thanks or a list leave state, draft and hold as they were"""
    kinds = {i.kind for i in case.input.intents}
    aside = {"ask_question", "thank", "smalltalk", "recall", "list_appointments", "privacy_request", "greet"}
    if kinds <= aside and not case.silenced and not case.dropped:
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
        kept = ("purpose", "appointment", "choices", "name", "for_other", "hold", "reason")
        changed = [name for name in kept if not same(before, after, name)]
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
        if case.before.ghost.misses >= 3:
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
    "opt_out": {"opted_out", "opted_in"},
}
"""What is said to each of these, wherever it comes from; the question of the flow may follow."""


def each_thing_said_is_taken_up(case: Case) -> None:
    """What is said is taken up in words before the flow goes on"""
    said = case.alone
    if said is None or (isinstance(said, OptOut) and said.undo):
        return
    keys = set(case.keys)
    wanted = _SAID_TO.get(said.kind)
    if isinstance(said, Unknown) and said.why is UnknownWhy.NOT_UNDERSTOOD:
        wanted = MISSED
    if isinstance(said, RequestHuman):
        wanted = {"late_noted", "human_coming", "urgent"}
    if isinstance(said, Confirm) and not case.answers(*_CHANGES, "perform"):
        wanted = {"yes_to_what", "nothing_pending"}
    if isinstance(said, ProvideCustomerData) and case.before.conversation.state is State.SLOT_SELECTION:
        draft = case.before.conversation.draft
        wanted = {"name_kept", "note_kept"} if draft is not None and draft.purpose is Purpose.BOOK else None
    if isinstance(said, ProvideCustomerData) and said.reason and case.before.conversation.draft is not None:
        changing = case.before.conversation.draft.purpose in (Purpose.MOVE, Purpose.CANCEL)
        wanted = {"note_kept"} if changing else wanted
    if isinstance(said, SelectSlot) and case.before.conversation.draft is not None:
        choices = case.before.conversation.draft.choices
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


def a_proposal_can_be_answered(case: Case) -> None:
    """A proposal that is shown is the one that a yes answers, and its buttons are its own"""
    if case.keys and case.keys[-1] in PROPOSALS:
        draft = case.after.conversation.draft
        assert draft is not None, "a proposal without a draft"
        assert draft.proposal is not None, "a proposal that a yes cannot answer"
        version = case.after.conversation.draft_version
        assert draft.proposal.version == version, "a proposal of an earlier draft"
        assert case.turn.replies[-1].params["draft_version"] == version, "buttons of an earlier draft"


def an_old_offer_is_called_old(case: Case) -> None:
    """Who chooses from an offer that is no longer fresh is told so; where nothing is free no offer is left"""
    before, said = case.before.conversation, case.alone
    if isinstance(said, SelectSlot) and before.state is State.SLOT_SELECTION and before.offer is not None:
        fresh = before.offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) > NOW
        assert fresh or "offer_expired" in case.keys, "an old offer, without a word"
    if case.keys[-1:] == ["no_slots"]:
        assert case.after.conversation.offer is None, "nothing is free, and an offer stands"


SAYINGS = properties_of(globals())
