"""A patient's text in the words that the rules know: what a wish, an hour, a choice or a refusal is told in else is read as them."""

from __future__ import annotations

from booking.models import UnderstandingContext
from nlu.answers.opting_out import refusing
from nlu.choosing.none_of import as_refused
from nlu.choosing.told_choices import as_told
from nlu.wishes import by_theirs, their_hours
from nlu.wishes.booked_for_them import as_for_them
from nlu.wishes.hours_told import in_hours_known
from nlu.wishes.right_now import as_today
from nlu.wishes.second_choice import as_either
from nlu.with_whom.another_if_not import first_of_them
from nlu.words.hedged_changes import without_hedges
from nlu.words.meant_instead import as_meant
from nlu.words.slips import put_right


def in_known_words(text: str, context: UnderstandingContext) -> str:
    """The text with all of these; as it is where it says none. Whose hours they are is known once they are told in such words."""
    for read_as in (
        put_right,
        by_theirs.in_their_stead,
        as_for_them,
        as_told,
        as_today,
        in_hours_known,
        their_hours.as_ones_own,
        first_of_them,
    ):
        text = read_as(text, context)
    return as_refused(as_either(without_hedges(refusing(as_meant(text))), context), context)
