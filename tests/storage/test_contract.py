"""The storage ports as the core relies on them: the suite that the fakes pass too."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, text

from booking.ports import UnitOfWorkFactory
from booking.testing.contracts import SEED, Deferred, UnitOfWorkContract
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory


class TestPostgresContract(UnitOfWorkContract):
    @pytest.fixture
    def begin(self, engine: Engine) -> UnitOfWorkFactory:
        seed(engine, *SEED)
        return SqlUnitOfWorkFactory(engine)

    @pytest.fixture
    def deferred(self, engine: Engine) -> Deferred:
        def jobs() -> list[tuple[str, int]]:
            query = "SELECT task_name, args->>'conversation_id' FROM procrastinate_jobs ORDER BY id"
            with engine.connect() as connection:
                return [(task, int(conversation)) for task, conversation in connection.execute(text(query))]

        return jobs
