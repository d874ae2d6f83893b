"""The application behind a real socket, for tests that are about HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from webhook.app import server_config
from webhook.connections import Limits


@contextmanager
def served(app: Starlette, limits: Limits | None = None) -> Iterator[str]:
    """Run it on a free port of the loopback interface; gives its base URL."""
    server = uvicorn.Server(server_config(app, "127.0.0.1", 0, limits))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + 60
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < end, "the server did not start"
        time.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(60)
