"""What staff ask for by chat, as far as it was said, and what they are asked."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from booking.intents import Frozen, UseTool
from booking.models.persons import Moment


class Picked(Frozen):
    """One patient or one appointment; the id is ours, never read from a message."""

    what: Literal["patient", "appointment"]
    id: int


class Option(Frozen):
    """One of several people or appointments that fit; `picks` None: its text says which."""

    text: str
    picks: Picked | None = None
    at: Moment | None = None
    tail: str | None = None  # last digits of the number


class Asked(Frozen):
    """What a tool needs before it can go on, as it was put to staff: the words of `field`, or one of so many
    `options`. Without a field nothing is missing: the order is proposed, and what is `given` may be changed."""

    tool: str
    field: str = ""
    given: tuple[str, ...] = ()  # parameters said so far
    time: bool = False  # the words are about time
    part: Literal["day", "time"] | None = None  # what is missing of it
    options: int = 0


class Request(Frozen):
    """What staff asked a tool for, as far as it was said, and what they are asked now; kept beside the order that came
    of it, so that it can be changed."""

    asked: Asked
    arguments: tuple[tuple[str, str], ...] = ()
    options: tuple[Option, ...] = ()
    chosen: Picked | None = None  # what was picked from a list before
    whole_clinic: bool | None = None  # with whose rights it was asked: of the desk; None: from before that was kept
    doctor_id: int | None = None  # or of this doctor


class Waiting(Frozen):
    """What else staff asked for in one message, in order: each is taken up when the one before it is done with.
    `since` is when it was said; "mañana" in it is the day after that. `agreed` once a yes was said to one of
    them."""

    calls: tuple[UseTool, ...]
    since: Moment
    agreed: bool = Field(default=False, exclude_if=lambda value: not value)
