"""What finding free times costs, against the other ways of doing it, in one run: `python -m tests.bench_slots`.

Ten doctors for 30 days and fifty for 60, half-hour slots, 60 % of them taken. Prints milliseconds (the
best and the median) and ratios of the best; the machine's speed drops out of the ratios only.
"""

from __future__ import annotations

import datetime as dt
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from sqlalchemy import Engine, event, text

from booking.models import Clinic, Doctor, Opening, Policy
from booking.scheduling import offers
from booking.scheduling.availability import free_slots
from storage import embedded, migrate
from storage.base import make_engine
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory

ZONE = ZoneInfo("America/Tijuana")
NOW = dt.datetime(2026, 11, 23, 7, 0, tzinfo=ZONE)
HALF = dt.timedelta(minutes=30)
CLINIC = Clinic(name="Medida", zone=ZONE.key, policy=Policy(min_notice_minutes=0, holidays=None))
_BUSY_AT = text(
    "SELECT EXISTS (SELECT FROM citas_medicas WHERE doctor_id = :doctor AND inicio < :stop AND fin > :start"
    " AND estado IN ('apartada', 'programada', 'confirmada', 'en_curso'))"
)
_BUSY_OF = text(
    "SELECT inicio, fin FROM citas_medicas WHERE doctor_id = :doctor AND inicio < :stop AND fin > :start"
    " AND estado IN ('apartada', 'programada', 'confirmada', 'en_curso') ORDER BY inicio"
)
_BUSY_ALL = text(
    "SELECT doctor_id, inicio, fin FROM citas_medicas WHERE inicio < :stop AND fin > :start"
    " AND estado IN ('apartada', 'programada', 'confirmada', 'en_curso') ORDER BY inicio"
)
_SQL_ONLY = text(
    "SELECT d.id, s FROM doctores d CROSS JOIN generate_series(CAST(:first AS date), CAST(:last AS date), '1 day') day"
    " CROSS JOIN LATERAL generate_series((CAST(day AS date) + time '09:00') AT TIME ZONE :zone,"
    " (CAST(day AS date) + time '16:30') AT TIME ZONE :zone, interval '30 minutes') s"
    " WHERE NOT EXISTS (SELECT FROM citas_medicas c WHERE c.doctor_id = d.id AND c.inicio < s + interval '30 minutes'"
    " AND c.fin > s AND c.estado IN ('apartada', 'programada', 'confirmada', 'en_curso'))"
)


def every_start(days: int) -> list[dt.datetime]:
    """09:00 to 17:00, every day."""
    first = dt.datetime.combine(NOW.date(), dt.time(9), ZONE)
    return [first + dt.timedelta(days=day) + HALF * place for day in range(days) for place in range(16)]


def fill(engine: Engine, doctors: int, days: int) -> None:
    """Doctors who work nine to five every day, with three in five of their slots taken."""
    entered = [Doctor(id=n, name=f"Dr. {n}") for n in range(1, doctors + 1)]
    openings = [
        Opening(doctor_id=d.id, weekday=day, start=dt.time(9), end=dt.time(17)) for d in entered for day in range(7)
    ]
    chance = Random(1)
    with engine.begin() as connection:
        connection.execute(text("TRUNCATE citas_medicas, pacientes, disponibilidad_medica, doctores CASCADE"))
    seed(engine, CLINIC, entered, openings)
    rows = [
        {"n": n, "doctor": doctor.id, "start": start, "stop": start + HALF}
        for n, (doctor, start) in enumerate(
            ((d, s) for d in entered for s in every_start(days) if chance.random() < 0.6), start=1
        )
    ]
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO pacientes (id, nombre, nombre_clave, creado_en) VALUES (:n, 'x', 'x', :start)"), rows
        )
        connection.execute(
            text(
                "INSERT INTO citas_medicas (estado, inicio, fin, doctor_id, paciente_id, tipo, version, creada_en,"
                " actualizada_en) VALUES ('programada', :start, :stop, :doctor, :n, 'primera_vez', 1, :start, :start)"
            ),
            rows,
        )
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))


def grid(begin: SqlUnitOfWorkFactory, days: int) -> int:
    """Ours: one statement and the arithmetic; how many free slots of doctors there are."""
    with begin() as uow:
        end = dt.datetime.combine(NOW.date() + dt.timedelta(days=days), dt.time(), ZONE)
        calendar = uow.schedules.calendar(NOW, end, NOW)
        return sum(len(f.doctor_ids) for f in free_slots(calendar, CLINIC, NOW, end, NOW))


def first_five(begin: SqlUnitOfWorkFactory) -> int:
    """Ours, by what a conversation calls: from the nearest days, from more only if those gave fewer."""
    with begin() as uow:
        return len(offers.find(uow.schedules, CLINIC, None, NOW).found)


