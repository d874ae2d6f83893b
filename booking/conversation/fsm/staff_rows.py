"""The rows of doctors and staff: what they ask for, what is still missing of it, and the yes that carries it out.

A part of `table`, which puts them before its own rows: a row about a draft of theirs says so in its guards.
"""

from __future__ import annotations

from booking.conversation.fsm.guards import (
    brings_code,
    denies,
    goes_on,
    listed,
    names_another,
    ordering,
    queued,
    tool_answers,
    tool_asks,
    tool_forbidden,
    tool_proposes,
    tool_refuses,
    yes_is_bound,
)
from booking.conversation.fsm.holding import release_hold
from booking.conversation.fsm.proposals import propose
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.staff_orders import (
    ask_anew,
    ask_tool,
    carry_out,
    enrol,
    keep_order,
    keep_request,
    take_listed,
)
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.waiting import leave_rest, next_order, wait_behind
from booking.conversation.fsm.writes import clear_draft
from booking.conversation.replies.keys import ReplyKey as R
from booking.models import State

IDLE = (State.IDLE,)
DATA = (State.CUSTOMER_DATA,)
YES_NO = (State.CONFIRM,)
CHOSEN = (State.CUSTOMER_DATA, State.CONFIRM)
FLOW = (State.SLOT_SELECTION, State.CUSTOMER_DATA, State.CONFIRM)

