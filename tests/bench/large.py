"""A turn on a database of years, beside one on an empty database: statements, buffers read, and the plans of those that
take longest."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, event

from storage.base import conninfo
from tests.bench.clinic import KINDS, NOW, Bench
from tests.bench.report import table

_HOTTEST = 10
_BY_ITSELF = (b"BEGIN", b"ROLLBACK")
_ASIDE = (b"SAVEPOINT explained", b"ROLLBACK TO SAVEPOINT explained; RELEASE SAVEPOINT explained")

# Ids from a million on: those of the demo clinic and of who writes in the measure come before them. Nobody overlaps:
# a doctor's appointments follow one another into the past, a twentieth of them never closed.
_FILL = """
SET session_replication_role = replica;
INSERT INTO usuarios (id, telefono, baja, creado_en)
    SELECT n, '+52665' || n, false, %(now)s FROM generate_series(1000000, 999999 + %(people)s) n;
INSERT INTO identidades (id, tipo, valor, usuario_id)
    SELECT n, 'wa_id', '52665' || n, n FROM generate_series(1000000, 999999 + %(people)s) n;
INSERT INTO conversaciones (id, usuario_id, estado, control, fallos, version, version_borrador, turnos,
        responder_tipo, responder_valor, actualizada_en)
    SELECT n, n, 'IDLE', 'bot', 0, 10, 3, 10, 'wa_id', '52665' || n, %(now)s - (n %% 1000) * interval '1 day'
    FROM generate_series(1000000, 999999 + %(people)s) n;
INSERT INTO pacientes (id, usuario_id, nombre, nombre_clave, creado_en)
    SELECT n, n, 'Ana ' || n, 'ana ' || n, %(now)s FROM generate_series(1000000, 999999 + %(people)s) n;
INSERT INTO turnos_log (id, conversacion_id, numero, ocurrido_en, cuerpo)
    SELECT n, 1000000 + n %% %(people)s, n / %(people)s, %(now)s - (%(messages)s - n) * interval '30 second',
        jsonb_build_object('before', repeat('x', 400), 'message_ids', jsonb_build_array(n))
    FROM generate_series(1000000, 999999 + %(messages)s) n;
INSERT INTO mensajes_entrantes (id, wamid, conversacion_id, turno_id, enviado_en, recibido_en, mensaje, intentos)
    SELECT id, 'wamid.' || id, conversacion_id, id, ocurrido_en, ocurrido_en,
        '{"content": {"kind": "text", "body": "hola"}}', 0
    FROM turnos_log WHERE id >= 1000000;
INSERT INTO mensajes_salientes (id, seguimiento, conversacion_id, para_tipo, para_valor, contenido, clase, creado_en,
        estado, intentos, wamid, enviado_en, entrega)
    SELECT id, 'token.' || id, conversacion_id, 'wa_id', '52665' || conversacion_id,
        '{"kind": "text", "body": "hola"}', 'reply', ocurrido_en, 'sent', 0, 'wamid.out.' || id, ocurrido_en, 'read'
    FROM turnos_log WHERE id >= 1000000;
INSERT INTO metricas_nodos (nodo, conversacion_id, duracion_ms, estado, created_at)
    SELECT nodo, conversacion_id, 5, 'success', ocurrido_en
    FROM turnos_log, unnest(ARRAY['understand', 'transaction']) AS nodo WHERE id >= 1000000;
INSERT INTO user_sessions (user_id, started_at, last_activity, messages_count)
    SELECT n, %(now)s, %(now)s, 10 FROM generate_series(1000000, 999999 + %(people)s) n;
INSERT INTO citas_medicas (id, estado, inicio, fin, doctor_id, paciente_id, tipo, version, creada_en, actualizada_en)
    SELECT n, CASE WHEN n %% 20 = 0 THEN 'programada' ELSE 'completada' END, starts, starts + interval '30 minute',
        doctores.id, 1000000 + n %% %(people)s, 'consulta', 1, starts, starts
    FROM (SELECT array_agg(id ORDER BY id) AS ids FROM doctores) AS everybody,
        generate_series(1000000, 999999 + %(appointments)s) AS n,
        LATERAL (SELECT %(now)s - (n - 999999) / cardinality(ids) * interval '30 minute' - interval '1 hour' AS starts,
            ids[1 + n %% cardinality(ids)] AS doctor) AS one
        JOIN doctores ON doctores.id = one.doctor;
