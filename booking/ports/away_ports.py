"""Appointments whose doctor will not be there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Protocol

from booking.models import AskedToMove


class Away(Protocol):
    """`citas_por_mover`. One *awaits* its move while the appointment is to come, with the doctor and at the time as it
    was when its patient was asked, and that doctor has an absence then: nothing has to be undone when one of these
    is no longer so."""

    def ask(self, asked: AskedToMove) -> None:
        """Its patient was offered another time, in place of what was kept of that appointment before."""
        ...

    def awaiting(self, appointment_ids: Collection[int] | None = None) -> Sequence[AskedToMove]:
        """Those that await their move, of these or of all, by start."""
        ...

    def due(self, now: dt.datetime) -> Sequence[AskedToMove]:
        """Those of which staff are to hear now, by start, locked until the end of the transaction; what another
        transaction has locked is left out."""
        ...

    def mark_called(self, appointment_ids: Collection[int], now: dt.datetime) -> None:
        """Staff were called."""
        ...

    def lifted(self, doctor_id: int) -> Sequence[int]:
        """The doctor is there after all: what is kept of appointments that are as they were goes, and these are which
        they were."""
        ...
