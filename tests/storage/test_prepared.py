"""Statements that go to the driver's library, and the transaction that they share with the ORM."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import (
    ARRAY,
    DOUBLE_PRECISION,
    TEXT,
    BigInteger,
    Boolean,
    Date,
    Engine,
    bindparam,
    func,
    insert,
    literal,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import DBAPIError, IntegrityError

from booking.models import OutText
from storage.base import MOMENT, Json, Str, make_engine, stored_json, table_of
from storage.prepared import Prepared
from storage.tables import NoticeRow, PersonRow
from storage.work_session import WorkSession, by_itself

UTC = dt.UTC
_PEOPLE = table_of(PersonRow)
_GIVEN = {
    "number": bindparam("number", type_=BigInteger),
    "moment": bindparam("moment", type_=MOMENT),
    "said": bindparam("said", type_=Str),
    "kept": bindparam("kept", type_=JSONB(none_as_null=True)),
    "words": bindparam("words", type_=ARRAY(TEXT)),
    "numbers": bindparam("numbers", type_=ARRAY(BigInteger)),
    "moments": bindparam("moments", type_=ARRAY(MOMENT)),
    "parts": bindparam("parts", type_=ARRAY(DOUBLE_PRECISION)),
    "marks": bindparam("marks", type_=ARRAY(Boolean)),
    "days": bindparam("days", type_=ARRAY(Date)),
}
_ECHO = select(*(column.label(name) for name, column in _GIVEN.items()))
_PREPARED = Prepared(_ECHO)
_ENTER = Prepared(
    insert(_PEOPLE)
    .values(telefono=bindparam("number", type_=_PEOPLE.c.telefono.type), baja=literal(False), creado_en=func.now())
    .returning(_PEOPLE.c.id)
)
_COUNT = Prepared(select(func.count()).select_from(_PEOPLE))

_letters = st.text(st.characters(codec="utf-8", exclude_characters="\x00")) | st.text('{}",\\ NUL\n', max_size=4)
_numbers = st.integers(-(2**63), 2**63 - 1)
_moments = st.datetimes(dt.datetime.fromisoformat("1900-01-01"), timezones=st.just(UTC))


def _several(values: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any] | None]:
    return st.none() | st.lists(st.none() | values, max_size=3)


_VALUES = st.fixed_dictionaries(
    {
        "number": st.none() | _numbers,
        "moment": st.none() | _moments,
        "said": st.none() | _letters,
        "kept": st.none() | st.dictionaries(_letters, st.integers(-9, 9) | _letters, max_size=3),
        "words": _several(_letters),
        "numbers": _several(_numbers),
        "moments": _several(_moments),
        "parts": _several(st.floats(allow_nan=False)),
        "marks": _several(st.booleans()),
        "days": _several(st.dates(dt.date(1900, 1, 1))),
    }
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_VALUES)
def test_values_go_and_come_as_they_do_without(engine: Engine, values: dict[str, Any]) -> None:
    with engine.connect() as connection:
        (ours,) = _PREPARED.named(connection, values)
        theirs = connection.execute(_ECHO, values).one()
        written = _PREPARED.written(connection, values)
    assert ours._asdict() == theirs._asdict()
    assert written
    assert written.read() == tuple(theirs)


def test_what_cannot_be_stored_is_left_out(engine: Engine) -> None:
    values = dict.fromkeys(_GIVEN) | {"said": "a\x00b\ud800", "kept": {"a": "\x00b\ud800"}}
    with engine.connect() as connection:
        (found,) = _PREPARED.named(connection, values)
    assert (found.said, found.kept) == ("ab?", {"a": "b?"})
    assert stored_json(OutText(body="a\x00")) == Json('{"type": "text", "body": "a"}')
    assert stored_json(OutText.model_construct(body="\ud800")) == Json('{"type": "text", "body": "?"}')


def test_constants_are_part_of_the_statement(engine: Engine) -> None:
    statement = Prepared(select(literal("100 %"), literal(7), bindparam("given", type_=BigInteger), text("5 % 3")))
    with engine.connect() as connection:
        assert statement.rows(connection, {"given": 2}) == [("100 %", 7, 2, 2)]


def test_it_fails_as_any_statement_does(engine: Engine) -> None:
    with engine.connect() as connection:
        connection.begin()
        _ENTER.run(connection, {"number": "+526641110001"})
        with pytest.raises(IntegrityError) as refused:
            _ENTER.run(connection, {"number": "+526641110001"})
        connection.rollback()
        assert "+52" not in str(refused.value.params)
        assert _COUNT.rows(connection, {}) == [(0,)]


def test_a_savepoint_that_is_gone_back_to_forgets_no_statement(engine: Engine) -> None:
    with WorkSession(engine) as session:
        connection = session.connection()
        _ENTER.run(connection, {"number": "+526641110001"})
        for _ in range(8):  # the driver prepares what it is told often
            with pytest.raises(IntegrityError), connection.begin_nested():
                _ENTER.run(connection, {"number": "+526641110001"})
            connection.execute(select(func.count()).select_from(_PEOPLE))
        assert _ENTER.run(connection, {"number": "+526641110002"}) == 1
        session.commit()


def test_a_connection_that_has_forgotten_all_statements_learns_them_again(engine: Engine) -> None:
    with engine.connect() as connection:
        assert _COUNT.rows(connection, {}) == [(0,)]
        connection.exec_driver_sql("DEALLOCATE ALL")
        connection.rollback()
        with pytest.raises(DBAPIError):
            _COUNT.rows(connection, {})
        assert _COUNT.rows(connection, {}) == [(0,)]


def test_a_connection_that_was_cut_is_given_up(database: str) -> None:
    engine = make_engine(database, pool_size=2)
    with engine.connect() as connection, engine.connect() as other:
        connection.begin()
        pid = connection.scalar(text("SELECT pg_backend_pid()"))
        other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
        with pytest.raises(DBAPIError) as cut:
            _COUNT.rows(connection, {})
        assert cut.value.connection_invalidated
        assert connection.invalidated
    with engine.connect() as connection:
        assert _COUNT.rows(connection, {}) == [(0,)]
    engine.dispose()


def test_the_orm_shares_the_transaction(engine: Engine) -> None:
    def people(session: WorkSession) -> int:
        return session.scalar(select(func.count()).select_from(PersonRow)) or 0

    with WorkSession(engine) as session:
        _ENTER.run(session.connection(), {"number": "+526641110001"})
        assert people(session) == 1
        session.execute(insert(NoticeRow).values(kind="x", detail="", at=dt.datetime.now(UTC)))
    with WorkSession(engine) as session:  # nothing was committed
        assert people(session) == 0
        _ENTER.run(session.connection(), {"number": "+526641110001"})
        session.commit()
        _ENTER.run(session.connection(), {"number": "+526641110002"})
        assert people(session) == 2
    with WorkSession(engine) as session:
        assert people(session) == 1


def test_by_itself_is_committed_at_once_but_in_a_transaction(engine: Engine) -> None:
    with WorkSession(engine) as session:
        with by_itself(session) as connection:
            _ENTER.run(connection, {"number": "+526641110001"})
        assert not session.in_transaction()
        session.connection()
        with by_itself(session) as connection:
            _ENTER.run(connection, {"number": "+526641110002"})
    with engine.connect() as connection:
        assert _COUNT.rows(connection, {}) == [(1,)]


def test_a_transaction_may_begin_with_a_savepoint(engine: Engine) -> None:
    with WorkSession(engine) as session:
        with session.connection().begin_nested():
            _ENTER.run(session.connection(), {"number": "+526641110001"})
        session.close()
        assert _COUNT.rows(session.connection(), {}) == [(0,)]
