"""Facts about consent, who answers the chat, and how sure it is that a message said so; part of `facts`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from booking.conversation.turn import Turn
from booking.intents import OptOut, RequestHuman, Source, Unknown
from booking.models import Control, Role, roles_in

NOTICE_VERSION = "2026-11"
"""Version of the privacy notice in `es.toml`; a new one is shown again to everybody."""


WAY_BACK_EVERY = dt.timedelta(hours=24)
"""Somebody who opted out and asks for something is told how to come back no more often than this."""

_ASKING = frozenset(
    "start_booking check_availability select_slot cancel_appointment reschedule_appointment list_appointments"
    " ask_question recall request_human use_tool".split()
)
"""Kinds of intents that want something of the clinic."""


def _way_back_owed(turn: Turn) -> bool:
    person = turn.conversation.person
    if not person.opted_out or turn.conversation.control is Control.HUMAN or turn.intent.kind not in _ASKING:
        return False
    return person.way_back_told_at is None or turn.now >= person.way_back_told_at + WAY_BACK_EVERY


_OF_THE_ASSISTANT = _ASKING - {"ask_question", "recall", "use_tool"}
"""Of these, what the assistant does as well as a person would; and who asks for a person once more waits for one."""


def could_be_done(turn: Turn) -> bool:
    """Whether somebody whose chat a person has asks for what the assistant does, and was not told lately how to come
    back to it."""
    intent = turn.intent
    partly = intent.understood if isinstance(intent, Unknown) else ()
    asks = any(one.kind in _OF_THE_ASSISTANT for one in (intent, *partly))
    return asks and not turn.conversation.person.opted_out and may_be_told_again(turn)


def may_be_told_again(turn: Turn) -> bool:
    """Whether somebody whose chat a person has was not told lately how to go on, or whom to call."""
    told = turn.conversation.person.way_back_told_at
    return turn.conversation.control is Control.HUMAN and (told is None or turn.now >= told + WAY_BACK_EVERY)


def works_here(turn: Turn) -> bool:
    """Whether somebody has a right beyond everybody's."""
    return roles_in(turn.conversation.person.grants, turn.now) != {Role.PATIENT}


def _guessed(turn: Turn) -> bool:
    unsure = isinstance(turn.intent, OptOut | RequestHuman) and turn.intent.unsure
    return unsure or turn.source is Source.MODEL


OF_CONSENT: dict[str, Callable[[Turn], Any]] = {
    "opted_out": lambda turn: turn.conversation.person.opted_out,
    "undoes": lambda turn: isinstance(turn.intent, OptOut | RequestHuman) and turn.intent.undo,
    "under_human": lambda turn: turn.conversation.control is Control.HUMAN,
    "way_back_owed": _way_back_owed,
    "nobody_came": lambda turn: could_be_done(turn) and turn.found.came is False,
    "emergency": lambda turn: turn.found.emergency is True,
    "none_today": lambda turn: turn.found.today is False,
    "guessed": _guessed,
}
"""How each of them is read off a turn."""
