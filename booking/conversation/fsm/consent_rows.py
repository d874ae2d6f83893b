"""The rows of `table` about who may be written to and who answers the chat. `FIRST_ROWS` come before everything else.

What a model alone read, or words near it, ends nothing and silences nobody: it is asked about, with buttons. Words of
an emergency are answered whoever has the chat, and after BAJA too. What else is said then fires `unheard` (`heard`).
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
from booking.conversation.fsm.guards import (
    another_patient,
    emergency,
    guessed,
    is_urgent,
    nobody_came,
    none_today,
    opted_out,
    running_late,
    under_human,
    undoes_opt_out,
    wants_assistant,
    way_back_owed,
)
from booking.conversation.fsm.holding import release_hold
from booking.conversation.fsm.places import ALL, CONFIRM_CANCEL, FLOW, IDLE, MOVING, ORDERS
from booking.conversation.fsm.proposals import withdraw_proposal
from booking.conversation.fsm.reads import (
    find_appointments,
    find_emergency_to_repeat,
    find_next_open,
    find_today,
    find_who_came,
)
from booking.conversation.fsm.row import Row, aside, says
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.writes import clear_draft, forget_unfinished
from booking.conversation.replies.keys import ReplyKey as R
from booking.models import SubState as S

GIVES_UP = (T.CANCEL_BOOKING, T.CANCEL_APPOINTMENT, T.RESCHEDULE_APPOINTMENT)

FIRST_ROWS: tuple[Row, ...] = (
    # An emergency, whoever has the chat. Where it may be a figure of speech, the number is said and it is asked.
    Row((T.REQUEST_HUMAN,), ALL, (is_urgent, guessed), writes=(withdraw_proposal,), reply=R.MAYBE_URGENT),
    Row((T.REQUEST_HUMAN,), ALL, (is_urgent,), writes=(call_for_help,), reply=R.URGENT),
    # Consent.
    Row((T.OPT_OUT,), IDLE, (undoes_opt_out,), writes=(undo_opt_out,), reply=R.OPTED_IN),
    Row((T.OPT_OUT,), FLOW, (undoes_opt_out, under_human)),
    Row((T.OPT_OUT,), FLOW, (undoes_opt_out,), then=T.RESUME),
    Row((T.OPT_OUT,), ALL, (opted_out,)),
    Row((T.OPT_OUT,), ALL, (guessed,), writes=(withdraw_proposal,),
        reply=says((under_human, None), otherwise=R.ASK_OPT_OUT)),
    Row((T.OPT_OUT,), ALL, (), S.IDLE,
        reads=(find_appointments,), writes=(release_hold, clear_draft, forget_unfinished, record_opt_out),
        reply=R.OPTED_OUT),
    aside((T.PRIVACY_REQUEST,), (), R.PRIVACY_REQUESTED, writes=(tell_staff_of_privacy,)),
    # Who wants no messages, or whose chat a person has, hears nothing; but once a day how to come back.
    Row((T.UNHEARD,), ALL, (way_back_owed,), writes=(record_way_back,), reply=R.WAY_BACK),
    # Who goes on writing after an emergency is told the number again.
    Row((T.UNHEARD,), ALL, (emergency,), reads=(find_emergency_to_repeat,), writes=(record_way_back,),
        reply=R.URGENT_AGAIN),
    # Nor is anybody left without an answer where nobody has come.
    Row((T.UNHEARD,), ALL, (nobody_came,), reads=(find_who_came,), writes=(record_way_back,), reply=R.STILL_WAITING),
    Row((T.UNHEARD,), ALL),
    # A human, and back.
    aside((T.REQUEST_HUMAN,), (wants_assistant,), writes=(take_back,),
          reply=says((under_human, R.BOT_BACK), (FLOW, None), otherwise=R.ANYTHING_ELSE)),
    aside((T.REQUEST_HUMAN,), (running_late, none_today), R.LATE_FOR_NONE, reads=(find_today,)),
    aside((T.REQUEST_HUMAN,), (running_late,), R.LATE_NOTED, writes=(tell_staff_of_delay,)),
    Row((T.REQUEST_HUMAN,), ALL, (guessed,), writes=(withdraw_proposal,), reply=R.ASK_HUMAN),
    Row((T.REQUEST_HUMAN,), ALL, (), reads=(find_next_open,), writes=(hand_over,), reply=R.HUMAN_COMING),
    # What a model alone read gives up nothing.
    Row(GIVES_UP, FLOW, (guessed,), writes=(withdraw_proposal,), reply=R.ASK_LEAVE),
    Row((T.PROVIDE_CUSTOMER_DATA,), MOVING, (another_patient, guessed),
        writes=(withdraw_proposal,), reply=R.ASK_LEAVE),
    Row((T.DENY,), (*CONFIRM_CANCEL, *ORDERS), (guessed,), writes=(withdraw_proposal,), reply=R.ASK_LEAVE),
)  # fmt: skip
