"""Breadth-first exploration of every situation a conversation can reach; the shortest way to each is kept."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from booking import sequence
from booking.availability import exact_start
from booking.fsm.facts import NOTICE_VERSION
from booking.fsm.machine import Conversing
from booking.models import Control, Conversation, MessageTimes, State
from booking.ports import Passage, UnitOfWork
from booking.turn import LookedUp, Services, Turn
from booking.verification.inputs import INPUTS, Input
from booking.verification.world import CLINIC, NOW, START, Asked, Oracle, aged

IDLE_AFTER = dt.timedelta(hours=24)
_SECOND = dt.timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Ghost:
    """What the checker itself knows of the world, whatever the table did."""

    holds: frozenset[int] = frozenset()  # ids of holds that exist
    screen: tuple[object, ...] = ()  # what the proposal on screen would do; empty when none is
    misses: int = 0  # messages not understood in a row
    humans: bool = False  # staff were called, and have the chat
    silent: bool = False  # the person wrote BAJA
    noticed: bool = False  # the privacy notice was said


@dataclass(frozen=True, slots=True)
class World:
    """A conversation and what is known beside it."""

    conversation: Conversation = START
    ghost: Ghost = Ghost()


@dataclass(slots=True)
class Case:
    """One turn that was tried: everything a property may look at."""

    before: World
    input: Input
    turn: Turn
    asked: list[Asked]
    after: World


@dataclass
class Explored:
    """What an exploration covered."""

    situations: int = 0
    turns: int = 0
    rows: set[str] = field(default_factory=set)
    reached: dict[tuple[object, ...], World] = field(default_factory=dict)
    came_from: dict[tuple[object, ...], tuple[tuple[object, ...], Case | Input] | None] = field(default_factory=dict)
    leads_to: dict[tuple[object, ...], set[tuple[object, ...]]] = field(default_factory=dict)

    def way_to(self, key: tuple[object, ...]) -> list[Case | Input]:
        """The shortest way from the first message."""
        steps: list[Case | Input] = []
        while (origin := self.came_from[key]) is not None:
            key, step = origin
            steps.append(step)
        return steps[::-1]


Property = Callable[[Case], None]


class Broken(Exception):
    """A property does not hold; `way` is the shortest conversation that shows it."""

    def __init__(self, name: str, why: str, way: list[Case | Input]) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name
        self.why = why
        self.way = way


def explore(machine: Conversing, properties: Sequence[Property], limit: int | None = None) -> Explored:
    """Every reachable situation under every input and every answer, the nearest first; at most `limit` turns.
    Raises Broken at the first violation."""
    explored = Explored()
    first = World()
    start = key_of(first)
    explored.reached[start], explored.came_from[start] = first, None
    waiting = deque([start])
    while waiting and (limit is None or explored.turns < limit):
        key = waiting.popleft()
        world = explored.reached[key]
        explored.situations += 1
        leads = explored.leads_to.setdefault(key, set())
        for step, after in _steps(world, machine, properties, key, explored):
            target = key_of(after)
            leads.add(target)
            if target not in explored.reached:
                explored.reached[target], explored.came_from[target] = after, (key, step)
                waiting.append(target)
    return explored


def _steps(
    world: World, machine: Conversing, properties: Sequence[Property], key: tuple[object, ...], explored: Explored
) -> Iterator[tuple[Case | Input, World]]:
    for given in INPUTS:
        if given.waits is not None:
            yield given, World(aged(world.conversation, given.waits), world.ghost)
            continue
        script: tuple[int, ...] | None = ()
        while script is not None:
            case, widths = turn_of(world, given, machine, script, explored, key)
            explored.turns += 1
            explored.rows.update(step.row for step in case.turn.steps)
            for holds in properties:
                try:
                    holds(case)
                except AssertionError as error:
                    name = (holds.__doc__ or holds.__name__).strip()
                    raise Broken(name, str(error), [*explored.way_to(key), case]) from None
            yield case, case.after
            script = _next(script, widths)


def turn_of(
    world: World,
    given: Input,
    machine: Conversing,
    script: tuple[int, ...],
    explored: Explored | None = None,
    key: tuple[object, ...] = (),
) -> tuple[Case, list[int]]:
    """One turn with these choices of the world; also how many there were at each question."""
    oracle = Oracle(script)
    turn = Turn(world.conversation, NOW, CLINIC, Services(cast(UnitOfWork, None)))
    turn.journal = oracle
    oracle.turn = turn
    sent = NOW - dt.timedelta(days=3) if given.late else NOW
    turn.message = MessageTimes(sent_at=sent, received_at=NOW, tap=given.tap)
    if given.found:
        turn.looked_up = LookedUp(Passage("texto", "folleto"))
    try:
        sequence.run(turn, sequence.due(world.conversation, NOW, IDLE_AFTER), given.intents, machine)
    except AssertionError:
        raise
    except Exception as error:  # a hook that cannot live with a situation is what is being looked for
        case = Case(world, given, turn, oracle.asked, world)
        way: list[Case | Input] = [*explored.way_to(key), case] if explored else [case]
        raise Broken("No turn raises", f"{type(error).__name__}: {error}", way) from error
    turn.change(updated_at=NOW, turns=0, version=0)
    return Case(
        world, given, turn, oracle.asked, World(turn.conversation, ghost_after(world, given, turn, oracle))
    ), oracle.widths


def ghost_after(world: World, given: Input, turn: Turn, oracle: Oracle) -> Ghost:
    """What the checker knows after the turn."""
    before, holds = world.ghost, set(world.ghost.holds)
    held = world.conversation.draft.hold if world.conversation.draft else None
    current = held.appointment_id if held else None
    for asked in oracle.asked:
        if asked.name == "hold" and asked.answer is not None:
            current = asked.answer.appointment_id
            holds.add(current)
        elif (
            asked.name in ("release", "book")
            or (asked.name == "renew" and asked.answer is None)
            or (asked.name == "move" and getattr(asked.answer, "slot", None) is not None)
        ):
            holds.discard(current)
    keys = [reply.key for reply in turn.replies]
    called = any(asked.name == "notice" for asked in oracle.asked)
    conversation = turn.conversation
    silent = before.silent
    for intent in given.intents:
        if intent.kind == "opt_out":
            silent = not getattr(intent, "undo", False)
    understood = any(intent.kind not in ("unknown", "use_tool") for intent in given.intents)
    counted = any(_counts(intent) for intent in given.intents)
    conversed = bool(turn.replies)  # what a human answers is not ours to count
    misses = before.misses if not conversed else 0 if understood else min(before.misses + counted, 4)
    return Ghost(
        holds=frozenset(holds),
        screen=would_do(keys[-1], conversation) if keys else before.screen if conversation.draft else (),
        misses=0 if called and "human_coming" in keys else misses,
        humans=(called and bool({"human_coming", "urgent"} & set(keys)))
        or (before.humans and "bot_back" not in keys and not _returned(world)),
        silent=silent,
        noticed=before.noticed or "privacy_notice" in keys,
    )


def _returned(world: World) -> bool:
    until = world.conversation.control_until
    return until is not None and until <= NOW


def _counts(intent: object) -> bool:
    kind, why = getattr(intent, "kind", ""), getattr(intent, "why", None)
    return kind == "use_tool" or (kind == "unknown" and why == "not_understood")


PROPOSALS = ("proposal", "move_proposal", "cancel_proposal")


def would_do(key: str, conversation: Conversation) -> tuple[object, ...]:
    """What a yes to this message would do, by the draft as it stands; empty if the message is no proposal."""
    draft, person = conversation.draft, conversation.person
    if key not in PROPOSALS or draft is None:
        return ()
    name = draft.name or (None if draft.for_other else person.name)
    existing = draft.appointment.id if draft.appointment else None
    return (key, draft.hold.slot if draft.hold else None, name if key == "proposal" else None, existing)


def _next(script: tuple[int, ...], widths: list[int]) -> tuple[int, ...] | None:
    """The next choices of the world, depth first; None after the last."""
    choices = [*script, *([0] * (len(widths) - len(script)))][: len(widths)]
    while choices:
        if choices[-1] + 1 < widths[len(choices) - 1]:
            return (*choices[:-1], choices[-1] + 1)
        choices.pop()
    return None


def key_of(world: World) -> tuple[object, ...]:
    """Everything that guards, reads and writes can tell apart, and nothing else: two worlds with the same key behave
    alike."""
    c, ghost = world.conversation, world.ghost
    draft, offer, person = c.draft, c.offer, c.person
    fresh = dt.timedelta(minutes=CLINIC.policy.offer_minutes)
    sketch = None
    if draft is not None:
        proposal = draft.proposal
        sketch = (
            draft.purpose,
            draft.appointment and draft.appointment.slot.start < NOW + dt.timedelta(hours=5),
            len(draft.choices),
            draft.name is not None,
            draft.for_other,
            draft.hold and draft.hold.expires_at > NOW,
            proposal and proposal.version == c.draft_version,
            exact_start(draft.wish, CLINIC) is not None,
        )
    return (
        c.state,
        c.control is Control.HUMAN and c.control_until is not None and c.control_until > NOW,
        c.control,
        person.opted_out,
        person.notice_version == NOTICE_VERSION,
        person.name is not None,
        min(c.misses, 3),
        sketch,
        offer and (offer.made_at + fresh > NOW, len(offer.found)),
        c.state is not State.IDLE and c.updated_at is not None and c.updated_at + IDLE_AFTER <= NOW,
        len(ghost.holds),
        draft is not None and draft.hold is not None and draft.hold.appointment_id in ghost.holds,
        ghost.screen[:1],
        bool(ghost.screen) and ghost.screen == would_do(str(ghost.screen[0]), c),
        ghost.misses,
        ghost.humans,
        ghost.silent,
        ghost.noticed,
    )
