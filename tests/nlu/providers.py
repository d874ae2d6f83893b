"""A loopback server that speaks both providers' protocols and fails in every way theirs do."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answering = Callable[["Request"], None]


class Request(BaseHTTPRequestHandler):
    """One request. `say` answers as the protocol of its path does."""

    server: Providers
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        is_form = (self.headers["Content-Type"] or "").startswith("multipart/")
        body = {"form": content} if is_form else json.loads(content)
        self.server.asked.append((self.path, body))
        self.server.answering(self)

    @property
    def is_claude(self) -> bool:
        return self.path.endswith("/messages")

    def say(self, content: str) -> None:
        """A well-formed answer with this content."""
        self.send(200, self.wrapped(content))

    def wrapped(self, content: str) -> bytes:
        usage = {"input_tokens": 11, "output_tokens": 7}
        claude = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude",
            "content": [{"type": "text", "text": content}],
            "stop_reason": "end_turn",
            "usage": usage,
        }
        openai = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "deepseek-flash",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        }
        return json.dumps(claude if self.is_claude else openai).encode()

    def send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


class Providers(ThreadingHTTPServer):
    """Both providers on one port. Set `answering`; read `asked`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.answering: Answering = says("{}")
        self.patience = threading.Event()  # set at the end, so that hanging answers let go

    @property
    def deepseek(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def claude(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is what these tests are about."""


@contextmanager
def providers() -> Iterator[Providers]:
    server = Providers()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.patience.set()
        server.shutdown()
        server.server_close()


def says(content: str) -> Answering:
    return lambda request: request.say(content)


def refuses(status: int, message: str = "no") -> Answering:
    """An error answer, as both providers word it."""
    body = json.dumps({"type": "error", "error": {"type": "api_error", "message": message}}).encode()
    return lambda request: request.send(status, body)


def raw(body: bytes) -> Answering:
    return lambda request: request.send(200, body)


def hangs(request: Request) -> None:
    """Takes the request and says nothing."""
    request.server.patience.wait(20)


def hangs_mid_body(request: Request) -> None:
    """Promises an answer, sends half of it, and waits."""
    body = request.wrapped('{"items": []}')
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body[: len(body) // 2])
    request.wfile.flush()
    request.server.patience.wait(20)


def drips(request: Request) -> None:
    """Empty lines, one by one, as a provider under load does to keep the connection open."""
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.end_headers()
    end = time.monotonic() + 20
    while time.monotonic() < end and not request.server.patience.wait(0.05):
        try:
            request.wfile.write(b"\n")
            request.wfile.flush()
        except OSError:
            return


def hangs_up(request: Request) -> None:
    """Closes the connection without an answer."""
    request.close_connection = True
    request.connection.close()
