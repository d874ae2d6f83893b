"""What patients are told of their appointments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Protocol

from booking.models import Telling, TellingState, Told


class Tellings(Protocol):
    """`avisos_cita`: each change by staff that a patient is to hear of, once for each version of an appointment."""

    def add(self, telling: Telling) -> None:
        """Nothing where that is kept of this version already, but that the doctor is late, away, or back."""
        ...

    def lock(self, appointment_id: int) -> Sequence[Told]:
        """Those of an appointment, oldest first, locked until the end of the transaction."""
        ...

    def settle(
        self, ids: Collection[int], state: TellingState, now: dt.datetime, *, outbox_id: int | None = None
    ) -> None:
        """What became of them. Those that are settled stay as they are."""
        ...

    def said_again(self, outbox_id: int, instead: int) -> None:
        """The message failed, and another one says the same."""
        ...

    def together(self, telling: Telling) -> Sequence[int]:
        """Other appointments that the same patient is to be told of, with the same doctor and made by the same person
        in the same moment: a series. By their ids."""
        ...

    def said_by(self, outbox_id: int) -> Sequence[Told]:
        """Those that this message says, by appointment: of a series several."""
        ...

    def again(self, outbox_ids: Collection[int], but: Collection[int]) -> Sequence[int]:
        """These messages were withdrawn, for the appointments `but` have changed: what they would have said of others
        waits once more. Their appointments."""
        ...

    def of(self, appointment_ids: Collection[int]) -> Sequence[Told]:
        """Those of these appointments, by appointment, oldest first."""
        ...

    def waiting(self) -> Sequence[int]:
        """Appointments whose patients are to be told and nobody is about to: for recovery."""
        ...
