"""What it costs to acknowledge a delivery, and to take it apart."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from booking.conversation.splitting import Splitter
from booking.models import WebhookBody
from storage.mailbox import Mailbox
from tests.bench.clinic import Bench
from tests.bench.report import table
from tests.bench.statements import Count, ServerLog
from tests.bench.webhook import delivery
from webhook.deliveries import brought

Work = Callable[[Sequence[bytes]], object]


def measure_intake(bench: Bench, log: ServerLog, times: int) -> dict[str, dict[str, float]]:
    """Table: statements and our CPU time a message, of people we know. `at once` is what was done before the answer
    when a delivery was read first."""
    mailbox, splitter = Mailbox(bench.database), Splitter(bench.begin, brought, bench.engine.intake)
    now = bench.clock.now()

    def keep(bodies: Sequence[bytes]) -> None:
        mailbox.keep([(now, body) for body in bodies])

    def split(bodies: Sequence[bytes]) -> None:
        assert splitter.split()

    def at_once(bodies: Sequence[bytes]) -> None:
        for body in bodies:
            one = brought(WebhookBody(0, now, body))
            bench.engine.receive(one.messages, one.statuses, one.damaged, one.echoes, one.templates)

    found: dict[str, dict[str, float]] = {}
    for name, together, before, work in (
        ("read at once, one", 1, None, at_once),
        ("acknowledged, one", 1, None, keep),
        ("acknowledged, 20 together", 20, None, keep),
        ("taken apart, one", 1, keep, split),
        ("taken apart, 50 waiting", 50, keep, split),
    ):
        found[name] = _measured(log, together, max(times // together, 2), before, work, split)
    rows = [(name, values["statements"], values["cpu_ms"]) for name, values in found.items()]
    table("Intake, a message of somebody we know", ("", "statements", "our CPU, ms"), rows)
    return found


def _measured(
    log: ServerLog, together: int, times: int, before: Work | None, work: Work, after: Work
) -> dict[str, float]:
    def bodies() -> list[bytes]:
        return [delivery(person, "hola") for person in range(together)]

    def once() -> float:
        made = bodies()
        if before:
            before(made)
        began = time.thread_time()
        work(made)
        took = time.thread_time() - began
        after(made)
        return took

    once()
    cpu = sorted(once() for _ in range(times))
    with log.on():
        made = bodies()
        if before:
            before(made)
        mark = log.mark()
        work(made)
        statements = Count.of(log.since(mark)).statements
    after(made)
    return {"statements": round(statements / together, 2), "cpu_ms": round(cpu[len(cpu) // 2] * 1000 / together, 3)}
