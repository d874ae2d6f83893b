"""Fakes of the services around a turn: what they answer is scripted, what they were asked is kept."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from booking.intents import AnyIntent, Source, Understanding, Unknown
from booking.models import OutboxItem, UnderstandingContext
from booking.ports import LookupRequest, NotSent, Passage, Recalled, Remembered, Sent, Visited

Reader = Callable[[str, UnderstandingContext], Understanding]


class ScriptedExtractor:
    """Implements the extractor port with a queue of answers, or with a function.

    Once the queue is empty everything is `unknown`, as with every model down. `heard` keeps what was asked.
    """

    def __init__(self, script: Iterable[Understanding | AnyIntent] | Reader = ()) -> None:
        self.heard: list[tuple[str, UnderstandingContext]] = []
        self._reader: Reader | None = script if callable(script) else None
        self._queue: deque[Understanding] = deque()
        if not callable(script):
            self.say(*script)

    def say(self, *answers: Understanding | AnyIntent) -> None:
        """Queue answers; a bare intent is taken for the model's only one."""
        for answer in answers:
            if not isinstance(answer, Understanding):
                answer = Understanding(intents=(answer,), source=Source.MODEL)
            self._queue.append(answer)

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        """The function's answer, or the next of the queue."""
        self.heard.append((text, context))
        if self._reader is not None:
            return self._reader(text, context)
        if self._queue:
            return self._queue.popleft()
        return Understanding(intents=(Unknown(),), source=Source.FALLBACK)


@dataclass
class RecordingSender:
    """Implements the sender port. Takes every message unless a failure was scripted.

    `ready` False is a clinic without credentials. `sent` keeps what was taken, `acknowledged` what was marked
    as read; ids count up, so two runs of a test see the same ones.
    """

    ready: bool = True
    sent: list[OutboxItem] = field(default_factory=list)
    refused: list[OutboxItem] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    failures: deque[NotSent | None] = field(default_factory=deque)

    def fail(self, *failures: NotSent | None) -> None:
        """Script the next calls: an error for each, None for one that works."""
        self.failures.extend(failures)

    def send(self, item: OutboxItem) -> Sent | NotSent:
        """Take the message or answer with the scripted failure."""
        failure = self.failures.popleft() if self.failures else None
        if failure is not None:
            self.refused.append(item)
            return failure
        self.sent.append(item)
        return Sent(f"wamid.sent-{len(self.sent)}")

    def acknowledge(self, wamid: str) -> None:
        """Remember that it was marked as read."""
        self.acknowledged.append(wamid)


@dataclass
class ScriptedKnowledge:
    """Implements the knowledge port: answers by exact query, None for anything else."""

    passages: dict[str, Passage] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def answer(self, query: str, request: LookupRequest) -> Passage | None:
        """The scripted passage."""
        self.asked.append(query)
        return self.passages.get(query)


@dataclass
class ScriptedMemory:
    """Implements the memory port: these lines for any question, this visit, or none where it fails."""

    lines: list[Remembered] = field(default_factory=list)
    fails: bool = False
    visit: Visited | None = None

    def visited(self, request: LookupRequest) -> Visited | None:
        """The scripted visit."""
        if self.fails:
            raise TimeoutError
        return self.visit

    def recall(self, asked: Recalled, zone: dt.tzinfo, request: LookupRequest) -> list[Remembered]:
        """The scripted lines."""
        if self.fails:
            raise TimeoutError
        return self.lines
