"""The rows of `table` for what was not understood: said once with the question again, then buttons, then a human."""

from __future__ import annotations

from booking.conversation.fsm.guards import (
    amended,
    fourth_miss,
    in_doubt,
    is_file,
    is_foreign,
    is_location,
    is_stale_tap,
    is_voice,
    leads_back,
    not_on_screen,
    not_so,
    of_an_order,
    partly,
    still_unclear,
    third_miss,
    understood_some,
    unreadable,
)
from booking.conversation.fsm.places import ALL, CONFIRM, IDLE, ORDER_QUESTION
from booking.conversation.fsm.proposals import withdraw_proposal
from booking.conversation.fsm.row import Row, aside, says
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.waiting_times_asked import show_theirs
from booking.conversation.fsm.writes import count_miss
from booking.conversation.replies.keys import ReplyKey as R

MISSED_ROWS: tuple[Row, ...] = (
    # A file that is kept is answered once it is here, which no turn waits for (`keeping_files`).
    Row(
        (T.UNKNOWN,),
        ALL,
        (unreadable,),
        reply=says(
            (is_file, None),
            (is_voice, R.VOICE),
            (is_location, R.LOCATION),
            (is_foreign, R.LANGUAGE),
            otherwise=R.MEDIA,
        ),
        then=T.RESUME,
        then_if=leads_back,
    ),
    Row((T.UNKNOWN,), IDLE, (is_stale_tap,), writes=(show_theirs,), reply=R.STALE_TAP, then=T.LIST_APPOINTMENTS),
    Row(
        (T.UNKNOWN,),
        ALL,
        (not_on_screen,),
        reply=says((is_stale_tap, R.STALE_TAP), otherwise=R.NOT_OFFERED),
        then=T.RESUME,
    ),
    Row((T.UNKNOWN,), ALL, (not_so, understood_some), writes=(withdraw_proposal,), reply=R.WHAT_INSTEAD),
    aside((T.UNKNOWN,), (not_so,), R.SAY_OTHERWISE),
    Row((T.UNKNOWN,), ALL, (amended,), writes=(withdraw_proposal,), reply=R.UNDERSTOOD_NOW),
    Row((T.UNKNOWN, T.USE_TOOL), ALL, (fourth_miss,), then=T.REQUEST_HUMAN),
    Row((T.UNKNOWN, T.USE_TOOL), ALL, (third_miss,), writes=(count_miss, withdraw_proposal), reply=R.HELP),
    # What an order under way still needs is asked again, behind what was not understood of another.
    Row((T.UNKNOWN,), ORDER_QUESTION, (of_an_order,), writes=(count_miss,), reply=R.ORDER_PARTLY, then=T.RESUME),
    Row(
        (T.UNKNOWN,),
        ALL,
        (partly,),
        writes=(count_miss, withdraw_proposal),
        reply=says((of_an_order, R.ORDER_PARTLY), (still_unclear, R.STILL_PARTLY), otherwise=R.PARTLY),
    ),
    Row((T.UNKNOWN,), CONFIRM, (in_doubt,), writes=(count_miss, withdraw_proposal), reply=R.DOUBT),
    aside((T.UNKNOWN, T.USE_TOOL), (), R.NOT_UNDERSTOOD, writes=(count_miss,)),
)
