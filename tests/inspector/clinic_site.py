"""The whole application with its pages, as `serve --demo` has them, in this process: pages, telephones, worker,
PostgreSQL and the fake of Meta."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from pydantic import SecretStr

from booking.runtime.composition_root import opened
from booking.runtime.demo_whatsapp import fake_meta, leading_there
from booking.runtime.inspecting import pages
from booking.settings import Settings
from tests.e2e.house import ClockFile, House, at_work


@dataclass(frozen=True)
class Site:
    """`house` looks into its books and moves its clock, which stands still; `url` is where its pages are."""

    house: House
    url: str

    def begin_anew(self) -> None:
        """The demo clinic as on the first morning, Tuesday 24 November 2026 at ten, and nobody has written."""
        self.house.begin_anew()
        with self.client() as browser:
            browser.post("/palancas/otra-vez").raise_for_status()

    @contextmanager
    def client(self) -> Iterator[httpx.Client]:
        """A browser without a screen that has been here and sends its token with every request."""
        with httpx.Client(base_url=self.url, trust_env=False, timeout=120, follow_redirects=True) as browser:
            page = browser.get("/palancas").text
            browser.headers["X-Ficha"] = page.partition('"X-Ficha": "')[2].partition('"')[0]
            yield browser


@contextmanager
def open_site(url: str, home: Path, **others: object) -> Iterator[Site]:
    """A migrated, empty database becomes the demo clinic, at work."""
    clock = ClockFile(home / "now")
    settings = Settings(
        _env_file=None,
        database_url=SecretStr(url),
        turnero_home=home,
        whatsapp_app_secret=SecretStr("app-secret"),
        whatsapp_verify_token=SecretStr("verify-token"),
        turnero_clock_file=clock.path,
        turn_pause_ms=50,
        worker_threads=8,
        **others,
    )
    with fake_meta(settings, clock) as meta, opened(leading_there(settings, meta)) as app:
        meta.now = app.clock.now  # the levers move it too
        inspector = pages(app, demo=True, meta=meta)
        with at_work(app, meta, clock, inspector.routes) as (house, base):
            try:
                yield Site(house, base)
            finally:
                inspector.close()
