"""Marks in a database: put wherever words of somebody may stand, and looked for wherever anything may stand."""

from __future__ import annotations

import datetime as dt
import re
import struct
from typing import Any, Final

import psycopg
from sqlalchemy import Column, Connection, Engine, Table, text
from sqlalchemy.exc import DBAPIError

from storage.base import Base
from storage.vectors import EPISODES, RECORDS
from tests.storage.queue_worker import until

MARK = "zqxmk"
OURS = frozenset(
    """clinica dias_especiales doctores documentos pasajes entregas_webhook envios_detenidos metricas_nodos plantillas
    trabajos_periodicos ausencias bloqueos_recurrentes codigos_alta control_turnos disponibilidad_medica
    duraciones_visita excepciones_agenda guardias roles_usuario resumenes_personal""".split()
)
"""What is the clinic's, and of nobody who writes."""


def personal() -> list[Table]:
    return [table for table in Base.metadata.sorted_tables if table.name not in OURS]


THEN = dt.datetime(2026, 11, 23, tzinfo=dt.UTC)
FITTING: dict[str, dict[str, object]] = {
    "lista_espera": {"estado": "espera", "cerrada_en": None},
    "memoria_episodica": {"tipo": "agendada"},
    "archivos": {"estado": "guardado", "resuelto_en": THEN},
    "avisos_cita": {"que": "movida", "minutos": None, "estado": "mensaje", "hecho_en": THEN},
    "chats_a_mano": {"tipo": "typed"},
    "ofertas_espera": {"estado": "abierta", "resuelta_en": None},
    "calificaciones": {"estado": "contestada", "hecho_en": THEN, "contestada_en": THEN},
    "regresos": {"que": "falta", "estado": "mensaje", "hecho_en": THEN},
}
"""What a row must have to be one."""
NUMBER: Final = 5349 / 8192
"""Every number of a vector that is marked: of few digits, and exact in the four bytes that a vector keeps of each."""
VECTOR: Final = f"[{','.join([str(NUMBER)] * 8)}]"
_PATTERNS = {"plain": f"%{MARK}%", "hex": f"%{MARK.encode().hex()}%", "vector": "%0.6529541,0.6529541%"}
_IN_BYTES = re.compile(MARK.encode() + rb"(\d{3})|" + re.escape(struct.pack("<f", NUMBER) * 4))
_EVERY_COLUMN = text(
    "SELECT n.nspname, c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
    " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'm') AND a.attnum > 0"
    " AND NOT a.attisdropped AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'"
)
_KEPT = re.compile(r'"(?!pg_catalog\.)[^"]*": .*\s[1-9]\d* dead row versions cannot be removed yet', re.S)
_EVERY_FILE = text(
    "SELECT c.relname, pg_read_binary_file(pg_relation_filepath(c.oid)) FROM pg_class c"
    " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'i', 't', 'm') AND NOT c.relisshared"
    " AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
)


def _value(connection: Connection, column: Column[Any]) -> object:
    for key in column.foreign_keys:
        return connection.scalar(text(f"SELECT max({key.column.name}) FROM {key.column.table.name}"))
    match str(column.type):
        case "BOOLEAN":
            return False
        case "TIMESTAMP" | "DATETIME":
            return THEN
        case "DATE":
            return THEN.date()
        case "JSONB" | "JSON":
            return "{}"
        case "BLOB" | "BYTEA":
            return b"x"
        case "TEXT" | "VARCHAR" | "TSVECTOR":
            return "x"
        case _:
            return 1


def fill(connection: Connection) -> None:
    """A row in every table that keeps anything of somebody's and has none."""
    for table in personal():
        if connection.scalar(text(f"SELECT count(*) FROM {table.name}")):
            continue
        values = {one.name: _value(connection, one) for one in table.columns if one.name != "id"}
        values |= FITTING.get(table.name, {})
        named = ", ".join(
            f"CAST(:{one.name} AS jsonb)"
            if "JSON" in str(one.type)
            else f"CAST(:{one.name} AS tsvector)"
            if str(one.type) == "TSVECTOR"
            else f":{one.name}"
            for one in table.columns
            if one.name != "id"
        )
        connection.execute(text(f"INSERT INTO {table.name} ({', '.join(values)}) VALUES ({named})"), values)


def with_vectors(connection: Connection) -> set[str]:
    """Give the texts that are somebody's a vector that is marked, where this PostgreSQL keeps any; where it stands."""
    stamped = set()
    for one in (EPISODES, RECORDS):
        if connection.scalar(text(f"SELECT to_regclass('{one.name}')")) is not None:
            rows = f"SELECT id, {one.owner}, 'x', 0.5, '{VECTOR}' FROM {one.of}"
            connection.execute(text(f"INSERT INTO {one.name} ({one.key}, {one.owner}, modelo, umbral, vector) {rows}"))
            stamped.add(f"{one.name}.vector")
    return stamped


def stamp(connection: Connection) -> dict[str, str]:
    """Put a mark wherever words may stand; the columns that take it, by the number of their mark."""
    stamped = {}
    every = [(table, column) for table in personal() for column in table.columns]
    for number, (table, column) in enumerate(every):
        kind, mark = str(column.type), f"{MARK}{number:03}"
        if kind in ("JSONB", "JSON"):
            new = f"to_jsonb('{mark}' || ctid::text)"
        elif kind in ("BLOB", "BYTEA"):
            new = f"convert_to('{mark}', 'UTF8')"
        elif kind == "TSVECTOR":
            new = f"to_tsvector('spanish', '{mark}')"
        elif kind in ("TEXT", "VARCHAR"):
            new = f"'{mark}' || ctid::text"
        else:
            continue
        try:
            with connection.begin_nested():
                connection.execute(text(f"UPDATE {table.name} SET {column.name} = {new}"))
                connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
        except DBAPIError:
            continue
        stamped[f"{number:03}"] = f"{table.name}.{column.name}"
    return stamped


def marked(connection: Connection) -> set[str]:
    """Every column of every table of every schema, ours or not, where a mark stands."""
    found = set()
    for schema, table, column in connection.execute(_EVERY_COLUMN).all():
        said = f'"{column}"::text'
        there = f'SELECT count(*) FROM "{schema}"."{table}" WHERE {" OR ".join(f"{said} LIKE :{n}" for n in _PATTERNS)}'
        if connection.scalar(text(there), _PATTERNS):
            found.add(f"{table}.{column}")
    return found


def reads_files(engine: Engine) -> bool:
    """Whether this user may read the server's files."""
    with engine.connect() as connection:
        return connection.scalar(text("SHOW is_superuser")) == "on"


def in_files(engine: Engine) -> dict[str, set[str]]:
    """The numbers of the marks in the file of each table, index and table of long values, after each was written anew;
    that of a vector is empty. What anybody may still see is not left out of a file that is written anew, and the server
    analyses tables when it likes, so that they are written until nothing deleted is in any."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        told: list[str] = []
        driver: psycopg.Connection[Any] = connection.connection.driver_connection  # type: ignore[assignment]
        driver.add_notice_handler(lambda said: told.append(f"{said.message_primary} {said.message_detail}"))

        def written() -> bool:
            told.clear()
            connection.execute(text("VACUUM (FULL, VERBOSE)"))
            return bool(told) and not any(_KEPT.match(one) for one in told)

        until(written)
        connection.execute(text("CHECKPOINT"))
        files = connection.execute(_EVERY_FILE).all()
    found = {name: {match[1] or b"" for match in _IN_BYTES.finditer(content)} for name, content in files}
    return {name: {number.decode() for number in numbers} for name, numbers in found.items() if numbers}
