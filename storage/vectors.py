"""The tables of vectors: there wherever PostgreSQL has the extension `vector`, which is not in every one.

It is no migration, for the extension may come later, and because a copy of the database has neither the extension nor
the vectors, which are made again from the texts: each is made at the end of every upgrade that finds it missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from psycopg import errors
from sqlalchemy import Connection, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT, TEXT
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from booking.models.documents import EmbeddingModel, Vector

EXTENSION = "vector"


class VectorTable(NamedTuple):
    """The vectors of the texts of another table, each with that of one model; a vector goes with its text."""

    name: str
    key: str
    of: str

    @property
    def made_by(self) -> str:
        """The statement."""
        return f"""
CREATE TABLE IF NOT EXISTS {self.name} (
    {self.key} BIGINT NOT NULL,
    modelo TEXT NOT NULL,
    umbral DOUBLE PRECISION NOT NULL,
    vector vector NOT NULL,
    CONSTRAINT pk_{self.name} PRIMARY KEY ({self.key}),
    CONSTRAINT fk_{self.name}_{self.key}_{self.of} FOREIGN KEY ({self.key}) REFERENCES {self.of} (id) ON DELETE CASCADE
)
"""

    def is_there(self, session: Session) -> bool:
        """Whether this database can keep these vectors."""
        return session.scalar(select(func.to_regclass(f"public.{self.name}"))) is not None

    def put(self, session: Session, model: EmbeddingModel, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Of texts that there still are; in place of those of another model."""
        statement = text(
            f"INSERT INTO {self.name} ({self.key}, modelo, umbral, vector)"
            " SELECT n.id, :model, :threshold, CAST(n.v AS vector) FROM unnest(:ids, :vectors) AS n(id, v)"
            f" JOIN {self.of} t ON t.id = n.id ON CONFLICT ({self.key}) DO UPDATE"
            " SET modelo = excluded.modelo, umbral = excluded.umbral, vector = excluded.vector"
        ).bindparams(bindparam("ids", type_=ARRAY(BIGINT)), bindparam("vectors", type_=ARRAY(TEXT)))
        ids, found = [id for id, _ in vectors], [written(vector) for _, vector in vectors]
        known = {"model": model.name, "threshold": model.threshold}
        session.execute(statement, {**known, "ids": ids, "vectors": found})

    def without(
        self, session: Session, model: str, said: str, most: int, *, newest: bool = False
    ) -> list[tuple[int, str]]:
        """The id of texts that have none of that model, and what is `said` (columns, and whence), a line for each."""
        wanted = text(
            f"SELECT t.id, {said} LEFT JOIN {self.name} v ON v.{self.key} = t.id AND v.modelo = :model"
            f" WHERE v.{self.key} IS NULL ORDER BY t.id {'DESC' if newest else 'ASC'} LIMIT :most"
        )
        rows = session.execute(wanted, {"model": model, "most": most}).all()
        return [(int(row[0]), "\n".join(str(part) for part in row[1:] if part)) for row in rows]

    def counted(self, session: Session, model: str) -> tuple[int, int]:
        """How many texts have a vector of that model, and how many there are."""
        texts = session.scalar(text(f"SELECT count(*) FROM {self.of}")) or 0
        if not self.is_there(session):
            return 0, texts
        have = text(f"SELECT count(*) FROM {self.name} WHERE modelo = :model")
        return session.scalar(have, {"model": model}) or 0, texts


PASSAGES = VectorTable("vectores_pasaje", "pasaje_id", "pasajes")
EPISODES = VectorTable("vectores_episodio", "episodio_id", "memoria_episodica")
RECORDS = VectorTable("vectores_historial", "historial_id", "historiales_medicos")
VECTORS = (PASSAGES, EPISODES, RECORDS)
TABLES = tuple(one.name for one in VECTORS)

_AVAILABLE = "SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector')"


def written(vector: Vector) -> str:
    """As PostgreSQL reads it."""
    return f"[{','.join(f'{x:.7g}' for x in vector)}]"


def make_table(connection: Connection) -> bool:
    """As the owner of the tables, in their transaction; whether the tables are there. Where the extension is not, or
    this owner may not add it, nothing is changed, and texts are found by full text alone."""
    missing = [one for one in VECTORS if _is_there(connection, one.of) and not _is_there(connection, one.name)]
    if not missing:  # they are there, or migrations were taken back
        return _is_there(connection, PASSAGES.name)
    if not connection.scalar(text(_AVAILABLE)):
        return False
    try:
        with connection.begin_nested():
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public"))
            for one in missing:
                connection.execute(text(one.made_by))
    except DBAPIError as error:
        if isinstance(error.orig, errors.InsufficientPrivilege | errors.UndefinedFile | errors.FeatureNotSupported):
            return False
        raise
    return True


def _is_there(connection: Connection, table: str) -> bool:
    return connection.scalar(text("SELECT to_regclass(:name)"), {"name": f"public.{table}"}) is not None
