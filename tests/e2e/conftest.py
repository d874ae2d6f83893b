"""One house for all dialogues; each test finds it as on the first morning."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.house import House, open_house
from tests.postgres import as_application, cloned


@pytest.fixture(scope="session")
def opened_house(
    postgres_server: str, template_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    with (
        cloned(postgres_server, template_database) as url,
        open_house(as_application(url), tmp_path_factory.mktemp("house")) as house,
    ):
        yield house


@pytest.fixture
def house(opened_house: House) -> Iterator[House]:
    """The demo clinic, Tuesday 24 November 2026, ten in the morning. Whatever it sends is looked at as it leaves."""
    opened_house.begin_anew()
    yield opened_house
    opened_house.check_sent()
