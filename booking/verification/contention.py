"""Where somebody else comes first. A second person needs no conversation of their own to be in the way: what they did
shows in what the world answers, and every such answer is tried at every question. Named here, so that it is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

from booking.models import Appointment, Hold, Refusal
from booking.verification.small_world import Asked


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


_BY_QUESTION: dict[str, list[Contention]] = {}
for _contention in CONTENTIONS:
    _BY_QUESTION.setdefault(_contention.question, []).append(_contention)


def disputes(asked: Iterable[Asked]) -> tuple[Contention, ...]:
    """Where somebody else came first, by what was answered in one turn."""
    told = [c for one in asked for c in _BY_QUESTION.get(one.name, ()) if c.tells(one.answer)]
    return tuple(dict.fromkeys(told))


def met(turns: Iterable[tuple[Contention, ...]]) -> dict[Contention, int]:
    """In how many turns, of each of which the disputes are given, each contention was met."""
    counts = Counter(chain.from_iterable(turns))
    return {contention: counts[contention] for contention in CONTENTIONS}
