"""Runs a recorded turn again, with the recorded answers in the world's place: no database, no model, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, cast

from booking.conversation import sequence
from booking.conversation.fsm.conversation_machine import CONVERSING, Conversing
from booking.conversation.fsm.lookups import looked_up_in
from booking.conversation.fsm.triggers import DUE, Trigger
from booking.conversation.left_alone import tell
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.render import render
from booking.conversation.turn import Journal, ReplayDiverged, Services, Turn
from booking.intents import Source
from booking.models import OutContent, Reply, Step, TurnRecord
from booking.models.clinical_effects import has_forgotten
from booking.models.flat_orders import typed
from booking.ports import UnitOfWork


@dataclass(frozen=True)
class Replayed:
    """What today's code made of a recorded turn. `diverged` names the first question it asks that the recorded
    turn did not, or asked for something else (`otherwise`); steps and replies then end there, `stopped` in this row if
    one was chosen already."""

    steps: tuple[Step, ...]
    replies: tuple[Reply, ...]
    messages: tuple[OutContent, ...]
    diverged: str | None = None
    otherwise: bool = False
    stopped: str | None = None
    renamed: bool = False  # it went by rows that today's table does not have

    def equals(self, record: TurnRecord, sent: Sequence[OutContent]) -> bool:
        """Exactly what happened then, and `sent`, what that turn put in the outbox, is what it would send. Where it
        went by rows of an older table what they came to counts, not their names and what their guards looked at."""
        same_steps = _came_to(self.steps) == _came_to(record.steps) if self.renamed else _same(self.steps, record.steps)
        same = same_steps and _same_replies(self.replies, _as_today(record.replies)) and self.messages == tuple(sent)
        return same and self.diverged is None


class Forgotten(Exception):
    """What the turn learnt of patients has been forgotten: it cannot be replayed any more."""


def replay(record: TurnRecord, machine: Conversing = CONVERSING) -> Replayed:
    """The turn again, from its record alone. Raises Forgotten."""
    if has_forgotten(record):
        raise Forgotten
    services = Services(_world(), read_by=_read_by(record))
    turn = Turn(record.before, record.at, record.clinic, services, message=record.message)
    turn.looked_up = looked_up_in(record.lookups)
    turn.source = Source(record.source) if record.intents else turn.source
    turn.journal = Journal(recorded=[effect for step in record.steps for effect in step.effects])
    diverged, stopped, otherwise = None, None, False
    try:
        system = system_triggers(record.steps)
        tell(turn, system)
        sequence.run(turn, system, record.intents, machine)
        sequence.tell_left_aside(turn)
    except ReplayDiverged as difference:
        diverged, stopped = str(difference), difference.row
        otherwise = difference.otherwise
    renamed = not {step.row for step in record.steps} <= {row.name for row in machine.table}
    turn.replies[:0] = [reply for reply in record.replies if reply.key == ReplyKey.SAID_ALOUD]
    messages = render(turn.replies)
    return Replayed(tuple(turn.steps), tuple(turn.replies), messages, diverged, otherwise, stopped, renamed)


def _read_by(record: TurnRecord) -> str | None:
    """Whom the patient was told of then, who else reads messages."""
    told = (reply.params.get("read_by") for reply in record.replies)
    return next((company for company in told if isinstance(company, str)), None)


def _came_to(steps: Sequence[Step]) -> list[object]:
    return [(step.intent, step.source, step.target, step.effects, step.refused) for step in steps]


def _same(steps: Sequence[Step], recorded: Sequence[Step]) -> bool:
    """The same steps, and the same of every fact that both know: a guard of today may look at others than it did
    then."""
    return len(steps) == len(recorded) and all(
        step.model_copy(update={"facts": then.facts}) == then
        and all(step.facts[n] == then.facts[n] for n in step.facts.keys() & then.facts.keys())
        for step, then in zip(steps, recorded, strict=True)
    )


def _same_replies(replies: Sequence[Reply], recorded: Sequence[Reply]) -> bool:
    """The same replies, and the same of every value that both know: a text of today may need others than it did then,
    and what it says with them is compared as a message."""
    return len(replies) == len(recorded) and all(
        reply.key == then.key
        and all(reply.params[n] == then.params[n] for n in reply.params.keys() & then.params.keys())
        for reply, then in zip(replies, recorded, strict=True)
    )


def _as_today(replies: Sequence[Reply]) -> tuple[Reply, ...]:
    """Replies as today's code would have stored them."""
    return tuple(
        reply.model_copy(
            update={"params": {n: typed(said) if n == "order" else said for n, said in reply.params.items()}}
        )
        for reply in replies
    )


def system_triggers(steps: Sequence[Step]) -> list[Trigger]:
    """The system's own triggers that were due when the turn began; no row names one of them to follow."""
    return [trigger for step in steps if (trigger := Trigger(step.trigger)) in DUE]


def _world() -> UnitOfWork:
    """Stands where the database was; a replay that asks it anything is a bug."""
    return cast(UnitOfWork, _Nowhere())


class _Nowhere:
    def __getattr__(self, name: str) -> NoReturn:
        raise ReplayDiverged(name)
