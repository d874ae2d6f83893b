"""Fixtures for every test. Those of PostgreSQL start nothing until a test asks for one."""

import tests.profiles  # noqa: F401
from tests.postgres import (  # noqa: F401
    begin,
    database,
    empty_database,
    engine,
    postgres_server,
    template_database,
)
