"""The table of vectors: there wherever PostgreSQL has the extension `vector`, which is not in every one.

It is no migration, for the extension may come later, and because a copy of the database has neither the extension nor
the vectors, which are made again from the passages: it is made at the end of every upgrade that finds it missing.
"""

from __future__ import annotations

from psycopg import errors
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

TABLE = "vectores_pasaje"
EXTENSION = "vector"

_AVAILABLE = "SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector')"
_MAKE = """
CREATE TABLE IF NOT EXISTS vectores_pasaje (
    pasaje_id BIGINT NOT NULL,
    modelo TEXT NOT NULL,
    umbral DOUBLE PRECISION NOT NULL,
    vector vector NOT NULL,
    CONSTRAINT pk_vectores_pasaje PRIMARY KEY (pasaje_id),
    CONSTRAINT fk_vectores_pasaje_pasaje_id_pasajes FOREIGN KEY (pasaje_id) REFERENCES pasajes (id) ON DELETE CASCADE
)
"""


def make_table(connection: Connection) -> bool:
    """As the owner of the tables, in their transaction; whether the table is there. Where the extension is not, or this
    owner may not add it, nothing is changed, and documents are found by full text alone."""
    if connection.scalar(text("SELECT to_regclass('public.pasajes')")) is None:
        return False  # migrations were taken back
    if connection.scalar(text("SELECT to_regclass('public.vectores_pasaje')")) is not None:
        return True
    if not connection.scalar(text(_AVAILABLE)):
        return False
    try:
        with connection.begin_nested():
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public"))
            connection.execute(text(_MAKE))
    except DBAPIError as error:
        if isinstance(error.orig, errors.InsufficientPrivilege | errors.UndefinedFile | errors.FeatureNotSupported):
            return False
        raise
    return True
