"""The memory of a test clinic: what ended is kept at the moment that somebody asks, not by a job."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from booking.conversation.recalling import Recalling
from booking.conversation.remembering import Rememberer
from booking.ports import Clock, LookupRequest, Recalled, Remembered, UnitOfWorkFactory, Visited


@dataclass(frozen=True)
class KeptWhenAsked:
    """Implements the memory port."""

    begin: UnitOfWorkFactory
    clock: Clock

    def recall(self, asked: Recalled, zone: dt.tzinfo, request: LookupRequest) -> list[Remembered]:
        """What the real ones would, had the sweep just come by."""
        Rememberer(self.begin, self.clock).remember()
        return Recalling(self.begin).recall(asked, zone, request)

    def visited(self, request: LookupRequest) -> Visited | None:
        return Recalling(self.begin).visited(request)
