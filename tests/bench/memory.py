"""What a search of what is remembered of a person takes: `python -m tests.bench.memory --episodes N --people M`.

The search is the statement of the repository: whose they are first, then each of theirs is looked at. Its time is that
of the server (EXPLAIN ANALYZE), and beside it that of the whole way from Python. The three nearest are held against the
true ones, found by looking at everything of that person with no index.

Beside it, of `--beside` rows of the same people in the same run, the design of one table with an approximate index over
everybody's vectors and the person as a filter: IVFFlat (100 lists) and HNSW, both as they come. What these find is
counted against the same true three.

Everything is in a database of its own, without durability, and gone at the end.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import struct
import tempfile
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from booking.models.documents import Vector
from storage import embedded, migrate
from storage.base import conninfo, make_engine
from storage.repositories.episode_repository import search_statement
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.bench.report import percentile, table, verdict
from tests.postgres import address

DIMENSION = 384
MODEL = "bench"
GOAL_MS = 1.0
_TOPICS, _NOISES = 300, 4000
_SPREAD = 0.8
"""How far what is said lies from its topic, beside the distance of topics from one another."""
_VECTOR = re.compile(r"\[-?[0-9.][^\]]{99,}\]")
_TEXTS = (
    "[24/11/2026 10:00] Agendar cita: 26/11/2026 10:00 con Dra. Laura Méndez. Estado: agendada.",
    "[24/11/2026 10:00] Cancelar cita: 26/11/2026 10:00 con Dr. Jorge Salas. Estado: cancelada.",
    "[24/11/2026 10:00] Pregunta: seguro de gastos médicos. Estado: sin respuesta.",
    "[24/11/2026 10:00] Cambiar cita: de 26/11/2026 10:00 a 27/11/2026 12:00 con Dra. Paula Ríos. Estado: cambiada.",
)
_FILL = """
SET session_replication_role = replica;
CREATE TEMPORARY TABLE said AS
    SELECT n, t, to_tsvector('spanish', t) AS words FROM unnest(%(texts)s::text[]) WITH ORDINALITY AS x(t, n);
INSERT INTO memoria_episodica (id, usuario_id, turno_id, tipo, ocurrido_en, resumen, metadata, busqueda)
    SELECT g.n, 1 + (g.n * 7919::bigint) %% %(people)s, g.n, 'agendada',
        timestamptz '2026-11-24 18:00+00' - (%(episodes)s - g.n) * interval '30 second', t, '{}', words
    FROM generate_series(1, %(episodes)s) AS g(n) JOIN said ON said.n = 1 + g.n %% cardinality(%(texts)s::text[]);
INSERT INTO vectores_episodio (episodio_id, usuario_id, modelo, umbral, vector)
    SELECT g.n, 1 + (g.n * 7919::bigint) %% %(people)s, %(model)s, 0.7, a.v + b.v
    FROM generate_series(1, %(episodes)s) AS g(n)
    JOIN topics a ON a.n = hashint8(g.n) & 255 JOIN noises b ON b.n = abs(hashint8(g.n * 31 + 7) %% %(noises)s);
SET session_replication_role = origin
"""
_BESIDE = """
CREATE TABLE of_everybody (
    id SERIAL PRIMARY KEY, user_id BIGINT NOT NULL, resumen TEXT NOT NULL, embedding vector(384)
);
INSERT INTO of_everybody (id, user_id, resumen, embedding)
    SELECT e.id, e.usuario_id, e.resumen, v.vector::vector(384)
    FROM memoria_episodica e JOIN vectores_episodio v ON v.episodio_id = e.id WHERE e.id <= %(beside)s;
