"""What a turn asks of services before any transaction is open."""

from __future__ import annotations

from collections.abc import Sequence

from booking.conversation.fsm.conversation_machine import CONVERSING, Conversing
from booking.conversation.fsm.lookups import looked_up_in, read_tools
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Journal, LookedUp, Lookups
from booking.intents import AnyIntent
from booking.models import Effect, SubState


def look_up(
    place: SubState, intents: Sequence[AnyIntent], lookups: Lookups, machine: Conversing = CONVERSING
) -> tuple[LookedUp, tuple[Effect, ...]]:
    """Ask the services of the rows that these intents can reach from here; the answers, and as they are recorded."""
    journal = Journal()
    read_tools(intents, lookups, journal)
    for intent in intents:
        asked = {look: None for row in machine.rows(Trigger(intent.kind), place) for look in row.lookups}
        for look in asked:
            look(intent, lookups, journal)
    # As a replay would have it: a question that asks no service does not undo the answer to another.
    return looked_up_in(journal.effects), tuple(journal.effects)
