"""How patients say that their visits were."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Protocol

from booking.models import AskedRating, Rating, RatingState


class Ratings(Protocol):
    """`calificaciones`: one of an appointment at most, so that nobody is asked twice."""

    def add(self, rating: Rating) -> bool:
        """False: of that appointment there is one already, and nothing was kept."""
        ...

    def due(self, now: dt.datetime, most: int) -> Sequence[Rating]:
        """Those that wait and are due, by due time, locked until the end of the transaction, without what another one
        has locked."""
        ...

    def put_off(self, rating_id: int, due: dt.datetime) -> None:
        """It waits until then."""
        ...

    def settle(self, rating_id: int, state: RatingState, now: dt.datetime) -> bool:
        """It is not asked about. False: it does not wait any more, and stays as it is."""
        ...

    def asked(self, rating_id: int, version: int, outbox_id: int, now: dt.datetime) -> bool:
        """This message asks, of the appointment as it is in that version. False: as of `settle`."""
        ...

    def said_again(self, outbox_id: int, instead: int) -> None:
        """The message failed, and another one asks the same."""
        ...

    def answer(self, rating_id: int, mark: int, now: dt.datetime) -> bool:
        """The mark that was given; one given later takes its place. False: it was not asked about."""
        ...

    def of(self, appointment_ids: Collection[int]) -> Sequence[AskedRating]:
        """Those of these appointments, by appointment."""
        ...

    def since(self, start: dt.datetime, end: dt.datetime) -> Sequence[AskedRating]:
        """Those asked about in this range, by when they were."""
        ...
