"""What all tables share: types, names of constraints, and how an engine is made."""

from __future__ import annotations

import datetime as dt
import json
import select
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, Final, cast

from psycopg import Connection as DriverConnection
from psycopg import Cursor
from psycopg.conninfo import make_conninfo
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn
from pydantic import BaseModel
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    MetaData,
    Table,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TEXT, TypeDecorator

from booking import statement_count
from booking.errors import DatabaseUnavailable, SettingsInvalid

_SESSION = (
    "SET timezone = 'UTC'; SET lock_timeout = '10s'; SET statement_timeout = '30s';"
    " SET idle_in_transaction_session_timeout = '60s'"
)


MOMENT = TIMESTAMP(timezone=True)


def storable(text: str) -> str:
    """The same text without what PostgreSQL cannot store: NUL and lone surrogates."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def storable_json(value: Any) -> str:
    """JSON without them."""
    text = json.dumps(value, ensure_ascii=False)
    if "\\u0000" in text:  # rare: also an escaped backslash before "u0000", which is then merely checked for nothing
        text = json.dumps(_without_nul(value), ensure_ascii=False)
    return text.encode("utf-8", "replace").decode("utf-8")


class Json(str):
    """JSON as it is stored, written already."""

    __slots__ = ()


def stored_json(value: BaseModel, *, exclude: Collection[str] = ()) -> Json:
    """A value as JSON; its own serializer writes what it can in one go."""
    left_out = set(exclude) or None
    try:
        text = value.model_dump_json(exclude=left_out)
    except ValueError:  # a lone surrogate
        text = ""
    if not text or "\\u0000" in text:
        return Json(storable_json(value.model_dump(mode="json", exclude=left_out)))
    return Json(text)


def _without_nul(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("\x00", "")
    if isinstance(value, dict):
        return {_without_nul(key): _without_nul(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nul(item) for item in value]
    return value


class Str(TypeDecorator[str]):
    """Text from outside. A message must not be refused for a character that cannot be stored."""

    impl = TEXT
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else storable(str(value))


class Base(DeclarativeBase):
    """Rows. Attributes are named as in `booking.models`, columns in Spanish."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads it once
        str: Str,
        dt.datetime: MOMENT,
        dict[str, Any]: JSONB(none_as_null=True),
    }


def table_of(row: type[Base]) -> Table:
    """The table alone, without the ORM."""
    return cast(Table, row.__table__)


def columns(row: type[Base], values: Mapping[str, Any]) -> dict[str, Any]:
    """The same values by column instead of by attribute, as Core takes them: what every turn writes goes without the
    ORM, which costs more than the statement."""
    names = _names(row)
    return {names[name]: value for name, value in values.items()}


def fields(row: type[Base]) -> list[ColumnElement[Any]]:
    """Its columns, named as its attributes: what Core returns then reads like a row of the ORM."""
    return [table_of(row).c[column].label(name) for name, column in _names(row).items()]


@cache
def _names(row: type[Base]) -> dict[str, str]:
    return {attribute.key: attribute.columns[0].name for attribute in inspect(row).column_attrs}


def database_url(given: str) -> URL:
    """A server's address for SQLAlchemy; `postgres://` and a missing driver are understood.

    Raises SettingsInvalid.
    """
    try:
        url = make_url(given)
    except ArgumentError:
        raise SettingsInvalid("DATABASE_URL is not an address.") from None  # its text may hold a password
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise SettingsInvalid(f"DATABASE_URL names {url.get_backend_name()}; only PostgreSQL will do.")
    return url.set(drivername="postgresql+psycopg")


def conninfo(given: str) -> str:
    """The same address for psycopg, from what SQLAlchemy itself hands to it: as an address SQLAlchemy would write a
    space as "+", which libpq takes for a plus sign."""
    url = database_url(given)
    _, options = url.get_dialect()().create_connect_args(url)
    return make_conninfo(**options)


