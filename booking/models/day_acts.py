"""What is done to a doctor's whole day at once: what was asked for, what it would do to each, what stays."""

from __future__ import annotations

from enum import StrEnum

from booking.intents import Frozen
from booking.models.schedules import Slot


class DayAct(StrEnum):
    """What is done to all of them."""

    CANCEL = "cancelar"
    SHIFT = "recorrer"
    HAND_OVER = "pasar"
    LATE = "avisar"  # nothing is changed: the patients are told that the doctor is late
    OFFER = "ofrecer"  # the doctor will not be there: nobody is booked then, and the patients are offered another time


class DayWish(Frozen):
    """What was asked for: of that doctor's appointments those that start in `span`, but for `kept` (their ids).

    `minutes` by which they move (below zero: earlier), or by which the doctor is late; `to_doctor_id` who gets them;
    `overbook`: also where the rules or another appointment stand against it.
    """

    act: DayAct
    doctor_id: int
    span: Slot
    minutes: int = 0
    to_doctor_id: int | None = None
    kept: tuple[int, ...] = ()
    overbook: bool = False


class DayChange(Frozen):
    """What is done to one appointment, in that version: `to` is where it goes, None where its time stays.

    `why`: what stands against it where it is overbooked (`scheduling.reasons.Why`).
    """

    appointment_id: int
    version: int
    slot: Slot
    patient: str
    patient_id: int
    here: bool = False  # marked as arrived
    to: Slot | None = None
    overbooked: bool = False
    why: str | None = None


class StaysWhy(StrEnum):
    """Why an appointment of the day stays as it is; beside these, why a time is not free (`scheduling.reasons`)."""

    BEGUN = "begun"  # its hour has come, or the visit is under way
    KEPT = "kept"  # it was excepted
    HERE = "here"  # who is here need not be written to
    PATIENT_BUSY = "patient_busy"
    ASKED = "asked"  # they were offered another time already


class DayStays(Frozen):
    """An appointment of the day that nothing is done to, and why; `detail` is what staff wrote of it."""

    appointment_id: int
    slot: Slot
    patient: str
    here: bool = False
    why: str
    detail: str | None = None


class DayPlan(Frozen):
    """What would be done, and what stays; both by start."""

    changes: tuple[DayChange, ...] = ()
    stays: tuple[DayStays, ...] = ()

    def same_as(self, other: DayPlan) -> bool:
        """Whether carrying out the one is what the other showed. That an hour has come of what stays anyway is none."""
        return self.changes == other.changes and self._standing() == other._standing()

    def _standing(self) -> frozenset[int]:
        return frozenset(stays.appointment_id for stays in self.stays if stays.why != StaysWhy.BEGUN)
