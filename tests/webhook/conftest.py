"""Fixtures of the WhatsApp door: the application on a socket, and the fake of Meta before it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

import pytest
from pydantic import SecretStr

from booking.models import Condition
from booking.testing.channel.meta import FakeMeta
from booking.testing.frozen_clock import FrozenClock
from tests.webhook.intake import MemoryIntake
from tests.webhook.moment import NOW
from tests.webhook.sending import client
from tests.webhook.serving import served
from webhook.app import create_app
from webhook.client import CloudApi


class Door:
    """What stands behind the application that all tests share: each test puts its own."""

    intake: MemoryIntake
    checks: dict[str, str]

    def keep(self, bodies: Sequence[tuple[dt.datetime, bytes]]) -> None:
        self.intake.keep(bodies)


@pytest.fixture(scope="session")
def door() -> Door:
    return Door()


@pytest.fixture(scope="session")
def url(door: Door) -> Iterator[str]:
    """The application's base URL. One server for all tests: starting and stopping it takes 0.2 s."""
    app = create_app(
        mailbox=door,
        clock=FrozenClock(NOW),
        checks=lambda: Condition(door.checks),
        app_secret=SecretStr("app-secret"),
        verify_token=SecretStr("verify-token"),
    )
    with served(app) as base:
        yield base


@pytest.fixture
def intake(door: Door) -> MemoryIntake:
    door.intake = MemoryIntake()
    return door.intake


@pytest.fixture
def checks(door: Door) -> dict[str, str]:
    """What the health checks say; a test changes it."""
    door.checks = {"database": "ok", "migrations": "ok", "queue": "ok", "whatsapp": "absent"}
    return door.checks


@pytest.fixture
def meta() -> Iterator[FakeMeta]:
    """Meta on loopback, without an application behind its webhook."""
    with FakeMeta(clock=lambda: NOW, window=None) as fake:
        yield fake


@pytest.fixture
def connected(meta: FakeMeta, url: str, intake: MemoryIntake) -> FakeMeta:
    """The same, posting its webhooks to the application."""
    meta.webhook_url = f"{url}/webhook"
    return meta


@pytest.fixture
def api(meta: FakeMeta) -> Iterator[CloudApi]:
    made = client(meta)
    yield made
    made.close()


@pytest.fixture
def impatient(meta: FakeMeta) -> Iterator[CloudApi]:
    """For an answer that never comes. Whatever does answer may take longer than this on a busy machine."""
    made = client(meta, timeout=0.3)
    yield made
    made.close()
