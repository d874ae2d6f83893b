"""The tables of vectors: there wherever PostgreSQL has the extension `vector`, which is not in every one.

It is no migration, for the extension may come later, and because a copy of the database has neither the extension nor
the vectors, which are made again from the texts: each is made at the end of every upgrade that finds it missing.
"""

from __future__ import annotations

from psycopg import errors
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

TABLE = "vectores_pasaje"
EPISODES = "vectores_episodio"
TABLES = (TABLE, EPISODES)
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
_MAKE_EPISODES = """
CREATE TABLE IF NOT EXISTS vectores_episodio (
    episodio_id BIGINT NOT NULL,
    modelo TEXT NOT NULL,
    umbral DOUBLE PRECISION NOT NULL,
    vector vector NOT NULL,
    CONSTRAINT pk_vectores_episodio PRIMARY KEY (episodio_id),
    CONSTRAINT fk_vectores_episodio_episodio_id_memoria_episodica
        FOREIGN KEY (episodio_id) REFERENCES memoria_episodica (id) ON DELETE CASCADE
)
"""
_MADE = {TABLE: ("pasajes", _MAKE), EPISODES: ("memoria_episodica", _MAKE_EPISODES)}
"""Each with the table of what its vectors are of."""


def make_table(connection: Connection) -> bool:
    """As the owner of the tables, in their transaction; whether the tables are there. Where the extension is not, or
    this owner may not add it, nothing is changed, and texts are found by full text alone."""
    missing = [
        make for name, (of, make) in _MADE.items() if _is_there(connection, of) and not _is_there(connection, name)
    ]
    if not missing:  # they are there, or migrations were taken back
        return _is_there(connection, TABLE)
    if not connection.scalar(text(_AVAILABLE)):
        return False
    try:
        with connection.begin_nested():
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public"))
            for make in missing:
                connection.execute(text(make))
    except DBAPIError as error:
        if isinstance(error.orig, errors.InsufficientPrivilege | errors.UndefinedFile | errors.FeatureNotSupported):
            return False
        raise
    return True


def _is_there(connection: Connection, table: str) -> bool:
    return connection.scalar(text("SELECT to_regclass(:name)"), {"name": f"public.{table}"}) is not None
