"""What patients are reminded of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Protocol

from booking.models import Appointment, Reminded, ReminderAnswer, Skipped


class Reminders(Protocol):
    """`recordatorios`: one for each version of an appointment and each time ahead that the clinic reminds of it
    (`Policy.reminds`)."""

    def recompute(self, appointment: Appointment, now: dt.datetime, answer: ReminderAnswer | None = None) -> None:
        """The appointment is as it is now: those of earlier versions that wait are left, and the newest that was sent
        has this answer; the new ones wait, but for those whose time has come. Only what is booked and nobody has
        confirmed is reminded of. One statement."""
        ...

    def fill(self, now: dt.datetime) -> int:
        """The same for appointments to come that lack some: imported ones, those of before there were reminders, or
        of before the clinic reminded so long ahead. How many were added."""
        ...

    def due(self, now: dt.datetime) -> Sequence[int]:
        """Appointments with one that waits and whose time has come, by their ids."""
        ...

    def lock(self, appointment_ids: Collection[int]) -> Sequence[Reminded]:
        """Those of these appointments that wait, by when they are due, locked until the end of the transaction."""
        ...

    def written(self, ids: Collection[int], outbox_id: int, now: dt.datetime) -> None:
        """This message says them. Those that do not wait stay as they are."""
        ...

    def skip(self, ids: Collection[int], why: Skipped, now: dt.datetime) -> None:
        """They are not sent. Those that do not wait stay as they are."""
        ...

    def said_by(self, outbox_id: int) -> Sequence[Reminded]:
        """Those that this message says."""
        ...

    def again(self, outbox_id: int) -> None:
        """The message was withdrawn before it was sent: what it would have said waits once more."""
        ...

    def said_again(self, outbox_id: int, instead: int) -> None:
        """The message failed, and another one says the same."""
        ...

    def of(self, appointment_ids: Collection[int]) -> Sequence[Reminded]:
        """Those of these appointments, by appointment and when they are due."""
        ...

    def since(self, start: dt.datetime, end: dt.datetime) -> Sequence[Reminded]:
        """Those due in this range, by when they are due."""
        ...