SET session_replication_role = origin
"""


def fill(bench: Bench, owner: str, messages: int) -> None:
    """So many messages, each with its turn and answer, of a tenth as many people with an appointment each. `owner`:
    the address that may leave foreign keys out while it does."""
    numbers: dict[str, Any] = {"now": NOW, "people": messages // 10, "messages": messages}
    numbers["appointments"] = messages // 10
    began = time.monotonic()
    with psycopg.connect(conninfo(owner), autocommit=True, cursor_factory=psycopg.ClientCursor) as connection:
        for statement in _FILL.split(";"):
            connection.execute(statement.strip(), numbers)  # type: ignore[call-overload]
        connection.execute("VACUUM ANALYZE")
    print(f"\n{messages} messages and {messages // 10} appointments, in {time.monotonic() - began:.0f} s")


@dataclass
class _Cost:
    """Of a statement, all its runs together."""

    runs: int = 0
    ms: float = 0.0
    buffers: int = 0
    nodes: set[str] = field(default_factory=set)


@contextmanager
def _explained(bench: Bench) -> Iterator[dict[str, _Cost]]:
    """Each statement of ours is explained before it runs, and what that did is taken back."""
    found: dict[str, _Cost] = defaultdict(_Cost)

    def explain(connection: Connection, _: object, statement: str, parameters: Any, *__: object) -> None:
        if not statement.lstrip().upper().startswith(("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")):
            return
        driver: Any = connection.connection.driver_connection
        # Not by the driver's own words, which make it forget what it has prepared.
        before, after = _ASIDE if driver.info.transaction_status == TransactionStatus.INTRANS else _BY_ITSELF
        driver.pgconn.exec_(before)
        plan = driver.execute("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + statement, parameters).fetchone()[0][0]
        driver.pgconn.exec_(after)
        cost = found[" ".join(statement.split())]
        cost.runs += 1
        cost.ms += plan["Execution Time"]
        cost.buffers += plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"]
        cost.nodes |= set(_scans(plan["Plan"]))

    event.listen(bench.database, "before_cursor_execute", explain)
    try:
        yield found
    finally:
        event.remove(bench.database, "before_cursor_execute", explain)


def _scans(node: Mapping[str, Any]) -> Iterator[str]:
    """What a plan reads, and how."""
    if "Scan" in node["Node Type"] and "Relation Name" in node and node.get("Actual Loops"):
        way = node.get("Index Name") or "all of it"
        yield f"{node['Relation Name']} by {way}"
    elif node["Node Type"] == "Bitmap Index Scan":
        yield f"by {node['Index Name']}"
    for below in node.get("Plans", ()):
        yield from _scans(below)


def measure(bench: Bench, people: int) -> tuple[dict[str, tuple[float, float, float]], dict[str, _Cost]]:
    """Statements, buffers and the server's milliseconds of each kind of turn with its sending; and every statement."""
    kinds: dict[str, tuple[float, float, float]] = {}
    everything: dict[str, _Cost] = defaultdict(_Cost)
    totals: dict[str, list[float]] = {kind: [0.0, 0.0, 0.0] for kind in KINDS}
    for person in (bench.person() for _ in range(people)):
        for kind in KINDS:
            with _explained(bench) as found:
                chat, message = bench.receive(person, kind)
                bench.engine.process(chat, message)
                bench.delivery.deliver(chat)
            for statement, cost in found.items():
                whole = everything[statement]
                whole.runs, whole.ms, whole.buffers = (
                    whole.runs + cost.runs,
                    whole.ms + cost.ms,
                    whole.buffers + cost.buffers,
                )
                whole.nodes |= cost.nodes
                totals[kind] = [
                    totals[kind][0] + cost.runs,
                    totals[kind][1] + cost.buffers,
                    totals[kind][2] + cost.ms,
                ]
    for kind, (statements, buffers, ms) in totals.items():
        kinds[kind] = (statements / people, buffers / people, ms / people)
    return kinds, everything


def compare_sizes(bench: Bench, owner: str, messages: int, people: int) -> None:
    """Tables: each kind of turn on the demo clinic alone and with so many messages; the plans of the hottest."""
    measure(bench, 3)
    bench.anew()
    small, _ = measure(bench, people)
    fill(bench, owner, messages)
    measure(bench, 1)
    large, statements = measure(bench, people)
    rows = [(kind, *small[kind], *large[kind]) for kind in KINDS]
    columns = ("", "statements", "buffers", "server, ms", "large: statements", "buffers", "server, ms")
    table("A turn with intake and sending, on an empty database and a large one", columns, rows)
    hottest = sorted(statements.items(), key=lambda one: -one[1].ms)[:_HOTTEST]
    print(f"\nThe {_HOTTEST} statements that take the server longest, on the large one")
    for place, (statement, cost) in enumerate(hottest, 1):
        print(f"  {place}. {cost.ms / cost.runs:.2f} ms, {cost.buffers / cost.runs:.0f} buffers, {cost.runs} runs")
        print(f"     {statement[:150]}")
        print(f"     {'; '.join(sorted(cost.nodes))[:400]}")
