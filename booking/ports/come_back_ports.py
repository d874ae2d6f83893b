"""Invitations to book again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Protocol

from booking.models import ComeBack, ComeBackState


class ComeBacks(Protocol):
    """`regresos`."""

    def add(self, invitation: ComeBack) -> bool:
        """False: of that appointment there is one already, and nothing was kept."""
        ...

    def due(self, now: dt.datetime, most: int) -> Sequence[ComeBack]:
        """Those that wait and are due, by due time, locked until the end of the transaction, without what another one
        has locked."""
        ...

    def waiting(self) -> Sequence[ComeBack]:
        """All that wait, by due time."""
        ...

    def of_appointment(self, appointment_id: int) -> ComeBack | None:
        """The invitation that follows this one, which was missed, whatever became of it."""
        ...

    def put_off(self, come_back_id: int, due: dt.datetime) -> None:
        """It waits until then."""
        ...

    def settle(self, come_back_id: int, state: ComeBackState, now: dt.datetime, outbox_id: int | None = None) -> bool:
        """What became of it. False: that is known already, and stays."""
        ...
