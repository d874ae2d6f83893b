"""What a reading comes to beside what is known of the person, whoever read it: the rules alone or a model with them."""

from __future__ import annotations

from collections.abc import Sequence

from booking.intents import AnyIntent
from booking.models import UnderstandingContext
from nlu.answers import turned_around
from nlu.choosing import picking
from nlu.existing_visits import (
    not_cancelled,
    of_doctor,
    rather_for_them,
    said_outright,
    that_day_too,
    which_one,
    with_another_number,
)


def in_context(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """What is to be done about what was understood of a text."""
    kept = not_cancelled.as_withdrawn(text, intents, context)
    which = which_one.as_meant(text, kept, context)
    asked = said_outright.as_meant(text, that_day_too.asked_about(text, which, context), context)
    theirs = rather_for_them.as_unsure(text, of_doctor.as_meant(text, asked, context), context)
    heard = picking.of_somebody_else(theirs, context)
    return turned_around.not_proposed(with_another_number.not_looked_for(text, heard, context), context)
