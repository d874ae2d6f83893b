"""How long the stages of a turn take, as `metricas_nodos` keeps them."""

from __future__ import annotations

import time

from sqlalchemy import text

from tests.bench.clinic import KINDS, Bench
from tests.bench.report import percentile, table

_STAGES = text("SELECT nodo, duracion_ms FROM metricas_nodos WHERE estado = 'success'")


def time_stages(bench: Bench, people: int) -> None:
    """Table: milliseconds, one talk at a time; a sender that answers at once, no model. `intake` is who wrote and that
    their message is kept."""
    taken: dict[str, list[float]] = {"intake": [], "whole turn": []}
    for person in (bench.person() for _ in range(people)):
        for kind in KINDS:
            began = time.perf_counter()
            chat, message = bench.receive(person, kind)
            received = time.perf_counter()
            bench.engine.process(chat, message)
            taken["whole turn"].append((time.perf_counter() - received) * 1000)
            taken["intake"].append((received - began) * 1000)
            bench.delivery.deliver(chat)
    with bench.database.connect() as connection:
        for stage, milliseconds in connection.execute(_STAGES):
            taken.setdefault(stage, []).append(milliseconds)
    rows = [(stage, percentile(values, 50), percentile(values, 95), len(values)) for stage, values in taken.items()]
    table("Stages of a turn, ms", ("", "p50", "p95", "times"), rows)
