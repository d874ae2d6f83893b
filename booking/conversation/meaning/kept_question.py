"""The question on screen, when something was only asked in between: it stays open, asked again behind the answer. Pure.

"¿Dónde queda?", and then "sí la quiero": the time that was offered, or what was said to be understood. What nobody
asked us for (a reminder, a freed time, a doctor's absence) stays open behind what was not understood, too. It stays so
no longer than it would have, and not once anything else was said, asked or done. What a flow asks anyway, wherever it
is gone on with, is asked again by the table.
"""

from __future__ import annotations

from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.reply_questions import areas_in
from booking.conversation.replies.texts import TEXTS, text_of
from booking.conversation.turn import Turn
from booking.intents import AsUnderstood
from booking.models import Control, Question, Reply

_KEYS = frozenset(ReplyKey)
_ANSWERED = frozenset({Trigger.ASK_QUESTION, Trigger.LIST_APPOINTMENTS, Trigger.RECALL})
"""What only asks, and is answered."""
_TALK = frozenset({Trigger.GREET, Trigger.THANK, Trigger.SMALLTALK})
"""What answers nothing that was said to be understood in part."""
_BESIDE = frozenset({*_ANSWERED, Trigger.GREET, Trigger.THANK, Trigger.FIRST_CONTACT, Trigger.RESUME})


def kept(turn: Turn) -> Question | None:
    """The question that was on screen before and stays there, for the turn only answered what was asked."""
    fired = {Trigger(step.trigger) for step in turn.steps}
    missed, talks = Trigger.UNKNOWN in fired, bool(fired & _TALK)
    if turn.message is None or not (missed or talks or fired & _ANSWERED):
        return None
    if not fired - {Trigger.UNKNOWN, *_TALK} <= _BESIDE:
        return None
    before, after, asked = turn.began, turn.conversation, turn.began.question
    if asked is None or (not (missed or fired & _ANSWERED) and not _is_half_understood(asked)):
        return None
    if Trigger.SMALLTALK in fired and not _is_half_understood(asked):
        return None
    if turn.replies and TEXTS[ReplyKey(turn.replies[-1].key)].keeps:
        return None  # it stays open without a word: they only ask for a moment
    if again_of(asked) is None or areas_in(turn.replies) or _takes_up(asked, fired):
        return None
    if missed and not (asked.is_unasked_for and _asks_nothing(turn.replies)):
        return None
    same = before.state is after.state and before.draft_version == after.draft_version
    by_bot = before.control is after.control is Control.BOT and not after.person.opted_out
    return asked if same and by_bot and asked.is_open(after.draft_version, turn.now) else None


_WISHES = (
    frozenset({"start_booking", "check_availability"}),
    frozenset({"reschedule_appointment"}),
    frozenset({"cancel_appointment"}),
    frozenset({"join_waiting_list"}),
)
"""Kinds of intents that begin something; those of one set may be about the same."""


def is_left_aside(turn: Turn) -> bool:
    """Whether something else was begun than what had been said to be understood in part."""
    before, after, asked = turn.began, turn.conversation, turn.began.question
    if turn.message is None or asked is None or not _is_half_understood(asked):
        return False
    if not before.control is after.control is Control.BOT or after.person.opted_out:
        return False
    if not asked.is_open(before.draft_version, turn.now):
        return False
    understood, fired = {intent.kind for intent in asked.understood}, {str(step.trigger) for step in turn.steps}
    begun = [wishes for wishes in _WISHES if wishes & fired]
    begun = begun[1:] if len(begun) > 1 and begun[0] is _WISHES[0] else begun  # a change looks for times too
    return any(wishes & understood for wishes in _WISHES) and bool(begun) and not any(w & understood for w in begun)


def again_of(question: Question) -> str | None:
    """How it is asked once more; None for what does not stay open."""
    known = TEXTS[ReplyKey(question.reply)] if question.reply in _KEYS else None  # of an older release
    return ((known.one if question.one else None) or known).again if known else None


def _is_half_understood(asked: Question) -> bool:
    """Whether it is about what was understood of a message in part."""
    known = TEXTS[ReplyKey(asked.reply)].question if asked.reply in _KEYS else None
    answers = (known.yes, known.no) if known else ()
    return bool(asked.understood) and any(isinstance(one, AsUnderstood) and one.not_so for one in answers)


def _takes_up(asked: Question, fired: set[Trigger]) -> bool:
    """Whether what was said is what it offers to do."""
    return any(button.intent.kind in fired for button in TEXTS[ReplyKey(asked.reply)].buttons)


def _asks_nothing(replies: list[Reply]) -> bool:
    """Whether what was not understood is not asked about itself."""
    return bool(replies) and text_of(replies[-1]).question is None
