"""What an invariant is, and how one of a single turn or message is made: it sees each of them once."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper

from booking.models import OutboxItem, TurnRecord
from booking.testing.clinic import Clinic

Invariant = Callable[[Clinic], object]
"""Raises AssertionError with what it saw."""


class each_turn:
    """Makes an invariant of a check of one turn: `(clinic, turn)`."""

    def __init__(self, check: Callable[[Clinic, TurnRecord], None]) -> None:
        self.check = check
        update_wrapper(self, check)

    def __call__(self, clinic: Clinic, since: int = 0) -> int:
        for turn in clinic.records[since:]:
            self.check(clinic, turn)
        return len(clinic.records)


class each_message:
    """Makes an invariant of a check of one message of ours: `(clinic, who, item)`."""

    def __init__(self, check: Callable[[Clinic, str, OutboxItem], None]) -> None:
        self.check = check
        update_wrapper(self, check)

    def __call__(self, clinic: Clinic, since: int = 0) -> int:
        for who, item in clinic.said[since:]:
            self.check(clinic, who, item)
        return len(clinic.said)
