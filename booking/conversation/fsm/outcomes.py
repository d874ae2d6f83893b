"""What a write returns: done, perhaps for the row to go on with another intent, or an expected refusal that becomes a
trigger."""

from __future__ import annotations

from typing import Final, NamedTuple

from booking.conversation.fsm.triggers import Trigger
from booking.intents import AnyIntent


class Done(NamedTuple):
    """The write was made."""


class GoesOn(NamedTuple):
    """The write was made; what follows the row is fired for this intent instead of the one that the row took."""

    intent: AnyIntent


class Refused(NamedTuple):
    """The write could not be made; the row changes nothing and this trigger is fired instead."""

    trigger: Trigger


DONE: Final = Done()
Outcome = Done | GoesOn | Refused
