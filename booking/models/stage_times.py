"""How long the stages of a turn or a job took, and what came of them."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum

from booking.intents import Frozen
from booking.models.persons import Moment


class StageOutcome(StrEnum):
    SUCCESS = "success"
    ERROR = "error"


class StageTime(Frozen):
    """How long a stage of a turn or a job took. `error` names the kind of failure, nothing that was said."""

    stage: str
    took_ms: float
    at: Moment
    conversation_id: int | None = None
    outcome: StageOutcome = StageOutcome.SUCCESS
    error: str | None = None


def failed(conversation_id: int, error: str, took_ms: float, now: dt.datetime) -> StageTime:
    """A whole turn that failed."""
    return StageTime(
        stage="turn",
        took_ms=round(took_ms, 2),
        at=now,
        conversation_id=conversation_id,
        outcome=StageOutcome.ERROR,
        error=error,
    )
