"""Who runs the command: the account of the operating system, which is what staff at the desk are known by."""

from __future__ import annotations

import getpass
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from booking.models import Actor


def operating_user() -> str:
    """The account; its number when it has no name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def at_the_desk() -> Actor:
    """Whoever runs the command, as what happens to an appointment names them."""
    from booking.models import Actor, ActorKind

    return Actor(kind=ActorKind.STAFF, name=operating_user())
