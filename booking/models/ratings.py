"""How patients say that their visits were, from 1 to 5: asked once after a visit, if the clinic asks at all."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Final

from pydantic import Field

from booking.intents import Frozen
from booking.models.messages import OfMessage
from booking.models.persons import Moment

LOW: Final = 2
"""A mark up to this one is told to staff."""

OF_USE: Final = dt.timedelta(days=2)
"""So long after a visit it may be asked about; later nobody is."""


class RatingState(StrEnum):
    """`calificaciones.estado`."""

    WAITING = "por_preguntar"
    ASKED = "preguntada"  # what became of the message is the outbox's to say
    ANSWERED = "contestada"
    CHANGED = "cambio"  # the visit is not over after all, or the clinic does not ask any more
    OPTED_OUT = "baja"
    NO_NUMBER = "sin_numero"
    LATE = "tarde"


class Rating(Frozen):
    """Of one visit, asked about at `due` or soon after. `version` is the appointment's when it was asked about,
    `done_at` when that was, or why it was not became clear; the last `mark` given counts."""

    id: int = 0
    appointment_id: int
    doctor_id: int
    due: Moment
    state: RatingState = RatingState.WAITING
    version: int | None = None
    done_at: Moment | None = None
    outbox_id: int | None = None
    mark: int | None = Field(default=None, ge=1, le=5)
    answered_at: Moment | None = None

    @property
    def is_low(self) -> bool:
        """Whether staff are told of it."""
        return self.mark is not None and self.mark <= LOW


class AskedRating(OfMessage):
    """One, and how far the message that asks got."""

    rating: Rating

    @property
    def not_reached(self) -> bool:
        """Whoever was to be asked did not get the question."""
        return self.rating.state is RatingState.ASKED and self.failed
