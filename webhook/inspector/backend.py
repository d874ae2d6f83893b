"""What the pages are made of. `booking.runtime.inspecting` hands it in; pages know nothing else of the application."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from booking.models import Condition
from booking.ports import Clock, UnitOfWorkFactory
from booking.settings import Settings


@dataclass(frozen=True, slots=True)
class Bubble:
    """A message on a phone. `options` are (id, title) of what can be tapped; `menu` what a list is opened by."""

    id: str
    mine: bool  # the patient's own, on the right
    at: dt.datetime
    text: str
    ticks: str = ""  # sent, delivered, read or failed: of what the patient wrote none
    options: Sequence[tuple[str, str]] = ()
    menu: str | None = None
    media: str | None = None  # image, audio, document …
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
    alone. Called from threads."""

    def handsets(self) -> Sequence[Handset]: ...

    def add(self, name: str, role: str) -> Handset:
        """A new one, with a number of its own."""
        ...

    def bubbles(self, number: str) -> Sequence[Bubble]:
        """What was written both ways, oldest first. Raises KeyError."""
        ...

    def write(self, number: str, text: str) -> None: ...

    def tap(self, number: str, message_id: str, option_id: str) -> None: ...

    def send_file(self, number: str, kind: str, name: str, content: bytes) -> None:
        """A voice note, picture or document."""
        ...

    def typing(self, number: str) -> bool:
        """The clinic has read what was written and has not answered yet."""
        ...


class Levers(Protocol):
    """What whoever tries the demo can turn: its clock, and what goes wrong around it."""

    def forward(self, by: dt.timedelta) -> dt.datetime:
        """Move the clock; what it shows then."""
        ...

    def next_event(self) -> dt.datetime | None:
        """When something is due next: a reminder, the end of a hold or of an offer, the next appointment."""
        ...

    def faults(self) -> dict[str, bool]:
        """The faults there are, by name, and which are on."""
        ...

    def switch(self, fault: str, on: bool) -> None: ...

    def fill(self, seed: int) -> int:
        """Make the clinic busy; how many appointments were made."""
        ...


@dataclass(frozen=True, slots=True)
class Backend:
    """`demo`: nothing in it is real, and nobody has to say who they are. `secret` signs sessions. `return_to_bot` ends
    human control of a chat by its id; `number` is a telephone as staff write it in E.164, None of what is none;
    `checks` asks how each service is. `phones` and `levers` are of the
    demo alone."""

    begin: UnitOfWorkFactory
    clock: Clock
    settings: Settings
    demo: bool
    secret: bytes
    return_to_bot: Callable[[int], None]
    number: Callable[[str], str | None]
    checks: Callable[[], Condition]
    phones: Phones | None = None
    levers: Levers | None = None
