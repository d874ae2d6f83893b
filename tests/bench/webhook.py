"""How fast the webhook acknowledges."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.bench.clinic import ROOT
from tests.bench.report import percentile, table


def time_webhook(url: str, per_second: int, seconds: int) -> None:
    """Table: from the moment a delivery was due to its 200, with a steady stream of signed texts."""
    rows = []
    for name, command in (
        ("webhook alone", [sys.executable, "-m", "tests.bench", "--webhook-only"]),
        ("turnero serve (worker in the same process)", [sys.executable, "-m", "booking.admin", "serve"]),
    ):
        with serving(command, url) as (port, _):
            asyncio.run(_stream(port, 20, 1))  # connections, plans, imports
            took, statuses = asyncio.run(_stream(port, per_second, seconds))
        bad = {status: number for status, number in statuses.items() if status != 200}
        rows.append((name, percentile(took, 50), percentile(took, 99), f"{max(took):.1f}", str(bad or "all 200")))
    table(f"Webhook acknowledgement at {per_second} requests/s, ms", ("", "p50", "p99", "max", ""), rows)


@contextmanager
def serving(command: Sequence[str], url: str, settings: Mapping[str, str] | None = None) -> Iterator[tuple[int, int]]:
    """A server in a process of its own, for the length of the block: the port it listens on, and the process's id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": url,
        "WHATSAPP_APP_SECRET": "bench",
        "WHATSAPP_VERIFY_TOKEN": "bench",
        **(settings or {}),
    }
    with tempfile.TemporaryDirectory() as place, (Path(place) / "log").open("wb") as said:
        environment["TURNERO_HOME"] = place
        process = subprocess.Popen(
            [*command, "--port", str(port)], env=environment, cwd=place, stdout=said, stderr=said
        )
        try:
            end = time.monotonic() + 60
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() > end:
                        raise RuntimeError((Path(place) / "log").read_text()[-2000:]) from None
                    time.sleep(0.05)
            yield port, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


async def _stream(port: int, per_second: int, seconds: int) -> tuple[list[float], Counter[int]]:
    """Open loop: each request is due at its time, whether or not the one before was answered."""
    took: list[float] = []
    statuses: Counter[int] = Counter()
    idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    begun = time.perf_counter() + 0.05

    async def one(number: int) -> None:
        due = begun + number / per_second
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        body = delivery(number % 200, "hola" if number % 3 else "quiero una cita mañana por la tarde")
        signed = hmac.new(b"bench", body, hashlib.sha256).hexdigest()
        reader, writer = idle.pop() if idle else await asyncio.open_connection("127.0.0.1", port)
        head = (
            f"POST /webhook HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"X-Hub-Signature-256: sha256={signed}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer, re.I)
        await reader.readexactly(int(length[1]) if length else 0)
        took.append((time.perf_counter() - due) * 1000)
        statuses[int(answer.split()[1])] += 1
        idle.append((reader, writer))

    await asyncio.gather(*(one(number) for number in range(per_second * seconds)))
    for _, writer in idle:
        writer.close()
    return took, statuses


def delivery(person: int, words: str) -> bytes:
    """A body as WhatsApp's."""
    wa_id = f"52664{5_000_000 + person}"
    message = {
        "from": wa_id,
        "id": f"wamid.{uuid.uuid4().hex}",
        "timestamp": str(int(time.time())),
        "type": "text",
        "text": {"body": words},
    }
    value = {
        "messaging_product": "whatsapp",
        "metadata": {"display_phone_number": "526641110000", "phone_number_id": "106540352242922"},
        "contacts": [{"profile": {"name": "Ana"}, "wa_id": wa_id}],
        "messages": [message],
    }
    body = {
        "object": "whatsapp_business_account",
        "entry": [{"id": "1", "changes": [{"field": "messages", "value": value}]}],
    }
    return json.dumps(body, separators=(",", ":")).encode()


def serve_webhook_only(port: int) -> None:
    """The webhook without a worker beside it."""
    import uvicorn

    from booking import logs
    from booking.runtime.composition_root import opened
    from webhook.app import create_app, server_config

    logs.configure()
    with opened() as app:
        web = create_app(
            mailbox=app.mailbox,
            clock=app.clock,
            checks=app.health,
            app_secret=app.settings.whatsapp_app_secret,
            verify_token=app.settings.whatsapp_verify_token,
        )
        uvicorn.Server(server_config(web, "127.0.0.1", port)).run()
