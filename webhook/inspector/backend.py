"""What the pages are made of. `booking.runtime.inspecting` hands it in; pages know nothing else of the application."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from booking.intents import ModelCall
from booking.models import Condition
from booking.ports import Clock, UnitOfWorkFactory
from booking.settings import Settings


class Option(NamedTuple):
    """What can be tapped in a message. `detail` is the second line of a list's row."""

    id: str
    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Bubble:
    """A message on a phone. `menu` is what its list is opened by; without one its options are buttons."""

    id: str
    mine: bool  # the patient's own, on the right
    at: dt.datetime
    text: str
    ticks: str = ""  # sending, sent, delivered, read or failed; of what the clinic wrote, as WhatsApp tells the clinic
    options: Sequence[Option] = ()
    menu: str | None = None
    media: str | None = None  # image, audio, document …
    file: str | None = None  # the id of what can be looked at or listened to here
    template: bool = False


@dataclass(frozen=True, slots=True)
class Handset:
    """Somebody's telephone. `number` is what WhatsApp calls them, `role` why they write: patient, doctor or staff."""

    number: str
    name: str
    role: str
    unread: int = 0


class Phones(Protocol):
    """Telephones of made-up people, whose messages go through the signed webhook and the fake of Meta: of the demo
    alone. Called from threads. Those that take a number raise KeyError where there is no such phone."""

    def on_news(self, call: Callable[[], None]) -> None:
        """Have it called, from any thread, whenever a message or a status came."""
        ...

    def handsets(self) -> Sequence[Handset]: ...

    def add(self, name: str, role: str) -> Handset:
        """A new one, with a number of its own."""
        ...

    def bubbles(self, number: str) -> Sequence[Bubble]:
        """What was written both ways, oldest first."""
        ...

    def looked_at(self, number: str) -> None:
        """Somebody sees this phone: what came is read."""
        ...

    def write(self, number: str, text: str) -> None: ...

    def tap(self, number: str, message_id: str, option_id: str) -> None:
        """Raises KeyError where that message has no such option too."""
        ...

    def send_file(self, number: str, kind: str, name: str, content: bytes) -> None:
        """A voice note ("audio"), picture ("image") or document."""
        ...

    def file(self, number: str, file_id: str) -> bytes:
        """What was sent so. Raises KeyError where it is not kept any more."""
        ...

    def typing(self, number: str) -> bool:
        """The clinic has read what was written and has not answered yet."""
        ...


class Event(NamedTuple):
    """What the clock brings: `kind` is "reminder", "hold" (one ends) or "appointment" (one begins), `name` whose,
    where anybody knows."""

    at: dt.datetime
    kind: str
    name: str | None = None


class Levers(Protocol):
    """What whoever tries the demo can turn: its clock, and what goes wrong around it."""

    @property
    def movable(self) -> bool:
        """Whether its clock can be moved."""
        ...

    def forward(self, to: dt.datetime) -> None:
        """Move the clock there, and have everything done that is due then. Raises ValueError where that is past."""
        ...

    def next_event(self) -> Event | None: ...

    def faults(self) -> Mapping[str, bool]:
        """The faults there are ("sender_down", "model_lying" …), and which are on."""
        ...

    def switch(self, fault: str, on: bool) -> None:
        """Raises KeyError."""
        ...

    def settling(self) -> bool:
        """What was switched is not so everywhere yet: it takes some seconds."""
        ...

    def answered(self, call: ModelCall) -> Mapping[str, Any] | None:
        """What the demo's model said in that call; None where that is not known."""
        ...

    def reload(self) -> None:
        """The demo as on its first morning, which is now by the machine's clock."""
        ...


@dataclass(frozen=True, slots=True)
class Backend:
    """`demo`: nothing in it is real, and nobody has to say who they are. `secret` signs sessions. `return_to_bot` ends
    human control of a chat by its id; `number` is a telephone as staff write it in E.164, None of what is none;
    `checks` asks how each service is; `connected`: WhatsApp is, so that patients are told of what is done. `phones` and
    `levers` are of the demo alone."""

    begin: UnitOfWorkFactory
    clock: Clock
    settings: Settings
    demo: bool
    secret: bytes
    return_to_bot: Callable[[int], None]
    number: Callable[[str], str | None]
    checks: Callable[[], Condition]
    connected: bool
    phones: Phones | None = None
    levers: Levers | None = None
