"""Who of the clinic answers patients: when somebody is on duty, and what they did by hand in a chat."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from booking.intents import Frozen
from booking.models.persons import Moment


class Duty(Frozen):
    """Hours of each week, in the clinic's wall time (`weekday` 0 is Monday), in which somebody is told of notices. The
    end 00:00 is that of the day."""

    person_id: int
    weekday: int = Field(ge=0, le=6)
    start: dt.time
    end: dt.time

    @model_validator(mode="after")
    def _has_length(self) -> Self:
        if dt.time() != self.end <= self.start:
            raise ValueError("hours end after they begin")
        return self

    def covers(self, here: dt.datetime) -> bool:
        """Whether it is one of these hours; `here` is the clinic's wall time."""
        return (
            here.weekday() == self.weekday
            and self.start <= here.time()
            and (self.end == dt.time() or here.time() < self.end)
        )


class ByHandKind(StrEnum):
    TAKEN = "taken"  # from the bot
    ANSWERED = "answered"  # with the command of the desk
    TYPED = "typed"  # on the clinic's own telephone
    GIVEN_BACK = "given_back"


class ByHand(Frozen):
    """What somebody did in a chat in place of the bot. `outbox_id` is their message, `text` what they typed on the
    clinic's telephone, which no message of ours is."""

    conversation_id: int
    kind: ByHandKind
    at: Moment
    by: str
    outbox_id: int | None = None
    text: str | None = None
