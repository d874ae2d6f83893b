"""Who of the staff is to be told at a moment of what waits for somebody. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from booking.models import Duty, Person, Role

EVERY_CHAT = frozenset({Role.STAFF, Role.ADMIN})
"""The rights with which somebody sees every chat."""


def on_duty(staff: Iterable[Person], duties: Iterable[Duty], here: dt.datetime) -> Sequence[Person]:
    """Those of the staff who may see every chat and are on duty; `here` is the clinic's wall time."""
    ids = {duty.person_id for duty in duties if duty.covers(here)}
    return [person for person in staff if person.id in ids and sees_every_chat(person, here)]


def sees_every_chat(person: Person, now: dt.datetime) -> bool:
    """A doctor sees their own patients alone."""
    return bool(person.roles_at(now) & EVERY_CHAT)
