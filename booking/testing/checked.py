"""`Checked`: one conversation on the real engine, the world's answers chosen, each verified property held against it.

What `turnero fsm verify` prints when a property breaks is a test that uses this. Time does not move: waiting makes what
is stored older, as in the verification.
"""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, cast

from pydantic import TypeAdapter

from booking.conversation.fsm.conversation_machine import Conversing, Fired
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Turn
from booking.models import Content, InboundMessage
from booking.models import Step as StoredStep
from booking.ports import Passage, Remembered, Visited
from booking.testing.clinic import Clinic
from booking.testing.frozen_clock import FrozenClock
from booking.testing.scripts.scripted import ScriptedKnowledge, ScriptedMemory
from booking.testing.world import memory_clinic
from booking.verification.cases import Case
from booking.verification.checker_model import Known, World
from booking.verification.explore import Step
from booking.verification.fast_machine import Taken
from booking.verification.inputs import INPUTS, Input
from booking.verification.known_after import known_after
from booking.verification.properties import PROPERTIES
from booking.verification.small_world import ASKING, CLINIC, NOW, START, Oracle
from booking.verification.state_invariants import STANDING
from booking.verification.trial import LATE, understood, waited

WHO = "Ana"


class _Answers(Oracle):
    """The chosen answers; where the rows ask something else than those were written for, the first of each question."""

    def ask(self, name: str, shape: TypeAdapter[Any], call: Callable[[], Any], **arguments: Any) -> Any:
        try:
            return super().ask(name, shape, call, **arguments)
        except ValueError:
            self.script = self.script[: len(self.asked)]
            return super().ask(name, shape, call, **arguments)


class _Answering(Conversing):
    """The shipped machine; what its hooks ask is answered by choice."""

    def __init__(self, table: Sequence[Row]) -> None:
        super().__init__(table)
        self.oracle = _Answers(())
        self.given = INPUTS[0]
        self.turn: Turn | None = None
        self.taken: list[Taken] = []

    def expect(self, given: Input, answers: tuple[int, ...]) -> None:
        self.given, self.oracle, self.turn, self.taken = given, _Answers(answers), None, []

    def fire(self, turn: Turn, trigger: Trigger) -> Fired:
        if turn is not self.turn:
            self.turn = self.oracle.turn = turn
            turn.journal = self.oracle
            turn.clinic = ASKING if self.given.asks else CLINIC
        fired = super().fire(turn, trigger)
        refused = turn.steps[-1].refused
        self.taken.append(Taken(fired.row, Trigger(refused) if refused else None, turn.conversation, trigger))
        return fired


@dataclass
class _Late(Clinic):
    """A clinic to which a message may come late."""

    late: bool = False

    def inbound(self, who: str, content: Content) -> InboundMessage:
        message = super().inbound(who, content)
        return message.model_copy(update={"sent_at": NOW - LATE}) if self.late else message


class Checked:
    """Speak in the labels of `booking/verification/inputs.py`. Raises AssertionError where a property breaks."""

    def __init__(self, table: Sequence[Row] = TABLE) -> None:
        self.machine = _Answering(table)
        self.knowledge = ScriptedKnowledge()
        self.memory = ScriptedMemory()
        self.clinic = _Late(
            begin=memory_clinic().begin,
            clock=FrozenClock(NOW),
            machine=self.machine,
            knowledge=self.knowledge,
            memory=self.memory,
        )
        self.world = World(START, Known())

    def hears(self, label: str, answers: tuple[int, ...] = ()) -> list[str]:
        """Ana says this, and the world gives these of its answers (`booking/verification/small_world.py`; beyond the
        end, and where there is no such answer, the first one). The keys of the replies."""
        given = _input(label, waits=False)
        before = self.world
        self.machine.expect(given, answers)
        self._send(given)
        if self.machine.turn is None:
            raise AssertionError("no turn came of it")
        turn = copy.copy(self.machine.turn)
        turn.steps = cast(list[StoredStep], self.machine.taken)
        turn.change(updated_at=NOW)
        oracle = self.machine.oracle
        after = World(turn.conversation, before.known)
        case = Case(before, understood(before, given), turn, oracle.asked, after, given)
        case.after.known = known_after(case)
        self.world = case.after
        for holds in PROPERTIES:
            holds(case)
        self._must_stand()
        return case.keys

    def waits(self, label: str) -> None:
        """Time passes."""
        with self.clinic.begin() as uow:
            stored = uow.conversations.lock(self.clinic.conversations[WHO])
            self.world = waited(World(stored, self.world.known), _input(label, waits=True).lapse)
            uow.conversations.save(self.world.conversation, NOW)
            uow.commit()
        self._must_stand()

    def _send(self, given: Input) -> None:
        clinic = self.clinic
        clinic.late = given.late
        self.knowledge.passages = {"?": Passage("texto", "folleto")} if given.found else {}
        self.memory.lines = [Remembered("algo de antes", NOW)] if given.found else []
        self.memory.visit = Visited("Dra. Uno", NOW - dt.timedelta(days=30)) if given.found else None
        self.memory.fails = given.fails
        if given.tap:
            (intent,) = given.intents
            clinic.tap_meaning(WHO, intent, self.world.conversation.draft_version)
        else:
            clinic.mean(WHO, *given.intents)

    def _must_stand(self) -> None:
        for holds in STANDING:
            holds(self.world)


def shows(way: Sequence[Step], table: Sequence[Row] = TABLE) -> bool:
    """Whether a way that was found breaks a property on the real engine too. One situation stands for many, so its
    names and hours may differ from those of the messages that lead there."""
    ana = Checked(table)
    try:
        for step in way:
            if step.input.waits is not None:
                ana.waits(step.input.label)
            else:
                ana.hears(step.input.label, step.script)
    except AssertionError:
        return True
    return False


def _input(label: str, waits: bool) -> Input:
    """Raises ValueError for a label that there is none of."""
    labels = {given.label: given for given in INPUTS if (given.waits is not None) == waits}
    if label not in labels:
        near = get_close_matches(label, labels, n=3, cutoff=0.3)
        raise ValueError(f"no input is called {label!r} in booking/verification/inputs.py; near: {near}")
    return labels[label]
