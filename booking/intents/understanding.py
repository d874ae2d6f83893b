"""Where a reading came from, and what it cost."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from booking.intents.meanings import Intent
from booking.intents.time_wishes import Frozen


class Source(StrEnum):
    """Where a reading came from."""

    TAP = "tap"
    SHORTCUT = "shortcut"  # the deterministic reading
    MODEL = "model"
    FALLBACK = "fallback"  # the model failed; the deterministic reading stands


class CallOutcome(StrEnum):
    """What came of one call of a model."""

    OK = "ok"
    BLANK = "blank"  # spaces for content, as DeepSeek sends when it could not keep to JSON
    MALFORMED = "malformed"  # not JSON, not of the schema, or far too long
    LATE = "late"
    REFUSED = "refused"  # the key or the model's name is not accepted
    FAILED = "failed"


class ModelCall(Frozen):
    """What one call of a model cost. Holds nothing of what was said, unless the clinic keeps that."""

    model: str
    outcome: CallOutcome
    took_ms: int
    input_tokens: int | None = None
    output_tokens: int | None = None
    confidence: float | None = None  # share of the answer's spans that stand in the text
    classification: Literal["personal", "medica", "chat"] | None = None
    text: str | None = None  # what the model was shown of the message, where the clinic keeps it


class Understanding(Frozen):
    """What one burst of messages meant: at most five intents, in the order they are to be handled."""

    intents: tuple[Intent, ...] = Field(min_length=1, max_length=5)
    source: Source = Source.SHORTCUT
    calls: tuple[ModelCall, ...] = ()  # to models, the last one's answer used; none for most messages
