"""What a write returns: done, or an expected refusal that becomes a trigger."""

from __future__ import annotations

from typing import Final, NamedTuple

from booking.conversation.fsm.triggers import Trigger


class Done(NamedTuple):
    """The write was made."""


class Refused(NamedTuple):
    """The write could not be made; the row changes nothing and this trigger is fired instead."""

    trigger: Trigger


DONE: Final = Done()
Outcome = Done | Refused
