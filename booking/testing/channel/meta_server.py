"""The HTTP side of the fake of Meta: one thread per connection, real sockets, real ways to break."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from booking.testing.channel.meta_faults import Answer, Drip, Drop, Fault, Hang
from booking.testing.channel.meta_limits import Refusal

if TYPE_CHECKING:
    from booking.testing.channel.meta import FakeMeta


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    meta: FakeMeta
    over: threading.Event
    open: set[socket.socket]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gave up is what some tests are about; nothing to print."""


class GraphServer:
    """Listens on a free port of the loopback interface."""

    def __init__(self, meta: FakeMeta) -> None:
        self._server = _Server(("127.0.0.1", 0), _Connection)
        self._server.meta, self._server.over, self._server.open = meta, threading.Event(), set()
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    def start(self) -> None:
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """So long, or until the server stops."""
        self._server.over.wait(seconds)

    def stop(self) -> None:
        """Stop listening, and let go of everything that hangs."""
        self._server.over.set()
        if self._thread.is_alive():
            self._server.shutdown()
        self._server.server_close()
        for connection in list(self._server.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.open.add(self.connection)

    def finish(self) -> None:
        self.server.open.discard(self.connection)
        super().finish()

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body: Any = None
        if not self.path.endswith("/messages"):
            self._account(_decoded(content))
            return
        try:
            body = self._authorised(content)
            answer, fault = self.server.meta.take(body)
        except Refusal as refusal:
            self.server.meta.note_refusal(body if isinstance(body, dict) else {}, refusal.code)
            self._say(refusal.status, refusal.body("AXxFakeTraceId"), retry_after=refusal.retry_after)
            return
        if fault is None:
            self._say(200, answer)
        else:
            self._break(fault, answer)

    def do_GET(self) -> None:
        meta, address = self.server.meta, urlsplit(self.path)
        try:
            if (content := meta.media.get(address.path.rpartition("/")[2])) is not None:
                self._check_token()
                self._give(content, address.path)
                return
            if address.path != f"/{meta.version}/{meta.account}/message_templates":
                self._account({})
                return
            self._check_token()
            asked = {name: values[-1] for name, values in parse_qs(address.query).items()}
            self._say(200, meta.list_templates(int(asked.get("limit", "25")), asked.get("after")))
        except Refusal as refusal:
            self._say(refusal.status, refusal.body("AXxFakeTraceId"))

    def _account(self, body: dict[str, Any]) -> None:
        """What is about the number, the account or the app."""
        meta, address = self.server.meta, urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(address.query).items()}
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        try:
            version, _, path = address.path.strip("/").partition("/")
            if version != meta.version:
                raise Refusal(2500, "Unknown path components")
            self._say(200, meta.settings.answer(self.command, path, query, body, token))
        except Refusal as refusal:
            self._say(refusal.status, refusal.body("AXxFakeTraceId"))

    def _give(self, content: bytes, path: str) -> None:
        """Where a file is, as the Graph API says it, or itself. Raises Refusal."""
        media, file, meta = path.rpartition("/")[2], path.startswith("/files/"), self.server.meta
        fault = meta.next_media_fault(media, file=file)
        if isinstance(fault, Refusal):
            raise fault.with_traceback(None)
        digest = meta.digests.get(media, hashlib.sha256(content).hexdigest())
        where = f"http://{self.headers['Host']}/files/{media}"
        told = {"url": where, "mime_type": "*/*", "sha256": digest, "file_size": len(content), "id": media}
        if fault is not None:
            self._break(fault, told)
        elif not file:
            self._say(200, told)
        else:
            self.send_response(200)
            self.send_header("Content-Type", "application/octet-stream")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    def _check_token(self) -> None:
        self.server.meta.settings.check_token((self.headers.get("Authorization") or "").removeprefix("Bearer "))

    def _authorised(self, content: bytes) -> dict[str, Any]:
        meta = self.server.meta
        self._check_token()
        if self.path != f"/{meta.version}/{meta.phone_number_id}/messages":
            raise Refusal(100, "Object does not exist, or cannot be loaded due to missing permissions", subcode=33)
        if not (body := _decoded(content)):
            raise Refusal(100, "The request body is not a JSON object")
        return body

    def _break(self, fault: Fault, answer: dict[str, Any]) -> None:
        # Only an answer that is whole leaves the connection open; nothing announces that the others close it.
        self.close_connection = not isinstance(fault, Answer)
        match fault:
            case Hang(seconds=seconds):
                self.server.over.wait(seconds)
            case Drop():
                pass
            case Drip(pause=pause):
                self._drip(json.dumps(answer).encode(), pause)
            case Answer(status=status, body=body, location=location):
                self.send_response(status)
                if location is not None:
                    self.send_header("Location", location)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

    def _drip(self, body: bytes, pause: float) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) + 10**6))
        self.end_headers()
        for byte in body + b" " * 10**6:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            if self.server.over.wait(pause):
                return

    def _say(self, status: int, body: dict[str, Any], retry_after: int = 0) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=UTF-8")
        self.send_header("Content-Length", str(len(content)))
        if retry_after:
            self.send_header("Retry-After", str(retry_after))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: tests read their own assertions."""


def _decoded(content: bytes) -> dict[str, Any]:
    """A JSON object; empty for what is none."""
    try:
        body = json.loads(content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
