"""Where somebody else comes first. A second person needs no conversation of their own to be in the way: what they did
shows in what the world answers, and every such answer is tried at every question. Named here, so that it is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from booking.models import Appointment, Hold, Refusal
from booking.verification.memo import Leaf


@dataclass(frozen=True, slots=True)
class Contention:
    """What somebody else did, and the answer that tells of it."""

    name: str
    question: str
    answer: str
    tells: Callable[[Any], bool]


def _is(wanted: object) -> Callable[[Any], bool]:
    return lambda answer: answer == wanted


def _none(answer: Any) -> bool:
    return answer is None


def _anew(answer: Any) -> bool:
    return isinstance(answer, Appointment) and answer.version > 0


def _hold(answer: Any) -> bool:
    return isinstance(answer, Hold)


_TAKEN, _BUSY, _CHANGED = Refusal.SLOT_TAKEN, Refusal.PATIENT_BUSY, Refusal.APPOINTMENT_CHANGED
CONTENTIONS = (
    Contention("took the time, between the offer and the choice", "hold", "none", _none),
    Contention("took the time, between the end of its hold and the yes or the name", "renew", "none", _none),
    Contention("took the time, between the proposal and the yes", "book", _TAKEN, _is(_TAKEN)),
    Contention("took that doctor at the time, before the yes", "book", "with another doctor", _hold),
    Contention("booked for the same patient, at that time", "book", _BUSY, _is(_BUSY)),
    Contention("took the time to move to", "move", _TAKEN, _is(_TAKEN)),
    Contention("booked for the same patient, at the time to move to", "move", _BUSY, _is(_BUSY)),
    Contention("cancelled the appointment, before the yes", "standing", "none", _none),
    Contention("gave it another hour or doctor, before the yes", "standing", "another version", _anew),
    Contention("changed the appointment in the moment it is moved", "move", _CHANGED, _is(_CHANGED)),
    Contention("changed the appointment in the moment it is cancelled", "cancel", _CHANGED, _is(_CHANGED)),
)


def met(leaves: Iterable[tuple[int, Leaf]]) -> dict[Contention, int]:
    """In how many of these tried turns each was met."""
    counts = dict.fromkeys(CONTENTIONS, 0)
    by_question: dict[str, list[Contention]] = {}
    for contention in CONTENTIONS:
        by_question.setdefault(contention.question, []).append(contention)
    for _, leaf in leaves:
        asked = leaf.visible[1]
        told = [c for one in asked for c in by_question.get(one.name, ()) if c.tells(one.answer)]
        for contention in dict.fromkeys(told):
            counts[contention] += 1
    return counts
