"""What is said of appointments that there are or were, as a whole message: by the first of its readers that takes all of
it. They come before anything is read by its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from booking.intents import AnyIntent
from booking.models import UnderstandingContext
from nlu.asking import asked_of_the_past, asked_of_visits
from nlu.existing_visits import (
    all_but,
    all_of_theirs,
    as_before,
    cancelled_for_them,
    for_others_to_do,
    going_back,
    missed_visits,
    next_of_theirs,
    nth_visit,
    own_visits,
    spoken_of_first,
    two_orders,
)
from nlu.parsed import Parse
from nlu.words.courtesies import without_closing, without_greeting
from nlu.words.message import Message


class Heard(NamedTuple):
    """A message as its readers get it. `parse` reads a text as a message of its own; `reread` reads one that says what was
    said in other words."""

    text: str
    message: Message
    ungreeted: Message
    context: UnderstandingContext
    parse: Callable[[str], Parse]
    reread: Callable[[str], Parse]


_READERS: tuple[Callable[[Heard], Parse | AnyIntent | None], ...] = (
    # What was done is taken back: before its words are an order again.
    lambda of: going_back.read(of.message, of.context),
    # Of several people or appointments: before a reader of one takes its part for all of it.
    lambda of: cancelled_for_them.asked(of.message, of.context),
    lambda of: two_orders.read(of.text, of.context, of.parse),
    lambda of: all_of_theirs.changed(of.text, of.context, of.reread),
    lambda of: all_but.changed(of.text, of.context, of.reread),
    lambda of: for_others_to_do.asked(of.message, of.context),
    # Of one that is told of first, and of which something is asked then.
    lambda of: missed_visits.wished_again(of.message, of.context, of.parse),
    lambda of: spoken_of_first.read(of.text, of.context, of.reread),
    # Questions: before the time in them is looked for.
    lambda of: asked_of_the_past.asked(of.message, of.context),
    lambda of: asked_of_visits.when_they_are(of.ungreeted, of.context),
    # One that is told by others: its place among them, the next one, its owner, what was before.
    lambda of: nth_visit.read(of.text, of.context, of.parse),
    lambda of: next_of_theirs.read(of.message, of.context),
    lambda of: own_visits.read(without_closing(of.ungreeted), of.context),
    lambda of: as_before.asked(of.text, of.context, of.parse),
)
"""In their order; each takes a whole message or leaves it."""


def read(
    text: str, context: UnderstandingContext, parse: Callable[[str], Parse], reread: Callable[[str], Parse]
) -> Parse | None:
    """What the first of them reads; None where none takes all of it."""
    message = Message.of(text)
    heard = Heard(text, message, without_greeting(message)[0], context, parse, reread)
    for reader in _READERS:
        if (found := reader(heard)) is not None:
            return found if isinstance(found, Parse) else Parse((found,))
    return None