"""
_OF_EVERYBODY = """
SELECT id FROM of_everybody WHERE user_id = %(owner)s AND 1 - (embedding <=> %(vector)s::vector) >= %(least)s
ORDER BY embedding <=> %(vector)s::vector LIMIT 3
"""
_TRUE = """
SELECT e.id FROM memoria_episodica e JOIN vectores_episodio v ON v.episodio_id = e.id
WHERE e.usuario_id = %(owner)s AND e.id <= %(most)s ORDER BY v.vector <=> %(vector)s::vector, e.id LIMIT 3
"""


class Asked(NamedTuple):
    """A question: whose, and its vector as PostgreSQL reads it and as Python has it."""

    person: int
    written: str
    vector: Vector


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.memory", description=__doc__)
    parser.add_argument("--episodes", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--beside", type=int, default=300_000, metavar="ROWS", help="0: without the other designs")
    parser.add_argument("--questions", type=int, default=500)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="turnero-memory-") as place:
        home = Path(place)
        home.chmod(0o755)
        with embedded.server(home, owner=True, fast=True) as server:
            with psycopg.connect(conninfo(server), autocommit=True) as connection:
                connection.execute("CREATE DATABASE bench")
            url = address(server, "bench")
            migrate.upgrade(url)
            with psycopg.connect(conninfo(url), autocommit=True, cursor_factory=psycopg.ClientCursor) as connection:
                _measure(connection, url, chosen)


def _measure(connection: psycopg.Connection[Any], url: str, chosen: argparse.Namespace) -> None:
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, fsync off")
    began = time.monotonic()
    topics, noises = _pools(connection)
    numbers: dict[str, Any] = {"people": chosen.people, "episodes": chosen.episodes, "texts": list(_TEXTS)}
    numbers |= {"model": MODEL, "noises": _NOISES}
    for statement in _FILL.split(";"):
        connection.execute(statement.strip(), numbers)  # type: ignore[call-overload]
    connection.execute("VACUUM ANALYZE memoria_episodica")
    connection.execute("VACUUM ANALYZE vectores_episodio")
    print(f"{chosen.episodes} episodes of {chosen.people} people, in {time.monotonic() - began:.0f} s")
    questions = list(_questions(random.Random(7), topics, noises, chosen))
    _ours(connection, questions, chosen.episodes)
    _round_trip(url, questions)
    if chosen.beside:
        _others(connection, questions, chosen.beside)


def _pools(connection: psycopg.Connection[Any]) -> tuple[list[Vector], list[Vector]]:
    """Vectors of topics and of what is said besides: an episode's is the sum of one of each."""
    drawn = random.Random(1)
    pools = []
    for name, count, size in (("topics", _TOPICS, 1.0), ("noises", _NOISES, _SPREAD)):
        pool = [tuple(drawn.gauss(0, size) for _ in range(DIMENSION)) for _ in range(count)]
        connection.execute(f"CREATE TABLE {name} (n INTEGER PRIMARY KEY, v vector(384))")  # type: ignore[call-overload]
        with connection.cursor().copy(f"COPY {name} FROM STDIN WITH (FORMAT BINARY)") as copy:  # type: ignore[call-overload]
            copy.write(b"PGCOPY\n\xff\r\n\x00" + struct.pack(">ii", 0, 0))
            for number, vector in enumerate(pool):
                floats = array("f", vector)
                floats.byteswap()
                value = struct.pack(">hh", DIMENSION, 0) + floats.tobytes()
                copy.write(struct.pack(">hiii", 2, 4, number, len(value)) + value)
            copy.write(struct.pack(">h", -1))
        pools.append(pool)
    return pools[0], pools[1]


def _questions(
    drawn: random.Random, topics: Sequence[Vector], noises: Sequence[Vector], chosen: argparse.Namespace
) -> Iterator[Asked]:
    for _ in range(chosen.questions):
        sums = [a + b for a, b in zip(drawn.choice(topics), drawn.choice(noises), strict=True)]
        length = sum(x * x for x in sums) ** 0.5
        vector = tuple(x / length for x in sums)
        yield Asked(drawn.randint(1, chosen.people), f"[{','.join(f'{x:.6g}' for x in vector)}]", vector)


