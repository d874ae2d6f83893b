"""The HTTP routes over a real socket: who is let in, how much, and what is answered when storing fails."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from booking.errors import DatabaseUnavailable
from booking.models import Condition
from booking.testing.channel.meta import FakeMeta
from booking.testing.frozen_clock import FrozenClock
from tests.webhook.intake import MemoryIntake
from tests.webhook.moment import NOW
from tests.webhook.serving import served
from webhook.app import create_app
from webhook.routes import BODY_LIMIT, Webhook, route


@pytest.fixture
def http(url: str, intake: MemoryIntake, checks: dict[str, str]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, trust_env=False, timeout=60) as client:
        yield client


def _app(intake: MemoryIntake, **settings: object):
    fixed = {
        "clock": FrozenClock(NOW),
        "checks": lambda: Condition({}),
        "app_secret": SecretStr("s"),
        "verify_token": SecretStr("v"),
    }
    return create_app(**{"mailbox": intake, **fixed, **settings})


# --- handshake -----------------------------------------------------------------------------------


def test_the_handshake_is_plain_text(connected: FakeMeta) -> None:
    answer = connected.handshake(challenge="<script>")
    assert (answer.status_code, answer.text) == (200, "<script>")
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    "query",
    [
        "",
        "hub.mode=subscribe&hub.challenge=1",
        "hub.mode=subscribe&hub.challenge=1&hub.verify_token=",
        "hub.mode=subscribe&hub.challenge=1&hub.verify_token=verify-toke",
        "hub.mode=subscribe&hub.challenge=1&hub.verify_token=%F0%9F%91%8D%00%ff",
        "hub.mode=unsubscribe&hub.challenge=1&hub.verify_token=verify-token",
        "hub.mode=subscribe&hub.verify_token=verify-token",
    ],
)
def test_any_other_handshake_is_forbidden(http: httpx.Client, query: str) -> None:
    assert http.get(f"/webhook?{query}").status_code == 403


@pytest.mark.parametrize("token", [None, SecretStr(""), SecretStr("  ")])
def test_without_a_verify_token_nobody_shakes_hands(intake: MemoryIntake, token: SecretStr | None) -> None:
    with served(_app(intake, verify_token=token)) as base:
        answer = httpx.get(
            f"{base}/webhook?hub.mode=subscribe&hub.challenge=1&hub.verify_token=", trust_env=False, timeout=60
        )
    assert answer.status_code == 403


# --- deliveries ----------------------------------------------------------------------------------


def test_a_message_is_stored_before_it_is_acknowledged(connected: FakeMeta, intake: MemoryIntake) -> None:
    wamid = connected.phone("5216641234567", name="Ana").say("hola ñ 👍")
    assert intake.messages[wamid].profile_name == "Ana"


def test_when_storing_fails_meta_is_told_and_sends_again(connected: FakeMeta, intake: MemoryIntake) -> None:
    phone = connected.phone("5216641234567")
    inbound = phone.write("text", {"body": "hola"})
    intake.broken = True
    with pytest.raises(AssertionError, match="503"):
        connected.deliver([inbound])
    assert intake.stored == (0, 0, 0)
    intake.broken = False
    connected.deliver([inbound], times=2)
    assert intake.stored == (1, 0, 0)


@pytest.mark.parametrize("raw", [b"", b"hola", b"{", b'{"a": NaN}', b"\xff"])
def test_what_is_signed_and_not_json_is_a_bad_request(connected: FakeMeta, intake: MemoryIntake, raw: bytes) -> None:
    assert connected.post(raw) == 400
    assert intake.calls == 0


def test_signature_comes_before_everything_that_is_in_the_body(connected: FakeMeta, intake: MemoryIntake) -> None:
    assert connected.post(b"not json", signature="") == 401
    assert connected.post(b"not json", signature="sha256=" + "0" * 64) == 403
    answer = httpx.post(
        str(connected.webhook_url),
        content=b"{}",
        headers={b"X-Hub-Signature-256": "ñ".encode()},
        trust_env=False,
        timeout=60,
    )
    assert answer.status_code == 403
    assert intake.calls == 0


@pytest.mark.parametrize("secret", [None, SecretStr(""), SecretStr("  ")])
def test_without_an_app_secret_nothing_is_taken(intake: MemoryIntake, secret: SecretStr | None) -> None:
    with FakeMeta(app_secret="anything") as meta, served(_app(intake, app_secret=secret)) as base:
        meta.webhook_url = f"{base}/webhook"
        assert meta.post({"entry": []}) == 503
        assert meta.post({"entry": []}, signature="") == 503
    assert intake.calls == 0


def test_concurrent_duplicates_are_one_message(connected: FakeMeta, intake: MemoryIntake) -> None:
    inbound = connected.phone("5216641234567").write("text", {"body": "hola"})
    threads = [threading.Thread(target=connected.deliver, args=([inbound],)) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert intake.stored == (1, 0, 0)
    assert intake.calls == 16


# --- size and time -------------------------------------------------------------------------------


def test_a_body_of_meta_s_largest_size_is_taken(connected: FakeMeta, intake: MemoryIntake) -> None:
    connected.phone("5216641234567").say("a" * 3_000_000)
    assert intake.stored == (1, 0, 0)


def test_a_declared_length_over_the_cap_is_refused_unread(http: httpx.Client, intake: MemoryIntake) -> None:
    host = urlsplit(str(http.base_url))
    with socket.create_connection((host.hostname or "", host.port or 0), timeout=60) as connection:
        length = BODY_LIMIT + 1
        head = f"POST /webhook HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=0\r\nContent-Length: {length}\r\n\r\n"
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 413")
    assert intake.calls == 0


def test_a_stream_over_the_cap_is_refused_without_a_declared_length(http: httpx.Client, intake: MemoryIntake) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 40 * BODY_LIMIT:
            sent += 65_536
            yield b" " * 65_536

    # Uvicorn may close before the client has written all it wants to; either way nothing was taken.
    with contextlib.suppress(httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
        assert http.post("/webhook", content=endless(), headers={"X-Hub-Signature-256": "sha256=0"}).status_code == 413
    assert intake.calls == 0


def test_a_chunked_body_within_the_cap_is_taken(http: httpx.Client, meta: FakeMeta) -> None:
    body = b'{"entry": []}'
    headers = {"X-Hub-Signature-256": meta.sign(body)}
    assert http.post("/webhook", content=iter([body[:5], body[5:]]), headers=headers).status_code == 200


def test_a_body_that_drips_is_given_up(intake: MemoryIntake) -> None:
    door = Webhook(intake, FrozenClock(NOW), SecretStr("s"), SecretStr("v"), body_seconds=0.2)
    with served(Starlette(routes=[route("/webhook", door.answer, "POST")])) as base:
        host = urlsplit(base)
        with socket.create_connection((host.hostname or "", host.port or 0), timeout=60) as connection:
            head = "POST /webhook HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=0\r\nContent-Length: 50\r\n\r\n{"
            connection.sendall(head.encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 408")
    assert intake.calls == 0


def test_a_client_that_leaves_in_the_middle_hurts_nobody(http: httpx.Client, connected: FakeMeta) -> None:
    host = urlsplit(str(http.base_url))
    with socket.create_connection((host.hostname or "", host.port or 0), timeout=60) as connection:
        head = "POST /webhook HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=0\r\nContent-Length: 50\r\n\r\n{"
        connection.sendall(head.encode())
    assert connected.post({"entry": []}) == 200


# --- other methods and paths ---------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/webhook", "/healthz", "/readyz"])
@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_not_allowed(http: httpx.Client, method: str, path: str) -> None:
    assert http.request(method, path).status_code == 405


@pytest.mark.parametrize("path", ["/", "/webhook/", "/webhook/x", "/docs", "/metrics", "/healthz/"])
def test_other_paths_are_unknown(http: httpx.Client, path: str) -> None:
    assert http.get(path).status_code == 404
    assert http.post(path).status_code == 404


def test_further_routes_can_be_added(intake: MemoryIntake) -> None:
    extra = Route("/extra", lambda request: PlainTextResponse("more"))
    with served(_app(intake, routes=[extra])) as base:
        assert httpx.get(f"{base}/extra", trust_env=False, timeout=60).text == "more"


# --- health --------------------------------------------------------------------------------------


def test_health_is_alive_and_ready(http: httpx.Client, checks: dict[str, str]) -> None:
    assert http.get("/healthz").json() == {"status": "ok"}
    answer = http.get("/readyz")
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "status": "ok",
            "checks": checks,
            "sweep_age_seconds": None,
            "oldest_unread_seconds": None,
            "reminders_paused": False,
        },
    )


def test_ready_tells_when_a_worker_last_swept_and_what_waits(intake: MemoryIntake, checks: dict[str, str]) -> None:
    with served(_app(intake, checks=lambda: Condition(checks, 3.14159, 2.71828))) as base:
        told = httpx.get(f"{base}/readyz", trust_env=False, timeout=60).json()
    assert (told["sweep_age_seconds"], told["oldest_unread_seconds"]) == (3.1, 2.7)


def test_a_service_in_trouble_degrades(http: httpx.Client, checks: dict[str, str]) -> None:
    checks["whatsapp"] = "error"
    answer = http.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")


@pytest.mark.parametrize("name", ["database", "migrations", "queue"])
@pytest.mark.parametrize("state", ["error", "absent", None])
def test_something_vital_in_trouble_is_down(
    http: httpx.Client, checks: dict[str, str], name: str, state: str | None
) -> None:
    if state is None:
        del checks[name]
    else:
        checks[name] = state
    answer = http.get("/readyz")
    assert (answer.status_code, answer.json()["status"], answer.json()["checks"]) == (503, "down", checks)
    assert http.get("/healthz").status_code == 200


def test_checks_that_fail_are_down(intake: MemoryIntake) -> None:
    def checks() -> Condition:
        raise DatabaseUnavailable

    with served(_app(intake, checks=checks)) as base:
        answer = httpx.get(f"{base}/readyz", trust_env=False, timeout=60)
    assert (answer.status_code, answer.json()["status"]) == (503, "down")
    assert answer.json()["checks"] == {"database": "error"}


# --- life ----------------------------------------------------------------------------------------


def test_the_worker_runs_for_as_long_as_the_server(intake: MemoryIntake) -> None:
    happened: list[str] = []

    @contextlib.asynccontextmanager
    async def worker() -> AsyncIterator[None]:
        happened.append("started")
        yield
        happened.append("stopped")

    with served(_app(intake, worker=worker)) as base:
        assert httpx.get(f"{base}/healthz", trust_env=False, timeout=60).status_code == 200
        assert happened == ["started"]
    assert happened == ["started", "stopped"]


def test_a_slow_store_does_not_hold_up_the_health_check(
    connected: FakeMeta, http: httpx.Client, intake: MemoryIntake
) -> None:
    intake.gate.clear()
    phone = connected.phone("5216641234567")
    inbound = [phone.write("text", {"body": str(n)}) for n in range(24)]
    threads = [threading.Thread(target=connected.deliver, args=([each],)) for each in inbound]
    for thread in threads:
        thread.start()
    try:
        assert http.get("/readyz").status_code == 200
        assert intake.calls == 0
    finally:
        intake.gate.set()
    for thread in threads:
        thread.join()
    assert intake.stored == (24, 0, 0)
