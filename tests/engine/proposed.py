"""Somebody led to the question that a yes answers."""

from __future__ import annotations

from booking.intents import (
    ProvideCustomerData,
    SelectSlot,
    StartBooking,
)
from booking.models import Appointment, State, Status
from booking.testing.clinic import Clinic

NAME = ProvideCustomerData(name="Ana Ruiz")


def proposed(clinic: Clinic, who: str = "Ana") -> None:
    """Lead somebody to the question that a yes answers."""
    clinic.mean(who, StartBooking())
    clinic.mean(who, SelectSlot(option=1))
    clinic.mean(who, NAME)
    assert clinic.conversation(who).state is State.CONFIRM


def appointments(clinic: Clinic, *statuses: Status) -> list[Appointment]:
    with clinic.begin() as uow:
        return list(uow.appointments.list(statuses=statuses or None))
