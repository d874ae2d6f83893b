"""The rows of `table` about who may be written to and who answers the chat. `FIRST_ROWS` come before everything else.

What a model alone read, or words near it, ends nothing and silences nobody: it is asked about, with buttons. Words of
an emergency are answered whoever has the chat, and after BAJA too.
"""

from __future__ import annotations

from booking.conversation.fsm.consent import (
    call_for_help,
    hand_over,
    record_opt_out,
    record_way_back,
    take_back,
    tell_staff_of_delay,
    tell_staff_of_privacy,
    undo_opt_out,
)
from booking.conversation.fsm.consent_guards import (
    asks_something,
    guessed,
    opted_out,
    under_human,
    undoes_opt_out,
    wants_assistant,
    way_back_told,
)
from booking.conversation.fsm.guards import another_patient, cancelling, is_urgent, ordering, running_late
from booking.conversation.fsm.holding import release_hold
from booking.conversation.fsm.proposals import withdraw_proposal
from booking.conversation.fsm.reads import find_next_open
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.triggers import INTENT_TRIGGERS
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.writes import clear_draft
from booking.conversation.replies.keys import ReplyKey as R
from booking.models import State

IDLE = (State.IDLE,)
DATA = (State.CUSTOMER_DATA,)
YES_NO = (State.CONFIRM,)
FLOW = (State.SLOT_SELECTION, State.CUSTOMER_DATA, State.CONFIRM)
ALL = tuple(State)
TALK = tuple(t for t in INTENT_TRIGGERS if t is not T.OPT_OUT)
GIVES_UP = (T.CANCEL_BOOKING, T.CANCEL_APPOINTMENT, T.RESCHEDULE_APPOINTMENT)

FIRST_ROWS: tuple[Row, ...] = (
    # An emergency, whoever has the chat. Where it may be a figure of speech, the number is said and it is asked.
    Row((T.REQUEST_HUMAN,), YES_NO, (is_urgent, guessed), writes=(withdraw_proposal,), reply=R.MAYBE_URGENT),
    Row((T.REQUEST_HUMAN,), ALL, (is_urgent, guessed), reply=R.MAYBE_URGENT),
    Row((T.REQUEST_HUMAN,), ALL, (is_urgent,), writes=(call_for_help,), reply=R.URGENT),
    # Consent.
    Row((T.OPT_OUT,), IDLE, (undoes_opt_out,), writes=(undo_opt_out,), reply=R.OPTED_IN),
    Row((T.OPT_OUT,), FLOW, (undoes_opt_out, under_human)),
    Row((T.OPT_OUT,), FLOW, (undoes_opt_out,), then=T.RESUME),
    Row((T.OPT_OUT,), ALL, (opted_out,)),
    Row((T.OPT_OUT,), ALL, (guessed, under_human)),
    Row((T.OPT_OUT,), YES_NO, (guessed,), writes=(withdraw_proposal,), reply=R.ASK_OPT_OUT),
    Row((T.OPT_OUT,), ALL, (guessed,), reply=R.ASK_OPT_OUT),
    Row(
        (T.OPT_OUT,), ALL, (), State.IDLE,
        writes=(release_hold, clear_draft, record_opt_out), reply=R.OPTED_OUT,
    ),
    Row((T.PRIVACY_REQUEST,), ALL, (opted_out,), writes=(tell_staff_of_privacy,), reply=R.PRIVACY_REQUESTED),
    Row(TALK, ALL, (opted_out, under_human)),
    Row(TALK, ALL, (opted_out, way_back_told)),
    Row(TALK, ALL, (opted_out, asks_something), writes=(record_way_back,), reply=R.WAY_BACK),
    Row(TALK, ALL, (opted_out,)),
    # A person has the chat.
    Row((T.REQUEST_HUMAN,), IDLE, (under_human, wants_assistant), writes=(take_back,), reply=R.BOT_BACK),
    Row((T.REQUEST_HUMAN,), FLOW, (under_human, wants_assistant),
        writes=(take_back,), reply=R.BOT_BACK, then=T.RESUME),
    Row(TALK, ALL, (under_human,)),
    # What a model alone read gives up nothing.
    Row(GIVES_UP, YES_NO, (guessed,), writes=(withdraw_proposal,), reply=R.ASK_LEAVE),
    Row(GIVES_UP, FLOW, (guessed,), reply=R.ASK_LEAVE),
    Row((T.PROVIDE_CUSTOMER_DATA,), YES_NO, (another_patient, guessed),
        writes=(withdraw_proposal,), reply=R.ASK_LEAVE),
    Row((T.PROVIDE_CUSTOMER_DATA,), FLOW, (another_patient, guessed), reply=R.ASK_LEAVE),
    Row((T.DENY,), YES_NO, (cancelling, guessed), writes=(withdraw_proposal,), reply=R.ASK_LEAVE),
    Row((T.DENY,), YES_NO, (ordering, guessed), writes=(withdraw_proposal,), reply=R.ASK_LEAVE),
    Row((T.DENY,), DATA, (ordering, guessed), reply=R.ASK_LEAVE),
)  # fmt: skip

HUMAN_ROWS: tuple[Row, ...] = (
    Row((T.REQUEST_HUMAN,), IDLE, (wants_assistant,), reply=R.ANYTHING_ELSE),
    Row((T.REQUEST_HUMAN,), FLOW, (wants_assistant,), then=T.RESUME),
    Row((T.REQUEST_HUMAN,), IDLE, (running_late,), writes=(tell_staff_of_delay,), reply=R.LATE_NOTED),
    Row((T.REQUEST_HUMAN,), FLOW, (running_late,), writes=(tell_staff_of_delay,),
        reply=R.LATE_NOTED, then=T.RESUME),
    Row((T.REQUEST_HUMAN,), YES_NO, (guessed,), writes=(withdraw_proposal,), reply=R.ASK_HUMAN),
    Row((T.REQUEST_HUMAN,), ALL, (guessed,), reply=R.ASK_HUMAN),
    Row((T.REQUEST_HUMAN,), ALL, (), reads=(find_next_open,), writes=(hand_over,), reply=R.HUMAN_COMING),
)  # fmt: skip
