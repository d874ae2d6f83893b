"""What a turn finds of the waiting list: what is waited for, and the time that was offered."""

from __future__ import annotations

from booking.conversation.fsm.values import WaitingIs
from booking.conversation.meaning.naming import has_name
from booking.conversation.meaning.offer_taken import booking_of, is_for_another
from booking.conversation.turn import Turn
from booking.intents import JoinWaitingList, LeaveWaitingList, TakeOffer
from booking.models import Booking
from booking.models.draft_parts import hold_of, seeks_time


def waiting(turn: Turn) -> WaitingIs:
    """What is waited for, or what became of the time that was offered."""
    found, intent = turn.found, turn.intent
    if isinstance(intent, TakeOffer):
        return _offered(turn)
    if isinstance(intent, LeaveWaitingList):
        return WaitingIs.LISTED if found.on_list else WaitingIs.UNASKED
    if not isinstance(intent, JoinWaitingList) or found.waits is None:
        return WaitingIs.UNASKED
    if not turn.clinic.policy.waiting_list:
        return WaitingIs.OFF
    if not found.waits:
        return WaitingIs.NOTHING
    if not (found.free_already or found.in_vain):
        return WaitingIs.TIME
    moves = found.waits[0].appointment is not None and not seeks_time(turn.draft)
    if found.in_vain:
        return WaitingIs.IN_VAIN_TO_MOVE if moves else WaitingIs.IN_VAIN
    return WaitingIs.FREE_TO_MOVE if moves else WaitingIs.FREE


def _offered(turn: Turn) -> WaitingIs:
    offered, hold = turn.found.offered, hold_of(turn.draft)
    if offered is None:
        return WaitingIs.GONE
    if offered.booked:
        return WaitingIs.BOOKED
    if hold is not None and (hold.slot, hold.doctor_id) == (offered.hold.slot, offered.hold.doctor_id):
        return WaitingIs.TAKEN
    said, own = turn.intent, turn.conversation.person.name
    another = isinstance(said, TakeOffer) and is_for_another(said, offered, own)
    if not offered.live:
        if not offered.again or another:
            return WaitingIs.GONE
        return WaitingIs.LATE if offered.appointment is None else WaitingIs.LATE_TO_MOVE
    if offered.appointment is not None and not another:
        return WaitingIs.MOVES
    booking = booking_of(said, offered, own) if isinstance(said, TakeOffer) else Booking()
    return WaitingIs.NAMED if has_name(booking, own) else WaitingIs.UNNAMED
