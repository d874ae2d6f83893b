"""Fixtures for every test. Those of PostgreSQL start nothing until a test asks for one."""

import gc
import logging
import os
import sys
from collections.abc import Iterator

import pytest
import structlog

from tests.one_process import Together, turn_of
from tests.postgres import (  # noqa: F401
    begin,
    common_database,
    database,
    empty_database,
    engine,
    owner_engine,
    postgres_server,
    template_database,
)

gc.set_threshold(50_000, 20, 20)  # what is loaded stays, and so do ten thousand tests
os.environ["TURNERO_COMO"] = "Recepción"  # whoever runs them: the account may be that of the whole machine
# Every process of a run would compile all libraries and modules for itself where nothing compiled may be kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.pop("COLUMNS", None)  # a parallel worker names a width; what commands print goes into a pipe, which has none


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """Commands run within a test set up logging for their whole process, which is the tests' too."""
    before, handlers = structlog.get_config(), logging.root.handlers
    yield
    structlog.configure(**before)
    logging.root.handlers = handlers


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a parallel run what takes longest begins first."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: turn_of(item.nodeid))


def pytest_collection_finish(session: pytest.Session) -> None:
    """The collector need not look at them again and again, nor as often at what soon goes anyway."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Whoever has what takes longest, the first process, has a core for itself; the others share what is left."""
    if getattr(config, "workerinput", {}).get("workerid", "gw0") != "gw0":
        os.nice(5)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One more than there are cores: tests that wait for a server's answer leave theirs to others. None: as the
    environment says."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Together:
    return Together(config, log)
