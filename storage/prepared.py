"""Statements that most turns run: composed once, planned once a connection, and sent without anything in between.

To find again what it has composed takes SQLAlchemy as long as the driver takes to send it, and the driver's cursor
takes three times as long as its C library. These go to the library. They are part of the connection's transaction,
where one has begun, and fail as all its statements do.
"""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, Final, NamedTuple, cast

import psycopg
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult
from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.dialects.postgresql.psycopg import dialect as psycopg_dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import BindParameter, ClauseElement
from sqlalchemy.sql.selectable import ReturnsRows
from sqlalchemy.types import JSON, TypeEngine

from storage.array_text import array_text
from storage.base import Json, Str, begin, storable, storable_json

_DIALECT: Final[Dialect] = psycopg_dialect()  # type: ignore[no-untyped-call]
_PARAMETER: Final = re.compile(r"%\((\w+)\)s|%%")
_NAMES: Final = count(1)


class _Composed(NamedTuple):
    """`sql` as the driver's cursors take it, `plain` as PostgreSQL does, with the parameters in their order and what
    their values go through."""

    sql: str
    plain: bytes
    parameters: Sequence[tuple[str, Callable[[Any], Any] | None]]
    name: bytes


class Written(NamedTuple):
    """A row as the server wrote it: of which types its columns are, and their texts."""

    types: tuple[int, ...]
    texts: tuple[bytes | None, ...]

    def first(self, columns: int) -> Written:
        """So many of its columns."""
        return Written(self.types[:columns], self.texts[:columns])

    def read(self) -> tuple[Any, ...]:
        """As the driver reads it, in a session in UTC."""
        reader = Transformer()
        reader.set_loader_types(self.types, Format.TEXT)
        return reader.load_sequence(self.texts)


class Prepared:
    """One statement. Its parameters are those that have no value yet, and are written as text: each stands where the
    server can see of which type it is."""

    def __init__(self, statement: Executable) -> None:
        self._statement = statement

    def rows(self, connection: Connection, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Every row, read as the driver reads them. Raises what SQLAlchemy raises."""
        driver = _driver_of(connection)
        result = self._asked(connection, driver, values)
        reader = Transformer(driver)
        reader.set_pgresult(result)
        return reader.load_rows(0, result.ntuples, tuple)

    def named(self, connection: Connection, values: Mapping[str, Any]) -> list[Any]:
        """Every row, with its columns as attributes."""
        return [self._row(*row) for row in self.rows(connection, values)]

    @cached_property
    def _row(self) -> Any:
        assert isinstance(self._statement, ReturnsRows)
        return namedtuple("Row", self._statement.exported_columns.keys(), rename=True)

    def written(self, connection: Connection, values: Mapping[str, Any]) -> Written | None:
        """The first row as the server wrote it: what was made of one like it before need not be made again."""
        result = self._asked(connection, _driver_of(connection), values)
        if not result.ntuples:
            return None
        columns = range(result.nfields)
        return Written(tuple(map(result.ftype, columns)), tuple(result.get_value(0, place) for place in columns))

    def one(self, connection: Connection, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """The first row, if there is one."""
        rows = self.rows(connection, values)
        return rows[0] if rows else None

    def run(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """How many rows it wrote."""
        return self._asked(connection, _driver_of(connection), values).command_tuples or 0

    def _asked(self, connection: Connection, driver: psycopg.Connection[Any], values: Mapping[str, Any]) -> PGresult:
        """What the server answered."""
        composed = self._composed
        given = {name: convert(values[name]) if convert else values[name] for name, convert in composed.parameters}
        for seen in connection.engine.dispatch.before_cursor_execute:
            seen(connection, None, composed.sql, given, None, False)
        try:
            return _run(connection, driver, composed, list(given.values()))
        except psycopg.Error as error:
            if driver.broken:
                connection.invalidate(error)
            raise DBAPIError.instance(
                composed.sql, None, error, psycopg.Error, hide_parameters=True, connection_invalidated=driver.broken
            ) from error

    @cached_property
    def _composed(self) -> _Composed:
        assert isinstance(self._statement, ClauseElement)
        compiled = self._statement.compile(dialect=_DIALECT)
        assert isinstance(compiled, SQLCompiler)
        sql = _PARAMETER.sub(lambda found: _written(found, compiled), str(compiled))
        parameters = list(dict.fromkeys(found[1] for found in _PARAMETER.finditer(sql) if found[1]))
        place = {name: f"${n}" for n, name in enumerate(parameters, start=1)}
        plain = _PARAMETER.sub(lambda found: place[found[1]] if found[1] else "%", sql)
        converted = [(name, _converter(compiled.binds[name].type)) for name in parameters]
        return _Composed(sql, plain.encode(), converted, f"turnero_{next(_NAMES)}".encode())


def _driver_of(connection: Connection) -> psycopg.Connection[Any]:
    return cast("psycopg.Connection[Any]", connection.connection.driver_connection)


def _written(found: re.Match[str], compiled: SQLCompiler) -> str:
    """A constant of the statement as it is written in it, so that the server plans with it; a parameter as it is."""
    name = found[1]
    if not name:
        return found[0]
    bound: BindParameter[Any] = compiled.binds[name]
    if bound.required:
        return found[0]
    if bound.effective_value is None:
        return "NULL"
    write = bound.type.dialect_impl(_DIALECT).literal_processor(_DIALECT)
    assert write is not None, name
    return str(write(bound.effective_value))  # its own "%" are doubled


def _converter(kind: TypeEngine[Any]) -> Callable[[Any], Any] | None:
    """What is stored as JSON comes as the value or written already; text from outside may hold what cannot be
    stored."""
    if isinstance(kind, JSON):
        return _json
    return _text if isinstance(kind, Str) else None


def _json(value: Any) -> Any:
    return value if value is None or isinstance(value, Json) else storable_json(value)


def _text(value: str | None) -> str | None:
    return None if value is None else storable(value)


def _run(connection: Connection, driver: psycopg.Connection[Any], composed: _Composed, values: list[Any]) -> PGresult:
    session = driver.pgconn
    given = [array_text(value) if type(value) is list else value for value in values]
    written = Transformer(driver).dump_sequence(given, [PyFormat.TEXT] * len(given))
    if connection.in_transaction():
        begin(driver)
    known: set[bytes] = connection.info.setdefault("prepared", set())
    if composed.name not in known:
        _checked(session.prepare(composed.name, composed.plain))
        known.add(composed.name)
    try:
        return _checked(session.exec_prepared(composed.name, cast(Sequence[bytes], written)))  # None is NULL
    except psycopg.errors.InvalidSqlStatementName:  # all were forgotten: whoever tries again has them prepared anew
        known.clear()
        raise


def _checked(result: PGresult) -> PGresult:
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return result
    raise psycopg.errors.error_from_result(result)
