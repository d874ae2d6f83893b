"""Caps and buffers, which no constraint knows, while a hold that is about to lapse is booked: on two connections."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine

from booking.appointments import appointment_changes, holds
from booking.models import Appointment, Booking, Clinic, Hold, Move, Opening, Policy, Purpose, Refusal, Slot
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import DOCTORS, NOW, TEN_MINUTES, chat, hold, patient, slot, until_it_waits

SECOND = dt.timedelta(seconds=1)


def clinic_with(engine: Engine, cap: int | None, buffer: int) -> Clinic:
    """One doctor, all day."""
    policy = Policy(min_notice_minutes=0, buffer_minutes=buffer, holidays=None, cancel_hours=0)
    clinic = Clinic(name="Prueba", zone="America/Tijuana", policy=policy)
    hours = [Opening(doctor_id=1, weekday=day, start=dt.time(8), end=dt.time(18), daily_cap=cap) for day in range(7)]
    seed(engine, clinic, DOCTORS[:1], hours)
    return clinic


@pytest.mark.parametrize(("cap", "buffer", "theirs"), [(1, 0, slot(3)), (None, 60, slot(1.5))])
@pytest.mark.parametrize("purpose", [Purpose.BOOK, Purpose.MOVE])
def test_a_time_taken_while_a_hold_is_booked_keeps_the_rules(
    engine: Engine, begin: SqlUnitOfWorkFactory, cap: int | None, buffer: int, theirs: Slot, purpose: Purpose
) -> None:
    """Ana says yes a second before her hold lapses; Beto takes a time a second after, and does not see hers yet."""
    clinic = clinic_with(engine, cap, buffer)
    ana, beto = chat(begin, 1), chat(begin, 2)
    moved = tomorrows(begin, ana) if purpose is Purpose.MOVE else None
    held = hold(begin, ana, slot(1))
    assert held
    draft = Move(appointment=moved, hold=held) if moved else Booking(name="Ana Torres", hold=held)
    act: Callable[..., Appointment | Refusal] = (
        appointment_changes.move if purpose is Purpose.MOVE else appointment_changes.book
    )

    def take() -> Hold | None:
        with begin() as uow:
            taken = holds.take(uow, clinic, theirs, beto, held.expires_at + SECOND)
            uow.commit()
        return taken

    with ThreadPoolExecutor(1) as thread, begin() as uow:
        person = uow.conversations.lock(ana).person
        assert isinstance(act(uow, clinic, draft, person, ana, held.expires_at - SECOND), Appointment)
        taken = thread.submit(take)
        until_it_waits(engine, taken)
        uow.commit()
        assert taken.result() is None


def tomorrows(begin: SqlUnitOfWorkFactory, chat_id: int) -> Appointment:
    """An appointment of Ana's on another day."""
    who = patient(begin, chat_id)
    held = hold(begin, chat_id, slot(24))
    assert held
    with begin() as uow:
        booked = uow.appointments.book(held, chat_id, who, "primera_vez", None, NOW)
        uow.commit()
    assert isinstance(booked, Appointment)
    return booked


def test_a_hold_that_a_clock_ahead_of_ours_took_for_lapsed_is_taken_anew(
    engine: Engine, begin: SqlUnitOfWorkFactory
) -> None:
    clinic = clinic_with(engine, None, 0)
    ana, beto = chat(begin, 1), chat(begin, 2)
    held = hold(begin, ana, slot(1))
    assert held
    with begin() as uow:
        gone = uow.appointments.hold(held.slot, 1, beto, held.expires_at, held.expires_at + TEN_MINUTES)
        assert gone
        uow.appointments.release_hold(gone, beto)
        uow.commit()
    with begin() as uow:
        person = uow.conversations.lock(ana).person
        draft = Booking(hold=held, name="Ana Torres")
        assert isinstance(appointment_changes.book(uow, clinic, draft, person, ana, NOW), Appointment)
