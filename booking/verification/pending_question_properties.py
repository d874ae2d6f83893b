"""What becomes of the question on screen, and of an answer to it. None knows a row."""

from __future__ import annotations

from booking.conversation.meaning.kept_question import again_of
from booking.conversation.meaning.pending_question import as_understood, expected_by
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.reply_questions import areas_in
from booking.conversation.replies.texts import TEXTS, Change, text_of
from booking.intents import AsUnderstood, Confirm, Deny, Unknown, UnknownWhy
from booking.models import State
from booking.models.draft_parts import proposal_of
from booking.verification.cases import Case, properties_of
from booking.verification.situation import same

_ONLY_ASKS = {"ask_question", "list_appointments", "recall"}
_UNHEARD = {"which_time", "yes_to_what", "nothing_pending", "not_understood", "help"}
_ASKED_BACK = {"partly", "still_partly", "understood_now"}


def what_is_asked_can_be_answered(case: Case) -> None:
    """The question that stands is the last one asked, and none stands where nothing was; who asks for a moment, laughs
    or asks what was said leaves it open"""
    asked = case.after.conversation.question
    last = case.turn.replies[-1] if case.turn.replies else None
    if case.texts and case.texts[-1].keeps:
        assert asked == case.before.conversation.question, "the question on screen was lost"
        return
    asks = last is not None and text_of(last).question is not None
    assert (asked is not None) == asks, f"asked: {asks}, remembered otherwise"
    if asked is not None and last is not None:
        assert asked.reply == last.key, f"{last.key} asked, and an answer would be to {asked.reply}"


def what_was_asked_stays_asked(case: Case) -> None:
    """What is only asked in between, and answered, leaves open what we asked before: it is asked again; in a flow the
    flow's own is"""
    kinds = {intent.kind for intent in case.input.intents}
    if not kinds or not kinds <= _ONLY_ASKS or case.silenced or case.ended or case.lost:
        return
    asked = case.before.conversation.question
    if asked is None or areas_in(case.turn.replies):
        return
    if again_of(asked) is None:
        flows = case.after.conversation.state is not State.IDLE
        assert not flows or case.after.conversation.question is not None, "the flow asks nothing"
    elif not kinds & {button.intent.kind for button in TEXTS[ReplyKey(asked.reply)].buttons}:
        assert case.keys[-1] == "still_asked", "not asked again"
        assert case.after.conversation.question == asked, "what was asked before is lost"


def an_answer_is_heard(case: Case) -> None:
    """A yes or a no to what was asked last does what it was declared to mean"""
    if len(case.said.intents) != 1 or not isinstance(case.said.intents[0], Confirm | Deny):
        return
    if case.said.tap or case.said.late or case.silenced or case.ended:
        return
    question = case.before.conversation.question
    expected = expected_by(question, case.before.conversation.state) if question else None
    if expected is None:
        return
    said = expected.yes if isinstance(case.said.intents[0], Confirm) else expected.no
    meant = as_understood(said, expected.understood) if isinstance(said, AsUnderstood) else (said,) if said else ()
    if meant:
        assert case.input.intents == meant, f"{meant} was meant, {case.input.intents} understood"
        assert not _UNHEARD & set(case.keys), f"an answer to {question and question.reply} got {case.keys}"


def an_answer_carries_nothing_out(case: Case) -> None:
    """An answer to a question books, moves and cancels nothing: only the yes to a proposal does"""
    if case.input is not case.said and case.input.intents != case.said.intents:
        assert not [asked.name for asked in case.asked if asked.name in tuple(Change)], "an answer was taken for a yes"


def a_late_yes_answers_nothing(case: Case) -> None:
    """What was sent before it was asked answers no question, and neither does what was said for a proposal"""
    if case.said.late or (case.said.intents == (Confirm(),) and case.before.known.screen is not None):
        assert case.input.intents == case.said.intents, f"understood as {case.input.intents}"


def what_was_left_over_is_asked_about(case: Case) -> None:
    """What was understood in part only is asked about, and again with what is said of it since; nothing comes of it
    before a yes: no time is looked for, nobody's name is learned"""
    if not (isinstance(case.alone, Unknown) and case.alone.understood) or case.ended:
        return
    before, after = case.before.conversation, case.after.conversation
    assert not [asked.name for asked in case.asked if asked.name in (*Change, "search", "hold")], "it was done unasked"
    assert same(before.person, after.person, "name"), "a name was learned"
    assert proposal_of(after.draft) is None, "an older proposal stands beside the question"
    asked = after.question
    if case.alone.why is UnknownWhy.NOT_SO:
        assert asked is not None, "nothing is asked after a no"
        assert asked.understood == case.alone.understood, "what was understood is lost by a no"
        assert asked.reply == "what_instead", "not asked what is to be another"
    elif asked is not None and asked.reply in _ASKED_BACK:
        assert asked.understood == case.alone.understood, f"a yes would mean {asked.understood}"
        amended = case.alone.why is UnknownWhy.AMENDED
        again = "understood_now" if amended else "partly" if case.alone.left or case.alone.unsure else "still_partly"
        assert asked.reply == again, "asked as if it had not been, or had"
    else:
        assert {"help", "human_coming"} & {*case.keys}, f"{case.keys} asks nothing about it"


def a_stale_tap_calls_nobody(case: Case) -> None:
    """A button of an earlier draft, a voice note, a picture and another language are answered by the bot"""
    by_bot = (UnknownWhy.STALE_TAP, UnknownWhy.VOICE, UnknownWhy.LOCATION, UnknownWhy.MEDIA, UnknownWhy.LANGUAGE)
    if isinstance(case.alone, Unknown) and case.alone.why in by_bot:
        assert "human_coming" not in case.keys, "a human was called for what the bot answers"


ANSWERS_TO_QUESTIONS = properties_of(globals())
