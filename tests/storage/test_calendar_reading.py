"""How the calendar is read: weekly rules only when they are others, statements planned once."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import Engine, text

from booking.models import FIRST_VISIT, Block, Opening, VisitLength
from booking.ports import Calendar
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import NOW, open_clinic

DAY = dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def clinic(engine: Engine) -> None:
    open_clinic(engine)


def read(begin: SqlUnitOfWorkFactory) -> Calendar:
    with begin() as uow:
        return uow.schedules.calendar(NOW, NOW + DAY, NOW)


def test_weekly_rules_are_read_once(begin: SqlUnitOfWorkFactory) -> None:
    first, again = read(begin), read(begin)
    assert first.openings
    assert again.openings is first.openings
    assert again.doctors is first.doctors


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE doctores SET nombre = nombre || ' X' WHERE id = 1",
        "UPDATE doctores SET activo = false WHERE id = 1",
        "DELETE FROM disponibilidad_medica WHERE doctor_id = 1",
        "UPDATE disponibilidad_medica SET fin = '23:00'",
        "TRUNCATE disponibilidad_medica",
    ],
)
def test_an_edit_is_seen_however_it_was_made(
    begin: SqlUnitOfWorkFactory, engine: Engine, owner_engine: Engine, edit: str
) -> None:
    before = read(begin)
    with owner_engine.begin() as connection:
        connection.execute(text(edit))
    after, anew = read(begin), read(SqlUnitOfWorkFactory(engine))
    assert (list(after.doctors), list(after.openings)) == (list(anew.doctors), list(anew.openings))
    assert (list(after.doctors), list(after.openings)) != (list(before.doctors), list(before.openings))


@pytest.mark.parametrize(
    "rule",
    [
        Opening(doctor_id=1, weekday=6, start=dt.time(5), end=dt.time(6)),
        Block(doctor_id=1, weekday=6, start=dt.time(5), end=dt.time(6)),
        VisitLength(visit=FIRST_VISIT, minutes=45),
    ],
)
def test_a_rule_is_seen_where_it_was_entered_and_nowhere_else_until_then(
    begin: SqlUnitOfWorkFactory, rule: Opening | Block | VisitLength
) -> None:
    def has(calendar: Calendar) -> bool:
        return rule in (*calendar.openings, *calendar.blocks, *calendar.visits)

    read(begin)
    with begin() as uow:
        added = uow.rules.add(rule)
        assert has(uow.schedules.calendar(NOW, NOW + DAY, NOW))
        assert not has(read(begin)), "it is not committed"
    assert not has(read(begin)), "it was taken back"
    with begin() as uow:
        added = uow.rules.add(rule)
        uow.commit()
    assert has(read(begin))
    with begin() as uow:
        uow.rules.remove(type(rule), added)
        assert not has(uow.schedules.calendar(NOW, NOW + DAY, NOW))
        uow.commit()
    assert not has(read(begin))


def test_a_statement_stays_prepared_after_a_transaction_that_only_read(engine: Engine) -> None:
    """A rollback as the driver does it forgets them all: each would be planned anew in every turn."""
    begin, prepared = SqlUnitOfWorkFactory(engine), text("SELECT count(*) FROM pg_prepared_statements")
    for _ in range(8):
        read(begin)
    with engine.connect() as connection:
        assert connection.scalar(prepared)


def test_a_transaction_that_failed_can_be_begun_anew(engine: Engine) -> None:
    with engine.connect() as connection:
        with pytest.raises(Exception, match="zero"):
            connection.execute(text("SELECT 1 / 0"))
        connection.rollback()
        assert connection.scalar(text("SELECT 1")) == 1
