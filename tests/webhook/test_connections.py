"""Connections that send nothing, or drip, do not keep Meta out. Over real sockets."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import hmac
import socket
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from booking.models import Condition
from booking.testing.frozen_clock import FrozenClock
from tests.webhook.intake import MemoryIntake
from tests.webhook.moment import NOW
from tests.webhook.serving import served
from webhook.app import create_app
from webhook.connections import Limits

SECRET = "secret"
PATIENCE = 60
"""Seconds that a connection or an answer may take, however busy the machine is."""
Open = Callable[..., socket.socket]


@contextlib.contextmanager
def door(intake: MemoryIntake, limits: Limits | None = None, clock: FrozenClock | None = None) -> Iterator[str]:
    app = create_app(
        mailbox=intake,
        clock=clock or FrozenClock(NOW),
        checks=lambda: Condition({}),
        app_secret=SecretStr(SECRET),
        verify_token=SecretStr("v"),
    )
    with served(app, limits) as url:
        yield url


NOTHING = b'{"object": "whatsapp_business_account", "entry": []}'
SOMETHING = b'{"object": "whatsapp_business_account", "entry": [{"id": "1", "changes": [{"field": "messages"}]}]}'


def post(url: str, body: bytes = NOTHING) -> int:
    """A delivery as Meta's, over a connection of its own."""
    signed = "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
    return httpx.post(
        f"{url}/webhook", content=body, headers={"x-hub-signature-256": signed}, trust_env=False, timeout=PATIENCE
    ).status_code


@contextlib.contextmanager
def opening() -> Iterator[Open]:
    """Opens connections to a base URL, from any address of the loopback interface; all are closed at the end."""
    with contextlib.ExitStack() as stack:

        def connect(url: str, sent: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
            host, port = str(urlsplit(url).hostname), urlsplit(url).port or 0
            made = socket.create_connection((host, port), timeout=PATIENCE, source_address=(address, 0))
            stack.callback(made.close)
            made.sendall(sent)
            return made

        yield connect


@pytest.fixture
def opened() -> Iterator[Open]:
    with opening() as connect:
        yield connect


def closed(one: socket.socket, within: float = PATIENCE) -> bool:
    """Whether the server has closed it, when nothing has come for so many seconds."""
    one.settimeout(within)
    try:
        while one.recv(4096):
            pass
        return True
    except TimeoutError:
        return False
    except ConnectionError:
        return True


class CountingClock(FrozenClock):
    """Tells how many deliveries have come in, stored or not: each asks for the time."""

    def __init__(self) -> None:
        super().__init__(NOW)
        self.asked = threading.Semaphore(0)

    def now(self) -> dt.datetime:
        self.asked.release()
        return super().now()


BEGUN = (
    b"",
    b"POST /webhook HTTP/1.1\r\nX-Dri",
    b"POST /webhook HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=00\r\nContent-Length: 9\r\n\r\n1",
)
"""Nothing, a part of the headers, a part of the body."""


@pytest.mark.parametrize("addresses", [1, 20])
def test_a_thousand_connections_that_wait_do_not_keep_meta_out(addresses: int) -> None:
    with door(MemoryIntake()) as url, opening() as opened:  # closed first: the server would wait for them as it ends
        for n in range(1000):
            # One that is closed while it still sends has had its turn.
            with contextlib.suppress(ConnectionError):
                opened(url, BEGUN[n % 3], address=f"127.0.0.{1 + n % addresses}")
        assert [post(url) for _ in range(5)] == [200] * 5


def answered_once(opened: Open, url: str) -> socket.socket:
    """One whose request came before its time was over, which is not when the machine was busy with others."""
    end = time.monotonic() + PATIENCE
    while True:
        one = opened(url, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            if b"200" in one.recv(4096):
                return one
        assert time.monotonic() < end


@pytest.mark.parametrize("answered", [False, True], ids=["the first request", "the next request"])
def test_whoever_drips_a_request_is_closed(opened: Open, answered: bool) -> None:
    """However steadily: a byte now and then does not begin the time anew."""
    limits = Limits(header_seconds=0.3, idle_seconds=1)
    with door(MemoryIntake(), limits) as url:
        one = answered_once(opened, url) if answered else opened(url)
        stop = threading.Event()

        def drip() -> None:
            with contextlib.suppress(OSError):
                one.sendall(b"GET /healthz HTTP/1.1\r\nX-Drip: ")
                while not stop.wait(0.02):
                    one.sendall(b"a")

        dripping = threading.Thread(target=drip)
        dripping.start()
        assert closed(one)
        stop.set()
        dripping.join(PATIENCE)


def test_a_body_that_does_not_come_is_closed(opened: Open) -> None:
    with door(MemoryIntake(), Limits(body_seconds=0.3)) as url:
        sent = b"POST /webhook HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=00\r\nContent-Length: 9\r\n\r\n1"
        assert closed(opened(url, sent))


def test_an_address_loses_its_own_and_others_keep_theirs(opened: Open) -> None:
    with door(MemoryIntake(), Limits(waiting_per_address=3)) as url:
        theirs = opened(url, address="127.0.0.2")
        mine = [opened(url) for _ in range(4)]
        assert closed(mine[0])
        assert not closed(theirs, within=0.2)
        assert not closed(mine[1], within=0.01)


def test_when_all_are_taken_the_address_with_most_loses_its_oldest(opened: Open) -> None:
    with door(MemoryIntake(), Limits(open=4)) as url:
        theirs = opened(url, address="127.0.0.2")
        mine = [opened(url) for _ in range(3)]
        assert post(url) == 200
        assert closed(mine[0])
        assert not closed(theirs, within=0.2)


def test_whoever_has_asked_is_answered_however_late_we_look(opened: Open) -> None:
    """Many come at once while we are busy: those that are too many are refused, and nobody is cut off."""
    begun = threading.Event()

    async def busy(request: Request) -> PlainTextResponse:
        begun.set()
        time.sleep(0.3)  # keeps the loop, on purpose
        return PlainTextResponse("")

    ask = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n"
    app = Starlette(routes=[Route("/busy", busy)])
    with served(app, Limits(open=8, waiting_per_address=4)) as url:
        opened(url, ask % b"busy")
        assert begun.wait(PATIENCE)
        many = [opened(url, ask % b"other") for _ in range(40)]
        answers = [one.recv(64)[9:12] for one in many]
    assert set(answers) <= {b"404", b"503"}


def test_what_is_being_answered_is_never_closed(opened: Open) -> None:
    intake, clock = MemoryIntake(), CountingClock()
    intake.gate.clear()
    answers: list[int] = []
    with door(intake, Limits(open=4, waiting_per_address=2, header_seconds=5, body_seconds=5), clock) as url:
        sending = [threading.Thread(target=lambda: answers.append(post(url, SOMETHING))) for _ in range(2)]
        for one in sending:
            one.start()
        for _ in sending:
            assert clock.asked.acquire(timeout=PATIENCE)
        silent = [opened(url) for _ in range(20)]
        assert all(map(closed, silent))
        intake.gate.set()
        for one in sending:
            one.join(PATIENCE)
    assert answers == [200, 200]
