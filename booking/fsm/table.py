"""THE table: the only place that names a destination. Read it from top to bottom; the first row that fits acts.

Every state and intent ends in a row without guards, so nothing is ever left unanswered but for human control
and opt-out. `machine.check` refuses to import a table that breaks this.
"""

from __future__ import annotations

from booking.fsm.guards import (
    appointments_found,
    choice_offered,
    exact_time_free,
    fourth_miss,
    holding,
    in_documents,
    is_foreign,
    is_media,
    is_stale_tap,
    is_voice,
    name_given,
    name_known,
    offer_fresh,
    offer_missing,
    on_record,
    opted_out,
    other_times_found,
    says_when,
    third_miss,
    times_found,
    under_human,
    undoes_opt_out,
    wish_ambiguous,
    wish_impossible,
    yes_is_bound,
)
from booking.fsm.lookups import search_documents
from booking.fsm.reads import find_appointments, find_doctors, find_slots
from booking.fsm.row import Row
from booking.fsm.triggers import INTENT_TRIGGERS
from booking.fsm.triggers import Trigger as T
from booking.fsm.writes import (
    begin_draft,
    book,
    clear_draft,
    count_miss,
    hand_over,
    hold_slot,
    keep_data,
    offer_slots,
    pick_exact,
    propose,
    record_notice,
    record_opt_out,
    release_hold,
    remember_name,
    renew_hold,
    take_back,
    tell_staff_of_privacy,
    undo_opt_out,
    withdraw_proposal,
)
from booking.models import State
from booking.replies.keys import ReplyKey as R

IDLE = (State.IDLE,)
SLOTS = (State.SLOT_SELECTION,)
DATA = (State.CUSTOMER_DATA,)
YES_NO = (State.CONFIRM,)
CHOSEN = (State.CUSTOMER_DATA, State.CONFIRM)
FLOW = (State.SLOT_SELECTION, State.CUSTOMER_DATA, State.CONFIRM)
ALL = tuple(State)
TALK = tuple(t for t in INTENT_TRIGGERS if t is not T.OPT_OUT)

