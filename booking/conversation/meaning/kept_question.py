"""The question of a message that answers nobody (a reminder, a freed time, a doctor's absence), when something was only
asked in between, or was not understood: it stays open, and is asked again behind the answer. Pure.

"¿Dónde queda?", and then "sí la quiero": the time that was offered. It stays open no longer than it would have, and not
once anything else was said, asked or done.
"""

from __future__ import annotations

from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.reply_questions import areas_in
from booking.conversation.replies.texts import TEXTS, text_of
from booking.conversation.turn import Turn
from booking.models import Control, Question, State

_KEYS = frozenset(ReplyKey)
_ANSWERED = frozenset({Trigger.ASK_QUESTION, Trigger.LIST_APPOINTMENTS, Trigger.RECALL})
"""What only asks, and is answered."""
_LEAVES_IT = frozenset({*_ANSWERED, Trigger.UNKNOWN})
"""And what may have been the answer, in words that nobody understands."""
_BESIDE = frozenset({*_LEAVES_IT, Trigger.GREET, Trigger.THANK, Trigger.FIRST_CONTACT})


def kept(turn: Turn) -> Question | None:
    """The question that was on screen before and stays there, for the turn only answered what was asked."""
    fired = {step.trigger for step in turn.steps}
    if turn.message is None or not fired & _LEAVES_IT or not fired <= _BESIDE or areas_in(turn.replies):
        return None
    if Trigger.UNKNOWN in fired and (not turn.replies or text_of(turn.replies[-1]).question is not None):
        return None  # what was understood is asked about
    before, after, asked = turn.began, turn.conversation, turn.began.question
    if asked is None or again_of(asked) is None or not asked.is_unasked_for:
        return None
    if not asked.may_be_answered(before.draft_version, turn.message.sent_at, turn.message.received_at):
        return None
    same = before.draft_version == after.draft_version and before.state is after.state is State.IDLE
    by_bot = before.control is after.control is Control.BOT and not after.person.opted_out
    return asked if same and by_bot else None


def again_of(question: Question) -> str | None:
    """How it is asked once more; None for what does not stay open."""
    known = TEXTS[ReplyKey(question.reply)] if question.reply in _KEYS else None  # of an older release
    return known.again if known else None
