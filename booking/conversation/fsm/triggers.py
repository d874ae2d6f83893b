"""What can be fired: every kind of intent, and the system's own triggers. Holds no destination."""

from __future__ import annotations

from enum import StrEnum


class Trigger(StrEnum):
    """Names of the table's `on` column. The first part equals `intent.kind`, the second is what something said may fire
    in its place (`heard`)."""

    GREET = "greet"
    THANK = "thank"
    SMALLTALK = "smalltalk"
    START_BOOKING = "start_booking"
    CHECK_AVAILABILITY = "check_availability"
    SELECT_SLOT = "select_slot"
    PROVIDE_CUSTOMER_DATA = "provide_customer_data"
    CONFIRM = "confirm"
    DENY = "deny"
    CANCEL_BOOKING = "cancel_booking"
    CANCEL_APPOINTMENT = "cancel_appointment"
    RESCHEDULE_APPOINTMENT = "reschedule_appointment"
    ATTEND = "attend"
    RATE = "rate"
    LIST_APPOINTMENTS = "list_appointments"
    ASK_QUESTION = "ask_question"
    RECALL = "recall"
    REQUEST_HUMAN = "request_human"
    USE_TOOL = "use_tool"
    JOIN_WAITING_LIST = "join_waiting_list"
    LEAVE_WAITING_LIST = "leave_waiting_list"
    TAKE_OFFER = "take_offer"
    DECLINE_OFFER = "decline_offer"
    OPT_OUT = "opt_out"
    PRIVACY_REQUEST = "privacy_request"
    UNKNOWN = "unknown"
    # what was said, where it is something else than its kind says
    UNHEARD = "unheard"  # by one who is not to be written to, or whose chat a human has
    ENROL = "enrol"  # the code that gives a right
    MARK_NOTICE = "mark_notice"  # somebody has seen what they were told of, or dealt with it
    FILL_ORDER = "fill_order"  # it fills or changes the order of staff's that is under way
    # the system's own; understanding cannot produce them
    FIRST_CONTACT = "first_contact"  # the privacy notice of this version was not shown yet
    TIMEOUT = "timeout"  # the flow was left alone too long
    BOT_RETURNS = "bot_returns"  # human control ended
    RESUME = "resume"  # say again where the flow stands
    SLOT_TAKEN = "slot_taken"  # somebody else has the time
    APPOINTMENT_CHANGED = "appointment_changed"  # the appointment is gone, or no longer to be changed so
    ATTEND_CHANGED = "attend_changed"  # the appointment that somebody says they come to has changed meanwhile
    PROPOSAL_CHANGED = "proposal_changed"  # what was proposed could only be done otherwise
    TOO_LATE = "too_late"  # the appointment is inside the clinic's cancellation window by now
    ORDER_REFUSED = "order_refused"  # what staff confirmed can no longer be done
    NOTICE_UNCLEAR = "notice_unclear"  # nobody knows which notice it is
    NEXT_ORDER = "next_order"  # an order is done with, and staff asked for more in the same message
    OTHER_ONE = "other_one"  # an appointment is booked, and another was asked for in the same message
    OFFER_GONE = "offer_gone"  # the time that was offered to whoever waits can no longer be had
    PATIENT_BUSY = "patient_busy"  # the patient has another appointment then


DUE: tuple[Trigger, ...] = (Trigger.BOT_RETURNS, Trigger.TIMEOUT, Trigger.FIRST_CONTACT)
"""What is due before anything that is said is heard, in this order."""
