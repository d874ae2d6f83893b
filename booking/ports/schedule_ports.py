"""When doctors work, and what is taken."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from booking.models import (
    Absence,
    Block,
    Busy,
    Clinic,
    DateOverride,
    Doctor,
    Opening,
    Policy,
    Rule,
    SpecialDay,
    VisitLength,
)

Ruled = TypeVar("Ruled", Opening, DateOverride, Absence, Block, SpecialDay)
"""A kind of rule of which a doctor may have many."""


class Dates(NamedTuple):
    """Dates of the clinic's calendar, both ends included."""

    first: dt.date
    last: dt.date


class Calendar(NamedTuple):
    """Active doctors, what staff entered about their time, and when they are taken, on the dates it `covers`. Of any
    other date it knows nothing: that nobody is taken there means nothing, and who asks a `Rulebook` about it gets
    `NotCovered`."""

    covers: Dates
    doctors: Sequence[Doctor]
    openings: Sequence[Opening]
    overrides: Sequence[DateOverride]
    busy: Sequence[Busy]
    absences: Sequence[Absence] = ()
    blocks: Sequence[Block] = ()
    special_days: Sequence[SpecialDay] = ()
    visits: Sequence[VisitLength] = ()


class Schedules(Protocol):
    """When doctors work, and when they are taken."""

    def overview(self) -> tuple[Clinic, Sequence[Doctor]]:
        """The clinic and its active doctors, by id: what every turn begins with. Raises NotFound."""
        ...

    def clinic(self) -> Clinic:
        """Raises NotFound."""
        ...

    def doctors(self) -> Sequence[Doctor]:
        """By id; inactive ones too."""
        ...

    def calendar(
        self,
        start: dt.datetime,
        end: dt.datetime,
        now: dt.datetime,
        *,
        except_conversation: int | None = None,
        except_appointment: int | None = None,
    ) -> Calendar:
        """Everything slot arithmetic needs for that range, in as few statements as can be. Busy are live
        appointments and holds that have not lapsed by `now`, by start, but for the holds of that conversation and
        for that appointment (the one to be moved). Whole local days are covered, all that the half-open range touches
        and that of its start, with the buffers around them: daily caps count days. The calendar says which."""
        ...


class Rules(Protocol):
    """What staff enter about when the clinic and its doctors work."""

    def list(self, doctor_id: int | None = None) -> Sequence[tuple[int, Rule]]:
        """All of them, or those of one doctor, with the id within their kind; by kind, then id."""
        ...

    def of(self, kind: type[Ruled], doctor_id: int | None = None) -> Sequence[tuple[int, Ruled]]:
        """Those of one kind, of one doctor or of all, with their ids; by id."""
        ...

    def add(self, rule: Rule) -> int:
        """Its id. A special day replaces that of its date, a visit length that of its type and doctor."""
        ...

    def add_all(self, rules: Sequence[Ruled]) -> None:
        """Rules of one kind, in one statement however many; none for none."""
        ...

    def remove(self, kind: type[Rule], *rule_ids: int) -> int:
        """How many of them there were; one statement however many, none for none."""
        ...

    def set_policy(self, policy: Policy) -> None:
        """Change the clinic's policy. Raises NotFound while there is no clinic."""
        ...

    def set_clinic(self, clinic: Clinic) -> None:
        """Enter the clinic, or what it says of itself now: all of it."""
        ...

    def add_doctor(
        self, name: str, specialty: str | None, weight: int, now: dt.datetime, *, by_turn: bool = True
    ) -> Doctor:
        """A new doctor, without hours, who joins the fair turn at `now`, or (`by_turn` False) takes no part in it."""
        ...

    def set_doctor(self, doctor: Doctor, now: dt.datetime) -> None:
        """Everything about a doctor as it is from `now` on, the part in the fair turn too. Raises NotFound."""
        ...

    def set_active(self, doctor_id: int, active: bool, now: dt.datetime) -> None:
        """A doctor who becomes active joins the fair turn at `now`. Raises NotFound."""
        ...

    def set_by_turn(self, doctor_id: int, by_turn: bool, now: dt.datetime) -> None:
        """Whether the doctor gets patients who ask for nobody: takes part in the fair turn from `now` on, or no
        longer. Raises NotFound."""
        ...
