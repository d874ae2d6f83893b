"""The rows of the waiting list: joining it, leaving it, and the answers to what was offered. Taking a time leads to the
ordinary proposal, with the time held already: only its yes books or moves anything."""

from __future__ import annotations

from booking.conversation.fsm.guards import (
    for_theirs,
    free_already,
    in_vain,
    no_waiting_list,
    nothing_to_wait_for,
    offer_is_booked,
    offer_is_moving,
    offer_is_taken,
    offer_late,
    offer_late_to_move,
    offer_lost,
    offer_named,
    on_waiting_list,
)
from booking.conversation.fsm.holding import release_hold
from booking.conversation.fsm.places import ALL, FLOW, IDLE, OFFERS, ORDERS
from booking.conversation.fsm.proposals import propose
from booking.conversation.fsm.row import Row, aside, says
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.waiting_times_asked import (
    decline_offered,
    find_offered,
    find_waited,
    find_waiting,
    join_waiting_list,
    leave_waiting_list,
    look_again,
    look_instead,
    note_late,
    show_theirs,
    take_offered,
)
from booking.conversation.fsm.writes import clear_draft
from booking.conversation.replies.keys import ReplyKey as R
from booking.models import SubState as S

WAITING_LIST_ROWS: tuple[Row, ...] = (
    aside((T.JOIN_WAITING_LIST,), (no_waiting_list,), R.NO_WAITING_LIST, reads=(find_waited,)),
    aside((T.JOIN_WAITING_LIST,), (nothing_to_wait_for,), R.WAIT_FOR_WHAT),
    Row((T.JOIN_WAITING_LIST,), IDLE, (free_already, for_theirs), writes=(look_instead,),
        reply=R.FREE_ALREADY, then=T.RESCHEDULE_APPOINTMENT),
    Row((T.JOIN_WAITING_LIST,), (*IDLE, *OFFERS), (free_already,), writes=(look_instead,),
        reply=R.FREE_ALREADY, then=T.CHECK_AVAILABILITY),
    Row((T.JOIN_WAITING_LIST,), IDLE, (in_vain, for_theirs), writes=(look_instead,),
        reply=R.NEVER_FREE, then=T.RESCHEDULE_APPOINTMENT),
    Row((T.JOIN_WAITING_LIST,), (*IDLE, *OFFERS), (in_vain,), writes=(look_instead,),
        reply=R.NEVER_FREE, then=T.CHECK_AVAILABILITY),
    aside((T.JOIN_WAITING_LIST,), (free_already,), R.FREE_NOW),
    aside((T.JOIN_WAITING_LIST,), (in_vain,), R.NEVER_FREE),
    aside((T.JOIN_WAITING_LIST,), (), R.WAITING_LIST_JOINED, writes=(join_waiting_list,)),
    aside((T.LEAVE_WAITING_LIST,), (on_waiting_list,), R.WAITING_LIST_LEFT,
        reads=(find_waiting,), writes=(leave_waiting_list,)),
    aside((T.LEAVE_WAITING_LIST,), (), R.NOT_ON_WAITING_LIST),
    Row((T.TAKE_OFFER,), IDLE, (offer_late,), reads=(find_offered,), writes=(look_again,),
        reply=R.OFFER_LATE, then=T.CHECK_AVAILABILITY),
    Row((T.TAKE_OFFER,), IDLE, (offer_late_to_move,), reads=(find_offered,), writes=(look_again,),
        reply=R.OFFER_LATE, then=T.RESCHEDULE_APPOINTMENT),
    Row((T.TAKE_OFFER,), ALL, (offer_is_booked,), reads=(find_offered,), writes=(show_theirs,),
        then=T.LIST_APPOINTMENTS),
    aside((T.TAKE_OFFER,), (offer_lost,), R.OFFER_GONE, reads=(find_offered,), writes=(note_late,)),
    Row((T.TAKE_OFFER,), FLOW, (offer_is_taken,), then=T.RESUME),
    Row((T.TAKE_OFFER,), FLOW, (), S.IDLE, writes=(release_hold, clear_draft),
        reply=says((ORDERS, R.ORDER_LEFT), otherwise=None), then=T.TAKE_OFFER),
    Row((T.TAKE_OFFER,), IDLE, (offer_is_moving,), S.CONFIRM_MOVE,
        writes=(take_offered, propose), reply=R.MOVE_PROPOSAL, on_refusal=(T.OFFER_GONE,)),
    Row((T.TAKE_OFFER,), IDLE, (offer_named,), S.CONFIRM_BOOK,
        writes=(take_offered, propose), reply=R.PROPOSAL, on_refusal=(T.OFFER_GONE,)),
    Row((T.TAKE_OFFER,), IDLE, (), S.NAME, writes=(take_offered,), reply=R.ASK_NAME, on_refusal=(T.OFFER_GONE,)),
    Row((T.OFFER_GONE,), ALL, (), reply=R.OFFER_GONE),
    aside((T.DECLINE_OFFER,), (), R.OFFER_DECLINED, writes=(decline_offered,)),
)  # fmt: skip
