"""What a turn finds of the waiting list: what is waited for, and the time that was offered."""

from __future__ import annotations

from typing import Final

from booking.conversation.fsm.values import WaitingIs
from booking.conversation.meaning.naming import has_name
from booking.conversation.meaning.offer_taken import booking_of, is_for_another
from booking.conversation.turn import Turn
from booking.intents import JoinWaitingList, LeaveWaitingList, TakeOffer
from booking.models import Booking
from booking.models.draft_parts import hold_of, seeks_time
from booking.models.who_waits import Chance

_OF_CHANCE: Final = {Chance.FREE: WaitingIs.FREE, Chance.OPEN: WaitingIs.TIME, Chance.NEVER: WaitingIs.IN_VAIN}


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
    return _OF_CHANCE[found.chance or Chance.OPEN]


def for_theirs(turn: Turn) -> bool:
    """Whether what is waited for is for an appointment of theirs, and no other time is looked for."""
    return any(one.appointment for one in turn.found.waits or ()) and not seeks_time(turn.draft)


def _offered(turn: Turn) -> WaitingIs:
    offered, hold = turn.found.offered, hold_of(turn.draft)
    if offered is None:
        return WaitingIs.GONE
    if offered.booked:
        return WaitingIs.BOOKED
    if hold is not None and (hold.slot, hold.doctor_id) == (offered.hold.slot, offered.hold.doctor_id):
        return WaitingIs.TAKEN
    if not offered.live and not offered.again:
        return WaitingIs.GONE
    said, own = turn.intent, turn.conversation.person.name
    another = isinstance(said, TakeOffer) and is_for_another(said, offered, own)
    if not offered.live:
        if another:
            return WaitingIs.GONE
        return WaitingIs.LATE if offered.appointment is None else WaitingIs.LATE_TO_MOVE
    if offered.appointment is not None and not another:
        return WaitingIs.MOVES
    booking = booking_of(said, offered, own) if isinstance(said, TakeOffer) else Booking()
    return WaitingIs.NAMED if has_name(booking, turn.conversation.person) else WaitingIs.UNNAMED