STAFF_ROWS: tuple[Row, ...] = (
    # Where an order stands: something is missing, or it waits for its yes.
    Row((T.RESUME,), DATA, (ordering,), reply=R.TOOL_QUESTION),
    Row((T.RESUME,), YES_NO, (ordering,), writes=(propose,), reply=R.ORDER_PROPOSAL),
    Row((T.CONFIRM,), YES_NO, (yes_is_bound, ordering, queued), State.IDLE,
        writes=(carry_out, next_order), reply=R.ORDER_DONE, then=T.NEXT_ORDER, on_refusal=(T.ORDER_REFUSED,)),
    Row((T.CONFIRM,), YES_NO, (yes_is_bound, ordering), State.IDLE,
        writes=(carry_out, clear_draft), reply=R.ORDER_DONE, on_refusal=(T.ORDER_REFUSED,)),
    Row((T.ORDER_REFUSED,), YES_NO, (queued,), State.IDLE,
        writes=(next_order,), reply=R.ORDER_REFUSED, then=T.NEXT_ORDER),
    Row((T.ORDER_REFUSED,), tuple(State), (), State.IDLE, writes=(release_hold, clear_draft), reply=R.ORDER_REFUSED),
    Row((T.DENY,), CHOSEN, (ordering, queued), State.IDLE,
        writes=(next_order,), reply=R.ORDER_DROPPED, then=T.NEXT_ORDER),
    Row((T.DENY,), CHOSEN, (ordering,), State.IDLE, writes=(clear_draft,), reply=R.ORDER_DROPPED),
    Row((T.CANCEL_BOOKING,), CHOSEN, (ordering,), State.IDLE, writes=(clear_draft,), reply=R.ORDER_DROPPED),
    Row((T.CHECK_AVAILABILITY,), CHOSEN, (ordering,), reply=R.ORDER_STANDS, then=T.RESUME),
    Row((T.CANCEL_APPOINTMENT,), CHOSEN, (ordering,), State.IDLE,
        writes=(clear_draft,), reply=R.ORDER_LEFT, then=T.CANCEL_APPOINTMENT),
    Row((T.RESCHEDULE_APPOINTMENT,), CHOSEN, (ordering,), State.IDLE,
        writes=(clear_draft,), reply=R.ORDER_LEFT, then=T.RESCHEDULE_APPOINTMENT),
    Row((T.PROVIDE_CUSTOMER_DATA,), CHOSEN, (ordering,), then=T.RESUME),
    Row((T.SELECT_SLOT,), DATA, (listed,), writes=(take_listed,), then=T.USE_TOOL),
    # The code that enrols: no tool, and open to everybody.
    Row((T.USE_TOOL,), IDLE, (brings_code,), writes=(enrol,), reply=R.ENROLLED, on_refusal=(T.UNKNOWN,)),
    Row((T.USE_TOOL,), FLOW, (brings_code,), writes=(enrol,), reply=R.ENROLLED, then=T.RESUME,
        on_refusal=(T.UNKNOWN,)),
    # A change that names another patient is another order: the one under way is left, and told to be.
    Row((T.USE_TOOL,), CHOSEN, (names_another,), State.IDLE,
        writes=(ask_anew, clear_draft), reply=R.ORDER_LEFT, then=T.USE_TOOL),
    # What began with a no and cannot be done: the order it was said to does not stand either.
    Row((T.USE_TOOL,), YES_NO, (ordering, denies, tool_answers),
        reads=(ask_tool,), writes=(wait_behind,), reply=R.TOOL_ANSWER, then=T.DENY),
    # What fills the order under way: the answer to what was missing, or a change of what is proposed. Changed, it is
    # proposed anew. What cannot be done is said, and the order stands as before.
    Row((T.USE_TOOL,), CHOSEN, (goes_on, tool_proposes), State.CONFIRM,
        reads=(ask_tool,), writes=(keep_order, propose), reply=R.ORDER_PROPOSAL),
    Row((T.USE_TOOL,), CHOSEN, (goes_on, tool_asks), State.CUSTOMER_DATA,
        reads=(ask_tool,), writes=(keep_request,), reply=R.TOOL_QUESTION),
    Row((T.USE_TOOL,), CHOSEN, (goes_on, tool_refuses),
        reads=(ask_tool,), writes=(wait_behind,), reply=R.TOOL_ANSWER, then=T.RESUME),
    Row((T.USE_TOOL,), DATA, (goes_on, tool_answers, queued), State.IDLE,
        reads=(ask_tool,), writes=(next_order,), reply=R.TOOL_ANSWER, then=T.NEXT_ORDER),
    Row((T.USE_TOOL,), DATA, (goes_on, tool_answers), State.IDLE,
        reads=(ask_tool,), writes=(leave_rest, clear_draft), reply=R.TOOL_ANSWER),
    Row((T.USE_TOOL,), CHOSEN, (goes_on, tool_forbidden), State.IDLE,
        reads=(ask_tool,), writes=(leave_rest, clear_draft), reply=R.ORDER_REFUSED),  # their rights ended in between
    # Something asked for. Whoever may not is answered as if it had not been understood.
    Row((T.USE_TOOL,), IDLE, (tool_proposes,), State.CONFIRM,
        reads=(ask_tool,), writes=(keep_order, propose), reply=R.ORDER_PROPOSAL),
    Row((T.USE_TOOL,), IDLE, (tool_asks,), State.CUSTOMER_DATA,
        reads=(ask_tool,), writes=(keep_request,), reply=R.TOOL_QUESTION),
    Row((T.USE_TOOL,), CHOSEN, (ordering, tool_proposes), State.IDLE,
        reads=(ask_tool,), writes=(clear_draft,), reply=R.ORDER_LEFT, then=T.USE_TOOL),
    Row((T.USE_TOOL,), CHOSEN, (ordering, tool_asks), State.IDLE,
        reads=(ask_tool,), writes=(clear_draft,), reply=R.ORDER_LEFT, then=T.USE_TOOL),
    Row((T.USE_TOOL,), FLOW, (tool_proposes,), State.IDLE,
        reads=(ask_tool,), writes=(release_hold, clear_draft), then=T.USE_TOOL),
    Row((T.USE_TOOL,), FLOW, (tool_asks,), State.IDLE,
        reads=(ask_tool,), writes=(release_hold, clear_draft), then=T.USE_TOOL),
    Row((T.USE_TOOL,), IDLE, (tool_answers, queued),
        reads=(ask_tool,), writes=(next_order,), reply=R.TOOL_ANSWER, then=T.NEXT_ORDER),
    Row((T.USE_TOOL,), IDLE, (tool_answers,), reads=(ask_tool,), writes=(leave_rest,), reply=R.TOOL_ANSWER),
    Row((T.USE_TOOL,), FLOW, (tool_answers,),
        reads=(ask_tool,), writes=(leave_rest,), reply=R.TOOL_ANSWER, then=T.RESUME),
    # What else was asked for in the same message, once the order before it is done with.
    Row((T.NEXT_ORDER,), IDLE, (tool_proposes,), State.CONFIRM,
        reads=(ask_tool,), writes=(keep_order, propose), reply=R.ORDER_PROPOSAL),
    Row((T.NEXT_ORDER,), IDLE, (tool_asks,), State.CUSTOMER_DATA,
        reads=(ask_tool,), writes=(keep_request,), reply=R.TOOL_QUESTION),
    Row((T.NEXT_ORDER,), IDLE, (tool_answers, queued),
        reads=(ask_tool,), writes=(next_order,), reply=R.TOOL_ANSWER, then=T.NEXT_ORDER),
    Row((T.NEXT_ORDER,), IDLE, (tool_answers,), reads=(ask_tool,), writes=(leave_rest,), reply=R.TOOL_ANSWER),
    Row((T.NEXT_ORDER,), tuple(State), (), reads=(ask_tool,), writes=(leave_rest,), reply=R.ORDER_REFUSED),
)  # fmt: skip