def make_engine(url: str, *, pool_size: int = 12) -> Engine:
    """An engine whose sessions are in UTC and never wait for ever. Connects on first use."""
    engine = create_engine(
        database_url(url),
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=30,
        pool_pre_ping=True,  # a restarted server costs a reconnect, not a failed turn
        json_serializer=storable_json,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "before_cursor_execute", _count)
    engine.dialect.do_rollback = _rollback  # type: ignore[assignment, method-assign]
    engine.dialect.do_commit = _commit  # type: ignore[assignment, method-assign]
    for name, said in _SAVEPOINTS.items():
        setattr(engine.dialect, name, partial(_savepoint, said))
    ask = engine.dialect.do_ping

    def ping(connection: Any) -> bool:
        return not has_news(connection.pgconn) or ask(connection)

    engine.dialect.do_ping = ping  # type: ignore[assignment, method-assign]
    return engine


def _count(_connection: object, _cursor: object, _sql: str, given: Any, _context: object, several: bool) -> None:
    """What is said once with several sets of parameters is asked as often."""
    statement_count.more(len(given) if several else 1)


def has_news(session: PGconn) -> bool:
    """A connection that nobody uses has something to read: most likely that the server has closed it, which costs
    nothing to see, where asking the server costs as much as a small statement."""
    look = select.poll()
    look.register(session.socket, select.POLLIN)
    return bool(look.poll(0))


def _rollback(connection: Any) -> None:
    """What every transaction that only reads ends with. The driver's own forgets every statement it has prepared, for
    a table might have been taken back; here none is made, and to plan the statements of a turn anew each time costs
    more than to run them."""
    session: PGconn = connection.driver_connection.pgconn
    if session.transaction_status != TransactionStatus.IDLE:
        _say(session, "ROLLBACK")


def _commit(connection: Any) -> None:
    """As the driver's own, without what it does around every statement."""
    session: PGconn = connection.driver_connection.pgconn
    if session.transaction_status != TransactionStatus.IDLE:
        _say(session, "COMMIT")


def begin(driver: DriverConnection[Any]) -> None:
    """What the driver itself puts before the first statement of a transaction."""
    if driver.pgconn.transaction_status == TransactionStatus.IDLE and not driver.autocommit:
        _say(driver.pgconn, "BEGIN ISOLATION LEVEL READ COMMITTED")


def _say(session: PGconn, words: str) -> None:
    """Raises OperationalError, and what a commit may find out (IntegrityError: a constraint that was deferred)."""
    done = session.exec_(words.encode())
    if done.status != ExecStatus.COMMAND_OK:
        raise error_from_result(done)


_SAVEPOINTS: Final = {
    "do_savepoint": "SAVEPOINT",
    "do_rollback_to_savepoint": "ROLLBACK TO SAVEPOINT",
    "do_release_savepoint": "RELEASE SAVEPOINT",
}


def _savepoint(said: str, connection: Connection, name: str) -> None:
    """Likewise: to go back to one, the driver's own forgets what it has prepared too."""
    driver = cast("DriverConnection[Any]", connection.connection.driver_connection)
    begin(driver)
    _say(driver.pgconn, f'{said} "{name}"')


class _Cursor(Cursor[Any]):
    """Tells SQLAlchemy the names and types of the columns, which it asks for at each statement, and nothing else of
    them: the driver's own description looks up and computes much that nobody reads."""

    @property
    def description(self) -> Any:
        result = self.pgresult
        if result is None or not (result.nfields or result.status == ExecStatus.TUPLES_OK):
            return None
        name, kind = result.fname, result.ftype
        return [((name(n) or b"").decode(), kind(n), *_UNTOLD) for n in range(result.nfields)]


_UNTOLD = (None,) * 5  # display size, internal size, precision, scale, whether it may be null


def _prepare(connection: Any, _record: object) -> None:
    connection.cursor_factory = _Cursor
    connection.autocommit = True  # within a transaction a rollback would take the settings back
    connection.execute(_SESSION)
    connection.autocommit = False


_SECONDS: Final = 30.0
"""No statement may take longer (`_SESSION`)."""


def at_most(session: Session, seconds: float | None) -> None:
    """No statement of this transaction takes longer from now on; None: than any may."""
    if seconds is not None:
        limit = str(int(min(max(seconds, 0.001), _SECONDS) * 1000))
        session.execute(text("SELECT set_config('statement_timeout', :limit, true)"), {"limit": limit})


@contextmanager
def unavailable() -> Iterator[None]:
    """What a database says that cannot be asked, as DatabaseUnavailable."""
    try:
        yield
    except SQLAlchemyError as error:
        raise DatabaseUnavailable(type(error).__name__) from error
