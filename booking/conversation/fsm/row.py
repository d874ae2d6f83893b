"""A line of the transition table. Data only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from booking.conversation.fsm.guards import Guard
from booking.conversation.fsm.outcomes import Outcome
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.turn import Journal, LookedUp, Lookups, Turn
from booking.intents import AnyIntent
from booking.models import State

Read = Callable[[Turn], None]
Write = Callable[[Turn], Outcome]
Lookup = Callable[[AnyIntent, Lookups, Journal], LookedUp]


@dataclass(frozen=True, slots=True)
class Row:
    """`on` fired in `source`, if all `guards` hold: do `writes`, go `to` (None: stay), say `reply`, fire `then`.

    Rows of one trigger and state are tried in the order of the table; the first whose guards hold takes it.
    `on_refusal` lists the triggers that a write of this row may become.
    """

    on: tuple[Trigger, ...]
    source: tuple[State, ...]
    guards: tuple[Guard, ...] = ()
    to: State | None = None
    lookups: tuple[Lookup, ...] = ()
    reads: tuple[Read, ...] = ()
    writes: tuple[Write, ...] = ()
    reply: ReplyKey | None = None
    then: Trigger | None = None
    on_refusal: tuple[Trigger, ...] = field(default=())

    @property
    def name(self) -> str:
        """Names the row in logs and reports: trigger, states and guards."""
        on = "any" if len(self.on) > 3 else "+".join(self.on)
        source = "*" if len(self.source) == len(State) else "+".join(self.source)
        guards = "&".join(g.__name__ for g in self.guards)
        return f"{on}@{source}" + (f"[{guards}]" if guards else "")
