"""Who writes, who is treated and who treats."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from pydantic import AwareDatetime, Field

from booking.intents import Frozen
from booking.models.folded_text import without_accents

Moment = AwareDatetime
"""An instant; always aware."""


class Role(StrEnum):
    """Rights, least first. Unknown senders are patients."""

    PATIENT = "patient"
    STAFF = "staff"
    DOCTOR = "doctor"
    ADMIN = "admin"


class IdentityKind(StrEnum):
    """How WhatsApp names a person. A business-scoped user id (BSUID) is not a phone number."""

    WA_ID = "wa_id"
    BSUID = "bsuid"


class Identity(Frozen):
    """One name under which a person writes. `value` is kept as received: answers go back to it."""

    kind: IdentityKind
    value: str = Field(min_length=1, max_length=160)


class Grant(Frozen):
    """A right somebody was given besides being a patient: as which doctor, and until when (None: for good)."""

    role: Role
    doctor_id: int | None = None
    until: Moment | None = None


class Person(Frozen):
    """Somebody who writes, under one or more identities. `name` is what they told us, never the profile."""

    id: int
    grants: tuple[Grant, ...] = ()
    name: str | None = None
    phone: str | None = None  # E.164, for matching and display only
    notice_version: str | None = None  # privacy notice shown
    opted_out: bool = False
    way_back_told_at: Moment | None = None  # last told how to come back: after BAJA, or from a person who never came

    def roles_at(self, now: dt.datetime) -> frozenset[Role]:
        """Every role they have at that moment."""
        return roles_in(self.grants, now)

    def role_at(self, now: dt.datetime) -> Role:
        """The role with the most rights at that moment."""
        return max(self.roles_at(now), key=list(Role).index)

    def doctor_at(self, now: dt.datetime) -> int | None:
        """The doctor they are at that moment."""
        return doctor_in(self.grants, now)


def roles_in(grants: Sequence[Grant], now: dt.datetime) -> frozenset[Role]:
    """The roles that these give at that moment. Everybody is a patient; a doctor's role without a doctor is none."""
    held = {
        grant.role
        for grant in grants
        if (grant.until is None or now < grant.until) and (grant.role is Role.DOCTOR) == (grant.doctor_id is not None)
    }
    return frozenset(held | {Role.PATIENT})


def doctor_in(grants: Sequence[Grant], now: dt.datetime) -> int | None:
    """The doctor whom these make somebody at that moment."""
    valid = (g for g in grants if g.role is Role.DOCTOR and (g.until is None or now < g.until))
    return next((g.doctor_id for g in valid if g.doctor_id is not None), None)


class Doctor(Frozen):
    id: int
    name: str
    specialty: str | None = None
    weight: int = Field(default=1, ge=1)
    active: bool = True
    by_turn: bool = True  # gets patients who ask for nobody; others only those who ask for them
    room: str | None = None  # where they see patients: "3", "Consultorio B"


FORGOTTEN: Final = "Borrado"
"""Stands where a patient was named whose data was erased."""


class Patient(Frozen):
    id: int
    name: str
    phone: str | None = None
    email: str | None = None
    person_id: int | None = None


_BESIDE_A_NAME: Final = frozenset(
    "el la los las a al de del para con sr sra srta senor senora senorita don dona".split()
)


def first_name(name: str | None) -> str | None:
    """The first word of a name: no more than that is told of patients in messages to staff. None: there is none."""
    return next(iter((name or "").split()), None)


def is_called(said: str, name: str) -> bool:
    """Whether every word that was said of somebody is one of their name; capitals, accents, articles and forms of
    address aside. "Iván" is said of Iván Soto, "Iván Soto" is not said of Iván Luna."""
    words = _words(said)
    return bool(words) and words <= _words(name)


def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", without_accents(name))) - _BESIDE_A_NAME