def _ours(connection: psycopg.Connection[Any], questions: Sequence[Asked], episodes: int) -> None:
    """The statement as the repository sends it, by vectors alone and with words; and whether the nearest are the true
    ones."""
    rows = []
    for words in (False, True):
        statement = _named(search_statement(words=words, near=DIMENSION, since=False, until=False))
        plan, times, buffers, read, right = None, [], [], [], 0
        for asked in questions:
            given = {"owner": asked.person, "vector": asked.written, "model": MODEL, "most": 10, "words": "cita|seguro"}
            explained = connection.execute("EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, FORMAT JSON) " + statement, given)  # type: ignore[call-overload]
            plan = explained.fetchone()[0][0]
            times.append(plan["Execution Time"])
            buffers.append(float(plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"]))
            read.append(float(plan["Plan"]["Shared Read Blocks"]))
            found = connection.execute(statement, given).fetchall()  # type: ignore[call-overload]
            nearest = sorted((row for row in found if row[5] is not None), key=lambda row: (-row[5], row[0]))[:3]
            right += {row[0] for row in nearest} == _true(connection, asked, episodes)
        name = "person first, exact" + (", and words" if words else "")
        p95 = percentile(times, 95)
        met = f"{verdict(p95 <= GOAL_MS)} (≤ {GOAL_MS:.0f})"
        recall = f"{right / len(questions):.2f}"
        pages = f"{percentile(buffers, 50):.0f}, {percentile(read, 50):.0f}"
        cpu = f"{_cpu(connection, statement, questions):.2f}"
        rows.append((name, f"{percentile(times, 50):.2f}", f"{p95:.2f}", met, cpu, pages, recall))
        if not words:
            first = connection.execute("EXPLAIN " + statement, given).fetchall()  # type: ignore[call-overload]
            print("\nThe plan:", *(f"  {_VECTOR.sub('[…]', line)}" for (line,) in first), sep="\n")
    columns = ("", "p50", "p95", "goal", "CPU, planned anew", "pages, of them not in its memory", "true top 3")
    table("A search among all, ms in the server", columns, rows)


def _cpu(connection: psycopg.Connection[Any], statement: str, questions: Sequence[Asked]) -> float:
    """Milliseconds of CPU that the server takes for one, which other work on the machine changes little."""
    stat = Path(f"/proc/{connection.info.backend_pid}/stat")

    def used() -> float:
        fields = stat.read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    before, many = used(), 0
    for asked in questions:
        given = {"owner": asked.person, "vector": asked.written, "model": MODEL, "most": 10, "words": "cita|seguro"}
        connection.execute(statement, given)  # type: ignore[call-overload]
        many += 1
    return (used() - before) / many


def _named(statement: str) -> str:
    """With the driver's placeholders."""
    for name in ("owner", "vector", "model", "most", "words"):
        statement = statement.replace(f":{name}", f"%({name})s")
    return statement


def _true(connection: psycopg.Connection[Any], asked: Asked, most: int) -> set[int]:
    given = {"owner": asked.person, "vector": asked.written, "most": most}
    return {row[0] for row in connection.execute(_TRUE, given).fetchall()}


def _round_trip(url: str, questions: Sequence[Asked]) -> None:
    """From Python and back, with the transaction, as a turn asks."""
    engine = make_engine(url)
    begin = SqlUnitOfWorkFactory(engine)
    times = []
    try:
        for asked in questions:
            began = time.perf_counter()
            with begin() as uow:
                uow.episodes.search(asked.person, ("cita",), asked.vector, MODEL, 10, seconds=5.0)
            times.append((time.perf_counter() - began) * 1000)
    finally:
        engine.dispose()
    rows = [("transaction, limit, search, rows read", f"{percentile(times, 50):.2f}", f"{percentile(times, 95):.2f}")]
    table("From Python and back, ms", ("", "p50", "p95"), rows)


def _others(connection: psycopg.Connection[Any], questions: Sequence[Asked], beside: int) -> None:
    """One table of everybody's, filtered by person, with each kind of approximate index."""
    connection.execute("SET maintenance_work_mem = '1GB'")
    for statement in _BESIDE.strip().rstrip(";").split(";"):
        connection.execute(statement.strip(), {"beside": beside})  # type: ignore[call-overload]
    connection.execute("VACUUM ANALYZE of_everybody")
    truth = [_true(connection, asked, beside) for asked in questions]
    rows = [_one(connection, "no index, everybody read", questions[:20], truth, 0.0)]
    for kind, how in (
        ("IVFFlat, 100 lists, 1 probe", "ivfflat (embedding vector_cosine_ops) WITH (lists = 100)"),
        ("HNSW, as it comes", "hnsw (embedding vector_cosine_ops)"),
    ):
        began = time.monotonic()
        connection.execute(f"CREATE INDEX nearest ON of_everybody USING {how}")  # type: ignore[call-overload]
        built = time.monotonic() - began
        connection.execute("SET enable_seqscan = off")
        rows.append(_one(connection, kind, questions, truth, built))
        connection.execute("RESET enable_seqscan")
        connection.execute("DROP INDEX nearest")
    columns = ("", "p50", "p95", "built in s", "true top 3", "found of 3")
    table(f"One table of everybody's {beside} rows, filtered by person, ms in the server", columns, rows)


def _one(
    connection: psycopg.Connection[Any], name: str, questions: Sequence[Asked], truth: Sequence[set[int]], built: float
) -> tuple[str, str, str, str, str, str]:
    times, right, some = [], 0, 0
    for asked, true in zip(questions, truth, strict=False):
        given = {"owner": asked.person, "vector": asked.written, "least": -1}
        explained = connection.execute("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) " + _OF_EVERYBODY, given)
        times.append(explained.fetchone()[0][0]["Execution Time"])  # type: ignore[index]
        found = {row[0] for row in connection.execute(_OF_EVERYBODY, given).fetchall()}
        right += found == true
        some += len(found & true)
    asked_for = sum(len(true) for true in truth[: len(questions)])
    shares = f"{right / len(questions):.2f}", f"{some / max(asked_for, 1):.2f}"
    return (name, f"{percentile(times, 50):.2f}", f"{percentile(times, 95):.2f}", f"{built:.0f}", *shares)


if __name__ == "__main__":
    main()
