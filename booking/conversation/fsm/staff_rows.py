"""The rows of doctors and staff: what they ask for, what is still missing of it, and the yes that carries it out.

A part of `table`. Of what they say `use_tool` is something asked for; `fill_order` what fills or changes the order that
is under way (`heard`).
"""

from __future__ import annotations

from booking.conversation.fsm.enrolment import enrol
from booking.conversation.fsm.guards import (
    denies,
    first_of_several,
    listed,
    names_another,
    queued,
    right_ended,
    tool_answers,
    tool_asks,
    tool_prepares,
    tool_proposes,
    tool_refuses,
    yes_is_bound,
)
from booking.conversation.fsm.holding import release_hold
from booking.conversation.fsm.places import ALL, CONFIRM_ORDER, FLOW, IDLE, ORDER_QUESTION, ORDERS, besides
from booking.conversation.fsm.proposals import propose
from booking.conversation.fsm.row import Row, aside, says
from booking.conversation.fsm.staff_notices import mark_notice
from booking.conversation.fsm.staff_orders import carry_out, find_right, refuse_order
from booking.conversation.fsm.tools_asked_for import ask_anew, ask_tool, keep_order, keep_request, take_listed
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.waiting import leave_rest, wait_behind
from booking.conversation.fsm.writes import clear_draft, end_order
from booking.conversation.replies.keys import ReplyKey as R
from booking.models import SubState as S

STAFF_ROWS: tuple[Row, ...] = (
    # The yes to an order, and what leaves it. What else was asked for in the same message is taken up then.
    Row((T.CONFIRM,), CONFIRM_ORDER, (yes_is_bound,), S.IDLE,
        writes=(carry_out, end_order), reply=R.ORDER_DONE, then=T.NEXT_ORDER, then_if=queued,
        on_refusal=(T.ORDER_REFUSED,)),
    Row((T.ORDER_REFUSED,), ALL, (), S.IDLE,
        writes=(release_hold, end_order), reply=R.ORDER_REFUSED, then=T.NEXT_ORDER, then_if=queued),
    # A no to the first of several is one to them all: what is still wanted has to be said.
    Row((T.DENY,), ORDERS, (first_of_several,), S.IDLE,
        writes=(leave_rest, clear_draft), reply=R.ORDER_DROPPED),
    Row((T.DENY,), ORDERS, (), S.IDLE,
        writes=(end_order,), reply=R.ORDER_DROPPED, then=T.NEXT_ORDER, then_if=queued),
    # What is put again shows whose appointment it is: only to whoever may still see that.
    Row((T.RESUME,), ORDERS, (right_ended,), S.IDLE,
        reads=(find_right,), writes=(refuse_order, clear_draft), reply=R.ORDER_REFUSED),
    Row((T.CHECK_AVAILABILITY,), ORDERS, (), reply=R.ORDER_STANDS, then=T.RESUME),
    Row((T.PROVIDE_CUSTOMER_DATA,), ORDERS, (), then=T.RESUME),
    Row((T.SELECT_SLOT,), ORDER_QUESTION, (listed,), writes=(take_listed,), then=T.FILL_ORDER),
    # The code that enrols: no tool, and open to everybody.
    aside((T.ENROL,), (), R.ENROLLED, writes=(enrol,), on_refusal=(T.UNKNOWN,)),
    # What those on duty were told of: marked at once, by whoever says so.
    aside((T.MARK_NOTICE,), (), R.NOTICE_MARKED, writes=(mark_notice,), on_refusal=(T.NOTICE_UNCLEAR, T.UNKNOWN)),
    aside((T.NOTICE_UNCLEAR,), (), R.NOTICE_UNCLEAR),
    # A change that names another patient is another order: the one under way is left, and told to be.
    Row((T.FILL_ORDER,), ORDERS, (names_another,), S.IDLE,
        writes=(ask_anew, clear_draft), reply=R.ORDER_LEFT, then=T.USE_TOOL),
    # What began with a no and cannot be done: the order it was said to does not stand either.
    Row((T.FILL_ORDER,), CONFIRM_ORDER, (denies, tool_answers),
        reads=(ask_tool,), writes=(wait_behind,), reply=R.TOOL_ANSWER, then=T.DENY),
    # What fills the order under way: the answer to what was missing, or a change of what is proposed. Changed, it is
    # proposed anew. What cannot be done is said, and the order stands as before.
    Row((T.FILL_ORDER,), ORDERS, (tool_proposes,), S.CONFIRM_ORDER,
        reads=(ask_tool,), writes=(keep_order, propose), reply=R.ORDER_PROPOSAL),
    Row((T.FILL_ORDER,), ORDERS, (tool_asks,), S.ORDER_QUESTION,
        reads=(ask_tool,), writes=(keep_request,), reply=R.TOOL_QUESTION),
    Row((T.FILL_ORDER,), ORDER_QUESTION, (tool_refuses,),
        reads=(ask_tool,), writes=(wait_behind,), reply=R.TOOL_ANSWER, then=T.RESUME),
    Row((T.FILL_ORDER,), CONFIRM_ORDER, (tool_answers,),
        reads=(ask_tool,), writes=(wait_behind,), reply=R.TOOL_ANSWER, then=T.RESUME),
    Row((T.FILL_ORDER,), ORDER_QUESTION, (tool_answers,), S.IDLE,
        reads=(ask_tool,), writes=(end_order,), reply=R.TOOL_ANSWER, then=T.NEXT_ORDER, then_if=queued),
    Row((T.FILL_ORDER,), ORDERS, (), S.IDLE,
        reads=(ask_tool,), writes=(leave_rest, clear_draft), reply=R.ORDER_REFUSED),  # their rights ended in between
    Row((T.FILL_ORDER,), besides(ORDERS)),
    # Something asked for, alone or behind an order that is done with. Whoever may not is answered as if it had not
    # been understood.
    Row((T.USE_TOOL, T.NEXT_ORDER), IDLE, (tool_proposes,), S.CONFIRM_ORDER,
        reads=(ask_tool,), writes=(keep_order, propose), reply=R.ORDER_PROPOSAL),
    Row((T.USE_TOOL, T.NEXT_ORDER), IDLE, (tool_asks,), S.ORDER_QUESTION,
        reads=(ask_tool,), writes=(keep_request,), reply=R.TOOL_QUESTION),
    Row((T.USE_TOOL, T.NEXT_ORDER), IDLE, (tool_answers,),
        reads=(ask_tool,), writes=(end_order,), reply=R.TOOL_ANSWER, then=T.NEXT_ORDER, then_if=queued),
    Row((T.USE_TOOL,), FLOW, (tool_prepares,), S.IDLE,
        reads=(ask_tool,), writes=(release_hold, clear_draft),
        reply=says((ORDERS, R.ORDER_LEFT), otherwise=None), then=T.USE_TOOL),
    Row((T.USE_TOOL,), FLOW, (tool_answers,),
        reads=(ask_tool,), writes=(leave_rest,), reply=R.TOOL_ANSWER, then=T.RESUME),
    Row((T.NEXT_ORDER,), ALL, (), reads=(ask_tool,), writes=(leave_rest,), reply=R.ORDER_REFUSED),
)  # fmt: skip
