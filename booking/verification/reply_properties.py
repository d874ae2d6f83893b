"""What a turn must say, and may not. None knows a row."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from booking.conversation.fsm.enrolment import ENROL
from booking.conversation.replies.texts import AnsweredBy as By
from booking.conversation.replies.texts import Change
from booking.conversation.sequence import LIMIT
from booking.intents import Confirm, RequestHuman, SelectSlot, Unknown, UnknownWhy, UseTool, changes_nothing
from booking.models import Purpose, Refusal, State
from booking.models.draft_parts import hold_of, proposal_of, purpose_of
from booking.verification.cases import Case, properties_of
from booking.verification.small_world import CLINIC, NOW, Asked

_CHANGES = (Change.BOOK, Change.CANCEL, Change.MOVE)
WAYS_ON: dict[State, set[By]] = {
    State.SLOT_SELECTION: {By.TIME, By.LISTED, By.OPTION},
    State.CUSTOMER_DATA: {By.NAME, By.CHANGE, By.DETAIL},
    State.CONFIRM: {By.PROPOSAL, By.CHANGE},
}
"""What answers the question that a person is left with in each state of a flow."""
_ANYWHERE = {
    "still_asked",
    "partly",
    "still_partly",
    "understood_now",
    "what_instead",
    "order_partly",
    "human_coming",
    "urgent",
    "help",
    "maybe_urgent",
    "ask_opt_out",
    "ask_human",
    "ask_leave",
    "waiting",
    "laughing",
    "said_again",
}


def every_message_is_answered(case: Case) -> None:
    """Every message is answered, but under human control and after BAJA; a file once it is here"""
    file = any(isinstance(i, Unknown) and i.why is UnknownWhy.FILE for i in case.input.intents)
    if not case.silenced and not file:
        assert case.turn.replies, "said nothing"


def unasked_is_unsaid(case: Case) -> None:
    """Under human control and after BAJA nothing is said but what an emergency, BAJA, ALTA or going on with the
    assistant asks for; and, once a day, how to come back, to who asks for something after BAJA"""
    if not case.silenced:
        return
    said, silent = set(case.keys), case.before.known.silent
    answered = all(text.to_anybody for text in case.texts)
    resumed = any(isinstance(i, RequestHuman) and i.undo for i in case.input.intents) and not silent
    assert resumed or answered, f"said {case.keys} to one who is not to be written to"
    if "way_back" in said:
        told = case.before.conversation.person.way_back_told_at
        assert silent, "how to come back, to one who never left"
        assert told is None or told <= NOW - dt.timedelta(hours=24), "told again how to come back"
        anew = "urgent" in said  # in the same message, after which the emergency number is said once more
        kept = case.after.conversation.person.way_back_told_at == NOW
        assert anew or kept, "told how to come back, and not recorded"
    if "privacy_requested" in said:
        assert "notice" in [asked.name for asked in case.asked], "said to be passed on, and it was not"


def the_way_on_is_shown(case: Case) -> None:
    """A person is left with the question the state waits for"""
    after = case.after.conversation
    if not case.keys or case.silenced or after.state is State.IDLE or case.keys[-1] in _ANYWHERE:
        return
    last = case.texts[-1]
    on = last.question is not None and last.question.answered_by in WAYS_ON[after.state] and not last.done_by
    assert on, f"left with {case.keys[-1]} in {after.state}"


_DONE_BY = {Change.BOOK: "book", Change.CANCEL: "cancel_appointment", Change.MOVE: "move_appointment"}
"""The writes that make these changes, as the replies that tell of them name them."""


def booked_is_true(case: Case) -> None:
    """What is said to be done was done, and what was done is said"""
    keys = case.keys
    enrolled = any(grant is not None for grant in case.answers("enrol"))
    assert ("enrolled" in keys) == enrolled, f"enrolled: {enrolled}, said otherwise"
    marked = any(told.notice is not None for told in case.answers("mark_notice"))
    assert ("notice_marked" in keys) == marked, f"marked: {marked}, said otherwise"
    for change, done_by in _DONE_BY.items():
        said = any(done_by in text.done_by for text in case.texts)
        assert said == bool(case.made(change)), f"{change} said: {said}, done: {not said}"


def what_is_not_done_is_said(case: Case) -> None:
    """Who was shown a proposal and did something else than confirm it is told that it is not done yet; of one more that
    is proposed after it was done, that is not said"""
    before, after = case.before.conversation, case.after.conversation
    if case.made("book"):
        assert not case.turn.replies[-1].params.get("not_yet"), "as if it were not done"
        return
    if before.state is not State.CONFIRM or after.state is State.IDLE or not case.keys or case.silenced:
        return
    if (purpose := purpose_of(after.draft)) not in (None, Purpose.STAFF):
        said = case.turn.replies[-1].params.get("not_yet") == purpose
        assert said or case.texts[-1].not_done, f"left with {case.keys[-1]}, as if it were done"


def a_yes_beside_a_question_is_heard(case: Case) -> None:
    """A yes to the proposal on screen is heard beside what changes nothing"""
    before, said = case.before.conversation, case.input.intents
    harmless = all(isinstance(i, Confirm) or changes_nothing(i) for i in said)
    yes = any(isinstance(i, Confirm) for i in said) and harmless and not case.input.late
    if not yes or before.state is not State.CONFIRM or case.silenced or case.ended or not proposal_of(before.draft):
        return
    done = any(asked.name in (*Change, "standing") for asked in case.asked)
    assert done or Refusal.SLOT_TAKEN in {text.refuses for text in case.texts}, "a yes that was not heard"


def _is_refused(asked: Asked) -> bool:
    return asked.name in ("hold", "renew") and asked.answer is None


def refusals_are_told(case: Case) -> None:
    """A time that was lost is told, and so is an appointment that changed or is too near"""
    told = {text.refuses for text in case.texts}
    lost = any(map(_is_refused, case.asked)) or "slot_taken" in case.answers(*_CHANGES)
    if lost:
        assert Refusal.SLOT_TAKEN in told, "lost a time without a word"
        names = [asked.name for asked in case.asked]
        gone = (place for place, a in enumerate(case.asked) if a.name in _CHANGES or _is_refused(a))
        since = max(gone)
        asked = case.keys[-1] in ("ask_other_time", "ask_leave", "ask_visit", "ask_how_many")
        others = len(case.turn.steps) == LIMIT or "search" in names[since:] or asked
        assert others, "lost a time, and no others were looked for"
    for refusal in Refusal:
        if refusal in case.answers(*_CHANGES):
            assert refusal in told, f"{refusal} without a word"


def the_notice_comes_first(case: Case) -> None:
    """The privacy notice is said with the first answer, once, and recorded; to whoever works here, or enrols, it is
    not"""
    after, known = case.after, case.before.known
    if case.works_here or any(isinstance(said, UseTool) and said.tool == ENROL for said in case.input.intents):
        assert "privacy_notice" not in case.keys, "who works here got the patients' notice"
        return
    if case.turn.replies and not case.silenced:
        assert after.known.noticed, "answered before the privacy notice"
    assert not (known.noticed and "privacy_notice" in case.keys), "the notice was said twice"


def an_offer_is_on_screen(case: Case) -> None:
    """Times that are shown are remembered, and those found are shown; what is not as wished is called so"""
    keys, after = case.keys, case.after.conversation
    if keys and keys[-1] in ("offer_slots", "offer_others"):
        assert after.offer is not None, "shown times are not remembered"
        assert after.offer.others == (keys[-1] == "offer_others"), "others are shown as if they were as wished"
    searches = case.answers("search")
    if searches and keys and keys[-1] == "no_slots":
        last = searches[-1]
        shown = last.found or last.others or last.elsewhere
        assert not shown, "times found were not shown"
    if searches and after.offer is not None:
        last = searches[-1]
        assert after.offer.others == (not getattr(last, "found", ())), "others are remembered as wished"


def another_doctor_is_told(case: Case) -> None:
    """Times with another doctor than the one asked for are called so, and whoever picks one is told with whom it is"""
    searches, after = case.answers("search"), case.after.conversation
    if searches and searches[-1].elsewhere and case.keys[-1:] == ["offer_others"] and after.offer is not None:
        shown: Any = case.turn.replies[-1].params["options"]
        told = [n for n, one in enumerate(shown, start=1) if not isinstance(one, str)]
        assert told == [*after.offer.elsewhere] != [], "times with another doctor, without a word"
    if not isinstance(case.alone, SelectSlot) or case.before.conversation.offer is None:
        return
    hold = hold_of(after.draft)
    if case.alone.option in case.before.conversation.offer.elsewhere and hold and case.answers("hold") == [hold]:
        said = case.turn.replies[-1].params
        names = (said.get("with_doctor"), said.get("held_with"), _aside_with(said))
        assert hold.doctor in names, "not told with whom"


def _aside_with(said: Mapping[str, Any]) -> str | None:
    aside: Mapping[str, Any] = said.get("set_aside") or {}
    return aside.get("with_doctor")


def who_answers_is_said(case: Case) -> None:
    """That the bot answers again is said"""
    until = case.before.conversation.control_until
    if until is not None and until <= NOW and not case.before.known.silent:
        assert {"bot_back", "back_after_emergency"} & {*case.keys}, "the bot is back without a word"


def an_old_offer_is_called_old(case: Case) -> None:
    """Who chooses from an offer that is no longer fresh is told so; where nothing is free no offer is left"""
    before, said = case.before.conversation, case.alone
    if isinstance(said, SelectSlot) and before.state is State.SLOT_SELECTION and before.offer is not None:
        fresh = before.offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) > NOW
        assert fresh or "offer_expired" in case.keys, "an old offer, without a word"
    if case.keys[-1:] == ["no_slots"]:
        assert case.after.conversation.offer is None, "nothing is free, and an offer stands"


SAYINGS = properties_of(globals())
