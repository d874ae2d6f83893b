"""What is asked of the world outside the database."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from booking.intents import ModelCall, Understanding, Whose
from booking.models import AddressAnswer, AppWebhook, BusinessNumber, OutboxItem, TokenState, UnderstandingContext


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> dt.datetime:
        """The present instant, in UTC."""
        ...


class IntentExtractor(Protocol):
    """Turns text into typed intents. Never raises; what it cannot read is `unknown`."""

    def understand(self, text: str, context: UnderstandingContext) -> Understanding: ...


class Passage(NamedTuple):
    """A text of the clinic's own, quoted whole, where it stands, and since when (a date, YYYY-MM-DD). With
    `areas` it is none: `text` is what was asked about, of which documents of these areas tell as much. `near`: it is
    the nearest to the question, and may not answer it."""

    text: str
    source: str
    since: str | None = None
    areas: tuple[str, ...] = ()
    near: bool = False


class LookupRequest(NamedTuple):
    """For whom a service is asked, and until when (on the clock of `time.monotonic`) its answer is of use. `names` are
    those of patients that may stand in what is asked, `doctors` those of the clinic's own; `own` is the name of who
    asks, where it is known, and `now` the moment."""

    person_id: int
    conversation_id: int
    deadline: float
    names: tuple[str, ...] = ()
    doctors: tuple[str, ...] = ()
    own: str | None = None
    now: dt.datetime | None = None

    @property
    def seconds_left(self) -> float:
        """Never below zero."""
        return max(self.deadline - time.monotonic(), 0.0)


class Knowledge(Protocol):
    """The clinic's documents. Whatever it raises, and what comes after the deadline, the turn goes on without."""

    def answer(self, query: str, request: LookupRequest) -> Passage | None: ...


class Shown(NamedTuple):
    """A passage as a model is shown it."""

    heading: str
    text: str


class Quoted(NamedTuple):
    """What a model says of passages and a question: the words of one that answer it, copied; none: that none does.
    `calls` is what asking cost."""

    words: str | None
    calls: tuple[ModelCall, ...] = ()


class Quoter(Protocol):
    """A model that quotes what answers."""

    def quote(
        self, question: str, passages: Sequence[Shown], names: Sequence[str], doctors: Sequence[str], seconds: float
    ) -> Quoted | None:
        """None where none answered in so many seconds. Patients' `names` are hidden from it, `doctors` are not. Never
        raises."""


class Remembered(NamedTuple):
    """What a conversation of the person's came to, in one line, and when."""

    text: str
    at: dt.datetime


class Recalled(NamedTuple):
    """What is asked of memory: about these folded words, of the days from `since` to `until`; `whose` appointments,
    where they are somebody else's than the person's own."""

    query: str
    words: Sequence[str] = ()
    since: dt.date | None = None
    until: dt.date | None = None
    whose: Whose | None = None


class Visited(NamedTuple):
    """The last appointment of whoever writes that had begun by now: with whom, and when."""

    doctor: str
    at: dt.datetime


class Memory(Protocol):
    """What is remembered of whoever writes, and of nobody else. Whatever it raises, and what comes after the deadline,
    the turn goes on without."""

    def recall(self, asked: Recalled, zone: dt.tzinfo, request: LookupRequest) -> Sequence[Remembered]:
        """The three lines that fit best, the best first; days are those of the zone."""
        ...

    def visited(self, request: LookupRequest) -> Visited | None:
        """Their own, where that is known."""
        ...


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
    offline: bool = False  # it never left: nobody was reached to whom it could have been handed

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


class WhatsAppAccount(Protocol):
    """The clinic's number, account and app at WhatsApp, and our own address as the internet sees it. What asks WhatsApp
    raises WhatsAppRefused, and ServiceUnavailable where it does not answer."""

    def token(self) -> TokenState:
        """Of the access token that is set up."""
        ...

    def number(self) -> BusinessNumber: ...

    def check_secret(self) -> None:
        """Refused with 100 where the app secret is not that of the token's app."""
        ...

    def numbers(self) -> Sequence[str]:
        """Ids of the numbers of the business account."""
        ...

    def register(self, pin: str) -> None:
        """Have the number sent and received through this API; `pin` is that of its two-step verification."""
        ...

    def subscribed_apps(self) -> Sequence[str]:
        """Ids of the apps that hear what happens in the business account."""
        ...

    def subscribe(self) -> None:
        """Have the token's app hear it."""
        ...

    def webhook(self, app_id: str) -> AppWebhook | None:
        """None: the app has none."""
        ...

    def set_webhook(self, app_id: str, fields: Sequence[str]) -> None:
        """Our address, which WhatsApp asks for the verify token before it agrees."""
        ...

    def shake_hands(self) -> AddressAnswer:
        """Ask our own address what WhatsApp asks of it. Never raises."""
        ...

    def deliver_nothing(self) -> AddressAnswer:
        """Post it an empty delivery, signed. Never raises."""
        ...
