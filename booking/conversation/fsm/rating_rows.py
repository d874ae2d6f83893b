"""The rows of `table` for how a visit was, which patients are asked once: the mark is kept, staff hear of a low one,
and what is under way goes on."""

from __future__ import annotations

from booking.conversation.fsm.guards import not_asked_about, rates_low
from booking.conversation.fsm.rating import find_rating, rate, tell_staff_of_rating
from booking.conversation.fsm.row import Row, aside
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.replies.keys import ReplyKey as R

RATING_ROWS: tuple[Row, ...] = (
    aside((T.RATE,), (not_asked_about,), R.RATING_GONE, reads=(find_rating,)),
    aside((T.RATE,), (rates_low,), R.RATED_LOW, writes=(rate, tell_staff_of_rating)),
    aside((T.RATE,), (), R.RATED, writes=(rate,)),
)
