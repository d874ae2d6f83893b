"""A line of the transition table. Data only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from booking.conversation.fsm.facts import Facts
from booking.conversation.fsm.guards import Guard
from booking.conversation.fsm.outcomes import Outcome
from booking.conversation.fsm.places import ALL, FLOW, Places, Target, Way, named
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.turn import Journal, LookedUp, Lookups, Turn
from booking.intents import AnyIntent
from booking.models import SubState

Read = Callable[[Turn], None]
Write = Callable[[Turn], Outcome]
Lookup = Callable[[AnyIntent, Lookups, Journal], LookedUp]
Standing = Callable[[], SubState]
"""Where a row is left: asked only where that matters."""
Case = Guard | Places
"""What holds in these places, or where this guard does."""


@dataclass(frozen=True, slots=True)
class Says:
    """One of several replies to what is the same doing: that of the first case that holds, else `otherwise`."""

    cases: tuple[tuple[Case, ReplyKey | None], ...]
    otherwise: ReplyKey | None

    def __str__(self) -> str:
        """Named by its replies: the same in every process."""
        return " or ".join(key or "nothing" for key in (*(key for _, key in self.cases), self.otherwise))


def says(*cases: tuple[Case, ReplyKey | None], otherwise: ReplyKey | None) -> Says:
    """Read as: this where that holds, otherwise …"""
    return Says(cases, otherwise)


@dataclass(frozen=True, slots=True)
class Row:
    """`on` fired in `source`, if all `guards` hold: do `writes`, go `to` (None: stay), say `reply`, fire `then`.

    Rows of one trigger and place are tried in the order of the table; the first whose guards hold takes it.
    `then` is fired where `then_if` holds; it and the reply are chosen as things stood when the row was, before its
    writes. `on_refusal` lists the triggers that a write of this row may become.
    """

    on: tuple[Trigger, ...]
    source: Places
    guards: tuple[Guard, ...] = ()
    to: Target | None = None
    lookups: tuple[Lookup, ...] = ()
    reads: tuple[Read, ...] = ()
    writes: tuple[Write, ...] = ()
    reply: ReplyKey | Says | None = None
    then: Trigger | None = None
    then_if: Case | None = None
    on_refusal: tuple[Trigger, ...] = ()

    @property
    def name(self) -> str:
        """Names the row in logs and reports: trigger, places and guards."""
        guards = "&".join(g.__name__ for g in self.guards)
        return f"{'+'.join(self.on)}@{named(self.source)}" + (f"[{guards}]" if guards else "")

    @property
    def replies(self) -> tuple[ReplyKey, ...]:
        """Every reply that it may give."""
        if not isinstance(self.reply, Says):
            return (self.reply,) if self.reply else ()
        return tuple(key for key in (*(key for _, key in self.reply.cases), self.reply.otherwise) if key)

    def says_in(self, place: SubState) -> list[tuple[Guard | None, ReplyKey | None]]:
        """What it may say there: each with what it takes, the last one without."""
        said: list[tuple[Guard | None, ReplyKey | None]] = []
        if not isinstance(self.reply, Says):
            return [(None, self.reply)]
        for case, key in self.reply.cases:
            if not isinstance(case, tuple):
                said.append((case, key))
            elif place in case:
                return [*said, (None, key)]
        return [*said, (None, self.reply.otherwise)]

    def follows_in(self, place: SubState) -> Trigger | None:
        """What follows there, if its condition holds where that is another than the place."""
        return self.then if not isinstance(self.then_if, tuple) or place in self.then_if else None

    def goes(self, source: SubState) -> SubState:
        """Where it leads from here."""
        if isinstance(self.to, Way):
            return self.to.to[source]
        return self.to or source

    def said(self, source: Standing, facts: Facts) -> ReplyKey | None:
        """The reply it gives."""
        if isinstance(self.reply, Says):
            fitting = (key for case, key in self.reply.cases if _holds(case, source, facts))
            return next(fitting, self.reply.otherwise)
        return self.reply

    def following(self, source: Standing, facts: Facts) -> Trigger | None:
        """The trigger to fire next."""
        return self.then if self.then_if is None or _holds(self.then_if, source, facts) else None


def aside(
    on: tuple[Trigger, ...],
    guards: tuple[Guard, ...] = (),
    reply: ReplyKey | Says | None = None,
    *,
    lookups: tuple[Lookup, ...] = (),
    reads: tuple[Read, ...] = (),
    writes: tuple[Write, ...] = (),
    on_refusal: tuple[Trigger, ...] = (),
) -> Row:
    """What is answered anywhere and leaves what is under way as it is: the flow goes on where it was."""
    return Row(
        on, ALL, guards, lookups=lookups, reads=reads, writes=writes, reply=reply,
        then=Trigger.RESUME, then_if=FLOW, on_refusal=on_refusal,
    )  # fmt: skip


def _holds(case: Case, source: Standing, facts: Facts) -> bool:
    return source() in case if isinstance(case, tuple) else case(facts)
