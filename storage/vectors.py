"""The tables of vectors: there wherever PostgreSQL has the extension `vector`, which is not in every one.

It is no migration, for the extension may come later, and because a copy of the database has neither the extension nor
the vectors, which are made again from the texts: each is made at the end of every upgrade that finds it missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from psycopg import errors
from sqlalchemy import Connection, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT, TEXT
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from booking.models.documents import EmbeddingModel, Vector

EXTENSION = "vector"


LONGEST_BESIDE: Final = 512
"""Numbers of a vector that fits, with the name of its model, beside its key in an index, of which an entry takes 2,704
bytes: those of every model that is known have 384."""


class VectorTable(NamedTuple):
    """The vectors of the texts of another table, each with that of one model; a vector goes with its text.

    `said`: the columns of a text that are turned into its vector, and whence. `owner` is the column that says whose a
    text is, where it is somebody's: the vectors of each then lie together in an index, which a search among theirs
    reads and nothing else, and those of the newest texts are made first."""

    name: str
    key: str
    of: str
    said: str
    owner: str | None = None

    @property
    def made_by(self) -> str:
        """The statements."""
        keys = f"{self.owner}, {self.key}" if self.owner else self.key
        theirs = f"{self.owner}, id" if self.owner else "id"
        constraint = f"fk_{self.name}_{self.owner or self.key}_{self.of}"
        return f"""
CREATE TABLE IF NOT EXISTS {self.name} (
    {self.key} BIGINT NOT NULL,
    {f"{self.owner} BIGINT NOT NULL," if self.owner else ""}
    modelo TEXT NOT NULL,
    umbral DOUBLE PRECISION NOT NULL,
    vector vector NOT NULL,
    CONSTRAINT pk_{self.name} PRIMARY KEY ({self.key}),
    CONSTRAINT {constraint} FOREIGN KEY ({keys}) REFERENCES {self.of} ({theirs}) ON UPDATE CASCADE ON DELETE CASCADE
);
{f"CREATE INDEX ix_{self.name}_{self.owner} ON {self.name} ({keys}) INCLUDE (modelo, vector)" if self.owner else ""}
{f"WHERE vector_dims(vector) <= {LONGEST_BESIDE}" if self.owner else ""}
"""

    def joined(self, text: str, size: int) -> str:
        """What a search whose texts are called so joins, among those of `:owner` and of `:model` by vectors of that
        many numbers, to have them as `v`."""
        beside = f" AND vector_dims(v.vector) <= {LONGEST_BESIDE}" if size <= LONGEST_BESIDE else ""
        whose = f"v.{self.owner} = :owner AND " if self.owner else ""
        wanted = f"{whose}v.{self.key} = {text}.id AND v.modelo = :model"
        return f" LEFT JOIN {self.name} v ON {wanted}{beside if self.owner else ''}"

    def is_there(self, session: Session) -> bool:
        """Whether this database can keep these vectors."""
        return session.scalar(select(func.to_regclass(f"public.{self.name}"))) is not None

    def put(self, session: Session, model: EmbeddingModel, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Of texts that there still are; in place of those of another model."""
        statement = text(
            f"INSERT INTO {self.name} ({self.key}, {f'{self.owner}, ' if self.owner else ''}modelo, umbral, vector)"
            f" SELECT n.id, {f't.{self.owner}, ' if self.owner else ''}:model, :threshold, CAST(n.v AS vector)"
            " FROM unnest(:ids, :vectors) AS n(id, v)"
            f" JOIN {self.of} t ON t.id = n.id ON CONFLICT ({self.key}) DO UPDATE"
            " SET modelo = excluded.modelo, umbral = excluded.umbral, vector = excluded.vector"
        ).bindparams(bindparam("ids", type_=ARRAY(BIGINT)), bindparam("vectors", type_=ARRAY(TEXT)))
        ids, found = [id for id, _ in vectors], [written(vector) for _, vector in vectors]
        known = {"model": model.name, "threshold": model.threshold}
        session.execute(statement, {**known, "ids": ids, "vectors": found})

    def without(self, session: Session, model: str, most: int) -> list[tuple[int, str]]:
        """The id of texts that have none of that model, and what is said in them, a line for each column."""
        wanted = text(
            f"SELECT t.id, {self.said} LEFT JOIN {self.name} v ON v.{self.key} = t.id AND v.modelo = :model"
            f" WHERE v.{self.key} IS NULL ORDER BY t.id {'DESC' if self.owner else 'ASC'} LIMIT :most"
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


PASSAGES = VectorTable(
    "vectores_pasaje",
    "pasaje_id",
    "pasajes",
    "d.nombre, t.encabezado, t.texto FROM pasajes t JOIN documentos d ON d.id = t.documento_id",
)
EPISODES = VectorTable(
    "vectores_episodio", "episodio_id", "memoria_episodica", "t.resumen FROM memoria_episodica t", "usuario_id"
)
RECORDS = VectorTable(
    "vectores_historial",
    "historial_id",
    "historiales_medicos",
    "t.diagnostico_principal, t.sintomas FROM historiales_medicos t",
    "doctor_id",
)
VECTORS = (PASSAGES, EPISODES, RECORDS)
TABLES = tuple(one.name for one in VECTORS)


class SqlVectored:
    """Implements `Vectored` for a repository whose texts have such a table."""

    _session: Session
    _vectors: VectorTable

    def has_vectors(self) -> bool:
        return self._vectors.is_there(self._session)

    def without_vector(self, model: str, most: int) -> Sequence[tuple[int, str]]:
        return self._vectors.without(self._session, model, most)

    def put_vectors(self, model: EmbeddingModel, vectors: Sequence[tuple[int, Vector]]) -> None:
        self._vectors.put(self._session, model, vectors)

    def vectors(self, model: str) -> tuple[int, int]:
        return self._vectors.counted(self._session, model)


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
