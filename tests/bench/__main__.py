"""Figures: `make bench`, or `python -m tests.bench` with what `--help` lists.

Ratios come first, for figures of one machine mean nothing alone: ours beside a peer (`tests.bench.peers`), a turn
beside the bare framework. Statements and transactions are counted in the server's own log, so that nothing escapes:
ours, the ones of the queue, savepoints. Times are taken without that log, on the machine as it is: what else runs on it
shows.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import psycopg
import structlog

from storage import embedded, migrate
from storage.base import conninfo
from tests.bench.bare import Bare
from tests.bench.clinic import Bench
from tests.bench.flame import draw
from tests.bench.intake import measure_intake
from tests.bench.kept import keep, steps_back
from tests.bench.large import compare_sizes
from tests.bench.offers import time_offers
from tests.bench.peers import compare
from tests.bench.stages import time_stages
from tests.bench.statements import ServerLog, count_queue, count_statements
from tests.bench.turns import profile_turns, rate_of_turns, time_turns
from tests.bench.webhook import serve_webhook_only, time_webhook
from tests.bench.whole_path import count_whole_path
from tests.postgres import address


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--durable", action="store_true", help="wait for the disk, as in production")
    parser.add_argument("--quick", action="store_true", help="a fifth of the work")
    parser.add_argument("--keep", action="store_true", help="write the figures into docs/benchmarks")
    parser.add_argument(
        "--check", action="store_true", help="only what is counted; exit 1 if a fifth above what was kept"
    )
    parser.add_argument("--profile", action="store_true", help="show where a turn's time goes, and nothing else")
    parser.add_argument("--flame", type=Path, metavar="FILE", help="draw where a turn's time goes, and nothing else")
    parser.add_argument("--large", type=int, metavar="MESSAGES", help="a turn among so many messages; nothing else")
    parser.add_argument("--webhook-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--turns-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.webhook_only:
        serve_webhook_only(chosen.port)
        return
    if chosen.flame:
        draw(chosen.flame)
        return
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    share = 5 if chosen.quick else 1
    aside = chosen.check or chosen.profile or chosen.turns_only or chosen.large
    ratios = None if aside else compare(share)
    with tempfile.TemporaryDirectory(prefix="turnero-bench-") as place:
        home = Path(place)
        home.chmod(0o755)
        with embedded.server(home, owner=True, fast=not chosen.durable) as server:
            with psycopg.connect(conninfo(server), autocommit=True) as connection:
                connection.execute("CREATE DATABASE bench")
            url = address(server, "bench")
            migrate.upgrade(url)
            bench = Bench(url)
            print(
                f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}, "
                f"{'durable' if chosen.durable else 'fsync off'}"
            )
            try:
                if chosen.large:
                    compare_sizes(bench, url, chosen.large, 10 // share)
                elif chosen.profile:
                    profile_turns(bench, 40 // share)
                elif chosen.turns_only:
                    time_turns(bench, 100 // share)
                else:
                    figures = _counted(bench, ServerLog(home, url), home, share)
                    if chosen.check:
                        _no_step_back(figures)
                        return
                    _timed(bench, url, share)
                    if chosen.keep:
                        keep(figures, ratios)
            finally:
                bench.database.dispose()


def _counted(bench: Bench, log: ServerLog, home: Path, share: int) -> dict[str, float]:
    """What can be compared with another day and another machine."""
    time_turns(bench, 10 // share)  # warm
    bench.anew()
    event = Bare().cpu_of_an_event()
    busy = time_turns(bench, 100 // share) / 1000
    figures = {"a turn's CPU, in events of bare transitions": round(busy / event)}
    print(f"\nA turn costs as much CPU as {busy / event:.0f} events of bare transitions ({event * 1e6:.1f} µs each).")
    bench.anew()
    figures |= count_statements(bench, log, 10 // share)
    bench.anew()
    count_queue(bench, log, 50 // share)
    bench.anew()
    measure_intake(bench, log, 100 // share)
    bench.anew()
    figures["statements of a message on its whole way"] = count_whole_path(bench, log, home, 10 // share)
    return figures


def _timed(bench: Bench, url: str, share: int) -> None:
    bench.anew()
    time_stages(bench, 20 // share)
    bench.anew()
    rate_of_turns(bench, 60 // share, threads=4)
    bench.anew()
    time_webhook(url, per_second=100, seconds=10 // share)
    time_offers(url, 100 // share)


def _no_step_back(figures: dict[str, float]) -> None:
    if worse := steps_back(figures):
        print("\nA fifth above docs/benchmarks/figures.json, or more:", *worse, sep="\n  ")
        sys.exit(1)
    print("\nNothing is a fifth above docs/benchmarks/figures.json.")


if __name__ == "__main__":
    main()
