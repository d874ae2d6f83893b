"""Fixtures for every test. Those of PostgreSQL start nothing until a test asks for one."""

import logging
import os
from collections.abc import Iterator

import pytest
import structlog

from tests.postgres import (  # noqa: F401
    begin,
    database,
    empty_database,
    engine,
    owner_engine,
    postgres_server,
    template_database,
)

os.environ["COLUMNS"] = "160"  # tables are as wide wherever the tests run: a parallel worker would take 80


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """Commands run within a test set up logging for their whole process, which is the tests' too."""
    before, handlers = structlog.get_config(), logging.root.handlers
    yield
    structlog.configure(**before)
    logging.root.handlers = handlers
