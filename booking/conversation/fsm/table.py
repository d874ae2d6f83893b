"""THE table: with `consent_rows`, `staff_rows`, `reminder_rows`, `rating_rows`, `recall_rows`, `waiting_list_rows` and
`missed_rows` the only place that names a destination. Read it from top to bottom; the first row that fits acts. Every
state and intent ends in a row without guards, so nothing is ever left unanswered but for human control and opt-out.
`machine.check` refuses to import a table that breaks this.
"""

from __future__ import annotations

from booking.conversation.fsm.consent import record_notice, take_back
from booking.conversation.fsm.consent_rows import FIRST_ROWS
from booking.conversation.fsm.guards import (
    another_doctor,
    another_patient,
    any_times_found,
    appointments_found,
    brings_data,
    brings_note,
    cancelling,
    choice_offered,
    count_open,
    exact_time_free,
    for_another,
    goes_back,
    has_manner,
    holding,
    in_documents,
    laughs,
    maybe_another,
    more,
    name_given,
    name_known,
    not_theirs,
    offer_fresh,
    offer_missing,
    offers_others,
    on_record,
    one_found,
    one_listed,
    one_picked,
    only_note,
    only_whose,
    opted_out,
    other_times_found,
    same_visit,
    says_what,
    several,
    since_changed,
    too_late,
    under_human,
    visit_open,
    waits,
    wish_ambiguous,
    wish_impossible,
    yes_is_bound,
)
from booking.conversation.fsm.holding import hold_slot, release_hold, renew_hold
from booking.conversation.fsm.lookups import search_documents
from booking.conversation.fsm.missed_rows import MISSED_ROWS
from booking.conversation.fsm.next_booking import ask_other, keep_other
from booking.conversation.fsm.patient import keep_data, keep_note, remember_name
from booking.conversation.fsm.places import (
    ALL,
    BOOKING,
    CHANGING,
    CHOSEN,
    CONFIRM,
    CONFIRM_BOOK,
    CONFIRM_CANCEL,
    CONFIRM_MOVE,
    CONFIRM_ORDER,
    FLOW,
    HOLDING,
    IDLE,
    LOOK,
    LOOKING,
    MOVING,
    NAME,
    NAMING,
    OFFER,
    OFFERS,
    ORDER_QUESTION,
    ORDERS,
    PICK,
    PROPOSE,
    SETTLED,
    SLOTS,
    besides,
)  # fmt: skip
from booking.conversation.fsm.proposals import book, cancel_appointment, move_appointment, propose, withdraw_proposal
from booking.conversation.fsm.rating_rows import RATING_ROWS
from booking.conversation.fsm.reads import (
    find_appointments,
    find_away,
    find_brought,
    find_closed,
    find_doctors,
    find_hours,
    find_slots,
)
from booking.conversation.fsm.recall_rows import AS_BEFORE_ROWS, RECALL_ROWS
from booking.conversation.fsm.reminder_rows import REMINDER_ROWS
from booking.conversation.fsm.row import Row, aside, says
from booking.conversation.fsm.staff_rows import STAFF_ROWS
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.waiting_list_rows import WAITING_LIST_ROWS
from booking.conversation.fsm.writes import (
    ask_unfinished,
    begin_draft,
    clear_draft,
    drop_offer,
    forget_offer,
    keep_unfinished,
    keep_wish,
    list_choices,
    move_instead,
    offer_slots,
    open_draft,
    pick_appointment,
    pick_exact,
    refuse_doctor,
    remember_shown,
)
from booking.conversation.replies.keys import ReplyKey as R
from booking.models import SubState as S

CHANGES = (T.CANCEL_APPOINTMENT, T.RESCHEDULE_APPOINTMENT)

