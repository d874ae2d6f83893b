"""What is asked of the world outside the database."""

from __future__ import annotations

import datetime as dt
import time
from typing import NamedTuple, Protocol

from booking.intents import Understanding
from booking.models import OutboxItem, UnderstandingContext


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> dt.datetime:
        """The present instant, in UTC."""
        ...


class IntentExtractor(Protocol):
    """Turns text into typed intents. Never raises; what it cannot read is `unknown`."""

    def understand(self, text: str, context: UnderstandingContext) -> Understanding: ...


class Passage(NamedTuple):
    """A text of the clinic's own, quoted whole, and where it stands."""

    text: str
    source: str


class LookupRequest(NamedTuple):
    """For whom a service is asked, and until when (on the clock of `time.monotonic`) its answer is of use."""

    person_id: int
    conversation_id: int
    deadline: float

    @property
    def seconds_left(self) -> float:
        """Never below zero."""
        return max(self.deadline - time.monotonic(), 0.0)


class Knowledge(Protocol):
    """The clinic's documents. Whatever it raises, and what comes after the deadline, the turn goes on without."""

    def answer(self, query: str, request: LookupRequest) -> Passage | None: ...


class Sent(NamedTuple):
    """WhatsApp took the message under this id."""

    wamid: str


class NotSent(NamedTuple):
    """WhatsApp did not take the message. `retry_after` None means never."""

    error: str
    code: int | None = None
    retry_after: dt.timedelta | None = None
    stop_everything: bool = False  # token, account or permission: stop the sender and tell the operator
    throttled: bool = False  # our number or account sends too much; not this message or person alone

    @property
    def is_final(self) -> bool:
        """It will not be taken later either."""
        return self.retry_after is None and not self.stop_everything


class Listener(Protocol):
    """Writes down what somebody said in a voice note."""

    def hear(self, media: str) -> str | None:
        """What was said, by WhatsApp's id of the recording. None: it cannot be had, is too long, or nobody listens.
        Never raises, and takes no longer than it was told."""
        ...


class MessageSender(Protocol):
    """Sends one message. `ready` is False without credentials: messages then wait in the outbox."""

    @property
    def ready(self) -> bool: ...

    def send(self, item: OutboxItem) -> Sent | NotSent: ...

    def acknowledge(self, wamid: str) -> None:
        """Mark as read and show "typing". Best effort, never raises."""
        ...
