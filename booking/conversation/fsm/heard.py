"""Which trigger something said fires: its own, but where who says it, or when, makes it something else. Pure."""

from __future__ import annotations

from booking.conversation.fsm.enrolment import ENROL
from booking.conversation.fsm.staff_notices import NOTICE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.meaning.order_under_way import is_about_it
from booking.conversation.turn import Turn
from booking.intents import HumanReason, OptOut, PrivacyRequest, RequestHuman, StartBooking, UseTool
from booking.models import Control, State


def heard(turn: Turn) -> Trigger:
    """What the intent that is taken up fires."""
    intent = turn.intent
    if _unheard(turn):
        return Trigger.UNHEARD
    if isinstance(intent, UseTool):
        if intent.tool == ENROL:
            return Trigger.ENROL
        if intent.tool == NOTICE:
            return Trigger.MARK_NOTICE
        return Trigger.FILL_ORDER if is_about_it(turn) else Trigger.USE_TOOL
    if isinstance(intent, StartBooking) and turn.state is State.IDLE and intent.when is not None and not intent.several:
        # A booking begun with a time is a check of that time: what begins it needs no trigger of its own, and the one
        # saved holds the time although there is a name to keep and the notice to give.
        return Trigger.CHECK_AVAILABILITY
    return Trigger(intent.kind)


def _unheard(turn: Turn) -> bool:
    """Whether nobody is to answer it. An emergency, and what is said of consent, are for everybody; who wants no
    messages may ask what is known of them, and whose chat a human has for the assistant."""
    intent, opted_out = turn.intent, turn.conversation.person.opted_out
    under_human = turn.conversation.control is Control.HUMAN
    if isinstance(intent, OptOut) or not (opted_out or under_human):
        return False
    if isinstance(intent, RequestHuman):
        return intent.reason is not HumanReason.URGENT and (opted_out or not intent.undo)
    return not (opted_out and isinstance(intent, PrivacyRequest))
