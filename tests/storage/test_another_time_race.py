"""Somebody takes another time instead of one that has lapsed, while somebody else takes that: on two connections."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine

from booking.appointments import holds
from booking.models import Hold
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import chat, hold, slot, until_it_waits
from tests.storage.test_caps_race import SECOND, clinic_with


@pytest.mark.parametrize("ana_is_first", [True, False])
def test_an_old_time_is_let_go_of_under_the_lock_of_the_fair_turn(
    engine: Engine, begin: SqlUnitOfWorkFactory, ana_is_first: bool
) -> None:
    """Ana's nine o'clock has lapsed; she takes eleven, and Beto nine. If she let go of the old row before she waits
    for the fair turn, whoever holds that would wait for her row: PostgreSQL would end one of the two."""
    clinic = clinic_with(engine, None, 0)
    ana, beto = chat(begin, 1), chat(begin, 2)
    held = hold(begin, ana, slot(1))
    assert held
    now = held.expires_at + SECOND

    def anas() -> Hold | None:
        with begin() as uow:
            holds.release(uow, held, ana, to_take_another=True)
            taken = holds.take(uow, clinic, slot(3), ana, now)
            uow.commit()
        return taken

    def betos() -> Hold | None:
        with begin() as uow:
            taken = holds.take(uow, clinic, held.slot, beto, now)
            uow.commit()
        return taken

    with ThreadPoolExecutor(1) as thread, begin() as uow:
        if ana_is_first:
            holds.release(uow, held, ana, to_take_another=True)
            other = thread.submit(betos)
            until_it_waits(engine, other)
            assert holds.take(uow, clinic, slot(3), ana, now)
        else:
            uow.appointments.lock_turn()
            other = thread.submit(anas)
            until_it_waits(engine, other)
            assert holds.take(uow, clinic, held.slot, beto, now)
        uow.commit()
        assert other.result()
