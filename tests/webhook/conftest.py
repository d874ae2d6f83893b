"""Fixtures of the WhatsApp door: the application on a socket, and the fake of Meta before it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from pydantic import SecretStr
from starlette.applications import Starlette

from booking.testing.clock import FrozenClock
from booking.testing.meta import FakeMeta
from tests.webhook.intake import MemoryIntake
from tests.webhook.serving import served
from webhook.app import create_app

NOW = dt.datetime(2026, 11, 24, 18, 0, tzinfo=dt.UTC)


@pytest.fixture
def intake() -> MemoryIntake:
    return MemoryIntake()


@pytest.fixture
def checks() -> dict[str, str]:
    """What the health checks say; a test changes it."""
    return {"database": "ok", "migrations": "ok", "queue": "ok", "whatsapp": "absent"}


@pytest.fixture
def app(intake: MemoryIntake, checks: dict[str, str]) -> Starlette:
    return create_app(
        intake=intake,
        clock=FrozenClock(NOW),
        checks=lambda: checks,
        app_secret=SecretStr("app-secret"),
        verify_token=SecretStr("verify-token"),
    )


@pytest.fixture
def url(app: Starlette) -> Iterator[str]:
    """The application's base URL."""
    with served(app) as base:
        yield base


@pytest.fixture
def meta() -> Iterator[FakeMeta]:
    """Meta on loopback, without an application behind its webhook."""
    with FakeMeta(clock=lambda: NOW) as fake:
        yield fake


@pytest.fixture
def connected(meta: FakeMeta, url: str) -> FakeMeta:
    """The same, posting its webhooks to the application."""
    meta.webhook_url = f"{url}/webhook"
    return meta
