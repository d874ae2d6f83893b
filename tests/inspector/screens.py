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
PATIENCE_MS = 60_000

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


class Finger:
    """One finger on a touch screen, as the browser hears of it from the screen. Where something is, is asked in one go:
    a part of the page may be made anew at any time."""

    def __init__(self, page: Page) -> None:
        self._page, self._at = page, (0.0, 0.0)
        self._screen = page.context.new_cdp_session(page)

    def down(self, on: str) -> None:
        """In the middle of it."""
        self._at = self._middle(on)
        self._say("touchStart")

    def to(self, what: str) -> None:
        """There, in some steps."""
        x, y = self._middle(what)
        self.by(x - self._at[0], y - self._at[1])

    def to_lower_edge(self, of: str) -> None:
        """Just inside of it, as far as it is on the screen."""
        edge = self._page.evaluate(
            "of => Math.min(document.querySelector(of).getBoundingClientRect().bottom, innerHeight)", of
        )
        self.by(0, edge - 8 - self._at[1])

    def by(self, across: float, down: float, steps: int = 8) -> None:
        x, y = self._at
        for step in range(1, steps + 1):
            self._at = (x + across * step / steps, y + down * step / steps)
            self._say("touchMove")

    def up(self) -> None:
        self._screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _say(self, kind: str) -> None:
        points = [{"x": self._at[0], "y": self._at[1]}]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _middle(self, of: str) -> tuple[float, float]:
        x, y = self._page.evaluate(_MIDDLE, of)
        return x, y


_MIDDLE = """of => {
    const box = document.querySelector(of).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


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
