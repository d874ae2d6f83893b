"""A language model on loopback that speaks OpenAI's protocol and is down, slow or lies, as real ones are and do."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Mapping, Sequence
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

NAME = "openai/demo"
"""As litellm names it, at an address of one's own."""

LIES: Sequence[Mapping[str, Any]] = (
    {"intent": "confirm"},
    {"intent": "cancel_appointment"},
    {"intent": "select_slot"},
    {"intent": "provide_customer_data", "values": [{"field": "name", "text": "Nadie Del Todo"}]},
    {"intent": "start_booking", "values": [{"field": "when", "text": "el 1 de enero a las 3"}]},
)
"""One after the other, whatever was written. No two are of one length, so that the tokens of an answer tell which."""


class Temper(StrEnum):
    DOWN = "down"
    SLOW = "slow"
    LYING = "lying"


class ModelServer:
    """Answers on a free port of the loopback interface, as its `temper` is at that moment."""

    def __init__(self, temper: Temper = Temper.DOWN) -> None:
        self.temper = temper
        self.over = threading.Event()
        self.asked = 0
        self._lies = itertools.cycle(LIES)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def base_url(self) -> str:
        """For `LLM_PRIMARY_API_BASE`."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}/v1"

    @property
    def started(self) -> bool:
        return self._thread.is_alive()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self.over.set()
        if self._thread.is_alive():
            self._server.shutdown()
        self._server.server_close()

    def lie(self) -> str:
        """The content of an answer."""
        return _content(next(self._lies))


def _content(lie: Mapping[str, Any]) -> str:
    return json.dumps({"items": [lie]})


def lie_of(tokens: int | None) -> dict[str, Any] | None:
    """The answer of so many tokens, which are its characters here; None where no lie has so many."""
    return next(({"items": [lie]} for lie in LIES if len(_content(lie)) == tokens), None)


def _handler(model: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Connection(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            model.asked += 1
            match model.temper:
                case Temper.DOWN:
                    self._say(503, {"error": {"message": "The server is overloaded", "type": "server_error"}})
                case Temper.SLOW:
                    model.over.wait(60)
                    self.close_connection = True
                case Temper.LYING:
                    lie = model.lie()
                    said = {"role": "assistant", "content": lie}
                    choice = {"index": 0, "message": said, "finish_reason": "stop"}
                    usage = {"prompt_tokens": 1, "completion_tokens": len(lie), "total_tokens": 1 + len(lie)}
                    told = {"id": "demo", "object": "chat.completion", "created": 0, "model": "demo"}
                    self._say(200, {**told, "choices": [choice], "usage": usage})

        def _say(self, status: int, body: dict[str, Any]) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Nothing to print."""

    return Connection
