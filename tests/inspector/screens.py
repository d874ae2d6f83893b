"""Debian's Chromium, as somebody who looks at the pages has it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DESKTOP: Mapping[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Mapping[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PATIENCE_MS = 20_000

_ASK_AXE = "() => axe.run(document, {resultTypes: ['violations']})"


@contextmanager
def a_browser() -> Iterator[Browser]:
    """For the length of the block."""
    playwright: Playwright
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(OPTIONS))
        yield browser
        browser.close()


@contextmanager
def a_page(browser: Browser, url: str, **context: Any) -> Iterator[Page]:
    """A tab of its own on this address, in which nothing may be logged as an error."""
    said: list[str] = []
    with browser.new_context(base_url=url, locale="es-MX", timezone_id="America/Tijuana", **context) as tabs:
        tabs.set_default_timeout(PATIENCE_MS)
        page = tabs.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        yield page
    assert not said, said


def serious_findings(page: Page) -> list[str]:
    """What axe-core finds that keeps people from using the page. The tab was opened with `bypass_csp`."""
    spec = importlib.util.find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    page.evaluate((Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate(_ASK_AXE)["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
