"""Figures: `make bench`, or `python -m tests.bench [--durable] [--quick] [--profile]`.

Statements and transactions are counted in the server's own log, so that nothing escapes: ours, the ones of the
queue, savepoints. Times are taken without that log, on the machine as it is: what else runs on it shows in them.
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
from tests.bench.clinic import Bench
from tests.bench.intake import measure_intake
from tests.bench.statements import ServerLog, count_queue, count_statements
from tests.bench.turns import profile_turns, rate_of_turns, time_turns
from tests.bench.webhook import serve_webhook_only, time_webhook
from tests.postgres import address


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--durable", action="store_true", help="wait for the disk, as in production")
    parser.add_argument("--quick", action="store_true", help="a fifth of the work")
    parser.add_argument("--profile", action="store_true", help="show where a turn's time goes, and nothing else")
    parser.add_argument("--webhook-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.webhook_only:
        serve_webhook_only(chosen.port)
        return
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    share = 5 if chosen.quick else 1
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
                if chosen.profile:
                    profile_turns(bench, 40 // share)
                    return
                time_turns(bench, 10 // share)  # warm
                bench.anew()
                log = ServerLog(home, url)
                count_statements(bench, log, 10 // share)
                bench.anew()
                count_queue(bench, log, 50 // share)
                bench.anew()
                measure_intake(bench, log, 100 // share)
                bench.anew()
                time_turns(bench, 100 // share)
                bench.anew()
                rate_of_turns(bench, 60 // share, threads=4)
                bench.anew()
                time_webhook(url, per_second=100, seconds=10 // share)
            finally:
                bench.database.dispose()


if __name__ == "__main__":
    main()
