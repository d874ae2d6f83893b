"""Whose turn it is among the doctors who are free, and why. Pure.

The lowest (live appointments and holds + credit) / weight is next, then the lowest id. The credit stands for the
appointments that others have and a doctor could not be given: without it somebody new, or back from an absence,
would get every patient until they had caught up. It falls as those appointments end.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence

from booking.models import Appointment, Assignment, Basis, Doctor, Standing


def of_the_turn(doctors: Sequence[Doctor], moving: Appointment | None = None) -> list[Doctor]:
    """Those who get patients who ask for nobody, and whoever has the appointment that is being moved: a specialist
    is not among them unless the clinic says so. Where nobody is, all are: the clinic does not refuse everybody."""
    if not any(doctor.by_turn for doctor in doctors):
        return list(doctors)
    return [d for d in doctors if d.by_turn or (moving is not None and d.id == moving.doctor_id)]


def by_turn(standings: Iterable[Standing]) -> list[Standing]:
    """In the order in which they are asked."""
    return sorted(standings, key=lambda standing: (standing.score, standing.doctor_id))


def candidates(standings: Sequence[Standing], basis: Basis, at: dt.datetime) -> Iterator[tuple[int, Assignment]]:
    """Each doctor in order, with the reason there is if the ones before could not be had."""
    order = by_turn(standings)
    for place, standing in enumerate(order):
        yield standing.doctor_id, Assignment(basis=basis, at=at, standings=tuple(order[place:]))


def basis_of(free: Collection[int], only: Collection[int] | None, moving: Appointment | None) -> Basis:
    """On what the choice rests: `free` doctors, `only` those asked for, the appointment that is being moved."""
    if only is not None:
        same = moving is not None and set(only) == {moving.doctor_id}
        return Basis.SAME if same else Basis.ASKED
    return Basis.TURN if len(free) > 1 else Basis.ONLY
