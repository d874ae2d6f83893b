"""Who may do what, as values: callers of tools, one-time codes and sessions."""

from __future__ import annotations

import datetime as dt
from typing import Final

from booking.intents import Frozen
from booking.models import Grant, Moment, Person, Role

SESSION_WINDOW: Final = dt.timedelta(hours=24)
"""Whoever writes again within this goes on with the same session."""


class Caller(Frozen):
    """Whoever uses a tool: what they may do and which doctor they are comes from the database, never from a text."""

    person_id: int | None = None
    account: str | None = None  # of the operating system, at the desk
    roles: frozenset[Role] = frozenset({Role.PATIENT})
    doctor_id: int | None = None

    @property
    def whole_clinic(self) -> bool:
        """They work with every doctor's appointments, not just with their own."""
        return bool(self.roles & {Role.STAFF, Role.ADMIN})


def caller_of(person: Person, now: dt.datetime) -> Caller:
    """The person with the rights they have at that moment."""
    return Caller(person_id=person.id, roles=person.roles_at(now), doctor_id=person.doctor_at(now))


MOST_TRIES: Final = 5
"""Wrong codes after which a right one gives nothing either."""


class Invitation(Frozen):
    """A code that gives a number a right, once. Only the code's digest is known."""

    phone: str  # canonical E.164
    grant: Grant
    salt: str
    digest: str
    expires_at: Moment
    tries: int = 0

    def works_at(self, now: dt.datetime) -> bool:
        """It has not lapsed, and was not tried too often."""
        return now < self.expires_at and self.tries < MOST_TRIES


class Session(Frozen):
    """A stretch of writing with no pause of 24 hours in it."""

    id: int
    person_id: int
    started_at: Moment
    last_activity: Moment
    messages: int
