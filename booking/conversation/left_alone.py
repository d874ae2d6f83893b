"""What ends while nobody writes: nobody is sent a message for it. That it ended is told with the next answer, and what
is said then is heard as it would have been, had it ended only then. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.turn import Turn
from booking.models import Control, Conversation, State, Unfinished

_LOOKED_BACK: Final = dt.timedelta(days=7)
"""For so long what was left is looked for; longer than the sweep is ever down."""


def used_last(now: dt.datetime, idle: dt.timedelta) -> tuple[dt.datetime, dt.datetime]:
    """Between which moments a chat was used last that ends by now."""
    return now - idle - _LOOKED_BACK, now - idle


def set_aside(turn: Turn) -> None:
    """Keep what a turn without a message has to say of the end."""
    said = next((reply for reply in turn.replies if reply.key == ReplyKey.TIMED_OUT), None)
    if turn.message is not None or said is None:
        return
    turn.replies.remove(said)
    kept = turn.conversation.unfinished or Unfinished(understood=(), until=turn.now)
    turn.change(unfinished=kept.model_copy(update={"untold": said}))


def tell(turn: Turn, system: Sequence[Trigger]) -> None:
    """Say it before anything else, but to whom nobody of ours answers; where a human has had the chat meanwhile, who
    may have seen to it, what was looked for is not asked about."""
    if turn.message is None or turn.state is not State.IDLE:
        return
    kept = turn.conversation.unfinished
    if kept is None or kept.untold is None:
        return
    human = turn.conversation.control is Control.HUMAN
    if not turn.conversation.person.opted_out and (not human or Trigger.BOT_RETURNS in system):
        turn.replies.append(kept.untold)
    asked_about = kept.understood and not human and turn.now < kept.until
    turn.change(unfinished=kept.model_copy(update={"untold": None}) if asked_about else None)


def is_untold(conversation: Conversation) -> bool:
    """Whether something ended that the person has not heard of, and nothing was asked since."""
    kept = conversation.unfinished
    return kept is not None and kept.untold is not None and conversation.question is None
