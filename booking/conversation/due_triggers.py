"""Which of the system's own triggers a turn begins with."""

from __future__ import annotations

import datetime as dt

from booking.conversation.fsm.consent_facts import NOTICE_VERSION
from booking.conversation.fsm.triggers import Trigger
from booking.models import Control, Conversation, Role, State, roles_in


def due(conversation: Conversation, now: dt.datetime, idle: dt.timedelta) -> list[Trigger]:
    """Those that come before what the person says. `idle` ends a flow left alone."""
    triggers = []
    if handoff_is_over(conversation, now):
        triggers.append(Trigger.BOT_RETURNS)
    if is_left(conversation, now, idle):
        triggers.append(Trigger.TIMEOUT)
    if _owes_notice(conversation, now):
        triggers.append(Trigger.FIRST_CONTACT)
    return triggers


def _owes_notice(conversation: Conversation, now: dt.datetime) -> bool:
    """Whether the privacy notice was not shown yet. It is the patients': who works here gets none. While a human has
    the chat the assistant says nothing, the notice neither: it comes once the chat is back."""
    person = conversation.person
    if person.notice_version == NOTICE_VERSION or person.opted_out:
        return False
    if conversation.control is Control.HUMAN and not handoff_is_over(conversation, now):
        return False
    return roles_in(person.grants, now) == {Role.PATIENT}


def is_left(conversation: Conversation, now: dt.datetime, idle: dt.timedelta) -> bool:
    """Whether what is under way was left alone so long that it ends before the person is heard."""
    left = conversation.updated_at
    return left is not None and left + idle <= now and conversation.state is not State.IDLE


def as_found(conversation: Conversation, now: dt.datetime, idle: dt.timedelta) -> Conversation:
    """The conversation as what the person says will find it, for whoever reads that: with nothing under way, where
    silence has ended it."""
    if not is_left(conversation, now, idle):
        return conversation
    return conversation.model_copy(update={"state": State.IDLE, "draft": None, "offer": None})


def handoff_is_over(conversation: Conversation, now: dt.datetime) -> bool:
    """Whether a human has had the chat as long as was said."""
    return (
        conversation.control is Control.HUMAN
        and conversation.control_until is not None
        and conversation.control_until <= now
    )
