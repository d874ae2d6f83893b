"""One turn tried in one situation, with these answers of the world; and the same situation some time later."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import cache
from typing import Any, cast

from booking.conversation import sequence
from booking.conversation.due_triggers import due
from booking.conversation.fsm.conversation_machine import Conversing
from booking.conversation.looking_up import look_up
from booking.conversation.meaning.pending_question import asked_by, expected_by, heard_as
from booking.conversation.turn import LookedUp, Lookups, Services, Turn
from booking.intents import AnyIntent, UseTool
from booking.models import MessageTimes, Question, State
from booking.models.draft_parts import is_ordering, seeks_time
from booking.models.tool_answers import Done
from booking.ports import Passage, Recalled, Remembered, UnitOfWork, Visited
from booking.verification.cases import Case
from booking.verification.checker_model import World
from booking.verification.inputs import Input, Lapse
from booking.verification.known_after import known_after
from booking.verification.situation import Watched
from booking.verification.small_world import ASKING, CLINIC, CLOCK, IDLE_AFTER, NOW, Heard, Oracle

LATE = dt.timedelta(days=3)
"""How long before it arrives a late message was sent."""


class Unbearable(Exception):
    """A hook, or the table, cannot live with a situation."""


class _Shelf:
    """Has a document that answers and something of before, or one that only says something near, or neither."""

    def __init__(self, found: bool, fails: bool, near: bool) -> None:
        self.found, self.fails, self.near = found, fails, near

    def answer(self, question: str) -> Passage | None:
        return Passage("texto", "folleto", near=self.near) if self.found or self.near else None

    def recall(self, asked: Recalled) -> list[Remembered] | None:
        if self.fails:
            return None
        return [Remembered("algo de antes", NOW)] if self.found else []

    def visited(self) -> Visited | None:
        return Visited("Dra. Uno", NOW - dt.timedelta(days=30)) if self.found else None


@cache
def _times(late: bool, tap: bool) -> MessageTimes:
    return MessageTimes(sent_at=NOW - LATE if late else NOW, received_at=NOW, tap=tap)


def understood(before: World, said: Input) -> Input:
    """What is said, with the question on screen. A tap says itself what it means."""
    if said.tap:
        return said
    chat: Any = before.conversation
    times = _times(said.late, said.tap)
    state, version = chat.state, chat.draft_version

    def heard_with(question: Question | None) -> tuple[AnyIntent, ...]:
        open_ = question is not None and question.may_be_answered(version, times.sent_at, times.received_at)
        return heard_as(said.intents, expected_by(question, state) if question is not None and open_ else None)

    watched = isinstance(chat, Watched)
    heard = chat.told("question", f"{said.label} {state}", heard_with) if watched else heard_with(chat.question)
    return said if heard == said.intents else replace(said, intents=heard)


def tried(
    before: World, said: Input, machine: Conversing, script: tuple[int, ...], heard: Heard = lambda answer, width: None
) -> Case:
    """One turn with these choices of the world. Raises Unbearable if anything in it raises."""
    given = understood(before, said)
    oracle = Oracle(script, heard)
    turn = Turn(before.conversation, NOW, ASKING if given.asks else CLINIC, Services(cast(UnitOfWork, None)))
    turn.journal = oracle
    oracle.turn = turn
    turn.message, turn.source = _times(given.late, given.tap), given.source
    if given.read:
        calls = [intent for intent in given.intents if isinstance(intent, UseTool)]
        turn.looked_up = LookedUp(answers=[(call, Done(tool=call.tool, result=CLOCK.result)) for call in calls])
    try:
        if given.found or any(intent.kind in ("ask_question", "recall") for intent in given.intents):
            shelf = _Shelf(given.found, given.fails, given.near)
            lookups = Lookups(shelf.answer, memory=shelf.recall, visited=shelf.visited)
            turn.looked_up, _ = look_up(turn.sub_state, given.intents, lookups, machine)
        sequence.run(turn, due(before.conversation, NOW, IDLE_AFTER), given.intents, machine)
    except Exception as error:
        raise Unbearable(f"{type(error).__name__}: {error}") from error
    finally:
        oracle.turn = None  # nothing is asked any more; a circle would be kept until somebody looks for such
    turn.change(updated_at=NOW, question=asked_by(turn))
    case = Case(before, given, turn, oracle.asked, World(turn.conversation, before.known), said)
    case.after.known = known_after(case)
    return case


def waited(before: World, lapses: frozenset[Lapse]) -> World:
    """The same some time later: what these say has lapsed."""
    chat, past = before.conversation, NOW - dt.timedelta(days=1)
    changed: dict[str, Any] = {}
    if Lapse.HOLD in lapses and seeks_time(chat.draft) and chat.draft.hold is not None:
        hold = chat.draft.hold.model_copy(update={"expires_at": past})
        changed["draft"] = chat.draft.model_copy(update={"hold": hold})
    if Lapse.HUMAN in lapses and is_ordering(chat.draft) and chat.draft.waiting is not None:
        changed["draft"] = chat.draft.model_copy(
            update={"waiting": chat.draft.waiting.model_copy(update={"since": past})}
        )
    if Lapse.OFFER in lapses and chat.offer is not None:
        changed["offer"] = chat.offer.model_copy(update={"made_at": past})
    if Lapse.HUMAN in lapses and chat.control_until is not None:
        changed["control_until"] = past
    if Lapse.QUESTION in lapses and chat.question is not None:
        changed["question"] = chat.question.model_copy(update={"at": past})
    if Lapse.CHAT in lapses and chat.state is not State.IDLE:
        changed["updated_at"] = past
    if Lapse.CHAT in lapses and chat.unfinished is not None:
        changed["unfinished"] = chat.unfinished.model_copy(update={"until": past})
    if Lapse.CHAT in lapses and chat.person.way_back_told_at is not None:
        changed["person"] = chat.person.model_copy(update={"way_back_told_at": past})
    return World(chat.model_copy(update=changed), before.known)
