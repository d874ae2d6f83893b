"""Who has rights, and how long they are here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Protocol

from booking.access.rights import Invitation, Session
from booking.models import Grant, Person, Role


class Staff(Protocol):
    """Rights beyond a patient's, and the codes that give them."""

    def invite(self, invitation: Invitation) -> None:
        """Store a code; it replaces the one that its number had."""
        ...

    def invitation(self, phone: str) -> Invitation | None:
        """The code waiting for that number, locked until the end of the transaction."""
        ...

    def invitations(self) -> Sequence[Invitation]:
        """Every code that waits, lapsed or not, by number."""
        ...

    def count_try(self, phone: str) -> None: ...

    def withdraw(self, phone: str) -> bool:
        """Forget the number's code. Whether there was one."""
        ...

    def grant(self, person_id: int, grant: Grant, now: dt.datetime) -> None:
        """Replaces what the person had of the same role."""
        ...

    def revoke(self, person_id: int, role: Role) -> bool:
        """Whether they had it."""
        ...

    def list(self) -> Sequence[Person]:
        """Everybody with a right, lapsed or not, by id."""
        ...

    def find(self, phone: str) -> Person | None:
        """Whoever has this number (canonical E.164)."""
        ...

    def set_password(self, person_id: int, digest: str | None, now: dt.datetime) -> None:
        """What they sign in to the pages with, as its digest; None: they cannot any more."""
        ...

    def passwords(self) -> Mapping[int, str]:
        """The digest of each person who can sign in."""
        ...


class Sessions(Protocol):
    """`user_sessions`, and when somebody was last seen."""

    def touch(self, person_id: int, messages: int, now: dt.datetime) -> None:
        """So many messages now: within the window of the last session, or as a new one."""
        ...

    def list(self, person_id: int) -> Sequence[Session]:
        """Newest first."""
        ...

    def purge(self, before: dt.datetime) -> int:
        """Forget those not used since. How many."""
        ...