TABLE: tuple[Row, ...] = (
    # Consent and control come before everything else.
    Row((T.OPT_OUT,), ALL, (undoes_opt_out,), None, writes=(undo_opt_out,), reply=R.OPTED_IN),
    Row((T.OPT_OUT,), ALL, (opted_out,)),
    Row(
        (T.OPT_OUT,), ALL, (), State.IDLE,
        writes=(release_hold, clear_draft, record_opt_out), reply=R.OPTED_OUT,
    ),
    Row(TALK, ALL, (opted_out,)),
    Row(TALK, ALL, (under_human,)),
    Row((T.FIRST_CONTACT,), ALL, (opted_out,)),
    Row((T.FIRST_CONTACT,), ALL, (), writes=(record_notice,), reply=R.PRIVACY_NOTICE),
    Row((T.TIMEOUT,), IDLE),
    Row((T.TIMEOUT,), FLOW, (under_human,), State.IDLE, writes=(release_hold, clear_draft)),
    Row((T.TIMEOUT,), FLOW, (opted_out,), State.IDLE, writes=(release_hold, clear_draft)),
    Row((T.TIMEOUT,), FLOW, (), State.IDLE, writes=(release_hold, clear_draft), reply=R.TIMED_OUT),
    Row((T.BOT_RETURNS,), ALL, (opted_out,), writes=(take_back,)),
    Row((T.BOT_RETURNS,), ALL, (), writes=(take_back,), reply=R.BOT_BACK),
    # Saying where the flow stands.
    Row((T.RESUME,), IDLE, (), reply=R.ANYTHING_ELSE),
    Row((T.RESUME,), SLOTS, (offer_fresh,), reply=R.OFFER_SLOTS),
    Row((T.RESUME,), SLOTS, (), then=T.CHECK_AVAILABILITY),
    Row((T.RESUME,), DATA, (), reply=R.ASK_NAME),
    Row((T.RESUME,), YES_NO, (), writes=(propose,), reply=R.PROPOSAL),
    # Looking for a time. check_availability stays in SLOT_SELECTION: it offers, it never decides.
    Row((T.START_BOOKING,), IDLE, (), State.SLOT_SELECTION, writes=(begin_draft,), then=T.CHECK_AVAILABILITY),
    Row((T.START_BOOKING,), SLOTS, (), then=T.CHECK_AVAILABILITY),
    Row((T.START_BOOKING,), CHOSEN, (says_when,), then=T.CHECK_AVAILABILITY),
    Row((T.START_BOOKING,), CHOSEN, (), then=T.RESUME),
    Row(
        (T.CHECK_AVAILABILITY,), IDLE, (), State.SLOT_SELECTION,
        writes=(begin_draft,), then=T.CHECK_AVAILABILITY,
    ),
    Row(
        (T.CHECK_AVAILABILITY,), CHOSEN, (), State.SLOT_SELECTION,
        writes=(release_hold, withdraw_proposal), then=T.CHECK_AVAILABILITY,
    ),
    Row((T.CHECK_AVAILABILITY,), SLOTS, (wish_impossible,), reply=R.TIME_IMPOSSIBLE),
    Row((T.CHECK_AVAILABILITY,), SLOTS, (wish_ambiguous,), reply=R.ASK_WHICH_TIME),
    Row(
        (T.CHECK_AVAILABILITY,), SLOTS, (exact_time_free,),
        reads=(find_slots,), writes=(offer_slots, pick_exact), then=T.SELECT_SLOT,
    ),
    Row(
        (T.CHECK_AVAILABILITY,), SLOTS, (times_found,),
        reads=(find_slots,), writes=(offer_slots,), reply=R.OFFER_SLOTS,
    ),
    Row(
        (T.CHECK_AVAILABILITY,), SLOTS, (other_times_found,),
        reads=(find_slots,), writes=(offer_slots,), reply=R.OFFER_OTHERS,
    ),
    Row((T.CHECK_AVAILABILITY,), SLOTS, (), reads=(find_slots,), reply=R.NO_SLOTS),
    # Choosing one: only what was offered, only while the offer is fresh, only if the hold succeeds.
    Row((T.SELECT_SLOT,), IDLE, (), writes=(count_miss,), reply=R.NOTHING_PENDING),
    Row((T.SELECT_SLOT,), SLOTS, (offer_missing,), then=T.CHECK_AVAILABILITY),
    Row((T.SELECT_SLOT,), SLOTS, (offer_fresh, choice_offered, name_known), State.CONFIRM,
        writes=(hold_slot, propose), reply=R.PROPOSAL, on_refusal=(T.SLOT_TAKEN,)),
    Row((T.SELECT_SLOT,), SLOTS, (offer_fresh, choice_offered), State.CUSTOMER_DATA,
        writes=(hold_slot,), reply=R.ASK_NAME, on_refusal=(T.SLOT_TAKEN,)),
    Row((T.SELECT_SLOT,), SLOTS, (offer_fresh,), reply=R.NOT_OFFERED, then=T.RESUME),
    Row((T.SELECT_SLOT,), SLOTS, (), reply=R.OFFER_EXPIRED, then=T.CHECK_AVAILABILITY),
    Row((T.SELECT_SLOT,), CHOSEN, (offer_fresh, choice_offered, name_known), State.CONFIRM,
        writes=(hold_slot, propose), reply=R.PROPOSAL, on_refusal=(T.SLOT_TAKEN,)),
    Row((T.SELECT_SLOT,), CHOSEN, (offer_fresh, choice_offered), State.CUSTOMER_DATA,
        writes=(hold_slot,), reply=R.ASK_NAME, on_refusal=(T.SLOT_TAKEN,)),
    Row((T.SELECT_SLOT,), CHOSEN, (), reply=R.NOT_OFFERED, then=T.RESUME),
    Row((T.SLOT_TAKEN,), ALL, (), State.SLOT_SELECTION,
        writes=(release_hold, keep_data), reply=R.SLOT_TAKEN, then=T.CHECK_AVAILABILITY),
    # Whose appointment it is.
    Row((T.PROVIDE_CUSTOMER_DATA,), IDLE, (name_given,), writes=(remember_name,), reply=R.WELCOME),
    Row((T.PROVIDE_CUSTOMER_DATA,), IDLE, (), reply=R.GREETING),
    Row((T.PROVIDE_CUSTOMER_DATA,), SLOTS, (), writes=(keep_data,), reply=R.NAME_KEPT, then=T.RESUME),
    Row((T.PROVIDE_CUSTOMER_DATA,), CHOSEN, (name_given,), State.CONFIRM,
        writes=(renew_hold, keep_data, propose), reply=R.PROPOSAL, on_refusal=(T.SLOT_TAKEN,)),
    Row((T.PROVIDE_CUSTOMER_DATA,), CHOSEN, (), State.CUSTOMER_DATA,
        writes=(keep_data, withdraw_proposal), reply=R.ASK_NAME),
    # The yes, and everything that is not one.
    Row((T.CONFIRM,), YES_NO, (yes_is_bound, name_known, holding), State.IDLE,
        reads=(find_doctors,), writes=(book, clear_draft), reply=R.BOOKED,
        on_refusal=(T.SLOT_TAKEN, T.PATIENT_BUSY)),
    Row((T.CONFIRM,), FLOW, (), reply=R.YES_TO_WHAT, then=T.RESUME),
    Row((T.CONFIRM,), IDLE, (), reply=R.NOTHING_PENDING),
    Row((T.PATIENT_BUSY,), ALL, (), State.SLOT_SELECTION,
        writes=(release_hold,), reply=R.PATIENT_BUSY),
    Row((T.DENY,), YES_NO, (), writes=(withdraw_proposal,), reply=R.WHAT_TO_CHANGE),
    Row((T.DENY,), SLOTS, (), reply=R.ASK_OTHER_TIME),
    Row((T.DENY,), DATA, (), reply=R.WHAT_TO_CHANGE),
    Row((T.DENY,), IDLE, (), reply=R.ANYTHING_ELSE),
    Row((T.CANCEL_BOOKING,), FLOW, (), State.IDLE, writes=(release_hold, clear_draft), reply=R.FLOW_CANCELLED),
    Row((T.CANCEL_BOOKING,), IDLE, (), reply=R.NOTHING_TO_CANCEL),
    # Appointments that exist.
    Row((T.LIST_APPOINTMENTS,), IDLE, (appointments_found,),
        reads=(find_appointments, find_doctors), reply=R.MY_APPOINTMENTS),
    Row((T.LIST_APPOINTMENTS,), IDLE, (), reads=(find_appointments,), reply=R.NO_APPOINTMENTS),
    Row((T.LIST_APPOINTMENTS,), FLOW, (appointments_found,),
        reads=(find_appointments, find_doctors), reply=R.MY_APPOINTMENTS, then=T.RESUME),
    Row((T.LIST_APPOINTMENTS,), FLOW, (), reads=(find_appointments,), reply=R.NO_APPOINTMENTS, then=T.RESUME),
    Row((T.CANCEL_APPOINTMENT, T.RESCHEDULE_APPOINTMENT), ALL, (),
        reply=R.CHANGE_BY_STAFF, then=T.REQUEST_HUMAN),
    # Questions and talk: answered, and the flow goes on where it was.
    Row((T.ASK_QUESTION,), IDLE, (on_record,), lookups=(search_documents,),
        reads=(find_doctors,), reply=R.ANSWER_RECORD),
    Row((T.ASK_QUESTION,), IDLE, (in_documents,), lookups=(search_documents,), reply=R.ANSWER_DOCUMENT),
    Row((T.ASK_QUESTION,), IDLE, (), lookups=(search_documents,), reply=R.NO_ANSWER),
    Row((T.ASK_QUESTION,), FLOW, (on_record,), lookups=(search_documents,),
        reads=(find_doctors,), reply=R.ANSWER_RECORD, then=T.RESUME),
    Row((T.ASK_QUESTION,), FLOW, (in_documents,), lookups=(search_documents,),
        reply=R.ANSWER_DOCUMENT, then=T.RESUME),
    Row((T.ASK_QUESTION,), FLOW, (), lookups=(search_documents,), reply=R.NO_ANSWER, then=T.RESUME),
    Row((T.GREET,), IDLE, (), reply=R.GREETING),
    Row((T.GREET,), FLOW, (), reply=R.HELLO_AGAIN, then=T.RESUME),
    Row((T.SMALLTALK, T.THANK), IDLE, (), reply=R.ANYTHING_ELSE),
    Row((T.SMALLTALK, T.THANK), FLOW, (), reply=R.SMALLTALK, then=T.RESUME),
    Row((T.RECALL,), IDLE, (), reply=R.NO_MEMORY),
    Row((T.RECALL,), FLOW, (), reply=R.NO_MEMORY, then=T.RESUME),
    Row((T.REQUEST_HUMAN,), ALL, (), writes=(hand_over,), reply=R.HUMAN_COMING),
    Row((T.PRIVACY_REQUEST,), IDLE, (), writes=(tell_staff_of_privacy,), reply=R.PRIVACY_REQUESTED),
    Row((T.PRIVACY_REQUEST,), FLOW, (), writes=(tell_staff_of_privacy,),
        reply=R.PRIVACY_REQUESTED, then=T.RESUME),
    # What was not understood: said once with the question again, then buttons, then a human.
    Row((T.UNKNOWN,), IDLE, (is_media,), reply=R.MEDIA),
    Row((T.UNKNOWN,), FLOW, (is_media,), reply=R.MEDIA, then=T.RESUME),
    Row((T.UNKNOWN,), IDLE, (is_voice,), reply=R.VOICE),
    Row((T.UNKNOWN,), FLOW, (is_voice,), reply=R.VOICE, then=T.RESUME),
    Row((T.UNKNOWN,), IDLE, (is_foreign,), reply=R.LANGUAGE),
    Row((T.UNKNOWN,), FLOW, (is_foreign,), reply=R.LANGUAGE, then=T.RESUME),
    Row((T.UNKNOWN,), ALL, (is_stale_tap,), reply=R.STALE_TAP, then=T.RESUME),
    Row((T.UNKNOWN, T.USE_TOOL), ALL, (fourth_miss,), writes=(count_miss,), then=T.REQUEST_HUMAN),
    Row((T.UNKNOWN, T.USE_TOOL), ALL, (third_miss,), writes=(count_miss,), reply=R.HELP),
    Row((T.UNKNOWN, T.USE_TOOL), IDLE, (), writes=(count_miss,), reply=R.NOT_UNDERSTOOD),
    Row((T.UNKNOWN, T.USE_TOOL), FLOW, (), writes=(count_miss,), reply=R.NOT_UNDERSTOOD, then=T.RESUME),
)  # fmt: skip
