"""The rows of `table` for what was not understood: said once with the question again, then buttons, then a human."""

from __future__ import annotations

from booking.conversation.fsm.guards import (
    fourth_miss,
    in_doubt,
    is_foreign,
    is_media,
    is_stale_tap,
    is_voice,
    third_miss,
)
from booking.conversation.fsm.proposals import withdraw_proposal
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.writes import count_miss
from booking.conversation.replies.keys import ReplyKey as R
from booking.models import State

IDLE = (State.IDLE,)
YES_NO = (State.CONFIRM,)
FLOW = (State.SLOT_SELECTION, State.CUSTOMER_DATA, State.CONFIRM)
ALL = tuple(State)

MISSED_ROWS: tuple[Row, ...] = (
    Row((T.UNKNOWN,), IDLE, (is_media,), reply=R.MEDIA),
    Row((T.UNKNOWN,), FLOW, (is_media,), reply=R.MEDIA, then=T.RESUME),
    Row((T.UNKNOWN,), IDLE, (is_voice,), reply=R.VOICE),
    Row((T.UNKNOWN,), FLOW, (is_voice,), reply=R.VOICE, then=T.RESUME),
    Row((T.UNKNOWN,), IDLE, (is_foreign,), reply=R.LANGUAGE),
    Row((T.UNKNOWN,), FLOW, (is_foreign,), reply=R.LANGUAGE, then=T.RESUME),
    Row((T.UNKNOWN,), ALL, (is_stale_tap,), reply=R.STALE_TAP, then=T.RESUME),
    Row((T.UNKNOWN, T.USE_TOOL), ALL, (fourth_miss,), then=T.REQUEST_HUMAN),
    Row((T.UNKNOWN, T.USE_TOOL), YES_NO, (third_miss,), writes=(count_miss, withdraw_proposal), reply=R.HELP),
    Row((T.UNKNOWN, T.USE_TOOL), ALL, (third_miss,), writes=(count_miss,), reply=R.HELP),
    Row((T.UNKNOWN,), YES_NO, (in_doubt,), writes=(count_miss, withdraw_proposal), reply=R.DOUBT),
    Row((T.UNKNOWN, T.USE_TOOL), IDLE, (), writes=(count_miss,), reply=R.NOT_UNDERSTOOD),
    Row((T.UNKNOWN, T.USE_TOOL), FLOW, (), writes=(count_miss,), reply=R.NOT_UNDERSTOOD, then=T.RESUME),
)  # fmt: skip