TABLE: tuple[Row, ...] = (
    # Emergencies, consent and control come before everything else.
    *FIRST_ROWS,
    Row((T.FIRST_CONTACT,), ALL, (), writes=(record_notice,), reply=R.PRIVACY_NOTICE),
    Row((T.TIMEOUT,), IDLE),
    Row((T.TIMEOUT,), FLOW, (), S.IDLE, writes=(keep_unfinished, release_hold, clear_draft),
        reply=says((under_human, None), otherwise=R.TIMED_OUT)),
    Row((T.BOT_RETURNS,), ALL, (), writes=(take_back,), reply=says((opted_out, None), otherwise=R.BOT_BACK)),
    # Doctors and staff.
    *STAFF_ROWS,
    # Saying where the flow stands.
    Row((T.RESUME,), besides((*OFFERS, *CONFIRM)), (), reply=says(
        (IDLE, R.ANYTHING_ELSE), (ORDER_QUESTION, R.TOOL_QUESTION), (NAME, R.ASK_NAME), (one_listed, R.MOVE_OR_ANOTHER),
        otherwise=R.WHICH_APPOINTMENT)),
    Row((T.RESUME,), OFFERS, (offer_fresh,), reply=says((offers_others, R.OFFER_OTHERS), otherwise=R.OFFER_SLOTS)),
    Row((T.RESUME,), OFFERS, (visit_open,), then=T.CHECK_AVAILABILITY),
    Row((T.RESUME,), OFFERS, (count_open,), then=T.CHECK_AVAILABILITY),
    Row((T.RESUME,), OFFERS, (offer_missing,), reply=R.ASK_OTHER_TIME),
    Row((T.RESUME,), OFFERS, (), then=T.CHECK_AVAILABILITY),
    Row((T.RESUME,), CONFIRM, (), writes=(propose,), reply=says(
        (CONFIRM_ORDER, R.ORDER_PROPOSAL), (CONFIRM_CANCEL, R.CANCEL_PROPOSAL), (CONFIRM_MOVE, R.MOVE_PROPOSAL),
        otherwise=R.PROPOSAL)),
    *AS_BEFORE_ROWS,
    # What was looked for when silence ended it is asked about once, and begun again by a yes alone.
    Row((T.GREET,), IDLE, (goes_back,), writes=(ask_unfinished,), reply=R.GO_BACK),
    Row((T.START_BOOKING, T.CHECK_AVAILABILITY, T.SELECT_SLOT, T.CONFIRM), IDLE, (goes_back,),
        writes=(ask_unfinished,), reply=R.GO_BACK_OR_ANEW),
    # Looking for a time. check_availability stays in SLOT_SELECTION: it offers, it never decides.
    Row((T.START_BOOKING,), IDLE, (), S.OFFER,
        writes=(begin_draft, keep_other), reply=says((several, R.ONE_BY_ONE), otherwise=None),
        then=T.CHECK_AVAILABILITY),
    Row((T.START_BOOKING,), PICK, (), S.OFFER, writes=(begin_draft, keep_other), then=T.CHECK_AVAILABILITY),
    Row((T.START_BOOKING,), OFFERS, (), writes=(keep_other,),
        reply=says((several, R.ONE_BY_ONE), otherwise=None), then=T.CHECK_AVAILABILITY),
    Row((T.START_BOOKING,), SETTLED, (several,), writes=(keep_other,), reply=R.ONE_BY_ONE, then=T.RESUME),
    Row((T.START_BOOKING,), SETTLED, (says_what,), then=T.CHECK_AVAILABILITY),
    Row((T.START_BOOKING,), SETTLED, (), then=T.RESUME),
    Row((T.CHECK_AVAILABILITY,), CHOSEN, (same_visit,), writes=(keep_wish,), then=T.RESUME),
    Row((T.CHECK_AVAILABILITY,), CONFIRM_CANCEL, (), S.MOVE_OFFER, writes=(move_instead,), then=T.CHECK_AVAILABILITY),
    Row((T.CHECK_AVAILABILITY,), HOLDING, (another_doctor,), LOOK,
        reads=(find_doctors,), writes=(refuse_doctor, release_hold), then=T.CHECK_AVAILABILITY),
    Row((T.CHECK_AVAILABILITY,), HOLDING, (), LOOK, writes=(release_hold,), then=T.CHECK_AVAILABILITY),
    Row((T.CHECK_AVAILABILITY,), PICK, (one_picked,), then=T.SELECT_SLOT),
    Row((T.CHECK_AVAILABILITY,), PICK, (), then=T.RESUME),
    Row((T.CHECK_AVAILABILITY,), OFFERS, (another_doctor,), writes=(refuse_doctor,), then=T.CHECK_AVAILABILITY),
    Row((T.CHECK_AVAILABILITY,), LOOKING, (wish_impossible,), LOOK, writes=(open_draft,), reply=R.TIME_IMPOSSIBLE),
    Row((T.CHECK_AVAILABILITY,), LOOKING, (wish_ambiguous,), LOOK,
        reads=(find_closed,), writes=(keep_wish,), reply=R.ASK_WHICH_TIME),
    Row((T.CHECK_AVAILABILITY,), LOOKING, (visit_open,), LOOK, writes=(keep_wish,), reply=R.ASK_VISIT),
    Row((T.CHECK_AVAILABILITY,), LOOKING, (count_open,), LOOK, writes=(keep_wish,), reply=R.ASK_HOW_MANY),
    Row((T.CHECK_AVAILABILITY,), LOOKING, (says_what, exact_time_free), LOOK,
        reads=(find_slots,), writes=(offer_slots, pick_exact), then=T.SELECT_SLOT),
    Row((T.CHECK_AVAILABILITY,), LOOKING, (any_times_found,), LOOK, reads=(find_slots,), writes=(offer_slots,),
        reply=says((other_times_found, R.OFFER_OTHERS), otherwise=R.OFFER_SLOTS)),
    Row((T.CHECK_AVAILABILITY,), LOOKING, (), LOOK,
        reads=(find_slots, find_doctors), writes=(keep_wish, drop_offer), reply=R.NO_SLOTS),
    # Choosing one: only what was offered, only while the offer is fresh, only if the hold succeeds.
    Row((T.SELECT_SLOT, T.CONFIRM), IDLE, (), reply=R.NOTHING_PENDING),
    Row((T.SELECT_SLOT,), PICK, (one_picked, too_late), S.IDLE,
        reads=(find_away,), writes=(clear_draft,), reply=R.TOO_LATE),
    Row((T.SELECT_SLOT,), PICK, (one_picked, cancelling), S.CONFIRM_CANCEL,
        writes=(pick_appointment, propose), reply=R.CANCEL_PROPOSAL),
    Row((T.SELECT_SLOT,), PICK, (one_picked,), S.MOVE_OFFER, writes=(pick_appointment,), then=T.CHECK_AVAILABILITY),
    Row((T.SELECT_SLOT,), MOVING, (offer_fresh, choice_offered), S.CONFIRM_MOVE,
        writes=(hold_slot, propose), reply=R.MOVE_PROPOSAL, on_refusal=(T.SLOT_TAKEN,)),
    Row((T.SELECT_SLOT,), BOOKING, (offer_fresh, choice_offered, name_known), S.CONFIRM_BOOK,
        writes=(hold_slot, propose), reply=R.PROPOSAL, on_refusal=(T.SLOT_TAKEN,)),
    Row((T.SELECT_SLOT,), BOOKING, (offer_fresh, choice_offered), S.NAME,
        writes=(hold_slot,), reply=R.ASK_NAME, on_refusal=(T.SLOT_TAKEN,)),
    Row((T.SELECT_SLOT,), OFFERS, (offer_fresh,), reply=R.NOT_OFFERED, then=T.RESUME),
    Row((T.SELECT_SLOT,), OFFERS, (), reply=says((offer_missing, None), otherwise=R.OFFER_EXPIRED),
        then=T.CHECK_AVAILABILITY),
    Row((T.SELECT_SLOT,), (*PICK, *SETTLED), (), reply=R.NOT_OFFERED, then=T.RESUME),
    Row((T.SLOT_TAKEN,), ALL, (), LOOK, writes=(release_hold, forget_offer), reply=R.SLOT_TAKEN,
        then=T.CHECK_AVAILABILITY),
    # Whose appointment it is.
    Row((T.PROVIDE_CUSTOMER_DATA,), IDLE, (for_another,), S.OFFER,
        reads=(find_brought,), writes=(keep_data,), then=T.CHECK_AVAILABILITY),
    Row((T.PROVIDE_CUSTOMER_DATA,), IDLE, (), writes=(remember_name,), reply=says(
        (brings_note, R.NOTE_LATER), (name_given, R.WELCOME), otherwise=R.GREETING)),
    Row((T.PROVIDE_CUSTOMER_DATA,), MOVING, (another_patient,), S.IDLE,
        writes=(release_hold, clear_draft), reply=R.UNCHANGED, then=T.PROVIDE_CUSTOMER_DATA),
    Row((T.PROVIDE_CUSTOMER_DATA,), BOOKING, (only_note,), writes=(keep_note,), reply=R.NOTE_KEPT, then=T.RESUME),
    Row((T.PROVIDE_CUSTOMER_DATA,), CHANGING, (brings_note,), writes=(keep_note,), reply=R.NOTE_KEPT, then=T.RESUME),
    Row((T.PROVIDE_CUSTOMER_DATA,), CHANGING, (), then=T.RESUME),
    Row((T.PROVIDE_CUSTOMER_DATA,), OFFER, (), reads=(find_brought,), writes=(keep_data,),
        reply=says((only_whose, None), (brings_data, R.NAME_KEPT), otherwise=R.NAME_LATER), then=T.RESUME),
    Row((T.PROVIDE_CUSTOMER_DATA,), NAMING, (name_given,), S.CONFIRM_BOOK,
        reads=(find_brought,), writes=(keep_data, renew_hold, propose), reply=R.PROPOSAL,
        on_refusal=(T.SLOT_TAKEN, T.PROPOSAL_CHANGED)),
    Row((T.PROVIDE_CUSTOMER_DATA,), NAMING, (), S.NAME,
        reads=(find_brought,), writes=(keep_data, withdraw_proposal), reply=R.ASK_NAME),
    # The yes, and everything that is not one.
    Row((T.CONFIRM,), CONFIRM_CANCEL, (yes_is_bound,), S.IDLE,
        writes=(cancel_appointment, clear_draft), reply=R.CANCELLED,
        on_refusal=(T.APPOINTMENT_CHANGED, T.PROPOSAL_CHANGED, T.TOO_LATE)),
    Row((T.CONFIRM,), CONFIRM_MOVE, (yes_is_bound, holding), S.IDLE,
        reads=(find_doctors,), writes=(move_appointment, clear_draft), reply=R.MOVED,
        on_refusal=(T.SLOT_TAKEN, T.PATIENT_BUSY, T.APPOINTMENT_CHANGED, T.PROPOSAL_CHANGED, T.TOO_LATE)),
    Row((T.CONFIRM,), CONFIRM_BOOK, (yes_is_bound, name_known, holding), S.IDLE,
        reads=(find_doctors,), writes=(book, clear_draft), reply=R.BOOKED, then=T.OTHER_ONE, then_if=more,
        on_refusal=(T.SLOT_TAKEN, T.PATIENT_BUSY, T.PROPOSAL_CHANGED)),
    # Of two that were asked for at once the other is asked about when the first is done.
    Row((T.OTHER_ONE,), ALL, (), writes=(ask_other,), reply=R.OTHER_ONE),
    Row((T.CONFIRM,), FLOW, (), reply=says((OFFERS, R.WHICH_TIME), otherwise=R.YES_TO_WHAT), then=T.RESUME),
    Row((T.PATIENT_BUSY,), ALL, (), LOOK, writes=(release_hold,), reply=R.PATIENT_BUSY),
    Row((T.PROPOSAL_CHANGED,), ALL, (), PROPOSE, reads=(find_doctors,), reply=R.PROPOSAL_CHANGED, then=T.RESUME),
    Row((T.APPOINTMENT_CHANGED,), ALL, (), S.IDLE, writes=(release_hold, clear_draft), reply=R.APPOINTMENT_CHANGED),
    Row((T.TOO_LATE,), ALL, (), S.IDLE, writes=(release_hold, clear_draft), reply=R.TOO_LATE),
    Row((T.DENY,), CONFIRM_CANCEL, (), S.IDLE, writes=(clear_draft,), reply=R.UNCHANGED),
    Row((T.DENY,), HOLDING, (), writes=(withdraw_proposal,), reply=R.WHAT_TO_CHANGE),
    Row((T.DENY,), (*IDLE, *SLOTS), (), reply=says((IDLE, R.ALL_RIGHT), otherwise=R.ASK_OTHER_TIME)),
    Row((T.CANCEL_BOOKING,), IDLE, (), reply=R.NOTHING_TO_CANCEL),
    Row((T.CANCEL_BOOKING,), FLOW, (), S.IDLE, writes=(release_hold, clear_draft), reply=says(
        (ORDERS, R.ORDER_DROPPED), (CHANGING, R.UNCHANGED), otherwise=R.FLOW_CANCELLED)),
    # Appointments that exist.
    *REMINDER_ROWS,
    *RATING_ROWS,
    aside((T.LIST_APPOINTMENTS,), (appointments_found,), R.MY_APPOINTMENTS,
        reads=(find_appointments, find_doctors), writes=(remember_shown,)),
    aside((T.LIST_APPOINTMENTS,), (), R.NO_APPOINTMENTS, reads=(find_appointments,)),
    Row(CHANGES, IDLE, (not_theirs,), reads=(find_appointments,), reply=R.NOT_THEIRS),
    Row((T.RESCHEDULE_APPOINTMENT,), IDLE, (maybe_another, appointments_found), S.PICK,
        reads=(find_appointments,), writes=(list_choices,), reply=R.MOVE_OR_ANOTHER),
    Row(CHANGES, IDLE, (one_found, too_late), reads=(find_appointments, find_away), reply=R.TOO_LATE),
    Row((T.CANCEL_APPOINTMENT,), IDLE, (one_found,), S.CONFIRM_CANCEL,
        reads=(find_appointments,), writes=(pick_appointment, propose), reply=R.CANCEL_PROPOSAL),
    Row((T.RESCHEDULE_APPOINTMENT,), IDLE, (one_found,), S.MOVE_OFFER,
        reads=(find_appointments,), writes=(pick_appointment,), then=T.CHECK_AVAILABILITY),
    Row(CHANGES, IDLE, (appointments_found,), S.PICK, reads=(find_appointments,), writes=(list_choices,),
        reply=says((since_changed, R.SINCE_CHANGED), (several, R.WHICH_FIRST), otherwise=R.WHICH_APPOINTMENT)),
    Row((T.RESCHEDULE_APPOINTMENT,), IDLE, (says_what,),
        reads=(find_appointments,), reply=R.NO_APPOINTMENTS, then=T.CHECK_AVAILABILITY),
    Row(CHANGES, IDLE, (), reads=(find_appointments,), reply=R.NO_APPOINTMENTS),
    # In the middle of something else: that is dropped first.
    Row((T.CANCEL_APPOINTMENT,), FLOW, (), S.IDLE, writes=(release_hold, clear_draft),
        reply=says((ORDERS, R.ORDER_LEFT), otherwise=None), then=T.CANCEL_APPOINTMENT),
    Row((T.RESCHEDULE_APPOINTMENT,), FLOW, (), S.IDLE, writes=(release_hold, clear_draft),
        reply=says((ORDERS, R.ORDER_LEFT), otherwise=None), then=T.RESCHEDULE_APPOINTMENT),
    # Questions and talk: answered, and the flow goes on where it was.
    aside((T.ASK_QUESTION,), (on_record,), R.ANSWER_RECORD, reads=(find_doctors, find_hours)),
    aside((T.ASK_QUESTION,), (in_documents,), R.ANSWER_DOCUMENT, lookups=(search_documents,)),
    aside((T.ASK_QUESTION,), (), R.NO_ANSWER),
    aside((T.GREET,), (), says((IDLE, R.GREETING), otherwise=R.HELLO_AGAIN)),
    Row((T.SMALLTALK,), ALL, (has_manner,),
        reply=says((waits, R.WAITING), (laughs, R.LAUGHING), otherwise=R.SAID_AGAIN)),
    aside((T.SMALLTALK, T.THANK), (), says((IDLE, R.ANYTHING_ELSE), otherwise=R.SMALLTALK)),
    *RECALL_ROWS,
    # Those who wait for a time, and what they were offered.
    *WAITING_LIST_ROWS,
    *MISSED_ROWS,
)  # fmt: skip
