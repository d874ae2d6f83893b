"""Who waits hears of times that become free, whatever frees them, and never of a day that only came near enough to be
booked; and of one a day at most that they leave unanswered."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import Engine

from booking.appointments import appointment_changes, joining
from booking.desk import edit_rules
from booking.models import Absence, Appointment
from booking.models.who_waits import OfferState, Waited, WaitingWish
from booking.testing.world import memory_clinic
from tests.engine.on_postgres import postgres_clinic
from tests.engine.waiting_room import DESK, Waits


@pytest.fixture(params=["memory", "postgres"])
def waits(request: pytest.FixtureRequest) -> Waits:
    """All that can be booked today is taken but for the last day."""
    if request.param == "memory":
        return Waits(memory_clinic())
    engine: Engine = request.getfixturevalue("engine")
    return Waits(postgres_clinic(engine))


def put_on_list(waits: Waits, who: str = "Ana", wish: WaitingWish | None = None) -> None:
    """As the desk does it, whatever is free."""
    waits.clinic.say(who, "hola")
    with waits.clinic.begin() as uow:
        record = uow.schedules.clinic()
        chat = uow.conversations.lock(waits.clinic.conversations[who])
        waited = Waited(wish=wish or WaitingWish(), until=waits.now + dt.timedelta(days=30))
        joining.join(uow, record, chat, [waited], waits.now)
        uow.commit()


def test_a_day_that_can_be_booked_by_now_is_not_one_that_became_free(waits: Waits) -> None:
    put_on_list(waits)
    for _ in range(12):
        waits.clinic.advance(days=1)
        assert waits.offers.run() == 0
    _books_and_cancels(waits)
    assert waits.offers.run() == 1, "there too what is given back is new"


def _books_and_cancels(waits: Waits) -> None:
    """The last day that can be booked, by which nobody was when they joined."""
    with waits.clinic.begin() as uow:
        record = uow.schedules.clinic()
        last = waits.now.date() + dt.timedelta(days=record.policy.horizon_days)
        days = (last - dt.timedelta(days=n) for n in range(7))
        slots = (slot for day in days for slot in appointment_changes.open_on(uow, record, 1, day, waits.now))
        slot = next(slots)
        other = uow.patients.enter("Otra Más", None, None, waits.now).id
        made = appointment_changes.enter(uow, record, 1, other, slot.start, waits.now, DESK, tell=False)
        assert isinstance(made, Appointment)
        assert isinstance(appointment_changes.cancel(uow, record, made, waits.now, DESK, tell=False), Appointment)
        uow.commit()


def test_a_day_beyond_is_new_where_it_was_not_open_when_they_joined(waits: Waits) -> None:
    """An absence of a day nobody can book yet is lifted once it can be booked."""
    with waits.clinic.begin() as uow:
        record = uow.schedules.clinic()
        first = waits.now.date() + dt.timedelta(days=record.policy.horizon_days + 1)
        last = first + dt.timedelta(days=6)
        edit_rules.add_absence(uow, "1", first.isoformat(), last.isoformat(), "congreso", waits.now)
        uow.commit()
    put_on_list(waits, wish=WaitingWish(doctor_id=1))
    waits.clinic.advance(days=8)
    assert waits.offers.run() == 0
    with waits.clinic.begin() as uow:
        (away,) = (id for id, rule in uow.rules.list(1) if isinstance(rule, Absence))
        edit_rules.remove(uow, "1", f"ausencia-{away}")
        uow.commit()
    assert waits.offers.run() == 1


def test_an_entry_of_an_older_version_is_not_told_of_such_days_either(waits: Waits) -> None:
    put_on_list(waits)
    with waits.clinic.begin() as uow:
        entry = waits.entry("Ana")
        uow.waiting_list.close([entry.id], entry.state.LEFT, waits.now)
        uow.waiting_list.add(entry.model_copy(update={"seen_to": None}))
        uow.commit()
    waits.clinic.advance(days=1)
    assert waits.offers.run() == 0


def test_who_does_not_answer_is_asked_nothing_more_that_day(waits: Waits) -> None:
    waits.joins("Ana")
    put_on_list(waits)
    waits.cancels(*(waits.at(hour, waits.friday) for hour in (9, 9.5, 10)))
    assert waits.offers.run() == 1
    waits.clinic.advance(minutes=241)
    assert [waits.offers.run() for _ in range(3)] == [0, 0, 0]
    assert waits.states("Ana") == [OfferState.EXPIRED]
    waits.clinic.advance(hours=20)
    assert waits.offers.run() == 1
