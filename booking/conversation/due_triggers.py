"""Which of the system's own triggers a turn begins with."""

from __future__ import annotations

import datetime as dt

from booking.conversation.fsm.consent_facts import NOTICE_VERSION
from booking.conversation.fsm.triggers import Trigger
from booking.models import Control, Conversation, State


def due(conversation: Conversation, now: dt.datetime, idle: dt.timedelta) -> list[Trigger]:
    """Those that come before what the person says. `idle` ends a flow left alone."""
    triggers = []
    if handoff_is_over(conversation, now):
        triggers.append(Trigger.BOT_RETURNS)
    if conversation.state is not State.IDLE and conversation.updated_at and conversation.updated_at + idle <= now:
        triggers.append(Trigger.TIMEOUT)
    if conversation.person.notice_version != NOTICE_VERSION and not conversation.person.opted_out:
        triggers.append(Trigger.FIRST_CONTACT)
    return triggers


def handoff_is_over(conversation: Conversation, now: dt.datetime) -> bool:
    """Whether a human has had the chat as long as was said."""
    return (
        conversation.control is Control.HUMAN
        and conversation.control_until is not None
        and conversation.control_until <= now
    )
