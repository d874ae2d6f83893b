"""Appointments whose doctor will not be there, and whose patients were offered another time."""

from __future__ import annotations

from booking.intents import Frozen
from booking.models.persons import Moment


class AskedToMove(Frozen):
    """The patient of an appointment, as it was then, was offered another time; `answer_by` is when staff are called if
    it is still as it was, `called_at` when they were."""

    appointment_id: int
    doctor_id: int
    start: Moment
    asked_at: Moment
    answer_by: Moment
    called_at: Moment | None = None
