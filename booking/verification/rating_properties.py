"""What must hold of how a visit was: the mark is kept as it was given, and nothing else comes of it."""

from __future__ import annotations

from booking.conversation.fsm.rating import RATED_LOW
from booking.conversation.replies.keys import ReplyKey
from booking.intents import Rate
from booking.models.ratings import LOW
from booking.verification.cases import Case, properties_of

_THANKS = {ReplyKey.RATED, ReplyKey.RATED_LOW}


def a_mark_is_kept_as_it_was_given(case: Case) -> None:
    """A mark is kept only for who gives it, as they gave it, for the visit that they were asked about"""
    for asked in case.questions("rate"):
        assert isinstance(asked.about, Rate), "a mark that nobody gave"
        assert asked.arguments["mark"] == asked.about.mark, "another mark"
        rating = [None, *case.answers("rating")][-1]
        assert rating is not None, "of a visit that nobody asked about"
        assert asked.arguments["rating"] == rating.id, "of another visit"


def who_is_thanked_has_given_a_mark(case: Case) -> None:
    """Whose mark is kept is thanked, and who is thanked has had it kept; else they are told that it was not"""
    thanked = bool(_THANKS & set(case.keys))
    assert thanked == bool(case.questions("rate")), "thanked and not kept, or kept and not thanked"
    if isinstance(case.alone, Rate):
        assert (ReplyKey.RATING_GONE in case.keys) == (None in case.answers("rating")), "not told what became of it"
        assert not case.questions("book", "move", "cancel", "perform"), "something else was done"


def staff_hear_once_of_a_low_mark(case: Case) -> None:
    """Staff are told of a low mark, and of no other; of one visit once, though another low one is given; whoever gives
    it hears that they were"""
    told = [asked for asked in case.questions("notice") if asked.arguments["kind"] == RATED_LOW]
    if not isinstance(case.alone, Rate):
        return
    rating, low = [None, *case.answers("rating")][-1], case.alone.mark <= LOW
    new = rating is not None and low and (rating.mark is None or rating.mark > LOW)
    assert len(told) == new, "staff were told of what is not low, or twice, or not at all"
    assert (ReplyKey.RATED_LOW in case.keys) == (low and rating is not None), "the other thanks"


RATINGS = properties_of(globals())
