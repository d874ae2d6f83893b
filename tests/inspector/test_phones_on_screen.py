"""The telephones in a browser, as somebody who tries Turnero has them."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.inspector import screens
from tests.inspector.clinic_site import Site
from tests.inspector.conftest import Open

ROSA, LUIS = "526645550191", "526645550102"


def say(page: Page, number: str, words: str) -> None:
    """Write with the keyboard and send with Enter."""
    page.locator(f"#tel-{number} textarea").fill(words)
    page.locator(f"#tel-{number} textarea").press("Enter")


def test_a_booking_in_words(site: Site, open_page: Open) -> None:
    page = open_page("/", **screens.DESKTOP)
    page.get_by_role("button", name="quiero una cita mañana por la tarde").click()
    page.wait_for_timeout(3000)
    page.screenshot(path="/tmp/p1.png")