def per_slot(engine: Engine, doctors: int, days: int) -> int:
    """A statement for every slot."""
    with engine.connect() as connection:
        return sum(
            not connection.scalar(_BUSY_AT, {"doctor": doctor, "start": start, "stop": start + HALF})
            for doctor in range(1, doctors + 1)
            for start in every_start(days)
        )


def per_day(engine: Engine, doctors: int, days: int) -> int:
    """A statement for every doctor and day, overlaps in Python."""
    free = 0
    with engine.connect() as connection:
        for doctor in range(1, doctors + 1):
            for day in range(days):
                starts = _DAYS[day]
                span = {"doctor": doctor, "start": starts[0], "stop": starts[-1] + HALF}
                busy = connection.execute(_BUSY_OF, span).all()
                free += sum(not any(b.inicio < s + HALF and s < b.fin for b in busy) for s in starts)
    return free


def sql_only(engine: Engine, days: int) -> int:
    """The database makes the slots and subtracts."""
    span = {"first": NOW.date(), "last": NOW.date() + dt.timedelta(days=days - 1), "zone": ZONE.key}
    with engine.connect() as connection:
        return len(connection.execute(_SQL_ONLY, span).all())


def set_difference(engine: Engine, doctors: int, days: int) -> int:
    """One range query and sets of starts: right only while everything lies on one grid."""
    starts = every_start(days)
    with engine.connect() as connection:
        busy = connection.execute(_BUSY_ALL, {"start": starts[0], "stop": starts[-1] + HALF}).all()
    taken = {(b.doctor_id, b.inicio) for b in busy}
    return sum((doctor, start) not in taken for doctor in range(1, doctors + 1) for start in starts)


_DAYS: list[list[dt.datetime]] = []


def took(run: Callable[[], int], times: int) -> tuple[float, float, int]:
    """Milliseconds, the best and the median, after one that warms up; and what it gave."""
    found = run()
    measured = []
    for _ in range(times):
        before = time.perf_counter()
        run()
        measured.append((time.perf_counter() - before) * 1000)
    return min(measured), statistics.median(measured), found


def statements(engine: Engine, run: Callable[[], int]) -> int:
    """How many statements it sends."""
    sent: list[str] = []

    def count(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        sent.append(statement)

    event.listen(engine, "before_cursor_execute", count)
    try:
        run()
    finally:
        event.remove(engine, "before_cursor_execute", count)
    return len(sent)


def measure(engine: Engine) -> dict[str, dict[str, float]]:
    begin = SqlUnitOfWorkFactory(engine)
    results: dict[str, dict[str, float]] = {}
    fill(engine, 10, 30)
    starts = every_start(30)
    _DAYS[:] = [starts[16 * day : 16 * day + 16] for day in range(30)]
    runs: list[tuple[str, Callable[[], int], int]] = [
        ("full grid, 10 doctors x 30 days (ours)", lambda: grid(begin, 30), 30),
        ("a statement per slot", lambda: per_slot(engine, 10, 30), 1),
        ("a statement per doctor and day", lambda: per_day(engine, 10, 30), 5),
        ("SQL alone", lambda: sql_only(engine, 30), 5),
        ("range query and set difference", lambda: set_difference(engine, 10, 30), 30),
        ("first five, 10 doctors x 30 days (ours)", lambda: first_five(begin), 60),
    ]
    counts = set()
    for name, run, times in runs:
        results[name] = _row(engine, run, times)
        if not name.startswith("first"):
            counts.add(results[name]["found"])
    assert len(counts) == 1, f"they do not agree: {results}"
    fill(engine, 50, 60)
    results["first five, 50 doctors x 60 days (ours)"] = _row(engine, lambda: first_five(begin), 60)
    ours = results["full grid, 10 doctors x 30 days (ours)"]["ms"]
    for row in results.values():
        row["ratio"] = round(row["ms"] / ours, 2)
    return results


def _row(engine: Engine, run: Callable[[], int], times: int) -> dict[str, float]:
    best, median, found = took(run, times)
    sent = statements(engine, run)
    return {"ms": round(best, 2), "median": round(median, 2), "statements": sent, "found": found}


def main() -> None:
    with tempfile.TemporaryDirectory() as home, embedded.server(Path(home), owner=True) as url:
        migrate.upgrade(url)
        engine = make_engine(url)
        results = measure(engine)
        engine.dispose()
    if "--json" in sys.argv:
        print(json.dumps(results, indent=2))
        return
    for name, row in results.items():
        spent = f"{row['ms']:9.2f} ms (median {row['median']:9.2f})"
        print(f"{name:45} {spent}  x{row['ratio']:<8g} {row['statements']:>6g} statements")


if __name__ == "__main__":
    main()
