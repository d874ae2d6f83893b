"""One server and one browser for all tests of the pages; each finds the demo as on the first morning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.inspector import screens
from tests.inspector.clinic_site import Site, open_site
from tests.postgres import as_application, cloned


@pytest.fixture(scope="package")
def opened_site(
    postgres_server: str, template_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    with (
        cloned(postgres_server, template_database) as url,
        open_site(as_application(url), tmp_path_factory.mktemp("site")) as site,
    ):
        yield site


@pytest.fixture
def site(opened_site: Site) -> Site:
    """The demo clinic with its pages, Tuesday 24 November 2026, ten in the morning."""
    opened_site.begin_anew()
    return opened_site


@pytest.fixture(scope="module")  # while it is there, no other test of the process can run a loop of its own
def browser() -> Iterator[Browser]:
    if not screens.CHROMIUM.exists():
        pytest.skip("needs Debian's Chromium at /usr/bin/chromium (apt install chromium)")
    with screens.a_browser() as browser:
        yield browser


Open = Callable[..., Page]


@pytest.fixture
def open_page(site: Site, browser: Browser) -> Iterator[Open]:
    """`open_page("/agenda", **screens.PHONE, color_scheme="dark")`: a tab of its own on that page, in which nothing
    may be logged as an error until the end of the test."""
    with ExitStack() as tabs:

        def opened(path: str = "/", **context: Any) -> Page:
            made: AbstractContextManager[Page] = screens.a_page(browser, site.url, **context)
            page = tabs.enter_context(made)
            page.goto(path)
            return page

        yield opened
